package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"privadapt/core/terms"
	"privadapt/wasm/edge/campaign"
)

// opened checks the settings of a campaign by the files that they name, as far as this edge keeps them. The note says
// what was not checked; it is empty where everything was. What is elsewhere is not fetched: a worker would ask any
// address that an analyst names.
func (s *Server) opened(ctx context.Context, t terms.Terms) (note string, err error) {
	samples := t.PublicSamples()
	opened, using := 0, 0
	base, err := s.kept(ctx, "your own model", t.BaseFile, t.BaseSHA256)
	if err != nil {
		return "", err
	}
	model, err := s.kept(ctx, "the model that the report is about", t.Model, t.ModelSHA256)
	if err != nil {
		return "", err
	}
	if len(samples) > 1 { // a model has the columns that all of them have
		base, model = nil, nil
	}
	if t.BaseFile != "" && base == nil { // which the model may be in
		model = nil
	}
	for _, one := range samples {
		sample, err := s.kept(ctx, "the public sample", one.Source, one.SHA256)
		if err != nil {
			return "", err
		}
		if sample == nil {
			base, model = nil, nil
			continue
		}
		opened++
		usesUnit, err := campaign.CheckOpened(t, campaign.Opened{Sample: sample, Base: base, Model: model})
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
	return campaign.NotChecked(opened < len(samples), t.BaseFile != "" && base == nil, t.Model != "" && model == nil), nil
}

// kept returns the bytes of a file at an address that this edge keeps and can open, nil if there is none. It refuses
// bytes that the settings announce otherwise.
func (s *Server) kept(ctx context.Context, what, address, announced string) ([]byte, error) {
	key, here := strings.CutPrefix(address, s.Place.Samples+"/")
	if !here {
		return nil, nil
	}
	body, err := s.Bucket.Get(ctx, key, campaign.MostOpened)
	if err != nil || body == nil {
		return nil, err
	}
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != announced {
		return nil, &campaign.Error{
			Code: "bad-settings",
			Message: what + " at " + address + " has the SHA-256 " + hex.EncodeToString(sum[:]) +
				", and the settings name another",
		}
	}
	return body, nil
}
