package campaign

import (
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"privadapt/core/dataset"
	"privadapt/core/method"
	"privadapt/core/release"
)

// Settings are the terms of an invitation and the bounds on arrivals.
type Settings struct {
	Title       string         `json:"title,omitempty"`
	Asker       string         `json:"asker,omitempty"`
	Source      string         `json:"source,omitempty"`     // address of the public sample
	SHA256      string         `json:"sha256,omitempty"`     // of its bytes
	Label       string         `json:"label"`                // its label column
	EpsilonMin  float64        `json:"epsilonMin,omitempty"` // suggested range
	Epsilon     float64        `json:"epsilon,omitempty"`    // suggested
	EpsilonMax  float64        `json:"epsilonMax"`           // the cap; no release of a larger ε is accepted
	Delta       float64        `json:"delta"`                // likewise
	Release     release.Kind   `json:"release"`
	Task        dataset.Task   `json:"task,omitempty"`        // what the label is taken as; default: what its values suggest
	Base        method.Base    `json:"base,omitempty"`        // of a model, of the one that a report is about, or of the one that labels in moments are compared with; default: auto
	BaseFile    string         `json:"baseFile,omitempty"`    // address of a model in a file, for the bases file and auto
	BaseSHA256  string         `json:"baseSHA256,omitempty"`  // of its bytes
	Labels      Labels         `json:"labels,omitempty"`      // whether private labels shall correct a model, or enter moments; default: not asked for
	Samples     []PublicSample `json:"samples,omitempty"`     // several, in place of source and sha256
	Model       string         `json:"model,omitempty"`       // address of the model that a report is about; default: the public one, of the base
	ModelSHA256 string         `json:"modelSHA256,omitempty"` // of its bytes
	GroupBy     string         `json:"groupBy,omitempty"`     // column by which a report is divided; default: none
	RowsMin     int64          `json:"rowsMin,omitempty"`     // fewest private rows of a release; 0 and 1 are the same
	RowsMax     int64          `json:"rowsMax,omitempty"`     // most; 0 for 10⁹
}

// Labels says what is asked of the labels in owners' files. Whether they are used is always the owner's choice.
type Labels string

const (
	NoLabels       Labels = ""
	WishLabels     Labels = "wish"
	RequiredLabels Labels = "required" // a model without them is refused, and so are moments
)

// Check fills in what was left out and refuses bad settings with an *Error. The limits are those that the owner's page
// applies to an invitation.
func (s *Settings) Check() error {
	refuse := func(message string) error { return &Error{"bad-settings", message} }
	if s.RowsMin == 0 {
		s.RowsMin = 1
	}
	if s.RowsMax == 0 {
		s.RowsMax = 1e9
	}
	if s.Release == "" {
		s.Release = release.Moments
	}
	s.BaseSHA256, s.ModelSHA256 = strings.ToLower(s.BaseSHA256), strings.ToLower(s.ModelSHA256)
	if problem := s.checkSamples(); problem != "" {
		return refuse(problem)
	}
	switch {
	case !plain(s.Label, 200) || s.Label == "":
		return refuse("label does not name a column in at most 200 plain characters")
	case !plain(s.Title, 120) || !plain(s.Asker, 120):
		return refuse("title and asker may have at most 120 plain characters")
	case !(s.EpsilonMax >= 0.01 && s.EpsilonMax <= 10):
		return refuse("epsilonMax is not between 0.01 and 10")
	case s.EpsilonMin != 0 && !(s.EpsilonMin >= 0.01 && s.EpsilonMin <= s.EpsilonMax):
		return refuse("epsilonMin is not between 0.01 and epsilonMax")
	case s.Epsilon != 0 && !(s.Epsilon >= max(0.01, s.EpsilonMin) && s.Epsilon <= s.EpsilonMax):
		return refuse("epsilon is not between epsilonMin and epsilonMax")
	case !(s.Delta >= 1e-12 && s.Delta <= 1e-4):
		return refuse("delta is not between 10^-12 and 10^-4")
	case s.Release != release.Moments && s.Release != release.Weights && s.Release != release.Model && s.Release != release.Report:
		return refuse("release is not moments, weights, model or report")
	case !slices.Contains([]dataset.Task{dataset.AnyTask, dataset.Regression, dataset.Classification}, s.Task):
		return refuse("task is not regression or classification")
	case s.Base != "" && s.Base != method.Auto && !slices.Contains(method.Bases, s.Base):
		return refuse("base is not auto, linear, quadratic, smooth, trees or file")
	case (s.Base != "" || s.BaseFile != "") && !s.Release.HasBase(s.Labels == RequiredLabels):
		return refuse("base and baseFile are of a model, of a report or of moments with labels, and release is none of them; for moments labels has to be required")
	case (s.Model != "" || s.ModelSHA256 != "" || s.GroupBy != "") && s.Release != release.Report:
		return refuse("model, modelSHA256 and groupBy are of a report, and release is not report")
	case (s.Model != "" || s.ModelSHA256 != "") && !(webAddress(s.Model) && isDigest(s.ModelSHA256)):
		return refuse("model is not an https address of a model's release, or modelSHA256 not its SHA-256 in 64 hexadecimal digits; a report on a model of your own needs both")
	case s.Model != "" && s.Base != "":
		return refuse("the report is about the model at the address; leave base out")
	case !plain(s.GroupBy, 200):
		return refuse("groupBy does not name a column in at most 200 plain characters")
	case !slices.Contains([]Labels{NoLabels, WishLabels, RequiredLabels}, s.Labels):
		return refuse("labels is not wish or required")
	case s.Labels != NoLabels && s.Release != release.Model && s.Release != release.Moments:
		return refuse("labels correct a model or enter moments, and release is neither; a report needs them without being asked")
	case s.Labels == WishLabels && s.Release == release.Moments:
		return refuse("labels is wish, but moments with labels and moments without do not add up; choose required, or leave labels out")
	case s.Task == dataset.Classification && (s.Base == method.Quadratic || s.Base == method.Smooth):
		return refuse("base predicts numbers, and task is classification; choose auto, linear, trees or file")
	case (s.Base == method.File || s.BaseFile != "" || s.BaseSHA256 != "") && !(webAddress(s.BaseFile) && isDigest(s.BaseSHA256)):
		return refuse("baseFile is not an https address of a model's file, or baseSHA256 not its SHA-256 in 64 hexadecimal digits; the base file needs both")
	case s.BaseFile != "" && s.Base != "" && s.Base != method.Auto && s.Base != method.File:
		return refuse("baseFile goes with the bases auto and file")
	case s.RowsMin < 1 || s.RowsMax < s.RowsMin || s.RowsMax > 1e12:
		return refuse("rowsMin and rowsMax are not a range of rows")
	}
	return nil
}

func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 32
}

// webAddress reports whether an invitation may name the address: https, or this machine, and nothing hidden in it.
func webAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || len(text) > 2000 || u.User != nil || u.Fragment != "" || strings.ContainsAny(text, "\\#") || !plain(text, 2000) || strings.Contains(text, " ") {
		return false
	}
	local := u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1"
	return u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && local)
}
