// Package campaign has the rules of campaigns: what an analyst may ask for, and which releases of owners are
// accepted. It does not depend on HTTP or on the place of storage: a Store keeps everything.
package campaign

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms"
)

// Campaign asks the owners of private files for releases.
type Campaign struct {
	ID       string      `json:"id"`
	Analyst  string      `json:"-"`       // digest of the token
	Created  int64       `json:"created"` // Unix time in milliseconds
	Closed   bool        `json:"closed"`
	Settings terms.Terms `json:"settings"`
}

// MostBytes bounds a release: moments of 177 columns, or weights of 35,500 rows. A row of the database holds 2 MB.
const MostBytes = 1 << 20

// Receiver is what owners are told of a campaign, and what it judges releases by.
func (c *Campaign) Receiver() terms.Receiver {
	return terms.Receiver{Campaign: c.ID, MostBytes: MostBytes, Terms: c.Settings}
}

// CheckSize refuses, with an *Error, a campaign to which owners' engines would make no release, because it could be too
// large. Of its samples the rows that were counted are known, before they are opened.
func (c *Campaign) CheckSize(counted []Sample) error {
	rows := 0
	for _, one := range c.Settings.PublicSamples() {
		if i := slices.IndexFunc(counted, func(s Sample) bool { return s.SHA256 == one.SHA256 }); i >= 0 {
			rows += counted[i].Rows
		}
	}
	return checkExtent(c.Settings, release.Provenance{SourceRows: rows})
}

func checkExtent(t terms.Terms, sample release.Provenance) error {
	if bytes := t.Extent(sample).MostBytes(); bytes > MostBytes {
		return &Error{
			Code: "bad-settings",
			Message: fmt.Sprintf(
				"a release made with this public sample of %d rows can have %d kB, and %d kB are taken at most, so owners' engines would refuse to make one. Publish a part of its rows or columns, or ask for less: moments for many rows, a model of base linear for many columns",
				sample.SourceRows, bytes/1000, MostBytes/1000,
			),
		}
	}
	return nil
}

// Error is a rule that terms or a release violate.
type Error = terms.Error

// DigestOf is the digest of a token. It is stored in place of the token, so that a copy of the store gives no access.
func DigestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// SameDigest compares in constant time, so that the delay of an answer does not reveal how much of a digest was right.
func SameDigest(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
