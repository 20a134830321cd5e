package campaign

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"privadapt/core/terms"
)

// Store keeps campaigns, invitations, releases and the list of samples. Every method is one transaction. All times are
// Unix milliseconds.
type Store interface {
	AddCampaign(c Campaign) error
	CloseCampaign(id string) error
	DeleteCampaign(id string) error                // with everything that belongs to it
	Campaign(id string) (*Campaign, error)         // nil if there is none
	Campaigns(analyst string) ([]Campaign, error)  // the newest first
	AddInvitations(list []Invitation) error        //
	Invitation(digest string) (*Invitation, error) // nil if none has a token of this digest
	Invitations(campaign string) ([]Invitation, error)
	Revoke(campaign, invitation string) (found bool, err error)

	// Receive keeps a release and uses its invitation up, both or neither.
	Receive(r Received) (Outcome, error)
	Releases(campaign string) ([]Received, error) // in the order of arrival, without their bodies
	// Export lists the releases that arrived after the one with a sequence number, with their bodies.
	Export(campaign string, after int64, limit int) ([]Received, error)
	Release(campaign, releaseID string) (*Received, error) // nil if there is none
	// DeleteRelease deletes one. Its invitation stays used.
	DeleteRelease(campaign, releaseID string) (found bool, err error)

	AddSample(s Sample) error
	Samples(analyst string) ([]Sample, error) // the newest first
	// DeleteSample forgets that an analyst uploaded a sample; last is whether no other analyst has uploaded the same.
	DeleteSample(analyst, sha256, name string) (found, last bool, err error)
}

// Bucket keeps the bytes of public samples and models. They are read from another host than the site's by the
// platform's own streaming, without this program.
type Bucket interface {
	// Put keeps the bytes. The store checks their SHA-256, in hexadecimal, again. The same key always has the same bytes.
	Put(key string, body []byte, sha256 string) error
	Delete(key string) error
	Get(key string, most int) ([]byte, error) // nil if there are none, or more than most
}

// Campaign asks the owners of private files for releases.
type Campaign struct {
	ID       string      `json:"id"`
	Analyst  string      `json:"-"` // digest of the token
	Created  int64       `json:"created"`
	Closed   bool        `json:"closed"` // it takes no more releases
	Settings terms.Terms `json:"settings"`
}

// Receiver is what owners are told of a campaign, and what it judges releases by.
func (c *Campaign) Receiver() terms.Receiver {
	return terms.Receiver{Campaign: c.ID, MostBytes: MostBytes, Terms: c.Settings}
}

// Invitation lets one owner send one release.
type Invitation struct {
	ID       string `json:"id"` // the first 16 digits of the digest, by which the analyst names it
	Digest   string `json:"-"`  // of its token
	Campaign string `json:"-"`
	Created  int64  `json:"created"`
	Expires  int64  `json:"expires"` // when it becomes invalid; 0: never
	Revoked  bool   `json:"-"`
	UsedBy   string `json:"-"`         // digest of the release for which it was used; empty if unused
	Name     string `json:"name"`      // the analyst's word for whom it is; in no link and no release
	Release  string `json:"releaseId"` // the release for which it was used, if it is kept
	State    State  `json:"state"`     // when it was listed
}

// State of an invitation.
type State string

// An invitation that is used stays used, whatever happens afterwards.
const (
	Open    State = "open"
	Used    State = "used"
	Revoked State = "revoked"
	Expired State = "expired"
	Ended   State = "closed" // its campaign accepts no more releases
)

// NewInvitation is an open one for a token.
func NewInvitation(campaign, token, name string, now time.Time, expires int64) Invitation {
	digest := DigestOf(token)
	return Invitation{
		ID: InvitationID(digest), Digest: digest, Campaign: campaign, Created: now.UnixMilli(), Expires: expires, Name: name,
	}
}

// InvitationID names the invitation of a token's digest.
func InvitationID(digest string) string { return digest[:min(16, len(digest))] }

// IsName reports whether a text is a name of an invitation: one line of up to 80 characters.
func IsName(text string) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= 80 && text == strings.TrimSpace(text) &&
		!strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) })
}

// StateAt returns the state at a time, its campaign being open.
func (i Invitation) StateAt(now time.Time) State {
	switch {
	case i.UsedBy != "":
		return Used
	case i.Revoked:
		return Revoked
	case i.Expires != 0 && i.Expires <= now.UnixMilli():
		return Expired
	}
	return Open
}

// Received is a release as it is kept.
type Received struct {
	Sequence  int64   `json:"sequence"`
	Campaign  string  `json:"-"`
	ReleaseID string  `json:"releaseId"`
	SHA256    string  `json:"sha256"` // of the release as the engine writes it
	Values    string  `json:"-"`      // digest of the values where they hold noise, else of the release
	Token     string  `json:"-"`      // digest of the invitation's token
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	N         int64   `json:"n,omitempty"`
	Rows      float64 `json:"rowsEstimate,omitempty"`
	Said      string  `json:"said,omitempty"` // main numbers of a report or an estimate, in words
	Received  int64   `json:"received"`
	// The invitation by which it came, and the analyst's word for that; in lists alone.
	Invitation string `json:"invitation,omitempty"`
	Name       string `json:"invitationName,omitempty"`
	Body       string `json:"-"`
}

// Outcome of keeping a release.
type Outcome int

const (
	Kept      Outcome = iota // new
	Repeated                 // the same release with the same invitation, already kept
	TokenUsed                // the invitation was used for another release
	Duplicate                // the release, or its values under another name, came with another invitation
	Deleted                  // the same release with the same invitation, since deleted by the analyst
	Withdrawn                // the invitation or the campaign ended while the release was checked
)

// Sample is a public sample, or a model, that an analyst has uploaded.
type Sample struct {
	Analyst string `json:"-"` // digest of the token
	SHA256  string `json:"sha256"`
	Name    string `json:"name"`
	Source  string `json:"source"` // its address
	Bytes   int    `json:"bytes"`
	Created int64  `json:"created"`
}

// DigestOf is the digest of a token. It is stored in place of the token, so that a copy of the store gives no access.
func DigestOf(token string) string { return digestOfBytes([]byte(token)) }

func digestOfBytes(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// SameDigest compares in constant time, so that the delay of an answer does not reveal how much of a digest was right.
func SameDigest(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
