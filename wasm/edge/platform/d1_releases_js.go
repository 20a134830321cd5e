package platform

import (
	"context"
	"encoding/json"

	"privadapt/wasm/edge/campaign"
)

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
