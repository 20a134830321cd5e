package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
)

// digestOf is what is kept of a token: no store holds anything that opens a door.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// bearer returns the token of a request, "" if it has none.
func bearer(r *http.Request) string {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// sameDigest compares in constant time, so that an answer's delay tells nothing of how much of a digest was right.
func sameDigest(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// analysts are the SHA-256 digests, in hexadecimal, of the tokens of those who may run campaigns.
type analysts []string

// readAnalysts reads digests separated by commas or spaces. What is no digest is left out: it could match no token.
func readAnalysts(text string) (all analysts) {
	for _, digest := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		if raw, err := hex.DecodeString(digest); err == nil && len(raw) == sha256.Size {
			all = append(all, digest)
		}
	}
	return all
}

// who returns the digest that names the analyst of a request. All are compared, so that the delay tells not which one.
func (all analysts) who(r *http.Request) (string, error) {
	given, found := digestOf(bearer(r)), ""
	for _, digest := range all {
		if sameDigest(given, digest) {
			found = digest
		}
	}
	if found == "" {
		return "", fail(http.StatusUnauthorized, "not-signed-in", "this needs an analyst's token: Authorization: Bearer …")
	}
	return found, nil
}
