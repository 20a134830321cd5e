package api

import (
	"net/http"
	"time"

	"privadapt/core/noise/sampler"
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
