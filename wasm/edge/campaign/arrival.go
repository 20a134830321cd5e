package campaign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"privadapt/core/combine"
	"privadapt/core/dataset"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/verify"
)

// Received is a release as it is kept.
type Received struct {
	Sequence  int64   `json:"sequence"`
	Campaign  string  `json:"-"`
	ReleaseID string  `json:"releaseId"`
	SHA256    string  `json:"sha256"` // of the release as the engine writes it
	Values    string  `json:"-"`      // digest of the values
	Token     string  `json:"-"`      // digest of the invitation's token
	Group     string  `json:"group"`  // names the releases with which it can be combined; empty if it cannot be
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	N         int64   `json:"n,omitempty"`
	Rows      float64 `json:"rowsEstimate,omitempty"`
	Received  int64   `json:"received"` // Unix time in milliseconds
	Folded    int64   `json:"folded"`   // version of the sum to which it was added; 0: none yet; -1: it cannot be added
	Excluded  bool    `json:"excluded"` // by the analyst: in no sum
	Body      string  `json:"-"`
	Addend    string  `json:"-"` // combine.Addend of the release, until it is folded; empty where the body must be read
}

// Outcome of keeping a release.
type Outcome int

const (
	Kept      Outcome = iota // new
	Repeated                 // the same release with the same invitation, already kept
	TokenUsed                // the invitation was used for another release
	Duplicate                // the release, or its values under another name, came with another invitation
	Deleted                  // the same release with the same invitation, since deleted by the analyst
	Withdrawn                // the invitation was revoked or expired, or the campaign closed, while the release was checked
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
	c := document.Certificate
	arrival := Received{
		Campaign: campaign, ReleaseID: document.ReleaseID, SHA256: digest, Values: combine.ValuesDigest(document), Token: token,
		Epsilon: c.Epsilon, Delta: c.Delta, N: c.N, Rows: c.RowsEstimate, Received: time.Now().UnixMilli(), Body: body.String(),
	}
	if document.Kind == release.Moments {
		if arrival.Group, err = combine.Group(document); err == nil {
			arrival.Addend, err = combine.Addend(document)
		}
	}
	return arrival, err
}

// Accepts refuses a release that does not fit the campaign with an *Error. A fabricated release that is consistent cannot be
// distinguished from a genuine one, which is why owners need a token.
func (c *Campaign) Accepts(r *release.Release) error {
	refuse := func(code, format string, values ...any) error {
		return &Error{code, fmt.Sprintf(format, values...)}
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
		return refuse("combined", "the release is a combination of several; each owner must send their own")
	case !s.takesSamples(r.Provenance):
		return refuse("wrong-sample", "the release was made with another public sample, or not with all of the campaign's in their order")
	case r.Provenance.Schema.Label != s.Label:
		return refuse("wrong-label", "the release was made for another label column")
	case !s.takesTask(r):
		return refuse("wrong-task", "the release takes the label otherwise than the campaign asks for, which is %s", s.Task)
	case !s.takesBase(r):
		return refuse("wrong-base", "the campaign asks for the base %s", cmp.Or(s.Base, method.Auto))
	case !s.takesModel(r):
		return refuse("wrong-model", "the report is about another model than the campaign's, whose SHA-256 is %s", s.ModelSHA256)
	case !s.takesGroups(r):
		return refuse("wrong-groups", "the campaign asks for a report that is divided by %s", orNone(s.GroupBy))
	case !s.takesFile(r):
		return refuse("wrong-base-file", "the campaign asks for another choice of models: the one that is in a file is missing, or is another than the campaign's")
	case s.Labels == RequiredLabels && certificate.Labels == nil:
		return refuse("no-labels", "the campaign asks for %s made with private labels, and this release was made without labels", s.Release)
	case r.Kind == release.Moments && s.Labels == NoLabels && certificate.Labels != nil:
		return refuse("labels", "the campaign asks for moments without labels, to which moments with labels cannot be added")
	case certificate.Epsilon > s.EpsilonMax || report.Epsilon > s.EpsilonMax:
		return refuse("epsilon", "the release spends more than the campaign's cap of epsilon %v", s.EpsilonMax)
	case certificate.Delta > s.Delta:
		return refuse("delta", "the release spends more than the campaign's delta of %v", s.Delta)
	case rows < float64(s.RowsMin) || rows > float64(s.RowsMax):
		return refuse("rows", "the release does not have between %d and %d private rows", s.RowsMin, s.RowsMax)
	case len(r.ReleaseID) < 1 || !plain(r.ReleaseID, 64):
		return refuse("bad-id", "the release has no identifier of at most 64 plain characters")
	}
	var unfit *combine.Error
	if r.Kind == release.Moments && errors.As(combine.Check(r), &unfit) {
		return refuse(unfit.Code, "%s", unfit.Message)
	}
	return nil
}

func (s Settings) takesTask(r *release.Release) bool {
	return s.Task == dataset.AnyTask || (s.Task == dataset.Classification) == (r.Provenance.Schema.Classes != nil)
}

// takesModel compares the model that a report is about with that of the campaign: the same document, or one of the public sample.
func (s Settings) takesModel(r *release.Release) bool {
	about := r.Certificate.Report
	if about == nil {
		return true
	}
	if s.Model == "" {
		return about.Model == release.PublicModel
	}
	return about.Model == release.GivenModel && about.ModelSHA256 == s.ModelSHA256
}

// takesGroups accepts a report by groups only where it was asked for, and by no other column: figures without them could not be compared.
func (s Settings) takesGroups(r *release.Release) bool {
	about := r.Certificate.Report
	return about == nil || about.GroupBy == nil && s.GroupBy == "" || about.GroupBy != nil && *about.GroupBy == s.GroupBy
}

func orNone(column string) string {
	if column == "" {
		return "no column"
	}
	return "the column " + column
}

// takesFile accepts no file but the campaign's own: the analyst would have no other. A linear model of numbers was not chosen from any, and a
// report states none: whoever has it checks the model's digest.
func (s Settings) takesFile(r *release.Release) bool {
	chosen := r.Certificate.Base != nil || r.Kind == release.Moments && r.Certificate.Labels != nil
	if file := r.NamedFile(); file != nil {
		return file.SHA256 == s.BaseSHA256
	}
	return !chosen || s.BaseSHA256 == ""
}

// takesBase also takes what auto has come to. Labels in moments are another matter: all owners have to compare them with the same model. A
// linear model of numbers has no base in its certificate.
func (s Settings) takesBase(r *release.Release) bool {
	base := r.Certificate.Base
	switch {
	case r.Certificate.Report != nil:
		return s.Base == "" || s.Base == method.Auto || r.Certificate.Report.Base == s.Base
	case r.Kind == release.Moments:
		return r.Certificate.Labels == nil || r.Certificate.Labels.Choice.Base == cmp.Or(s.Base, method.Auto)
	case s.Base == "" || s.Base == method.Auto:
		return true
	case base == nil:
		return s.Base == method.Linear
	}
	return base.Kind == s.Base
}
