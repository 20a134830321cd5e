//go:build !js

package main

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"privadapt/core/release"
)

// memory is the store of a process that runs natively, to try the edge out. It ends with the process.
type memory struct {
	mutex       sync.Mutex
	campaigns   []campaign
	invitations map[string]invitation
	releases    []received
	sums        []sum
	samples     map[string][]byte
}

type invitation struct {
	campaign string
	usedBy   string // digest of the release; empty if it is unused
}

func newMemory() *memory {
	return &memory{invitations: map[string]invitation{}, samples: map[string][]byte{}}
}

func (m *memory) lock() func() {
	m.mutex.Lock()
	return m.mutex.Unlock
}

func (m *memory) AddCampaign(_ context.Context, c campaign) error {
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

func (m *memory) Campaign(_ context.Context, id string) (*campaign, error) {
	defer m.lock()()
	for _, c := range m.campaigns {
		if c.ID == id {
			return &c, nil
		}
	}
	return nil, nil
}

func (m *memory) Campaigns(_ context.Context, analyst string) ([]campaign, error) {
	defer m.lock()()
	all := []campaign{}
	for _, c := range slices.Backward(m.campaigns) {
		if c.Analyst == analyst {
			all = append(all, c)
		}
	}
	return all, nil
}

func (m *memory) AddInvitations(_ context.Context, id string, digests []string) error {
	defer m.lock()()
	for _, d := range digests {
		m.invitations[d] = invitation{campaign: id}
	}
	return nil
}

func (m *memory) InvitedTo(_ context.Context, digest string) (string, error) {
	defer m.lock()()
	return m.invitations[digest].campaign, nil
}

func (m *memory) Receive(_ context.Context, r received) (outcome, error) {
	defer m.lock()()
	switch used := m.invitations[r.Token].usedBy; {
	case used == r.SHA256:
		return repeated, nil
	case used != "":
		return tokenUsed, nil
	}
	for _, k := range m.releases {
		if k.Campaign == r.Campaign && (k.ReleaseID == r.ReleaseID || k.Values == r.Values) {
			return duplicate, nil
		}
	}
	m.invitations[r.Token] = invitation{r.Campaign, r.SHA256}
	r.Sequence = int64(len(m.releases)) + 1
	m.releases = append(m.releases, r)
	return kept, nil
}

func (m *memory) Releases(_ context.Context, id string, after int64, limit int, _ bool) ([]received, error) {
	defer m.lock()()
	list := []received{}
	for _, r := range m.releases {
		if r.Campaign == id && r.Sequence > after && len(list) < limit {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Release(_ context.Context, id, releaseID string) (*received, error) {
	defer m.lock()()
	for _, r := range m.releases {
		if r.Campaign == id && r.ReleaseID == releaseID {
			return &r, nil
		}
	}
	return nil, nil
}

func (m *memory) Unfolded(_ context.Context, id string) ([]received, error) {
	defer m.lock()()
	var list []received
	for _, r := range m.releases {
		wanted := r.Group != "" && r.Folded == 0 && (id == "" || r.Campaign == id)
		if wanted && (len(list) == 0 || r.Campaign == list[0].Campaign && r.Group == list[0].Group) && len(list) < foldReleases {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Sum(_ context.Context, id, group string) (sum, error) {
	defer m.lock()()
	for _, s := range m.sums {
		if s.Campaign == id && s.Group == group {
			return s, nil
		}
	}
	return sum{Campaign: id, Group: group}, nil
}

func (m *memory) Fold(_ context.Context, next sum, sequences []int64) (bool, error) {
	defer m.lock()()
	at := slices.IndexFunc(m.sums, func(s sum) bool { return s.Campaign == next.Campaign && s.Group == next.Group })
	switch {
	case at < 0 && next.Version == 1:
		m.sums = append(m.sums, next)
	case at >= 0 && m.sums[at].Version == next.Version-1:
		m.sums[at] = next
	default:
		return false, nil
	}
	for i := range m.releases {
		if slices.Contains(sequences, m.releases[i].Sequence) {
			m.releases[i].Folded = next.Version
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

func (m *memory) Largest(_ context.Context, id string) (largest sum, err error) {
	defer m.lock()()
	for _, s := range m.sums {
		if s.Campaign == id && s.Releases > largest.Releases {
			largest = s
		}
	}
	return largest, nil
}

func (m *memory) Members(_ context.Context, of sum, after string) ([]release.Member, error) {
	defer m.lock()()
	var members []release.Member
	for _, r := range m.releases {
		if r.Campaign == of.Campaign && r.Group == of.Group && r.Folded > 0 && r.Folded <= of.Version && r.SHA256 > after {
			members = append(members, release.Member{ReleaseID: r.ReleaseID, SHA256: r.SHA256})
		}
	}
	slices.SortFunc(members, func(a, b release.Member) int { return cmp.Compare(a.SHA256, b.SHA256) })
	return members[:min(len(members), memberPage)], nil
}

func (m *memory) Put(_ context.Context, key string, body []byte, _ string) error {
	defer m.lock()()
	m.samples[key] = body
	return nil
}
