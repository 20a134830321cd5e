package api

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"privadapt/wasm/edge/campaign"
)

var noRelease = fail(http.StatusNotFound, "no-release", "the campaign has no such release")

// exclude leaves a release out of the sum, or includes it again.
func (s *Server) exclude(excluded bool) action {
	return func(r *http.Request) (int, any, error) {
		c, err := s.ownCampaign(r)
		if err != nil {
			return 0, nil, err
		}
		id := r.PathValue("release")
		found, err := s.Store.Exclude(r.Context(), c.ID, id, excluded)
		if err == nil && !found {
			err = noRelease
		}
		return http.StatusOK, map[string]any{"releaseId": id, "excluded": excluded}, err
	}
}

// deleteRelease deletes a release. The invitation by which it came stays used.
func (s *Server) deleteRelease(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	id := r.PathValue("release")
	found, err := s.Store.DeleteRelease(r.Context(), c.ID, id)
	if err == nil && !found {
		err = noRelease
	}
	return http.StatusOK, map[string]any{"releaseId": id, "deleted": true}, err
}

// tableOfReleases is the list of all releases as CSV.
func (s *Server) tableOfReleases(r *http.Request) (int, any, error) {
	const limit = 500
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	var text bytes.Buffer
	writeLine(&text, "sequence", "releaseId", "sha256", "group", "epsilon", "delta", "n", "rowsEstimate", "received",
		"folded", "excluded", "invitation", "invitationName")
	for after, more := int64(0), true; more; {
		list, err := s.Store.Releases(r.Context(), c.ID, after, limit, false)
		if err != nil {
			return 0, nil, err
		}
		for _, one := range list {
			writeLine(&text, lineOf(one)...)
			after = one.Sequence
		}
		more = len(list) == limit
	}
	return http.StatusOK, table(text.Bytes()), nil
}

func lineOf(r campaign.Received) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []string{
		whole(r.Sequence), r.ReleaseID, r.SHA256, r.Group, number(r.Epsilon), number(r.Delta), whole(r.N), number(r.Rows),
		time.UnixMilli(r.Received).UTC().Format(time.RFC3339), whole(r.Folded), strconv.FormatBool(r.Excluded),
		r.Invitation, r.Name,
	}
}
