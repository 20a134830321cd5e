//go:build !js

package api_test

import (
	"cmp"
	"context"
	"slices"

	"privadapt/wasm/edge/campaign"
)

func (m *memory) AddInvitations(_ context.Context, list []campaign.Invitation) error {
	defer m.lock()()
	for _, one := range list {
		m.invitations[one.Digest] = one
	}
	return nil
}

func (m *memory) Invitation(_ context.Context, digest string) (*campaign.Invitation, error) {
	defer m.lock()()
	if one, found := m.invitations[digest]; found {
		return &one, nil
	}
	return nil, nil
}

func (m *memory) Invitations(_ context.Context, id, after string, limit int) ([]campaign.Invitation, error) {
	defer m.lock()()
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
	defer m.lock()()
	for digest, one := range m.invitations {
		if one.Campaign == id && one.ID == invitation {
			one.Revoked, found = true, true
			m.invitations[digest] = one
		}
	}
	return found, nil
}

func (m *memory) Refuse(_ context.Context, r campaign.Refusal) error {
	defer m.lock()()
	m.refusals = append(m.refusals, r)
	return nil
}

func (m *memory) Refusals(_ context.Context, id string) ([]campaign.Refusal, error) {
	defer m.lock()()
	list := []campaign.Refusal{}
	for _, r := range slices.Backward(m.refusals) {
		if r.Campaign == id {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) AddSample(_ context.Context, s campaign.Sample) error {
	defer m.lock()()
	m.uploaded = append(m.uploaded, s)
	return nil
}

func (m *memory) Samples(_ context.Context, analyst string) ([]campaign.Sample, error) {
	defer m.lock()()
	list := []campaign.Sample{}
	for _, s := range slices.Backward(m.uploaded) {
		if s.Analyst == analyst {
			list = append(list, s)
		}
	}
	return list, nil
}

func (m *memory) DeleteSample(_ context.Context, analyst, sha256, name string) (found, last bool, err error) {
	defer m.lock()()
	before := len(m.uploaded)
	same := func(s campaign.Sample) bool { return s.SHA256 == sha256 && s.Name == name }
	m.uploaded = slices.DeleteFunc(m.uploaded, func(s campaign.Sample) bool { return s.Analyst == analyst && same(s) })
	return len(m.uploaded) < before, !slices.ContainsFunc(m.uploaded, same), nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	defer m.lock()()
	delete(m.samples, key)
	return nil
}

func (m *memory) Exclude(_ context.Context, id, releaseID string, excluded bool) (bool, error) {
	defer m.lock()()
	at := m.anew(id, releaseID)
	if at >= 0 {
		m.releases[at].Excluded = excluded
	}
	return at >= 0, nil
}

func (m *memory) DeleteRelease(_ context.Context, id, releaseID string) (bool, error) {
	defer m.lock()()
	at := m.anew(id, releaseID)
	if at >= 0 {
		m.releases = slices.Delete(m.releases, at, at+1)
	}
	return at >= 0, nil
}

// anew empties the sum of a release's group; it returns the place of the release, or -1.
func (m *memory) anew(id, releaseID string) int {
	at := slices.IndexFunc(m.releases,
		func(r campaign.Received) bool { return r.Campaign == id && r.ReleaseID == releaseID })
	if at < 0 {
		return at
	}
	group, version := m.releases[at].Group, int64(1)
	for i := range m.sums {
		if m.sums[i].Campaign == id && m.sums[i].Group == group {
			version = m.sums[i].Version + 1
		}
	}
	m.sums = slices.DeleteFunc(m.sums, func(s campaign.Sum) bool { return s.Campaign == id && s.Group == group })
	m.sums = append(m.sums, campaign.Sum{Campaign: id, Group: group, Version: version})
	for i := range m.releases {
		if r := &m.releases[i]; r.Campaign == id && r.Group == group && r.Folded > 0 {
			r.Folded = 0
		}
	}
	return at
}
