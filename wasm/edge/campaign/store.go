package campaign

import (
	"context"

	"privadapt/core/release"
)

// Store keeps campaigns, invitations and releases. Every method is one transaction.
type Store interface {
	AddCampaign(ctx context.Context, c Campaign) error
	CloseCampaign(ctx context.Context, id string) error
	// DeleteCampaign deletes a campaign and everything that belongs to it.
	DeleteCampaign(ctx context.Context, id string) error
	Campaign(ctx context.Context, id string) (*Campaign, error)        // nil if there is none
	Campaigns(ctx context.Context, analyst string) ([]Campaign, error) // the newest first

	AddInvitations(ctx context.Context, list []Invitation) error
	Invitation(ctx context.Context, digest string) (*Invitation, error) // nil if none has a token of this digest
	// Invitations lists the invitations of a campaign after a given one, ascending by identifier.
	Invitations(ctx context.Context, id, after string, limit int) ([]Invitation, error)
	Revoke(ctx context.Context, id, invitation string) (found bool, err error)
	// Refuse records a refused arrival, and keeps only the newest MostRefusals of its invitation.
	Refuse(ctx context.Context, r Refusal) error
	Refusals(ctx context.Context, id string) ([]Refusal, error) // the newest 1000, newest first

	AddSample(ctx context.Context, s Sample) error
	Samples(ctx context.Context, analyst string) ([]Sample, error) // the newest first
	// DeleteSample forgets that an analyst uploaded a sample; last is whether no other analyst has uploaded the same.
	DeleteSample(ctx context.Context, analyst, sha256, name string) (found, last bool, err error)

	// Receive keeps a release and uses its invitation up, both or neither.
	Receive(ctx context.Context, r Received) (Outcome, error)
	// Releases lists the releases of a campaign after a sequence number, with their bodies where asked for.
	Releases(ctx context.Context, id string, after int64, limit int, bodies bool) ([]Received, error)
	Release(ctx context.Context, id, releaseID string) (*Received, error) // nil if there is none
	// Exclude leaves a release out of the sum, or includes it again, and has the sum of its group folded anew.
	Exclude(ctx context.Context, id, releaseID string, excluded bool) (found bool, err error)
	// DeleteRelease deletes one and has the sum of its group folded anew. Its invitation stays used.
	DeleteRelease(ctx context.Context, id, releaseID string) (found bool, err error)

	// Unfolded returns the oldest releases that are in no sum yet, all of one campaign and group and at most FoldReleases
	// of FoldBytes, one at least if there is any. An empty id means any campaign. Only the first has a body where it also
	// has an addend.
	Unfolded(ctx context.Context, id string) ([]Received, error)
	// Sum returns the sum of a group's releases; version 0 if nothing was folded, and no releases and no state after an
	// exclusion, until they are folded anew.
	Sum(ctx context.Context, id, group string) (Sum, error)
	// Fold replaces a sum of the version before by next, marks the releases as folded and forgets their addends. If
	// another fold has replaced the sum since, or has added one of the releases, Fold does nothing.
	Fold(ctx context.Context, next Sum, sequences []int64) (done bool, err error)
	// SetAside marks a release that is in no sum so that it is never added.
	SetAside(ctx context.Context, sequence int64) error
	// Largest returns the sum of a campaign with the most releases; version 0 if there is none.
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

// Limits on what a Store returns at once.
const (
	FoldReleases = 100
	FoldBytes    = 8 << 20
	MemberPage   = 5000
)
