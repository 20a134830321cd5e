package platform

import (
	"context"

	"privadapt/core/noise/sampler"
	"privadapt/wasm/edge/campaign"
)

func (d D1) DeleteCampaign(_ context.Context, id string) error {
	_, _, err := d.batch(
		sql("DELETE FROM campaigns WHERE id = ?", id),
		sql("DELETE FROM invitations WHERE campaign = ?", id),
		sql("DELETE FROM releases WHERE campaign = ?", id),
		sql("DELETE FROM sums WHERE campaign = ?", id),
		sql("DELETE FROM refusals WHERE campaign = ?", id),
	)
	return err
}

// ofRelease are the campaign and group of a release, as parameters of its two names.
const ofRelease = `(SELECT campaign, setting FROM releases WHERE campaign = ? AND release_id = ?)`

// anew empties the sum that holds a release or may soon hold it, and has its group folded again. The sum gets a
// new version, so that a fold that has read the earlier one writes nothing.
func anew(id, releaseID string) []statement {
	return []statement{
		sql(`INSERT INTO sums (campaign, setting, version, releases, state, writer)
			SELECT campaign, setting, 1, 0, '', ? FROM releases WHERE campaign = ? AND release_id = ? AND setting <> ''
			ON CONFLICT DO UPDATE SET version = sums.version + 1, releases = 0, state = '', writer = excluded.writer`, sampler.Identifier(), id, releaseID),
		sql("UPDATE releases SET folded = 0 WHERE folded > 0 AND (campaign, setting) = "+ofRelease, id, releaseID),
	}
}

func (d D1) Exclude(_ context.Context, id, releaseID string, excluded bool) (bool, error) {
	_, changes, err := d.batch(append(anew(id, releaseID),
		sql("UPDATE releases SET excluded = ? WHERE campaign = ? AND release_id = ?", excluded, id, releaseID))...)
	return err == nil && changes[2] > 0, err
}

func (d D1) DeleteRelease(_ context.Context, id, releaseID string) (bool, error) {
	_, changes, err := d.batch(append(anew(id, releaseID),
		sql("DELETE FROM releases WHERE campaign = ? AND release_id = ?", id, releaseID))...)
	return err == nil && changes[2] > 0, err
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
