package platform

import (
	"context"
	"encoding/json"

	"privadapt/wasm/edge/campaign"
)

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
