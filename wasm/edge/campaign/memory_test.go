//go:build !js

package campaign_test

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"privadapt/wasm/edge/campaign"
)

// memory keeps a test's campaigns, releases and samples.
type memory struct {
	campaigns   []campaign.Campaign
	invitations map[string]campaign.Invitation // by digest
	uploaded    []campaign.Sample
	releases    []campaign.Received
	received    int64
	samples     map[string][]byte
}

func newMemory() *memory {
	return &memory{invitations: map[string]campaign.Invitation{}, samples: map[string][]byte{}}
}

// newest are the entries of a list that are to be kept, the last one first.
func newest[T any](list []T, keep func(T) bool) []T {
	kept := []T{}
	for _, one := range slices.Backward(list) {
		if keep(one) {
			kept = append(kept, one)
		}
	}
	return kept
}

func (m *memory) AddCampaign(c campaign.Campaign) error {
	m.campaigns = append(m.campaigns, c)
	return nil
}

func (m *memory) CloseCampaign(id string) error {
	for i := range m.campaigns {
		if m.campaigns[i].ID == id {
			m.campaigns[i].Closed = true
		}
	}
	return nil
}

func (m *memory) Campaign(id string) (*campaign.Campaign, error) {
	for _, c := range m.campaigns {
		if c.ID == id {
			return &c, nil
		}
	}
	return nil, nil
}

func (m *memory) Campaigns(analyst string) ([]campaign.Campaign, error) {
	return newest(m.campaigns, func(c campaign.Campaign) bool { return c.Analyst == analyst }), nil
}

func (m *memory) DeleteCampaign(id string) error {
	m.campaigns = slices.DeleteFunc(m.campaigns, func(c campaign.Campaign) bool { return c.ID == id })
	m.releases = slices.DeleteFunc(m.releases, func(r campaign.Received) bool { return r.Campaign == id })
	maps.DeleteFunc(m.invitations, func(_ string, i campaign.Invitation) bool { return i.Campaign == id })
	return nil
}

func (m *memory) Receive(r campaign.Received) (campaign.Outcome, error) {
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

func (m *memory) Releases(id string) ([]campaign.Received, error) {
	return m.Export(id, 0, len(m.releases))
}

func (m *memory) Export(id string, after int64, limit int) ([]campaign.Received, error) {
	list := []campaign.Received{}
	for _, r := range m.releases {
		if r.Campaign == id && r.Sequence > after && len(list) < limit {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Release(id, releaseID string) (*campaign.Received, error) {
	for _, r := range m.releases {
		if r.Campaign == id && r.ReleaseID == releaseID {
			return &r, nil
		}
	}
	return nil, nil
}

func (m *memory) Put(key string, body []byte, _ string) error {
	m.samples[key] = body
	return nil
}

func (m *memory) Get(key string, most int) ([]byte, error) {
	body, ok := m.samples[key]
	if !ok || len(body) > most {
		return nil, nil
	}
	return body, nil
}

func (m *memory) AddInvitations(list []campaign.Invitation) error {
	for _, one := range list {
		m.invitations[one.Digest] = one
	}
	return nil
}

func (m *memory) Invitation(digest string) (*campaign.Invitation, error) {
	if one, found := m.invitations[digest]; found {
		return &one, nil
	}
	return nil, nil
}

func (m *memory) Invitations(id string) ([]campaign.Invitation, error) {
	list := []campaign.Invitation{}
	for _, one := range m.invitations {
		if one.Campaign == id {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b campaign.Invitation) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

func (m *memory) Revoke(id, invitation string) (found bool, err error) {
	for digest, one := range m.invitations {
		if one.Campaign == id && one.ID == invitation {
			one.Revoked, found = true, true
			m.invitations[digest] = one
		}
	}
	return found, nil
}

func (m *memory) AddSample(s campaign.Sample) error {
	m.uploaded = append(m.uploaded, s)
	return nil
}

func (m *memory) Samples(analyst string) ([]campaign.Sample, error) {
	return newest(m.uploaded, func(s campaign.Sample) bool { return s.Analyst == analyst }), nil
}

func (m *memory) DeleteSample(analyst, sha256, name string) (found, last bool, err error) {
	before := len(m.uploaded)
	same := func(s campaign.Sample) bool { return s.SHA256 == sha256 && s.Name == name }
	m.uploaded = slices.DeleteFunc(m.uploaded, func(s campaign.Sample) bool { return s.Analyst == analyst && same(s) })
	return len(m.uploaded) < before, !slices.ContainsFunc(m.uploaded, same), nil
}

func (m *memory) Delete(key string) error {
	delete(m.samples, key)
	return nil
}

func (m *memory) DeleteRelease(id, releaseID string) (bool, error) {
	before := len(m.releases)
	m.releases = slices.DeleteFunc(m.releases,
		func(r campaign.Received) bool { return r.Campaign == id && r.ReleaseID == releaseID })
	return len(m.releases) < before, nil
}
