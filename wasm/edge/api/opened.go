package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"privadapt/core/terms"
	"privadapt/wasm/edge/campaign"
)

// opened checks the settings of a campaign by its public samples, as far as this edge keeps them; checked is whether it
// keeps all. Samples elsewhere are not fetched: a worker would ask any address that an analyst names.
func (s *Server) opened(ctx context.Context, t terms.Terms) (checked bool, err error) {
	checked = true
	for _, one := range t.PublicSamples() {
		key, here := strings.CutPrefix(one.Source, s.Place.Samples+"/")
		if !here {
			checked = false
			continue
		}
		body, err := s.Bucket.Get(ctx, key, campaign.MostOpened)
		if err != nil {
			return false, err
		}
		if body == nil { // none, or too large
			checked = false
			continue
		}
		if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != strings.ToLower(one.SHA256) {
			return false, &campaign.Error{
				Code:    "bad-settings",
				Message: "the public sample at " + one.Source + " has the SHA-256 " + hex.EncodeToString(sum[:]) + ", and the settings name another",
			}
		}
		if err := campaign.CheckOpened(t, body); err != nil {
			return false, err
		}
	}
	return checked, nil
}
