//go:build !js

package api_test

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"privadapt/wasm/edge/campaign"
)

// memory keeps a test's campaigns, releases and samples.
type memory struct {
	campaigns   []campaign.Campaign
	invitations map[string]campaign.Invitation // by digest
	refusals    []campaign.Refusal
	uploaded    []campaign.Sample
	releases    []campaign.Received
	received    int64
	samples     map[string][]byte
}

func newMemory() *memory {
	return &memory{invitations: map[string]campaign.Invitation{}, samples: map[string][]byte{}}
}

func (m *memory) AddCampaign(_ context.Context, c campaign.Campaign) error {
	m.campaigns = append(m.campaigns, c)
	return nil
}

func (m *memory) CloseCampaign(_ context.Context, id string) error {
	for i := range m.campaigns {
		if m.campaigns[i].ID == id {
			m.campaigns[i].Closed = true
		}
	}
	return nil
}

func (m *memory) Campaign(_ context.Context, id string) (*campaign.Campaign, error) {
	for _, c := range m.campaigns {
		if c.ID == id {
			return &c, nil
		}
	}
	return nil, nil
}

func (m *memory) Campaigns(_ context.Context, analyst string) ([]campaign.Campaign, error) {
	all := []campaign.Campaign{}
	for _, c := range slices.Backward(m.campaigns) {
		if c.Analyst == analyst {
			all = append(all, c)
		}
	}
	return all, nil
}

func (m *memory) DeleteCampaign(_ context.Context, id string) error {
	m.campaigns = slices.DeleteFunc(m.campaigns, func(c campaign.Campaign) bool { return c.ID == id })
	m.releases = slices.DeleteFunc(m.releases, func(r campaign.Received) bool { return r.Campaign == id })
	m.refusals = slices.DeleteFunc(m.refusals, func(r campaign.Refusal) bool { return r.Campaign == id })
	maps.DeleteFunc(m.invitations, func(_ string, i campaign.Invitation) bool { return i.Campaign == id })
	return nil
}

func (m *memory) Receive(_ context.Context, r campaign.Received) (campaign.Outcome, error) {
	invited, found := m.invitations[r.Token]
	present := slices.ContainsFunc(m.releases, func(k campaign.Received) bool { return k.Token == r.Token })
	switch {
	case found && invited.UsedBy == r.SHA256 && !present:
		return campaign.Deleted, nil
	case found && invited.UsedBy == r.SHA256:
		return campaign.Repeated, nil
	case found && invited.UsedBy != "":
		return campaign.TokenUsed, nil
	case !found || invited.StateAt(time.UnixMilli(r.Received)) != campaign.Open:
		return campaign.Withdrawn, nil
	}
	for _, k := range m.releases {
		if k.Campaign == r.Campaign && (k.ReleaseID == r.ReleaseID || k.Values == r.Values) {
			return campaign.Duplicate, nil
		}
	}
	invited.UsedBy = r.SHA256
	m.invitations[r.Token] = invited
	m.received++
	r.Sequence = m.received
	m.releases = append(m.releases, r)
	return campaign.Kept, nil
}

func (m *memory) Releases(_ context.Context, id string, after int64, limit int, _ bool) ([]campaign.Received, error) {
	list := []campaign.Received{}
	for _, r := range m.releases {
		if r.Campaign == id && r.Sequence > after && len(list) < limit {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Release(_ context.Context, id, releaseID string) (*campaign.Received, error) {
	for _, r := range m.releases {
		if r.Campaign == id && r.ReleaseID == releaseID {
			return &r, nil
		}
	}
	return nil, nil
}

func (m *memory) Put(_ context.Context, key string, body []byte, _ string) error {
	m.samples[key] = body
	return nil
}

func (m *memory) Get(_ context.Context, key string, most int) ([]byte, error) {
	body, ok := m.samples[key]
	if !ok || len(body) > most {
		return nil, nil
	}
	return body, nil
}

func (m *memory) AddInvitations(_ context.Context, list []campaign.Invitation) error {
	for _, one := range list {
		m.invitations[one.Digest] = one
	}
	return nil
}

func (m *memory) Invitation(_ context.Context, digest string) (*campaign.Invitation, error) {
	if one, found := m.invitations[digest]; found {
		return &one, nil
	}
	return nil, nil
}

func (m *memory) Invitations(_ context.Context, id, after string, limit int) ([]campaign.Invitation, error) {
	list := []campaign.Invitation{}
	for _, one := range m.invitations {
		if one.Campaign == id && one.ID > after {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b campaign.Invitation) int { return cmp.Compare(a.ID, b.ID) })
	return list[:min(len(list), limit)], nil
}

func (m *memory) Revoke(_ context.Context, id, invitation string) (found bool, err error) {
	for digest, one := range m.invitations {
		if one.Campaign == id && one.ID == invitation {
			one.Revoked, found = true, true
			m.invitations[digest] = one
		}
	}
	return found, nil
}

func (m *memory) Refuse(_ context.Context, r campaign.Refusal) error {
	m.refusals = append(m.refusals, r)
	return nil
}

func (m *memory) Refusals(_ context.Context, id string) ([]campaign.Refusal, error) {
	list := []campaign.Refusal{}
	for _, r := range slices.Backward(m.refusals) {
		if r.Campaign == id {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) AddSample(_ context.Context, s campaign.Sample) error {
	m.uploaded = append(m.uploaded, s)
	return nil
}

func (m *memory) Samples(_ context.Context, analyst string) ([]campaign.Sample, error) {
	list := []campaign.Sample{}
	for _, s := range slices.Backward(m.uploaded) {
		if s.Analyst == analyst {
			list = append(list, s)
		}
	}
	return list, nil
}

func (m *memory) DeleteSample(_ context.Context, analyst, sha256, name string) (found, last bool, err error) {
	before := len(m.uploaded)
	same := func(s campaign.Sample) bool { return s.SHA256 == sha256 && s.Name == name }
	m.uploaded = slices.DeleteFunc(m.uploaded, func(s campaign.Sample) bool { return s.Analyst == analyst && same(s) })
	return len(m.uploaded) < before, !slices.ContainsFunc(m.uploaded, same), nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	delete(m.samples, key)
	return nil
}

func (m *memory) DeleteRelease(_ context.Context, id, releaseID string) (bool, error) {
	before := len(m.releases)
	m.releases = slices.DeleteFunc(m.releases,
		func(r campaign.Received) bool { return r.Campaign == id && r.ReleaseID == releaseID })
	return len(m.releases) < before, nil
}
