package platform

import (
	"context"
	"encoding/json"
	"syscall/js"

	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/wasm/edge/campaign"
)

// D1 is the campaign.Store in a Cloudflare D1 database. (The library's driver for database/sql has no batches, and D1
// has transactions in batches alone.) The tables are in migrations.
type D1 struct{ Binding js.Value }

// statement is SQL with values for its question marks: texts, integers and floats.
type statement struct {
	sql    string
	values []any
}

func sql(text string, values ...any) statement { return statement{text, values} }

// batch runs statements as one transaction and returns the rows and the number of changes of each.
func (d D1) batch(statements ...statement) (rows []json.RawMessage, changes []int, err error) {
	prepared := make([]any, len(statements))
	for i, s := range statements {
		prepared[i] = d.Binding.Call("prepare", s.sql).Call("bind", s.values...)
	}
	results, err := await(d.Binding.Call("batch", prepared))
	if err != nil {
		return nil, nil, err
	}
	for i := range statements {
		result := results.Index(i)
		rows = append(rows, json.RawMessage(js.Global().Get("JSON").Call("stringify", result.Get("results")).String()))
		changes = append(changes, result.Get("meta").Get("changes").Int())
	}
	return rows, changes, nil
}

// query returns the rows of one statement as values of a type with the columns' names as tags.
func query[T any](d D1, s statement) ([]T, error) {
	rows, _, err := d.batch(s)
	if err != nil {
		return nil, err
	}
	list := []T{}
	err = json.Unmarshal(rows[0], &list)
	return list, err
}

