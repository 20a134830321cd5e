package release

import (
	"cmp"
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
	// Sample is what an estimate says of the public sample; absent in a report.
	Sample *SampleAverages `json:"sample,omitempty"`
}

// SampleAverages are what an estimate is to be seen beside: numbers of the public sample alone.
type SampleAverages struct {
	// Averages of the public labels: their mean, the share of the second of two classes, or of each of more.
	Averages []float64 `json:"averages"`
	// Groups has likewise the averages of each group; none where no public row is in it. Absent without groups.
	Groups [][]float64 `json:"groups,omitempty"`
	// Deviation is the standard deviation of these labels, of more than two classes of the most uncertain share's.
	Deviation float64 `json:"deviation"`
	// Yardstick is by how many of these deviations estimates of one part of the sample by a model of the others are
	// off: the root of the mean square over parts that its own columns cut out. Null where the sample has too few rows.
	Yardstick *float64 `json:"yardstick"`
	// Tails and TailShares say what is beyond either end of the residuals, and how many rows are there: see
	// appraisal.Averages. Of numbers and two classes, with labels.
	Tails      []float64 `json:"tails,omitempty"`
	TailShares []float64 `json:"tailShares,omitempty"`
}

// Values of Appraised.Model.
const (
	PublicModel = "public"
	GivenModel  = "given"
)

// groups returns how many tables of groups there are.
func (r *Release) groups() (int, error) {
	by := r.Certificate.Report.GroupBy
	if by == nil {
		return 0, nil
	}
	i := slices.IndexFunc(r.Provenance.Schema.Used(), func(c dataset.Column) bool { return c.Name == *by })
	if i < 0 || len(r.Provenance.Schema.Used()[i].Levels) == 0 {
		return 0, errors.New("the report is divided by what is no categorical column of the schema")
	}
	return len(r.Provenance.Schema.Used()[i].Levels) + 1, nil
}

// Layout returns the shape of the counts of a report.
func (r *Release) Layout() (appraisal.Layout, error) {
	a := r.Certificate.Report
	groups, err := r.groups()
	if err != nil {
		return appraisal.Layout{}, err
	}
	l := appraisal.Layout{Predictions: a.Predictions, Residuals: a.Residuals, Classes: len(r.Provenance.Schema.Classes), Groups: groups}
	return l, l.Check()
}

// Averages returns where the rows of an estimate count.
func (r *Release) Averages() (appraisal.Averages, error) {
	c := &r.Certificate
	groups, err := r.groups()
	if err != nil || c.Report.Sample == nil {
		return appraisal.Averages{}, cmp.Or(err, errors.New("the estimate says nothing of the public sample"))
	}
	a := appraisal.Averages{
		Predictions: c.Report.Predictions, Residuals: c.Report.Residuals, Tails: c.Report.Sample.Tails, TailShares: c.Report.Sample.TailShares,
		Classes: len(r.Provenance.Schema.Classes), Groups: groups, Labels: c.Noise.LabelVariance != "",
	}
	return a, a.Check()
}

// Layouts returns the shapes of the counts of a report or of an estimate, one after the other.
func (r *Release) Layouts() ([]appraisal.Layout, error) {
	if r.Kind == Estimate {
		a, err := r.Averages()
		if err != nil {
			return nil, err
		}
		return a.Layouts(), nil
	}
	l, err := r.Layout()
	return []appraisal.Layout{l}, err
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
	if (a.Sample != nil) != (r.Kind == Estimate) {
		return errors.New("an estimate says nothing of the public sample, or a report does")
	}
	layouts, err := r.Layouts()
	if err != nil {
		return err
	}
	cells := 0
	for _, l := range layouts {
		cells += l.Cells()
	}
	if len(r.Values.Counts) != cells {
		return fmt.Errorf("there are %d counts, and the report has %d cells", len(r.Values.Counts), cells)
	}
	if r.Kind != Estimate {
		return nil
	}
	outputs, groups := (appraisal.Averages{Classes: len(r.Provenance.Schema.Classes)}).Outputs(), a.Sample.Groups
	other := func(group []float64) bool { return len(group) != outputs && len(group) != 0 }
	if len(a.Sample.Averages) != outputs || len(groups) != layouts[0].Groups || slices.ContainsFunc(groups, other) {
		return errors.New("the estimate does not have an average of the public sample for each mean")
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
		return nil, refuse("this release holds %s, not a report; figures need --release report", r.Kind)
	}
	l, err := r.Layout()
	if err != nil {
		return nil, refuse("%s", err)
	}
	v, err := varianceOf(r.Certificate.Noise.DiagonalVariance)
	if err != nil {
		return nil, err
	}
	all, groups := appraisal.NewEstimator(l).Estimate(r.Values.Counts, v, r.Certificate.N)
	f := &ReportFigures{All: all, GroupBy: r.Certificate.Report.GroupBy, Confidence: appraisal.IntervalConfidence}
	for i, g := range groups {
		f.Groups = append(f.Groups, GroupFigures{r.levelOf(i), g})
	}
	return f, nil
}

// varianceOf reads the variance of a count's noise, in rows.
func varianceOf(text string) (float64, error) {
	variance, ok := new(big.Rat).SetString(text)
	if !ok || len(text) > 100 {
		return 0, refuse("the variance of the noise is no number")
	}
	const whole = appraisal.Unit * appraisal.Unit
	v, _ := variance.Quo(variance, big.NewRat(whole*whole, 1)).Float64()
	return v, nil
}

// GroupEstimates are the estimates of the rows that have a level.
type GroupEstimates struct {
	// Level is null for the rows whose cell has no level of the schema.
	Level *string `json:"level"`
	appraisal.Average
}

// Estimates are what an estimate says.
type Estimates struct {
	All        appraisal.Average `json:"all"`
	GroupBy    *string           `json:"groupBy,omitempty"`
	Groups     []GroupEstimates  `json:"groups,omitempty"`
	Confidence float64           `json:"confidence"` // of each interval by itself
	Sample     SampleAverages    `json:"sample"`     // what the public sample says
}

// Estimates computes what a decoded and verified estimate says.
func (r *Release) Estimates() (*Estimates, error) {
	if r.Kind != Estimate {
		return nil, refuse("this release holds %s, not an estimate; estimates need --release estimate", r.Kind)
	}
	a, err := r.Averages()
	if err != nil {
		return nil, refuse("%s", err)
	}
	c := &r.Certificate
	variances := make([]float64, len(a.Layouts()))
	for i, text := range []string{c.Noise.DiagonalVariance, c.Noise.LabelVariance}[:len(variances)] {
		if variances[i], err = varianceOf(text); err != nil {
			return nil, err
		}
	}
	list := a.Estimate(r.Values.Counts, variances, c.N)
	for i := range list {
		for k := range list[i].Means {
			if classes := r.Provenance.Schema.Classes; len(classes) > 0 {
				of := k
				if len(classes) == 2 {
					of = 1
				}
				list[i].Means[k].Class = &classes[of]
			}
		}
	}
	e := &Estimates{All: list[0], GroupBy: c.Report.GroupBy, Confidence: appraisal.IntervalConfidence, Sample: *c.Report.Sample}
	for i, g := range list[1:] {
		e.Groups = append(e.Groups, GroupEstimates{r.levelOf(i), g})
	}
	return e, nil
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
