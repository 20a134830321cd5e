package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"privadapt/core/terms"
	"privadapt/wasm/edge/campaign"
)

// opened checks the settings of a campaign by its public samples, as far as this edge keeps them. The note says what
// was not checked; it is empty where everything was. What is elsewhere is not fetched: a worker would ask any address
// that an analyst names.
func (s *Server) opened(ctx context.Context, t terms.Terms) (note string, err error) {
	samples := t.PublicSamples()
	opened, using := 0, 0
	for _, one := range samples {
		body, err := s.keptSample(ctx, one.Source)
		if err != nil {
			return "", err
		}
		if body == nil {
			continue
		}
		opened++
		if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != strings.ToLower(one.SHA256) {
			return "", &campaign.Error{
				Code: "bad-settings",
				Message: "the public sample at " + one.Source + " has the SHA-256 " + hex.EncodeToString(sum[:]) +
					", and the settings name another",
			}
		}
		usesUnit, err := campaign.CheckOpened(t, body)
		if err != nil {
			return "", err
		}
		if usesUnit {
			using++
		}
	}
	if using == len(samples) {
		return "", campaign.UnitIsUsed(t.Unit)
	}
	return campaign.NotChecked(t, opened < len(samples)), nil
}

// keptSample returns the bytes of a sample that this edge keeps and can open; nil if there is none.
func (s *Server) keptSample(ctx context.Context, source string) ([]byte, error) {
	key, here := strings.CutPrefix(source, s.Place.Samples+"/")
	if !here {
		return nil, nil
	}
	return s.Bucket.Get(ctx, key, campaign.MostOpened)
}
