package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"privadapt/core/combine"
	"privadapt/core/release"
	"privadapt/core/verify"
)

// mostBytes bounds a received release: moments of 200 columns, or weights of 40,000 rows. A row of the database holds 2 MB.
const mostBytes = 1 << 20

// received is a release as it is kept.
type received struct {
	Sequence  int64   `json:"sequence"`
	Campaign  string  `json:"-"`
	ReleaseID string  `json:"releaseId"`
	SHA256    string  `json:"sha256"` // of the release as the engine writes it
	Values    string  `json:"-"`      // digest of the values
	Token     string  `json:"-"`      // digest of the invitation's token
	Group     string  `json:"group"`  // what it can be combined with; empty if nothing
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	N         int64   `json:"n,omitempty"`
	Rows      float64 `json:"rowsEstimate,omitempty"`
	Received  int64   `json:"received"` // Unix time in milliseconds
	Folded    int64   `json:"folded"`   // version of the sum that it went into; 0: none yet; -1: it cannot be added
	Body      string  `json:"-"`
}

// outcome of keeping a release.
type outcome int

const (
	kept      outcome = iota // new
	repeated                 // the same release by the same invitation, kept before
	tokenUsed                // the invitation served for another release
	duplicate                // the release, or its values under another name, came by another invitation
)

// receive takes an owner's release: the token first, then the release, then the two of them at once.
func (s *server) receive(r *http.Request) (int, any, error) {
	token := bearer(r)
	if token == "" {
		return 0, nil, fail(http.StatusUnauthorized, "no-token", "a release comes with the token of an invitation: Authorization: Bearer …")
	}
	c, err := s.store.Campaign(r.Context(), r.PathValue("campaign"))
	if err != nil {
		return 0, nil, err
	}
	if c == nil {
		return 0, nil, noCampaign
	}
	digest := digestOf(token)
	switch invited, err := s.store.InvitedTo(r.Context(), digest); {
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
	if err := c.accepts(document); err != nil {
		return 0, nil, err
	}
	arrival, err := newReceived(c.ID, digest, document, text)
	if err != nil {
		return 0, nil, err
	}
	result, err := s.store.Receive(r.Context(), arrival)
	if err != nil {
		return 0, nil, err
	}
	receipt := map[string]any{"releaseId": arrival.ReleaseID, "sha256": arrival.SHA256}
	switch result {
	case kept:
		return http.StatusCreated, receipt, nil
	case repeated:
		return http.StatusOK, receipt, nil
	case tokenUsed:
		return 0, nil, fail(http.StatusConflict, "token-used", "this invitation has served for another release")
	default:
		return 0, nil, fail(http.StatusConflict, "duplicate", "this release was received by another invitation")
	}
}

func newReceived(campaign, token string, document *release.Release, text []byte) (received, error) {
	digest, err := document.Digest()
	if err != nil {
		return received{}, err
	}
	// Without the indentation, which is a third of it.
	var body bytes.Buffer
	if err := json.Compact(&body, text); err != nil {
		return received{}, err
	}
	c := document.Certificate
	arrival := received{
		Campaign: campaign, ReleaseID: document.ReleaseID, SHA256: digest, Values: combine.ValuesDigest(document), Token: token,
		Epsilon: c.Epsilon, Delta: c.Delta, N: c.N, Rows: c.RowsEstimate, Received: time.Now().UnixMilli(), Body: body.String(),
	}
	if document.Kind == release.Moments {
		arrival.Group, err = combine.Group(document)
	}
	return arrival, err
}

// accepts holds a release to the campaign. A fabricated release that is consistent cannot be told from a true one: that is what
// the token is for.
func (c *campaign) accepts(r *release.Release) error {
	refuse := func(code, format string, values ...any) error {
		return fail(http.StatusUnprocessableEntity, code, fmt.Sprintf(format, values...))
	}
	certificate, s := r.Certificate, c.Settings
	rows := float64(certificate.N) + certificate.RowsEstimate // one of them is 0
	switch report := verify.Certificate(r); {
	case !report.OK:
		return refuse("bad-certificate", "the certificate does not hold: %s", report.Problems[0])
	case r.CampaignID != nil && *r.CampaignID != c.ID:
		return refuse("wrong-campaign", "the release was made for another campaign")
	case r.Kind != s.Release:
		return refuse("wrong-kind", "the campaign asks for %s, not for a release of kind %q", s.Release, r.Kind)
	case certificate.Combination != nil:
		return refuse("combined", "the release is a combination of several; each owner sends an own one")
	case r.Provenance.SourceSHA256 != s.SHA256:
		return refuse("wrong-sample", "the release was made with another public sample")
	case r.Provenance.Schema.Label != s.Label:
		return refuse("wrong-label", "the release was made for another label column")
	case certificate.Epsilon > s.EpsilonMax || report.Epsilon > s.EpsilonMax:
		return refuse("epsilon", "the release spends more than the campaign's cap of epsilon %v", s.EpsilonMax)
	case certificate.Delta > s.Delta:
		return refuse("delta", "the release spends more than the campaign's delta of %v", s.Delta)
	case rows < float64(s.RowsMin) || rows > float64(s.RowsMax):
		return refuse("rows", "the release is not of %d to %d private rows", s.RowsMin, s.RowsMax)
	case len(r.ReleaseID) < 1 || !plain(r.ReleaseID, 64):
		return refuse("bad-id", "the release has no identifier of at most 64 plain characters")
	}
	var unfit *combine.Error
	if r.Kind == release.Moments && errors.As(combine.Check(r), &unfit) {
		return refuse(unfit.Code, "%s", unfit.Message)
	}
	return nil
}
