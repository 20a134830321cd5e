package api

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"privadapt/core/dp/sampler"
	"privadapt/wasm/edge/campaign"
)

// mostInvitations bounds one request; each is a row.
const mostInvitations = 200

// invite makes links for owners, each with a token of its own that is valid for one release. Only the tokens' digests are kept,
// so the links appear in this answer and nowhere else.
func (s *Server) invite(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	var wish struct {
		Count   int   `json:"count"`
		Expires int64 `json:"expires"` // Unix time in milliseconds; 0 or absent: never
	}
	if err := readJSON(r, &wish); err != nil {
		return 0, nil, err
	}
	now := time.Now()
	switch {
	case wish.Count < 1 || wish.Count > mostInvitations:
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-count", "count is not between 1 and 200")
	case wish.Expires != 0 && (wish.Expires <= now.UnixMilli() || wish.Expires > now.AddDate(10, 0, 0).UnixMilli()):
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-expiry", "expires is not a time within the next ten years, in milliseconds since 1970")
	}
	links, ids, list := make([]string, wish.Count), make([]string, wish.Count), make([]campaign.Invitation, wish.Count)
	for i := range links {
		token := sampler.Identifier()
		list[i] = campaign.NewInvitation(c.ID, token, now, wish.Expires)
		links[i], ids[i] = s.link(c, token), list[i].ID
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
	wanted := c.Settings
	answer := map[string]any{
		"state": state, "expires": invited.Expires, "release": wanted.Release, "task": wanted.Task, "base": wanted.Base, "baseFile": wanted.BaseFile, "baseSHA256": wanted.BaseSHA256, "labels": wanted.Labels, "model": wanted.Model, "modelSHA256": wanted.ModelSHA256, "groupBy": wanted.GroupBy, "sha256": wanted.SHA256, "label": wanted.Label,
		"epsilonMin": wanted.EpsilonMin, "epsilon": wanted.Epsilon, "epsilonMax": wanted.EpsilonMax, "delta": wanted.Delta,
		"rowsMin": wanted.RowsMin, "rowsMax": wanted.RowsMax,
	}
	if wanted.Samples != nil {
		delete(answer, "sha256")
		answer["samples"] = wanted.Samples
	}
	return http.StatusOK, answer, nil
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

// link is an invitation with the settings in the fragment, which browsers never send to a server, so that the site does not learn
// who is invited to which campaign.
func (s *Server) link(c *campaign.Campaign, token string) string {
	fields := url.Values{}
	for name, value := range map[string]string{
		"title": c.Settings.Title, "asker": c.Settings.Asker,
		"label": c.Settings.Label, "epsilonMin": decimal(c.Settings.EpsilonMin), "epsilon": decimal(c.Settings.Epsilon),
		"epsilonMax": decimal(c.Settings.EpsilonMax), "delta": decimal(c.Settings.Delta), "release": string(c.Settings.Release),
		"task": string(c.Settings.Task), "base": string(c.Settings.Base), "baseFile": c.Settings.BaseFile, "baseSHA256": c.Settings.BaseSHA256,
		"labels": string(c.Settings.Labels), "model": c.Settings.Model, "modelSHA256": c.Settings.ModelSHA256, "groupBy": c.Settings.GroupBy,
		"reply": s.Place.API + "/api/campaigns/" + c.ID + "/releases", "campaign": c.ID, "token": token,
	} {
		if value != "" {
			fields.Set(name, value)
		}
	}
	for _, one := range c.Settings.PublicSamples() {
		fields.Add("source", one.Source)
		fields.Add("sha256", one.SHA256)
		if one.Name != "" {
			fields.Add("name", one.Name)
		}
	}
	return s.Place.Site + "#" + fields.Encode()
}

// decimal writes a setting; one that was not given is 0 and left out.
func decimal(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
