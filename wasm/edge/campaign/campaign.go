// Package campaign has the rules of campaigns: what an analyst may ask for, which releases of owners are accepted, and how
// releases are added up. It does not depend on HTTP or on the place of storage: a Store keeps everything.
package campaign

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

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

// MostBytes bounds a release: moments of 180 columns, or weights of 36,000 rows. A row of the database holds 2 MB.
const MostBytes = 1 << 20

// Receiver is what owners are told of a campaign, and what it judges releases by.
func (c *Campaign) Receiver() terms.Receiver {
	return terms.Receiver{Campaign: c.ID, MostBytes: MostBytes, Terms: c.Settings}
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
