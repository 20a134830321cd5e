package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/wasm/edge/campaign"
)

// version of the edge, stated in combined releases.
const version = "edge " + release.ProgramVersion

// page reads where a list continues.
func page(r *http.Request) (after int64, err error) {
	if text := r.URL.Query().Get("after"); text != "" {
		if after, err = strconv.ParseInt(text, 10, 64); err != nil || after < 0 {
			return 0, fail(http.StatusUnprocessableEntity, "bad-page",
				"the list of releases cannot go on from there; ask for it from its beginning")
		}
	}
	return after, nil
}

// next is where a list of that many at a time continues; null at its end.
func next(list []campaign.Received, limit int) *int64 {
	if len(list) < limit {
		return nil
	}
	return &list[len(list)-1].Sequence
}

// listReleases lists what was received, without the releases themselves.
func (s *Server) listReleases(r *http.Request) (int, any, error) {
	const limit = 500
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	after, err := page(r)
	if err != nil {
		return 0, nil, err
	}
	list, err := s.Store.Releases(r.Context(), c.ID, after, limit, false)
	return http.StatusOK, map[string]any{"releases": list, "next": next(list, limit)}, err
}

// showRelease returns one release as a file.
func (s *Server) showRelease(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	kept, err := s.Store.Release(r.Context(), c.ID, r.PathValue("release"))
	if err != nil {
		return 0, nil, err
	}
	if kept == nil {
		return 0, nil, noRelease
	}
	var text bytes.Buffer
	if err := json.Indent(&text, []byte(kept.Body), "", " "); err != nil {
		return 0, nil, err
	}
	text.WriteByte('\n')
	return http.StatusOK, document(text.Bytes()), nil
}

// export returns releases whole, a few at a time.
func (s *Server) export(r *http.Request) (int, any, error) {
	const limit = 20
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	after, err := page(r)
	if err != nil {
		return 0, nil, err
	}
	list, err := s.Store.Releases(r.Context(), c.ID, after, limit, true)
	if err != nil {
		return 0, nil, err
	}
	bodies := make([]json.RawMessage, len(list))
	for i, kept := range list {
		bodies[i] = json.RawMessage(kept.Body)
	}
	return http.StatusOK, map[string]any{"releases": bodies, "next": next(list, limit)}, nil
}

// combined returns the sum of the campaign's moments as a release, after folding in what has arrived; with ?trim=K a
// trimmed mean.
func (s *Server) combined(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	if err := campaign.Fold(r.Context(), s.Store, c.ID); err != nil {
		return 0, nil, err
	}
	if text := r.URL.Query().Get("trim"); text != "" {
		return s.trimmed(r.Context(), c.ID, text)
	}
	total, err := s.Store.Largest(r.Context(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	if total.Version == 0 {
		return 0, nil, fail(http.StatusNotFound, "nothing-to-combine",
			"there are no moments to add up: none have arrived, or all of them are excluded")
	}
	var state combine.Aggregate
	if err := json.Unmarshal([]byte(total.State), &state); err != nil {
		return 0, nil, err
	}
	members, err := s.members(r.Context(), total)
	if err != nil {
		return 0, nil, err
	}
	result, err := state.Release(release.Engine{Version: version}, members)
	if err != nil {
		return 0, nil, err
	}
	text, err := result.Encode()
	return http.StatusOK, document(text), err
}

// members reads who is in a sum, page by page.
func (s *Server) members(ctx context.Context, of campaign.Sum) (combine.Members, error) {
	var roll combine.Roll
	for after := ""; ; {
		page, err := s.Store.Members(ctx, of, after)
		if err != nil {
			return combine.Members{}, err
		}
		for _, m := range page {
			roll.Add(m)
			after = m.SHA256
		}
		if len(page) < campaign.MemberPage {
			return roll.Members(), nil
		}
	}
}
