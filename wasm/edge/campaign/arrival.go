package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
)

// Received is a release as it is kept.
type Received struct {
	Sequence  int64   `json:"sequence"`
	Campaign  string  `json:"-"`
	ReleaseID string  `json:"releaseId"`
	SHA256    string  `json:"sha256"` // of the release as the engine writes it
	Values    string  `json:"-"`      // digest of the values where they hold noise, else of the release
	Token     string  `json:"-"`      // digest of the invitation's token
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	N         int64   `json:"n,omitempty"`
	Rows      float64 `json:"rowsEstimate,omitempty"`
	Received  int64   `json:"received"` // Unix time in milliseconds
	// The invitation by which it came, and the analyst's word for that; in lists alone.
	Invitation string `json:"invitation,omitempty"`
	Name       string `json:"invitationName,omitempty"`
	Body       string `json:"-"`
}

// Outcome of keeping a release.
type Outcome int

const (
	Kept      Outcome = iota // new
	Repeated                 // the same release with the same invitation, already kept
	TokenUsed                // the invitation was used for another release
	Duplicate                // the release, or its values under another name, came with another invitation
	Deleted                  // the same release with the same invitation, since deleted by the analyst
	// The invitation was revoked or expired, or the campaign closed, while the release was checked.
	Withdrawn
)

// NewReceived is a release as it is kept: its text as the engine writes it, and the fields that lists and checks need.
func NewReceived(campaign, token string, document *release.Release, text []byte) (Received, error) {
	digest, err := document.Digest()
	if err != nil {
		return Received{}, err
	}
	// Without the indentation, which is a third of the text.
	var body bytes.Buffer
	if err := json.Compact(&body, text); err != nil {
		return Received{}, err
	}
	// Moments and reports hold their noise, which does not repeat itself. Models and weights do not: two owners' are
	// the same where no difference was found.
	values := digest
	if document.Kind == release.Moments || document.Kind == release.Report {
		values = combine.ValuesDigest(document)
	}
	c := document.Certificate
	return Received{
		Campaign: campaign, ReleaseID: document.ReleaseID, SHA256: digest, Values: values, Token: token,
		Epsilon: c.Epsilon, Delta: c.Delta, N: c.N, Rows: c.RowsEstimate, Received: time.Now().UnixMilli(),
		Body: body.String(),
	}, nil
}

// Accepts refuses a release that does not fit the campaign, or whose document has too many bytes, with an *Error. A
// fabricated release that is consistent cannot be distinguished from a genuine one, which is why owners need a token.
func (c *Campaign) Accepts(r *release.Release, bytes int) error {
	report := verify.Certificate(r)
	if !report.OK {
		return &Error{Code: "bad-certificate", Message: "the certificate does not hold: " + report.Problems[0]}
	}
	facts := terms.FactsOf(r)
	facts.Bytes = bytes
	if objection := c.Receiver().Objection(facts); objection != nil {
		return objection
	}
	var unfit *combine.Error
	if r.Kind == release.Moments && errors.As(combine.Check(r), &unfit) {
		return &Error{Code: unfit.Code, Message: unfit.Message}
	}
	return nil
}
