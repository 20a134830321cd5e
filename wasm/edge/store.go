package main

import (
	"context"

	"privadapt/core/release"
)

// store keeps campaigns, invitations and releases. On Cloudflare it is a D1 database; natively the memory of this process.
// Every method is one transaction.
type store interface {
	AddCampaign(ctx context.Context, c campaign) error
	CloseCampaign(ctx context.Context, id string) error
	Campaign(ctx context.Context, id string) (*campaign, error)            // nil if there is none
	Campaigns(ctx context.Context, analyst string) ([]campaign, error)     // the newest first
	AddInvitations(ctx context.Context, id string, digests []string) error // of their tokens
	InvitedTo(ctx context.Context, digest string) (id string, err error)   // "" if no invitation has the token

	// Receive keeps a release and uses its invitation up, both or neither.
	Receive(ctx context.Context, r received) (outcome, error)
	// Releases lists those of a campaign after a sequence number, with their bodies where asked for.
	Releases(ctx context.Context, id string, after int64, limit int, bodies bool) ([]received, error)
	Release(ctx context.Context, id, releaseID string) (*received, error) // nil if there is none

	// Unfolded returns the oldest releases that are in no sum yet, all of one campaign and group and at most foldReleases of
	// foldBytes, one at least if there is any. An empty id means any campaign.
	Unfolded(ctx context.Context, id string) ([]received, error)
	// Sum returns what a group's releases were folded into; version 0 if nothing was.
	Sum(ctx context.Context, id, group string) (sum, error)
	// Fold replaces a sum of the version before by next and marks the releases as folded, all or, if somebody else has replaced
	// it since, nothing.
	Fold(ctx context.Context, next sum, sequences []int64) (done bool, err error)
	// SetAside marks a release that is in no sum as one that never will be.
	SetAside(ctx context.Context, sequence int64) error
	// Largest returns the sum of a campaign that has most releases; version 0 if there is none.
	Largest(ctx context.Context, id string) (sum, error)
	// Members lists up to memberPage of those in a sum as it was at its version, ascending by digest, after one.
	Members(ctx context.Context, of sum, after string) ([]release.Member, error)
}

// sum is a stored combine.Aggregate of one group of a campaign's releases.
type sum struct {
	Campaign string
	Group    string
	Version  int64
	Releases int64
	State    string // JSON
}

const (
	foldReleases = 100
	foldBytes    = 8 << 20
	memberPage   = 5000
)
