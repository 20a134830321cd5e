// Package platform stores campaigns and samples on Cloudflare: in D1 and R2, through JavaScript.
package platform

import (
	"context"
	"encoding/json"
	"errors"
	"syscall/js"

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

// await blocks the goroutine until a promise settles. It must not be called in a JavaScript callback.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	result := make(chan settled, 1)
	fulfilled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		result <- settled{value: args[0]}
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		result <- settled{err: errors.New("edge: " + js.Global().Call("String", args[0]).String())}
		return nil
	})
	defer fulfilled.Release()
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	s := <-result
	return s.value, s.err
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
		sql("INSERT INTO campaigns (id, analyst, created, settings) VALUES (?, ?, ?, ?)", c.ID, c.Analyst, c.Created,
			string(settings)),
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
	rows, err := query[campaignRow](d,
		sql("SELECT * FROM campaigns WHERE analyst = ? ORDER BY created DESC LIMIT 1000", analyst))
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

func (d D1) DeleteCampaign(_ context.Context, id string) error {
	_, _, err := d.batch(
		sql("DELETE FROM campaigns WHERE id = ?", id),
		sql("DELETE FROM invitations WHERE campaign = ?", id),
		sql("DELETE FROM releases WHERE campaign = ?", id),
		sql("DELETE FROM refusals WHERE campaign = ?", id),
	)
	return err
}

// invitationColumns are what an invitationRow reads.
const invitationColumns = `token, campaign, created, expires, revoked, coalesce(used_by, '') AS usedBy, name,
	coalesce((SELECT release_id FROM releases WHERE releases.token = invitations.token), '') AS releaseId`

type invitationRow struct {
	Token, Campaign, UsedBy, Name, ReleaseID string
	Created, Expires, Revoked                int64
}

func (row invitationRow) invitation() campaign.Invitation {
	return campaign.Invitation{
		ID: campaign.InvitationID(row.Token), Digest: row.Token, Campaign: row.Campaign,
		Created: row.Created, Expires: row.Expires, Revoked: row.Revoked != 0, UsedBy: row.UsedBy,
		Name: row.Name, Release: row.ReleaseID,
	}
}

