package campaign

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Invitation lets one owner send one release.
type Invitation struct {
	ID       string `json:"id"` // the first 16 digits of the digest, by which the analyst names it
	Digest   string `json:"-"`  // of its token
	Campaign string `json:"-"`
	Created  int64  `json:"created"` // Unix time in milliseconds; 0 where it was not recorded
	Expires  int64  `json:"expires"` // Unix time in milliseconds from which it is invalid; 0: never
	Revoked  bool   `json:"revoked"`
	UsedBy   string `json:"usedBy"`    // digest of the release for which it was used; empty if unused
	Name     string `json:"name"`      // the analyst's word for whom it is; in no link and no release
	Release  string `json:"releaseId"` // the release for which it was used, if it is kept
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
		ID:       InvitationID(digest),
		Digest:   digest,
		Campaign: campaign,
		Created:  now.UnixMilli(),
		Expires:  expires,
		Name:     name,
	}
}

// IsName reports whether a text is a name of an invitation: one line of up to 80 characters.
func IsName(text string) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= 80 && text == strings.TrimSpace(text) &&
		!strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) })
}

// InvitationID names the invitation of a token's digest.
func InvitationID(digest string) string { return digest[:min(16, len(digest))] }

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
