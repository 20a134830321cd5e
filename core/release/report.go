package release

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// Appraised names the public model that a report is about, and says where private rows count: see package appraisal.
type Appraised struct {
	// Model is public, the one that cross-validation of the public sample alone chooses, or given, a release of a model
	// of that sample.
	Model string `json:"model"`
	// Base is the kind of a public one; absent for one that was given.
	Base method.Base `json:"base,omitempty"`
	// ModelSHA256 is the digest of the public one as a document holds it, or of the bytes of the document that was
	// given.
	ModelSHA256 string `json:"modelSHA256"`
	// Predictions and Residuals are the nodes of the axes, in units of the label; of two classes the first are
	// log-odds.
	Predictions []float64 `json:"predictions,omitempty"`
	Residuals   []float64 `json:"residuals,omitempty"`
	// GroupBy is the categorical column by whose levels there are tables; the last is for cells that have none of them.
	// Absent without groups.
	GroupBy *string `json:"groupBy,omitempty"`
	// File is the analyst's own model, if a public one was chosen from it. The document does not hold it.
	File *File `json:"file,omitempty"`
}

// Values of Appraised.Model.
const (
	PublicModel = "public"
	GivenModel  = "given"
)

// Layout returns the shape of the counts of a report.
func (r *Release) Layout() (appraisal.Layout, error) {
	a, classes := r.Certificate.Report, len(r.Provenance.Schema.Classes)
	l := appraisal.Layout{Predictions: a.Predictions, Residuals: a.Residuals, Classes: classes}
	if a.GroupBy != nil {
		i := slices.IndexFunc(r.Provenance.Schema.Used(), func(c dataset.Column) bool { return c.Name == *a.GroupBy })
		if i < 0 || len(r.Provenance.Schema.Used()[i].Levels) == 0 {
			return l, errors.New("the report is divided by what is no categorical column of the schema")
		}
		l.Groups = len(r.Provenance.Schema.Used()[i].Levels) + 1
	}
	return l, l.Check()
}

// MostGroups is the largest number of values by which a report is divided. Each has a table of its own, whose noise
// does not depend on their number.
const MostGroups = 50

// CheckGroups returns why a report on rows of a schema cannot be divided by a column, or nil.
func CheckGroups(s dataset.Schema, by string) error {
	const listed = 12
	var choices []string
	for _, c := range s.Used() {
		if len(c.Levels) == 0 || len(c.Levels) > MostGroups {
			continue
		}
		if c.Name == by {
			return checkCounts(by, len(s.Classes), len(c.Levels))
		}
		choices = append(choices, fmt.Sprintf("%q", c.Name))
	}
	advice := "the public sample has none"
	if more := len(choices) - listed; more > 0 {
		advice = fmt.Sprintf("choose one of %s and %d more", strings.Join(choices[:listed], ", "), more)
	} else if len(choices) > 0 {
		advice = "choose one of " + strings.Join(choices, ", ")
	}
	return fmt.Errorf("the column %q cannot divide a report: that needs a categorical column of at most %d values; %s",
		by, MostGroups, advice)
}

// checkCounts refuses more counts than are read. Only many classes have as many.
func checkCounts(by string, classes, values int) error {
	l := appraisal.Layout{Classes: classes, Groups: values + 1}
	if classes <= 2 || l.Cells() <= appraisal.MostCells {
		return nil
	}
	return fmt.Errorf(
		"a report of %d classes for each of the %d values of the column %q has %d counts, and at most %d are read; "+
			"divide it by a column of fewer values, or by none",
		classes, values, by, l.Cells(), appraisal.MostCells,
	)
}

// checkReport compares the counts with what the certificate says of them.
func (r *Release) checkReport() error {
	a := r.Certificate.Report
	if (a.Model == PublicModel) != slices.Contains(method.Bases, a.Base) || a.Model == GivenModel && a.Base != "" {
		return errors.New("the report names a kind of model that is not known, or one for a model that was given")
	}
	if a.File == nil && a.Base == method.File || a.File != nil && a.Model == GivenModel {
		return errors.New("the report is about a model in a file that is not named, or names a file for a model that was given")
	}
	if a.File != nil {
		if err := a.File.Check(); err != nil {
			return err
		}
	}
	l, err := r.Layout()
	if err != nil {
		return err
	}
	if len(r.Values.Counts) != l.Cells() {
		return fmt.Errorf("there are %d counts, and the report has %d cells", len(r.Values.Counts), l.Cells())
	}
	return nil
}

// GroupFigures are the figures of the rows that have a level.
type GroupFigures struct {
	// Level is null for the rows whose cell has no level of the schema.
	Level *string `json:"level"`
	appraisal.Figures
}

// ReportFigures are what a report says.
type ReportFigures struct {
	All        appraisal.Figures `json:"all"`
	GroupBy    *string           `json:"groupBy,omitempty"`
	Groups     []GroupFigures    `json:"groups,omitempty"`
	Confidence float64           `json:"confidence"` // of each interval by itself
}

// Figures computes what a decoded and verified report says.
func (r *Release) Figures() (*ReportFigures, error) {
	if r.Kind != Report {
		return nil, &Error{"this release holds " + string(r.Kind) + ", not a report; figures need --release report"}
	}
	l, err := r.Layout()
	if err != nil {
		return nil, &Error{err.Error()}
	}
	variance, ok := new(big.Rat).SetString(r.Certificate.Noise.DiagonalVariance)
	if !ok || len(r.Certificate.Noise.DiagonalVariance) > 100 {
		return nil, &Error{"the variance of the noise is no number"}
	}
	const whole = appraisal.Unit * appraisal.Unit
	v, _ := variance.Quo(variance, big.NewRat(whole*whole, 1)).Float64()
	all, groups := appraisal.NewEstimator(l).Estimate(r.Values.Counts, v, r.Certificate.N)
	f := &ReportFigures{All: all, GroupBy: r.Certificate.Report.GroupBy, Confidence: appraisal.IntervalConfidence}
	for i, g := range groups {
		f.Groups = append(f.Groups, GroupFigures{r.levelOf(i), g})
	}
	return f, nil
}

// levelOf returns the i-th level of the column that divides a report, or nil for the group after them.
func (r *Release) levelOf(i int) *string {
	for _, c := range r.Provenance.Schema.Used() {
		if c.Name == *r.Certificate.Report.GroupBy && i < len(c.Levels) {
			return &c.Levels[i].Name
		}
	}
	return nil
}
