package api

import (
	"net/http"
	"net/url"
	"strconv"

	"privadapt/core/dp/sampler"
	"privadapt/wasm/edge/campaign"
)

// mostInvitations bounds one request; each is a row.
const mostInvitations = 200

// invite makes links for owners, each with a token of its own that serves for one release. Only the tokens' digests are kept:
// the answer is the one place where the links stand.
func (s *Server) invite(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	var wish struct {
		Count int `json:"count"`
	}
	if err := readJSON(r, &wish); err != nil {
		return 0, nil, err
	}
	if wish.Count < 1 || wish.Count > mostInvitations {
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-count", "count does not lie between 1 and 200")
	}
	links, digests := make([]string, wish.Count), make([]string, wish.Count)
	for i := range links {
		token := sampler.Identifier()
		links[i], digests[i] = s.link(c, token), campaign.DigestOf(token)
	}
	return http.StatusCreated, map[string]any{"links": links}, s.Store.AddInvitations(r.Context(), c.ID, digests)
}

// link is an invitation: the settings in the fragment, which browsers never send to a server, so that the site does not learn
// who was invited to what.
func (s *Server) link(c *campaign.Campaign, token string) string {
	fields := url.Values{}
	for name, value := range map[string]string{
		"title": c.Settings.Title, "asker": c.Settings.Asker, "source": c.Settings.Source, "sha256": c.Settings.SHA256,
		"label": c.Settings.Label, "epsilonMin": decimal(c.Settings.EpsilonMin), "epsilon": decimal(c.Settings.Epsilon),
		"epsilonMax": decimal(c.Settings.EpsilonMax), "delta": decimal(c.Settings.Delta), "release": string(c.Settings.Release),
		"reply": s.Place.API + "/api/campaigns/" + c.ID + "/releases", "campaign": c.ID, "token": token,
	} {
		if value != "" {
			fields.Set(name, value)
		}
	}
	return s.Place.Site + "#" + fields.Encode()
}

// decimal writes a setting; one that was not made is 0 and left out.
func decimal(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
