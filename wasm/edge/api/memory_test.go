//go:build !js

package api_test

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"privadapt/core/release"
	"privadapt/wasm/edge/campaign"
)

// memory keeps a test's campaigns, releases and samples.
type memory struct {
	mutex       sync.Mutex
	campaigns   []campaign.Campaign
	invitations map[string]campaign.Invitation // by digest
	refusals    []campaign.Refusal
	uploaded    []campaign.Sample
	releases    []campaign.Received
	received    int64
	sums        []campaign.Sum
	samples     map[string][]byte
}

func newMemory() *memory {
	return &memory{invitations: map[string]campaign.Invitation{}, samples: map[string][]byte{}}
}

func (m *memory) lock() func() {
	m.mutex.Lock()
	return m.mutex.Unlock
}

func (m *memory) AddCampaign(_ context.Context, c campaign.Campaign) error {
	defer m.lock()()
	m.campaigns = append(m.campaigns, c)
	return nil
}

func (m *memory) CloseCampaign(_ context.Context, id string) error {
	defer m.lock()()
	for i := range m.campaigns {
		if m.campaigns[i].ID == id {
			m.campaigns[i].Closed = true
		}
	}
	return nil
}

func (m *memory) Campaign(_ context.Context, id string) (*campaign.Campaign, error) {
	defer m.lock()()
	for _, c := range m.campaigns {
		if c.ID == id {
			return &c, nil
		}
	}
	return nil, nil
}

func (m *memory) Campaigns(_ context.Context, analyst string) ([]campaign.Campaign, error) {
	defer m.lock()()
	all := []campaign.Campaign{}
	for _, c := range slices.Backward(m.campaigns) {
		if c.Analyst == analyst {
			all = append(all, c)
		}
	}
	return all, nil
}

func (m *memory) DeleteCampaign(_ context.Context, id string) error {
	defer m.lock()()
	m.campaigns = slices.DeleteFunc(m.campaigns, func(c campaign.Campaign) bool { return c.ID == id })
	m.releases = slices.DeleteFunc(m.releases, func(r campaign.Received) bool { return r.Campaign == id })
	m.sums = slices.DeleteFunc(m.sums, func(s campaign.Sum) bool { return s.Campaign == id })
	m.refusals = slices.DeleteFunc(m.refusals, func(r campaign.Refusal) bool { return r.Campaign == id })
	maps.DeleteFunc(m.invitations, func(_ string, i campaign.Invitation) bool { return i.Campaign == id })
	return nil
}

func (m *memory) Receive(_ context.Context, r campaign.Received) (campaign.Outcome, error) {
	defer m.lock()()
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
	defer m.lock()()
	list := []campaign.Received{}
	for _, r := range m.releases {
		if r.Campaign == id && r.Sequence > after && len(list) < limit {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Release(_ context.Context, id, releaseID string) (*campaign.Received, error) {
	defer m.lock()()
	for _, r := range m.releases {
		if r.Campaign == id && r.ReleaseID == releaseID {
			return &r, nil
		}
	}
	return nil, nil
}

func (m *memory) Unfolded(_ context.Context, id string) ([]campaign.Received, error) {
	defer m.lock()()
	var list []campaign.Received
	for _, r := range m.releases {
		wanted := r.Group != "" && r.Folded == 0 && !r.Excluded && (id == "" || r.Campaign == id)
		if wanted && (len(list) == 0 || r.Campaign == list[0].Campaign && r.Group == list[0].Group) &&
			len(list) < campaign.FoldReleases {
			if len(list) > 0 && r.Addend != "" {
				r.Body = ""
			}
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Sum(_ context.Context, id, group string) (campaign.Sum, error) {
	defer m.lock()()
	for _, s := range m.sums {
		if s.Campaign == id && s.Group == group {
			return s, nil
		}
	}
	return campaign.Sum{Campaign: id, Group: group}, nil
}

func (m *memory) Fold(_ context.Context, next campaign.Sum, sequences []int64) (bool, error) {
	defer m.lock()()
	at := slices.IndexFunc(m.sums,
		func(s campaign.Sum) bool { return s.Campaign == next.Campaign && s.Group == next.Group })
	gone := slices.ContainsFunc(m.releases, func(r campaign.Received) bool {
		return slices.Contains(sequences, r.Sequence) && (r.Folded != 0 || r.Excluded)
	})
	switch {
	case gone:
		return false, nil
	case at < 0 && next.Version == 1:
		m.sums = append(m.sums, next)
	case at >= 0 && m.sums[at].Version == next.Version-1:
		m.sums[at] = next
	default:
		return false, nil
	}
	for i := range m.releases {
		if slices.Contains(sequences, m.releases[i].Sequence) {
			m.releases[i].Folded, m.releases[i].Addend = next.Version, ""
		}
	}
	return true, nil
}

func (m *memory) SetAside(_ context.Context, sequence int64) error {
	defer m.lock()()
	for i := range m.releases {
		if m.releases[i].Sequence == sequence && m.releases[i].Folded == 0 {
			m.releases[i].Folded = -1
		}
	}
	return nil
}

func (m *memory) Largest(_ context.Context, id string) (largest campaign.Sum, err error) {
	defer m.lock()()
	for _, s := range m.sums {
		if s.Campaign == id && s.Releases > largest.Releases {
			largest = s
		}
	}
	return largest, nil
}

func (m *memory) Members(_ context.Context, of campaign.Sum, after string) ([]release.Member, error) {
	defer m.lock()()
	var members []release.Member
	for _, r := range m.releases {
		if r.Campaign == of.Campaign && r.Group == of.Group && r.Folded > 0 && r.Folded <= of.Version && r.SHA256 > after {
			members = append(members, release.Member{ReleaseID: r.ReleaseID, SHA256: r.SHA256})
		}
	}
	slices.SortFunc(members, func(a, b release.Member) int { return cmp.Compare(a.SHA256, b.SHA256) })
	return members[:min(len(members), campaign.MemberPage)], nil
}

func (m *memory) Put(_ context.Context, key string, body []byte, _ string) error {
	defer m.lock()()
	m.samples[key] = body
	return nil
}

func (m *memory) Get(_ context.Context, key string, most int) ([]byte, error) {
	defer m.lock()()
	body, ok := m.samples[key]
	if !ok || len(body) > most {
		return nil, nil
	}
	return body, nil
}
