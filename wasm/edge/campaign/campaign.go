// Package campaign has the rules of campaigns: what an analyst may ask for, which releases of owners are accepted, and how
// releases are added up. It does not depend on HTTP or on the place of storage: a Store keeps everything.
package campaign

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Campaign asks the owners of private files for releases.
type Campaign struct {
	ID       string   `json:"id"`
	Analyst  string   `json:"-"`       // digest of the token
	Created  int64    `json:"created"` // Unix time in milliseconds
	Closed   bool     `json:"closed"`
	Settings Settings `json:"settings"`
}

// Error is a rule that settings or a release violate: a code for programs and a sentence for people.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Message }

// DigestOf is the digest of a token. It is stored in place of the token, so that a copy of the store gives no access.
func DigestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// SameDigest compares in constant time, so that the delay of an answer does not reveal how much of a digest was right.
func SameDigest(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// plain reports whether a text has nothing invisible in it, no leading or trailing space, and at most so many characters.
func plain(text string, most int) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most && strings.TrimSpace(text) == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029' })
}
