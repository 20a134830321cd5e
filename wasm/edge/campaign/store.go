package campaign

import "context"

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
	// DeleteRelease deletes one. Its invitation stays used.
	DeleteRelease(ctx context.Context, id, releaseID string) (found bool, err error)
}

// Sample is a public sample that an analyst has uploaded.
type Sample struct {
	Analyst string `json:"-"` // digest of the token
	SHA256  string `json:"sha256"`
	Name    string `json:"name"`
	Source  string `json:"source"` // its address
	Bytes   int    `json:"bytes"`
	Rows    int    `json:"rows"`    // records after the header; 0 where they were not counted
	Created int64  `json:"created"` // Unix time in milliseconds
}

// MostRefusals is how many refused arrivals of one invitation are kept, the newest, so that its holder cannot fill the
// store.
const MostRefusals = 10

// Refusal is the record of a refused arrival with an invitation of a campaign; Accepts refuses. Nothing of its body is
// kept.
type Refusal struct {
	Campaign   string `json:"-"`
	Invitation string `json:"invitation"` // Invitation.ID
	Time       int64  `json:"time"`       // Unix time in milliseconds
	Status     int    `json:"status"`     // of the answer
	Code       string `json:"code"`
	Message    string `json:"message"`
}
