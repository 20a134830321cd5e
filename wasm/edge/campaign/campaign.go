// Package campaign has the rules of campaigns: what an analyst may ask for, and which releases of owners are
// accepted. It does not depend on HTTP or on the place of storage: a Store keeps everything.
package campaign

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
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

// CheckSize refuses, with an *Error, a campaign whose every release would be too large: one for weights, which are as
// many as the rows of its sample, if that is among those whose rows were counted. A nonlinear model, one of classes and
// one that labels correct has weights too.
func (c *Campaign) CheckSize(counted []Sample) error {
	t := c.Settings
	nonlinear := t.Base != "" && t.Base != method.Auto && t.Base != method.Linear || t.Task == dataset.Classification ||
		t.Labels == terms.RequiredLabels
	if t.Release != release.Weights && !(t.Release == release.Model && nonlinear) {
		return nil
	}
	for _, s := range counted {
		least := release.Extent{Kind: release.Weights, Known: release.Provenance{SourceRows: s.Rows}}
		if s.SHA256 == t.SHA256 && least.MostBytes() > MostBytes {
			return &Error{
				Code: "bad-settings",
				Message: fmt.Sprintf(
					"the public sample has %d rows, and as many weights can take %d kB; a release has %d kB at most. Publish a part of the rows, or ask for moments",
					s.Rows,
					least.MostBytes()/1000,
					MostBytes/1000,
				),
			}
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
