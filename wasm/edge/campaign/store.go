package campaign

import (
	"context"

	"privadapt/core/release"
)

// Store keeps campaigns, invitations and releases. Every method is one transaction.
type Store interface {
	AddCampaign(ctx context.Context, c Campaign) error
	CloseCampaign(ctx context.Context, id string) error
	Campaign(ctx context.Context, id string) (*Campaign, error)            // nil if there is none
	Campaigns(ctx context.Context, analyst string) ([]Campaign, error)     // the newest first
	AddInvitations(ctx context.Context, id string, digests []string) error // of their tokens
	InvitedTo(ctx context.Context, digest string) (id string, err error)   // "" if no invitation has the token

	// Receive keeps a release and uses its invitation up, both or neither.
	Receive(ctx context.Context, r Received) (Outcome, error)
	// Releases lists those of a campaign after a sequence number, with their bodies where asked for.
	Releases(ctx context.Context, id string, after int64, limit int, bodies bool) ([]Received, error)
	Release(ctx context.Context, id, releaseID string) (*Received, error) // nil if there is none

	// Unfolded returns the oldest releases that are in no sum yet, all of one campaign and group and at most FoldReleases of
	// FoldBytes, one at least if there is any. An empty id means any campaign.
	Unfolded(ctx context.Context, id string) ([]Received, error)
	// Sum returns what a group's releases were folded into; version 0 if nothing was.
	Sum(ctx context.Context, id, group string) (Sum, error)
	// Fold replaces a sum of the version before by next and marks the releases as folded, all or, if somebody else has replaced
	// it since, nothing.
	Fold(ctx context.Context, next Sum, sequences []int64) (done bool, err error)
	// SetAside marks a release that is in no sum as one that never will be.
	SetAside(ctx context.Context, sequence int64) error
	// Largest returns the sum of a campaign that has most releases; version 0 if there is none.
	Largest(ctx context.Context, id string) (Sum, error)
	// Members lists up to MemberPage of those in a sum as it was at its version, ascending by digest, after one.
	Members(ctx context.Context, of Sum, after string) ([]release.Member, error)
}

// Sum is a stored combine.Aggregate of one group of a campaign's releases.
type Sum struct {
	Campaign string
	Group    string
	Version  int64
	Releases int64
	State    string // JSON
}

// How much a Store returns at once.
const (
	FoldReleases = 100
	FoldBytes    = 8 << 20
	MemberPage   = 5000
)
