package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"privadapt/wasm/edge/campaign"
)

// receive accepts an owner's release. It checks the token, then the release, and stores both in one transaction. A
// refused release of an invitation's holder is recorded for the analyst.
func (s *Server) receive(r *http.Request) (int, any, error) {
	c, invited, err := s.invited(r)
	if err != nil {
		return 0, nil, err
	}
	status, value, err := s.take(r, c, invited)
	if refusal := refusalOf(err); refusal != nil {
		note := campaign.Refusal{
			Campaign: c.ID, Invitation: invited.ID, Time: time.Now().UnixMilli(), Status: refusal.status, Code: refusal.Code,
			Message: refusal.Message,
		}
		if failed := s.Store.Refuse(r.Context(), note); failed != nil {
			return 0, nil, errors.Join(failed, err)
		}
	}
	return status, value, err
}

// invited returns the campaign of the path and the invitation to it whose token the request has.
func (s *Server) invited(r *http.Request) (*campaign.Campaign, *campaign.Invitation, error) {
	token := bearer(r)
	if token == "" {
		return nil, nil, fail(
			http.StatusUnauthorized,
			"no-token",
			"this needs an invitation; use the link that you were sent",
		)
	}
	c, err := s.Store.Campaign(r.Context(), r.PathValue("campaign"))
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		return nil, nil, noCampaign
	}
	switch invited, err := s.Store.Invitation(r.Context(), campaign.DigestOf(token)); {
	case err != nil:
		return nil, nil, err
	case invited == nil:
		return nil, nil, fail(http.StatusUnauthorized, "bad-token", "the token belongs to no invitation")
	case invited.Campaign != c.ID:
		return nil, nil, fail(http.StatusForbidden, "wrong-campaign", "the token is an invitation to another campaign")
	default:
		return c, invited, nil
	}
}

func (s *Server) take(r *http.Request, c *campaign.Campaign, invited *campaign.Invitation) (int, any, error) {
	switch state := invited.StateAt(time.Now()); {
	case c.Closed && state != campaign.Used: // who was given no answer in time gets it all the same
		return 0, nil, fail(http.StatusGone, "closed", "the campaign takes no more releases")
	case state == campaign.Revoked || state == campaign.Expired:
		return 0, nil, fail(http.StatusGone, string(state),
			"the invitation has been withdrawn or has expired; ask for a new one")
	}
	document, text, err := readRelease(r, campaign.MostBytes)
	if err != nil {
		return 0, nil, err
	}
	if err := c.Accepts(document, len(text)); err != nil {
		return 0, nil, err
	}
	arrival, err := campaign.NewReceived(c.ID, invited.Digest, document, text)
	if err != nil {
		return 0, nil, err
	}
	return s.keep(r.Context(), arrival)
}

func (s *Server) keep(ctx context.Context, arrival campaign.Received) (int, any, error) {
	result, err := s.Store.Receive(ctx, arrival)
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
		return 0, nil, fail(http.StatusConflict, "token-used", "this invitation was used for another release")
	case campaign.Deleted:
		return 0, nil, fail(http.StatusGone, "deleted", "this release was received, and the receiver has deleted it")
	case campaign.Withdrawn:
		return 0, nil, fail(http.StatusGone, "withdrawn",
			"the invitation ended or the campaign closed while the release was being checked; ask for a new invitation")
	default:
		return 0, nil, fail(http.StatusConflict, "duplicate", "this release was received with another invitation")
	}
}

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

var noRelease = fail(http.StatusNotFound, "no-release", "the campaign has no such release")

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
