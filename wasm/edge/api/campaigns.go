package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"privadapt/core/noise/sampler"
	"privadapt/core/terms"
	"privadapt/core/terms/invitation"
	"privadapt/wasm/edge/campaign"
)

func (s *Server) createCampaign(r *http.Request) (int, any, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return 0, nil, err
	}
	c := campaign.Campaign{ID: sampler.Identifier(), Analyst: analyst, Created: time.Now().UnixMilli()}
	if err := readJSON(r, &c.Settings); err != nil {
		return 0, nil, err
	}
	if err := invitation.Check(&c.Settings); err != nil {
		return 0, nil, err
	}
	if _, err := s.link(&c, sampler.Identifier()); err != nil { // as long as the owners' links will be
		return 0, nil, err
	}
	samples, err := s.Store.Samples(r.Context(), analyst)
	if err != nil {
		return 0, nil, err
	}
	if err := c.CheckSize(samples); err != nil {
		return 0, nil, err
	}
	note, err := s.opened(r.Context(), c.Settings)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, struct {
		campaign.Campaign
		Checked bool   `json:"checked"`        // the settings, by opening all that they name
		Note    string `json:"note,omitempty"` // what was not checked
	}{c, note == "", note}, s.Store.AddCampaign(r.Context(), c)
}

func (s *Server) listCampaigns(r *http.Request) (int, any, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return 0, nil, err
	}
	all, err := s.Store.Campaigns(r.Context(), analyst)
	return http.StatusOK, map[string]any{"campaigns": all}, err
}

func (s *Server) showCampaign(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	return http.StatusOK, c, err
}

// closeCampaign ends a campaign: it accepts no more releases. What was received stays.
func (s *Server) closeCampaign(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	c.Closed = true
	return http.StatusOK, c, s.Store.CloseCampaign(r.Context(), c.ID)
}

// deleteCampaign deletes a campaign and everything that was received for it. Samples stay.
func (s *Server) deleteCampaign(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]any{"id": c.ID, "deleted": true}, s.Store.DeleteCampaign(r.Context(), c.ID)
}

// ownCampaign returns the campaign of the path if it is the signed-in analyst's. The answer is the same for another
// analyst's campaign and for none.
func (s *Server) ownCampaign(r *http.Request) (*campaign.Campaign, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return nil, err
	}
	c, err := s.Store.Campaign(r.Context(), r.PathValue("campaign"))
	if err != nil {
		return nil, err
	}
	if c == nil || !campaign.SameDigest(c.Analyst, analyst) {
		return nil, noCampaign
	}
	return c, nil
}

var noCampaign = fail(http.StatusNotFound, "no-campaign", "there is no such campaign")

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
