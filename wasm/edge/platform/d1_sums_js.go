package platform

import (
	"context"
	"encoding/json"

	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/wasm/edge/campaign"
)

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
	return d.sum(sql("SELECT * FROM sums WHERE campaign = ? AND setting = ?", id, group),
		campaign.Sum{Campaign: id, Group: group})
}

func (d D1) Largest(_ context.Context, id string) (campaign.Sum, error) {
	return d.sum(sql("SELECT * FROM sums WHERE campaign = ? AND releases > 0 ORDER BY releases DESC LIMIT 1", id),
		campaign.Sum{})
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