func (d D1) AddInvitations(_ context.Context, list []campaign.Invitation) error {
	type row struct {
		Token    string `json:"token"`
		Campaign string `json:"campaign"`
		Created  int64  `json:"created"`
		Expires  int64  `json:"expires"`
		Name     string `json:"name"`
	}
	rows := make([]row, len(list))
	for i, one := range list {
		rows[i] = row{one.Digest, one.Campaign, one.Created, one.Expires, one.Name}
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, _, err = d.batch(sql(`INSERT INTO invitations (token, campaign, created, expires, name)
		SELECT value ->> 'token', value ->> 'campaign', value ->> 'created', value ->> 'expires', value ->> 'name' FROM json_each(?)`, string(text)))
	return err
}

func (d D1) Invitation(_ context.Context, digest string) (*campaign.Invitation, error) {
	row, err := first[invitationRow](d, sql("SELECT "+invitationColumns+" FROM invitations WHERE token = ?", digest))
	if err != nil || row == nil || !campaign.SameDigest(row.Token, digest) {
		return nil, err
	}
	found := row.invitation()
	return &found, nil
}

func (d D1) Invitations(_ context.Context, id, after string, limit int) ([]campaign.Invitation, error) {
	// After the last digest that begins with the identifier.
	rows, err := query[invitationRow](
		d,
		sql(
			"SELECT "+invitationColumns+" FROM invitations WHERE campaign = ? AND (? = '' OR token > ? || 'g') ORDER BY token LIMIT ?",
			id,
			after,
			after,
			limit,
		),
	)
	list := make([]campaign.Invitation, len(rows))
	for i, row := range rows {
		list[i] = row.invitation()
	}
	return list, err
}

func (d D1) Revoke(_ context.Context, id, invitation string) (bool, error) {
	_, changes, err := d.batch(
		sql("UPDATE invitations SET revoked = 1 WHERE campaign = ? AND substr(token, 1, 16) = ?", id, invitation),
	)
	return err == nil && changes[0] > 0, err
}

func (d D1) Refuse(_ context.Context, r campaign.Refusal) error {
	_, _, err := d.batch(
		sql("INSERT INTO refusals (campaign, invitation, time, status, code, message) VALUES (?, ?, ?, ?, ?, ?)",
			r.Campaign, r.Invitation, r.Time, r.Status, r.Code, r.Message),
		sql(`DELETE FROM refusals WHERE campaign = ? AND invitation = ? AND sequence NOT IN
			(SELECT sequence FROM refusals WHERE campaign = ? AND invitation = ? ORDER BY sequence DESC LIMIT ?)`,
			r.Campaign, r.Invitation, r.Campaign, r.Invitation, campaign.MostRefusals),
	)
	return err
}

func (d D1) Refusals(_ context.Context, id string) ([]campaign.Refusal, error) {
	return query[campaign.Refusal](
		d,
		sql(
			"SELECT invitation, time, status, code, message FROM refusals WHERE campaign = ? ORDER BY sequence DESC LIMIT 1000",
			id,
		),
	)
}

// Receive inserts the release if its invitation is valid, its campaign is open, and neither its id nor its values are
// in the table, and then marks the invitation, if the release in the table is this one.
func (d D1) Receive(_ context.Context, r campaign.Received) (campaign.Outcome, error) {
	rows, changes, err := d.batch(
		sql(
			`INSERT OR IGNORE INTO releases
			(campaign, release_id, sha256, value_digest, token, epsilon, delta, n, rows_estimate, received, body)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM invitations
			WHERE token = ? AND campaign = ? AND used_by IS NULL AND revoked = 0 AND (expires = 0 OR expires > ?)
			AND EXISTS (SELECT 1 FROM campaigns WHERE id = ? AND closed = 0)`,
			r.Campaign,
			r.ReleaseID,
			r.SHA256,
			r.Values,
			r.Token,
			r.Epsilon,
			r.Delta,
			r.N,
			r.Rows,
			r.Received,
			r.Body,
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

const receivedColumns = "sequence, campaign, release_id AS releaseId, sha256, epsilon, delta, n, rows_estimate AS rowsEstimate, received"

// receivedRow also has the fields that an answer leaves out.
type receivedRow struct {
	campaign.Received
	Campaign string `json:"campaign"`
	Body     string `json:"body"`
}

func (d D1) received(s statement) ([]campaign.Received, error) {
	rows, err := query[receivedRow](d, s)
	list := make([]campaign.Received, len(rows))
	for i, row := range rows {
		list[i] = row.Received
		list[i].Campaign, list[i].Body = row.Campaign, row.Body
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

func (d D1) DeleteRelease(_ context.Context, id, releaseID string) (bool, error) {
	_, changes, err := d.batch(sql("DELETE FROM releases WHERE campaign = ? AND release_id = ?", id, releaseID))
	return err == nil && changes[0] > 0, err
}

func (d D1) AddSample(_ context.Context, s campaign.Sample) error {
	_, _, err := d.batch(
		sql(
			"INSERT OR IGNORE INTO samples (analyst, sha256, name, source, bytes, rows, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
			s.Analyst,
			s.SHA256,
			s.Name,
			s.Source,
			s.Bytes,
			s.Rows,
			s.Created,
		),
	)
	return err
}

func (d D1) Samples(_ context.Context, analyst string) ([]campaign.Sample, error) {
	return query[campaign.Sample](
		d,
		sql(
			"SELECT sha256, name, source, bytes, rows, created FROM samples WHERE analyst = ? ORDER BY created DESC LIMIT 1000",
			analyst,
		),
	)
}

func (d D1) DeleteSample(_ context.Context, analyst, sha256, name string) (deleted, last bool, err error) {
	_, changes, err := d.batch(
		sql("DELETE FROM samples WHERE analyst = ? AND sha256 = ? AND name = ?", analyst, sha256, name),
	)
	if err != nil {
		return false, false, err
	}
	others, err := query[struct{ Analyst string }](d,
		sql("SELECT analyst FROM samples WHERE sha256 = ? AND name = ? LIMIT 1", sha256, name))
	return changes[0] > 0, len(others) == 0, err
}