// first returns the first row, or nil.
func first[T any](d D1, s statement) (*T, error) {
	list, err := query[T](d, s)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

type campaignRow struct {
	ID       string `json:"id"`
	Analyst  string `json:"analyst"`
	Created  int64  `json:"created"`
	Closed   int    `json:"closed"`
	Settings string `json:"settings"`
}

func (row campaignRow) campaign() (c campaign.Campaign, err error) {
	c = campaign.Campaign{ID: row.ID, Analyst: row.Analyst, Created: row.Created, Closed: row.Closed != 0}
	return c, json.Unmarshal([]byte(row.Settings), &c.Settings)
}

func (d D1) AddCampaign(_ context.Context, c campaign.Campaign) error {
	settings, err := json.Marshal(c.Settings)
	if err != nil {
		return err
	}
	_, _, err = d.batch(
		sql(
			"INSERT INTO campaigns (id, analyst, created, settings) VALUES (?, ?, ?, ?)",
			c.ID,
			c.Analyst,
			c.Created,
			string(settings),
		),
	)
	return err
}

func (d D1) CloseCampaign(_ context.Context, id string) error {
	_, _, err := d.batch(sql("UPDATE campaigns SET closed = 1 WHERE id = ?", id))
	return err
}

func (d D1) Campaign(_ context.Context, id string) (*campaign.Campaign, error) {
	row, err := first[campaignRow](d, sql("SELECT * FROM campaigns WHERE id = ?", id))
	if err != nil || row == nil {
		return nil, err
	}
	c, err := row.campaign()
	return &c, err
}

func (d D1) Campaigns(_ context.Context, analyst string) ([]campaign.Campaign, error) {
	rows, err := query[campaignRow](
		d,
		sql("SELECT * FROM campaigns WHERE analyst = ? ORDER BY created DESC LIMIT 1000", analyst),
	)
	if err != nil {
		return nil, err
	}
	all := make([]campaign.Campaign, len(rows))
	for i, row := range rows {
		if all[i], err = row.campaign(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Receive inserts the release if its invitation is valid, its campaign is open, and neither its id nor its values are
// in the table, and then marks the invitation, if the release in the table is this one.
func (d D1) Receive(_ context.Context, r campaign.Received) (campaign.Outcome, error) {
	rows, changes, err := d.batch(
		sql(
			`INSERT OR IGNORE INTO releases
			(campaign, release_id, sha256, value_digest, token, setting, epsilon, delta, n, rows_estimate, received, body, addend)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM invitations
			WHERE token = ? AND campaign = ? AND used_by IS NULL AND revoked = 0 AND (expires = 0 OR expires > ?)
			AND EXISTS (SELECT 1 FROM campaigns WHERE id = ? AND closed = 0)`,
			r.Campaign,
			r.ReleaseID,
			r.SHA256,
			r.Values,
			r.Token,
			r.Group,
			r.Epsilon,
			r.Delta,
			r.N,
			r.Rows,
			r.Received,
			r.Body,
			r.Addend,
			r.Token,
			r.Campaign,
			r.Received,
			r.Campaign,
		),
		sql(`UPDATE invitations SET used_by = ? WHERE token = ? AND used_by IS NULL
			AND EXISTS (SELECT 1 FROM releases WHERE campaign = ? AND release_id = ? AND token = ?)`,
			r.SHA256, r.Token, r.Campaign, r.ReleaseID, r.Token),
		sql(
			`SELECT coalesce(used_by, '') AS usedBy, EXISTS (SELECT 1 FROM releases WHERE campaign = ? AND release_id = ? AND token = ?) AS present,
			revoked = 0 AND (expires = 0 OR expires > ?) AND EXISTS (SELECT 1 FROM campaigns WHERE id = ? AND closed = 0) AS serves
			FROM invitations WHERE token = ?`,
			r.Campaign,
			r.ReleaseID,
			r.Token,
			r.Received,
			r.Campaign,
			r.Token,
		),
	)
	if err != nil {
		return 0, err
	}
	var invitation []struct {
		UsedBy          string
		Present, Serves int64
	}
	if err := json.Unmarshal(rows[2], &invitation); err != nil {
		return 0, err
	}
	switch {
	case changes[0] == 1:
		return campaign.Kept, nil
	case len(invitation) == 0:
		return campaign.Withdrawn, nil
	case invitation[0].UsedBy == r.SHA256 && invitation[0].Present == 0:
		return campaign.Deleted, nil
	case invitation[0].UsedBy == r.SHA256:
		return campaign.Repeated, nil
	case invitation[0].UsedBy != "":
		return campaign.TokenUsed, nil
	case invitation[0].Serves == 0:
		return campaign.Withdrawn, nil
	}
	return campaign.Duplicate, nil
}

const receivedColumns = `sequence, campaign, release_id AS releaseId, sha256, setting AS "group", epsilon, delta, n, rows_estimate AS rowsEstimate, received, folded, excluded <> 0 AS excluded`

// receivedRow also has the fields that an answer leaves out.
type receivedRow struct {
	campaign.Received
	Campaign string `json:"campaign"`
	Body     string `json:"body"`
	Addend   string `json:"addend"`
	Excluded int64  `json:"excluded"`
}

func (d D1) received(s statement) ([]campaign.Received, error) {
	rows, err := query[receivedRow](d, s)
	list := make([]campaign.Received, len(rows))
	for i, row := range rows {
		list[i] = row.Received
		list[i].Campaign, list[i].Body, list[i].Addend, list[i].Excluded = row.Campaign, row.Body, row.Addend,
			row.Excluded != 0
	}
	return list, err
}

func (d D1) Releases(_ context.Context, id string, after int64, limit int, bodies bool) ([]campaign.Received, error) {
	body := "''"
	if bodies {
		body = "body"
	}
	return d.received(
		sql(
			"SELECT "+receivedColumns+", substr(token, 1, 16) AS invitation,"+
				" coalesce((SELECT name FROM invitations WHERE invitations.token = releases.token), '') AS invitationName, "+
				body+" AS body FROM releases WHERE campaign = ? AND sequence > ? ORDER BY sequence LIMIT ?",
			id,
			after,
			limit,
		),
	)
}

func (d D1) Release(_ context.Context, id, releaseID string) (*campaign.Received, error) {
	list, err := d.received(
		sql("SELECT "+receivedColumns+", body FROM releases WHERE campaign = ? AND release_id = ?", id, releaseID),
	)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

func (d D1) Unfolded(_ context.Context, id string) ([]campaign.Received, error) {
	// The partial index holds only those that wait, in order.
	return d.received(
		sql(
			`WITH waiting AS (SELECT * FROM releases WHERE folded = 0 AND excluded = 0 AND setting <> '' AND (? = '' OR campaign = ?) ORDER BY sequence LIMIT ?),
		alike AS (SELECT *, sum(length(body)) OVER (ORDER BY sequence) AS bytes FROM waiting
			WHERE (campaign, setting) = (SELECT campaign, setting FROM waiting ORDER BY sequence LIMIT 1))
		SELECT `+receivedColumns+`, addend, CASE WHEN addend <> '' AND bytes > length(body) THEN '' ELSE body END AS body
			FROM alike WHERE bytes <= ? OR bytes = length(body) ORDER BY sequence`,
			id,
			id,
			campaign.FoldReleases,
			campaign.FoldBytes,
		),
	)
}

type sumRow struct {
	Campaign, Setting, State string
	Version, Releases        int64
}

func (d D1) sum(s statement, none campaign.Sum) (campaign.Sum, error) {
	row, err := first[sumRow](d, s)
	if err != nil || row == nil {
		return none, err
	}
	return campaign.Sum{
		Campaign: row.Campaign,
		Group:    row.Setting,
		Version:  row.Version,
		Releases: row.Releases,
		State:    row.State,
	}, nil
}

func (d D1) Sum(_ context.Context, id, group string) (campaign.Sum, error) {
	return d.sum(
		sql("SELECT * FROM sums WHERE campaign = ? AND setting = ?", id, group),
		campaign.Sum{Campaign: id, Group: group},
	)
}

func (d D1) Largest(_ context.Context, id string) (campaign.Sum, error) {
	return d.sum(
		sql("SELECT * FROM sums WHERE campaign = ? AND releases > 0 ORDER BY releases DESC LIMIT 1", id),
		campaign.Sum{},
	)
}

// Fold replaces the sum of the version before if all of the releases still wait, since another fold may have added them
// between the readings of the two, and marks the releases only if this call replaced it.
func (d D1) Fold(_ context.Context, next campaign.Sum, sequences []int64) (bool, error) {
	list, err := json.Marshal(sequences)
	if err != nil {
		return false, err
	}
	writer := sampler.Identifier()
	_, changes, err := d.batch(
		sql(`INSERT INTO sums (campaign, setting, version, releases, state, writer) SELECT ?, ?, ?, ?, ?, ?
			WHERE EXISTS (SELECT 1 FROM campaigns WHERE id = ?) AND (? = 1 OR EXISTS (SELECT 1 FROM sums WHERE campaign = ? AND setting = ? AND version = ?))
			AND (SELECT count(*) FROM releases WHERE sequence IN (SELECT value FROM json_each(?)) AND folded = 0 AND excluded = 0) = ?
			ON CONFLICT DO UPDATE SET version = excluded.version, releases = excluded.releases, state = excluded.state, writer = excluded.writer
			WHERE sums.version = excluded.version - 1`,
			next.Campaign, next.Group, next.Version, next.Releases, next.State, writer,
			next.Campaign, next.Version, next.Campaign, next.Group, next.Version-1, string(list), len(sequences)),
		sql(`UPDATE releases SET folded = ?, addend = '' WHERE sequence IN (SELECT value FROM json_each(?)) AND folded = 0
			AND EXISTS (SELECT 1 FROM sums WHERE campaign = ? AND setting = ? AND version = ? AND writer = ?)`,
			next.Version, string(list), next.Campaign, next.Group, next.Version, writer),
	)
	if err != nil {
		return false, err
	}
	return changes[1] == len(sequences), nil
}

func (d D1) SetAside(_ context.Context, sequence int64) error {
	_, _, err := d.batch(sql("UPDATE releases SET folded = -1 WHERE sequence = ? AND folded = 0", sequence))
	return err
}

func (d D1) Members(_ context.Context, of campaign.Sum, after string) ([]release.Member, error) {
	return query[release.Member](d, sql(`SELECT release_id AS releaseId, sha256 FROM releases
		WHERE campaign = ? AND setting = ? AND sha256 > ? AND excluded = 0 AND folded BETWEEN 1 AND ? ORDER BY sha256 LIMIT ?`,
		of.Campaign, of.Group, after, of.Version, campaign.MemberPage))
}
