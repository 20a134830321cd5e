package api

import (
	"net/http"

	"privadapt/wasm/edge/campaign"
)

// mostBytes bounds a received release: moments of 200 columns, or weights of 40,000 rows. A row of the database holds 2 MB.
const mostBytes = 1 << 20

// receive takes an owner's release: the token first, then the release, then the two of them at once.
func (s *Server) receive(r *http.Request) (int, any, error) {
	token := bearer(r)
	if token == "" {
		return 0, nil, fail(http.StatusUnauthorized, "no-token", "a release comes with the token of an invitation: Authorization: Bearer …")
	}
	c, err := s.Store.Campaign(r.Context(), r.PathValue("campaign"))
	if err != nil {
		return 0, nil, err
	}
	if c == nil {
		return 0, nil, noCampaign
	}
	digest := campaign.DigestOf(token)
	switch invited, err := s.Store.InvitedTo(r.Context(), digest); {
	case err != nil:
		return 0, nil, err
	case invited == "":
		return 0, nil, fail(http.StatusUnauthorized, "bad-token", "the token belongs to no invitation")
	case invited != c.ID:
		return 0, nil, fail(http.StatusForbidden, "wrong-campaign", "the token is an invitation to another campaign")
	case c.Closed:
		return 0, nil, fail(http.StatusGone, "closed", "the campaign takes no more releases")
	}
	document, text, err := readRelease(r, mostBytes)
	if err != nil {
		return 0, nil, err
	}
	if err := c.Accepts(document); err != nil {
		return 0, nil, err
	}
	arrival, err := campaign.NewReceived(c.ID, digest, document, text)
	if err != nil {
		return 0, nil, err
	}
	result, err := s.Store.Receive(r.Context(), arrival)
	if err != nil {
		return 0, nil, err
	}
	receipt := map[string]any{"releaseId": arrival.ReleaseID, "sha256": arrival.SHA256}
	switch result {
	case campaign.Kept:
		return http.StatusCreated, receipt, nil
	case campaign.Repeated:
		return http.StatusOK, receipt, nil
	case campaign.TokenUsed:
		return 0, nil, fail(http.StatusConflict, "token-used", "this invitation has served for another release")
	default:
		return 0, nil, fail(http.StatusConflict, "duplicate", "this release was received by another invitation")
	}
}
