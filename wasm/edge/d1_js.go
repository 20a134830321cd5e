package main

import (
	"encoding/json"
	"syscall/js"

	"privadapt/wasm/edge/campaign"
)

// database is the campaign.Store in Cloudflare D1. (The library's driver for database/sql has no batches, and D1 has
// transactions in batches alone.) The tables are in migrations.
type database struct{ binding js.Value }

// statement is SQL with values for its question marks: texts, integers and floats.
type statement struct {
	sql    string
	values []any
}

func sql(text string, values ...any) statement { return statement{text, values} }

// batch runs statements as one transaction and returns the rows and the number of changes of each.
func (d database) batch(statements ...statement) (rows []json.RawMessage, changes []int, err error) {
	prepared := make([]any, len(statements))
	for i, s := range statements {
		prepared[i] = d.binding.Call("prepare", s.sql).Call("bind", s.values...)
	}
	results, err := await(d.binding.Call("batch", prepared))
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

// execute runs statements as one transaction, and reports whether the first one changed anything.
func (d database) execute(statements ...statement) (changed bool, err error) {
	_, changes, err := d.batch(statements...)
	return err == nil && changes[0] > 0, err
}

// query returns the rows of a statement as values of a type that has the names of the columns.
func query[T any](d database, text string, values ...any) ([]T, error) {
	rows, _, err := d.batch(sql(text, values...))
	if err != nil {
		return nil, err
	}
	list := []T{}
	err = json.Unmarshal(rows[0], &list)
	return list, err
}

// first returns the first of a list, or nil.
func first[T any](list []T, err error) (*T, error) {
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

func (d database) AddCampaign(c campaign.Campaign) error {
	settings, err := json.Marshal(c.Settings)
	if err != nil {
		return err
	}
	_, err = d.execute(sql("INSERT INTO campaigns (id, analyst, created, settings) VALUES (?, ?, ?, ?)",
		c.ID, c.Analyst, c.Created, string(settings)))
	return err
}

func (d database) CloseCampaign(id string) error {
	_, err := d.execute(sql("UPDATE campaigns SET closed = 1 WHERE id = ?", id))
	return err
}

func (d database) DeleteCampaign(id string) error {
	_, err := d.execute(
		sql("DELETE FROM campaigns WHERE id = ?", id),
		sql("DELETE FROM invitations WHERE campaign = ?", id),
		sql("DELETE FROM releases WHERE campaign = ?", id),
	)
	return err
}

func (d database) Campaign(id string) (*campaign.Campaign, error) {
	return first(d.campaigns("id = ?", id))
}

func (d database) Campaigns(analyst string) ([]campaign.Campaign, error) {
	return d.campaigns("analyst = ? ORDER BY created DESC LIMIT 1000", analyst)
}

func (d database) campaigns(where, value string) ([]campaign.Campaign, error) {
	type row struct {
		ID, Analyst, Settings string
		Created, Closed       int64
	}
	rows, err := query[row](d, "SELECT * FROM campaigns WHERE "+where, value)
	list := make([]campaign.Campaign, len(rows))
	for i, r := range rows {
		list[i] = campaign.Campaign{ID: r.ID, Analyst: r.Analyst, Created: r.Created, Closed: r.Closed != 0}
		if err := json.Unmarshal([]byte(r.Settings), &list[i].Settings); err != nil {
			return nil, err
		}
	}
	return list, err
}

func (d database) AddInvitations(list []campaign.Invitation) error {
	statements := make([]statement, len(list))
	for i, one := range list {
		statements[i] = sql("INSERT INTO invitations (token, campaign, created, expires, name) VALUES (?, ?, ?, ?, ?)",
			one.Digest, one.Campaign, one.Created, one.Expires, one.Name)
	}
	_, err := d.execute(statements...)
	return err
}

func (d database) Invitation(digest string) (*campaign.Invitation, error) {
	return first(d.invitations("token = ?", digest))
}

func (d database) Invitations(id string) ([]campaign.Invitation, error) {
	return d.invitations("campaign = ? ORDER BY token", id)
}

func (d database) invitations(where, value string) ([]campaign.Invitation, error) {
	type row struct {
		Token, Campaign, UsedBy, Name, ReleaseID string
		Created, Expires, Revoked                int64
	}
	rows, err := query[row](d, `SELECT token, campaign, created, expires, revoked, coalesce(used_by, '') AS usedBy, name,
		coalesce((SELECT release_id FROM releases WHERE releases.token = invitations.token), '') AS releaseId
		FROM invitations WHERE `+where, value)
	list := make([]campaign.Invitation, len(rows))
	for i, r := range rows {
		list[i] = campaign.Invitation{
			ID: campaign.InvitationID(r.Token), Digest: r.Token, Campaign: r.Campaign, Created: r.Created,
			Expires: r.Expires, Revoked: r.Revoked != 0, UsedBy: r.UsedBy, Name: r.Name, Release: r.ReleaseID,
		}
	}
	return list, err
}

func (d database) Revoke(id, invitation string) (bool, error) {
	return d.execute(sql("UPDATE invitations SET revoked = 1 WHERE campaign = ? AND substr(token, 1, 16) = ?",
		id, invitation))
}

// Receive inserts the release if its invitation is valid, its campaign is open, and neither its id nor its values are
// in the table, and then marks the invitation, if the release in the table is this one.
func (d database) Receive(r campaign.Received) (campaign.Outcome, error) {
	rows, changes, err := d.batch(
		sql(`INSERT OR IGNORE INTO releases
			(campaign, release_id, sha256, value_digest, token, epsilon, delta, n, rows_estimate, said, received, body)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM invitations
			WHERE token = ? AND campaign = ? AND used_by IS NULL AND revoked = 0 AND (expires = 0 OR expires > ?)
			AND EXISTS (SELECT 1 FROM campaigns WHERE id = ? AND closed = 0)`,
			r.Campaign, r.ReleaseID, r.SHA256, r.Values, r.Token, r.Epsilon, r.Delta, r.N, r.Rows, r.Said, r.Received, r.Body,
			r.Token, r.Campaign, r.Received, r.Campaign),
		sql(`UPDATE invitations SET used_by = ? WHERE token = ? AND used_by IS NULL
			AND EXISTS (SELECT 1 FROM releases WHERE campaign = ? AND release_id = ? AND token = ?)`,
			r.SHA256, r.Token, r.Campaign, r.ReleaseID, r.Token),
		sql(`SELECT coalesce(used_by, '') AS usedBy,
			EXISTS (SELECT 1 FROM releases WHERE campaign = ? AND release_id = ? AND token = ?) AS present,
			revoked = 0 AND (expires = 0 OR expires > ?)
			AND EXISTS (SELECT 1 FROM campaigns WHERE id = ? AND closed = 0) AS serves
			FROM invitations WHERE token = ?`,
			r.Campaign, r.ReleaseID, r.Token, r.Received, r.Campaign, r.Token),
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

func (d database) Releases(id string) ([]campaign.Received, error) {
	return query[campaign.Received](d, `SELECT sequence, release_id AS releaseId, sha256, epsilon, delta, n,
		rows_estimate AS rowsEstimate, said, received, substr(token, 1, 16) AS invitation,
		coalesce((SELECT name FROM invitations WHERE invitations.token = releases.token), '') AS invitationName
		FROM releases WHERE campaign = ? ORDER BY sequence`, id)
}

func (d database) Export(id string, after int64, limit int) ([]campaign.Received, error) {
	return d.bodies("sequence > ? ORDER BY sequence LIMIT ?", id, after, limit)
}

func (d database) Release(id, releaseID string) (*campaign.Received, error) {
	return first(d.bodies("release_id = ?", id, releaseID))
}

func (d database) bodies(where string, values ...any) ([]campaign.Received, error) {
	type row struct {
		Sequence int64
		Body     string
	}
	rows, err := query[row](d, "SELECT sequence, body FROM releases WHERE campaign = ? AND "+where, values...)
	list := make([]campaign.Received, len(rows))
	for i, r := range rows {
		list[i] = campaign.Received{Sequence: r.Sequence, Body: r.Body}
	}
	return list, err
}

func (d database) DeleteRelease(id, releaseID string) (bool, error) {
	return d.execute(sql("DELETE FROM releases WHERE campaign = ? AND release_id = ?", id, releaseID))
}

func (d database) AddSample(s campaign.Sample) error {
	_, err := d.execute(sql("INSERT OR IGNORE INTO samples (analyst, sha256, name, source, bytes, created) VALUES (?, ?, ?, ?, ?, ?)",
		s.Analyst, s.SHA256, s.Name, s.Source, s.Bytes, s.Created))
	return err
}

func (d database) Samples(analyst string) ([]campaign.Sample, error) {
	return query[campaign.Sample](d, `SELECT sha256, name, source, bytes, created FROM samples
		WHERE analyst = ? ORDER BY created DESC LIMIT 1000`, analyst)
}

func (d database) DeleteSample(analyst, sha256, name string) (deleted, last bool, err error) {
	deleted, err = d.execute(sql("DELETE FROM samples WHERE analyst = ? AND sha256 = ? AND name = ?", analyst, sha256, name))
	if err != nil {
		return false, false, err
	}
	others, err := query[struct{ Name string }](d, "SELECT name FROM samples WHERE sha256 = ? AND name = ? LIMIT 1", sha256, name)
	return deleted, len(others) == 0, err
}
