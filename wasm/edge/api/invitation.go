package api

import (
	"net/http"
	"slices"
	"time"

	"privadapt/core/noise/sampler"
	"privadapt/core/terms"
	"privadapt/core/terms/invitation"
	"privadapt/wasm/edge/campaign"
)

// mostInvitations bounds one request; each is a row.
const mostInvitations = 200

// invite makes links for owners, each with a token of its own that is valid for one release. Only the tokens' digests
// are kept, so the links appear in this answer and nowhere else.
func (s *Server) invite(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	var wish struct {
		Count   int      `json:"count"`
		Expires int64    `json:"expires"` // Unix time in milliseconds; 0 or absent: never
		Names   []string `json:"names"`   // the analyst's words for whom they are, of the first ones
	}
	if err := readJSON(r, &wish); err != nil {
		return 0, nil, err
	}
	now := time.Now()
	switch {
	case c.Closed:
		return 0, nil, fail(http.StatusConflict, "closed",
			"the campaign is closed and takes no releases, so it makes no invitations; make another campaign")
	case len(wish.Names) > max(wish.Count, 0) || slices.ContainsFunc(wish.Names,
		func(name string) bool { return !campaign.IsName(name) }):
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-names",
			"names are at most as many as invitations, each one line of up to 80 visible characters")
	case wish.Count < 1 || wish.Count > mostInvitations:
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-count",
			"invitations are made 1 to 200 at a time; choose such a number")
	case wish.Expires != 0 && (wish.Expires <= now.UnixMilli() || wish.Expires > now.AddDate(10, 0, 0).UnixMilli()):
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-expiry",
			"the invitations must end within the next ten years; choose a time between now and then")
	}
	links, ids, list := make([]string, wish.Count), make([]string, wish.Count), make([]campaign.Invitation, wish.Count)
	for i := range links {
		token := sampler.Identifier()
		name := ""
		if i < len(wish.Names) {
			name = wish.Names[i]
		}
		list[i] = campaign.NewInvitation(c.ID, token, name, now, wish.Expires)
		ids[i] = list[i].ID
		if links[i], err = s.link(c, token); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusCreated, map[string]any{"links": links, "ids": ids}, s.Store.AddInvitations(r.Context(), list)
}

// listInvitations lists them with their states and the releases for which they were used.
func (s *Server) listInvitations(r *http.Request) (int, any, error) {
	const limit = 500
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	list, err := s.Store.Invitations(r.Context(), c.ID, r.URL.Query().Get("after"), limit)
	type entry struct {
		campaign.Invitation
		State campaign.State `json:"state"`
	}
	now, entries := time.Now(), make([]entry, len(list))
	for i, one := range list {
		entries[i] = entry{one, one.StateAt(now)}
	}
	var after *string
	if len(list) == limit {
		after = &list[limit-1].ID
	}
	return http.StatusOK, map[string]any{"invitations": entries, "next": after}, err
}

// revokeInvitation ends an unused invitation. The release of a used one stays.
func (s *Server) revokeInvitation(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	found, err := s.Store.Revoke(r.Context(), c.ID, r.PathValue("invitation"))
	if err == nil && !found {
		err = fail(http.StatusNotFound, "no-invitation", "the campaign has no such invitation")
	}
	return http.StatusOK, map[string]any{"id": r.PathValue("invitation"), "revoked": true}, err
}

// showInvitation answers an owner who asks, before any budget is spent, whether a release would be accepted, and which.
func (s *Server) showInvitation(r *http.Request) (int, any, error) {
	c, invited, err := s.invited(r)
	if err != nil {
		return 0, nil, err
	}
	state := invited.StateAt(time.Now())
	if c.Closed {
		state = campaign.Ended
	}
	return http.StatusOK, struct {
		State   campaign.State `json:"state"`
		Expires int64          `json:"expires"`
		terms.Receiver
	}{state, invited.Expires, c.Receiver()}, nil
}

// listRefusals lists the refused requests of holders of invitations.
func (s *Server) listRefusals(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	list, err := s.Store.Refusals(r.Context(), c.ID)
	return http.StatusOK, map[string]any{"refusals": list}, err
}

// link is an invitation with the terms in the fragment, which browsers never send to a server, so that the site does
// not learn who is invited to which campaign.
func (s *Server) link(c *campaign.Campaign, token string) (string, error) {
	fragment, err := invitation.Fragment(c.Settings, s.Place.API+"/api/campaigns/"+c.ID+"/releases", c.ID, token)
	return s.Place.Site + "#" + fragment, err
}
