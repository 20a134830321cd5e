package platform

import (
	"context"
	"encoding/json"

	"privadapt/wasm/edge/campaign"
)

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
