package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"privadapt/wasm/edge/campaign"
)

// bearer returns the token of a request, "" if it has none.
func bearer(r *http.Request) string {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// Analysts are the SHA-256 digests, in hexadecimal, of the tokens of those who may run campaigns.
type Analysts []string

// ReadAnalysts reads digests separated by commas or spaces. It leaves out anything that is not a digest, since no token
// could match it.
func ReadAnalysts(text string) (all Analysts) {
	for _, digest := range strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		if raw, err := hex.DecodeString(digest); err == nil && len(raw) == sha256.Size {
			all = append(all, digest)
		}
	}
	return all
}

// who returns the digest that names the analyst of a request. All are compared, so that the delay does not reveal which
// one matched.
func (all Analysts) who(r *http.Request) (string, error) {
	given, found := campaign.DigestOf(bearer(r)), ""
	for _, digest := range all {
		if campaign.SameDigest(given, digest) {
			found = digest
		}
	}
	if found == "" {
		return "", fail(http.StatusUnauthorized, "not-signed-in",
			"this needs an analyst's token that this edge knows; whoever runs the edge gives you one")
	}
	return found, nil
}
