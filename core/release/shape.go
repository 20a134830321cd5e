package release

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// CheckShape refuses what Decode does of the fields: words, and values that do not fit the kind, the schema or the
// certificate's other fields in their number. Numbers are looked at by package verify alone, which calls it first.
func (r *Release) CheckShape() error {
	if err := r.CheckWords(); err != nil {
		return err
	}
	if err := r.Provenance.Schema.Validate(); err != nil {
		return err
	}
	if m := r.Provenance.Features; m != nil {
		if r.Certificate.Labels == nil {
			return errors.New("only a release that labels enter has features of its own")
		}
		if err := m.Restore(r.Provenance.Schema); err != nil {
			return err
		}
	}
	if c := r.Certificate.Combination; c != nil {
		if err := c.checkShape(); err != nil {
			return err
		}
	}
	v := r.Values
	if r.Nonlinear() {
		if v.Counts != nil || r.Certificate.Report != nil {
			return errors.New("only a report or an estimate has counts")
		}
		if v.LabelledSum != nil || v.UnlabelledSum != nil || v.Moments != nil || v.Names != nil {
			return errors.New("only moments hold sums of rows and their names")
		}
		return r.checkBase()
	}
	if r.Kind == Model && r.Provenance.Schema.Classes != nil {
		return errors.New("the label is a class, but the model has no base")
	}
	if v.Base != nil || r.Certificate.Base != nil || r.Certificate.Labels != nil && r.Kind != Moments {
		return errors.New("only a model has a base, and only a model or moments have labels")
	}
	present := map[Kind]bool{
		Model:   v.Intercept != nil || v.Coefficients != nil || v.LabelRange != nil,
		Weights: v.Weights != nil,
		Moments: v.Moments != nil || v.Names != nil || v.LabelledSum != nil || v.UnlabelledSum != nil,
	}
	if r.Kind.Counted() {
		present[r.Kind] = v.Counts != nil
	} else {
		present[Report] = v.Counts != nil
	}
	if (r.Certificate.Report != nil) != r.Kind.Counted() {
		return errors.New("the certificate speaks of a report in a release of another kind, or does not in a report")
	}
	for kind, there := range present {
		if there != (kind == r.Kind) {
			return fmt.Errorf("the values do not belong to the kind %q", r.Kind)
		}
	}
	switch r.Kind {
	case Model:
		return r.checkModel()
	case Weights:
		return checkWeights(v.Weights, r.Provenance.SourceRows)
	case Report, Estimate:
		return r.checkReport()
	default:
		if err := checkMoments(v, r.Provenance.FeatureMap().Names()); err != nil {
			return err
		}
		return r.checkSums()
	}
}

func (r *Release) checkModel() error {
	if r.Values.Intercept == nil {
		return errors.New("the model has no intercept")
	}
	wanted := coefficientSlots(r.Provenance.Schema)
	if len(r.Values.Coefficients) != len(wanted) {
		return fmt.Errorf("the model has %d coefficients, its schema %d features", len(r.Values.Coefficients),
			len(wanted))
	}
	for i, c := range r.Values.Coefficients {
		w := wanted[i]
		sameLevel := (c.Level == nil) == (w.Level == nil) && (c.Level == nil || *c.Level == *w.Level)
		if c.Column != w.Column || !sameLevel {
			return fmt.Errorf("coefficient %d does not name the schema's feature %d", i+1, i+1)
		}
	}
	if y := r.Values.LabelRange; y != nil && !(len(y) == 2 && y[0] <= y[1]) {
		return errors.New("the range of the labels is not a smallest and a largest one")
	}
	return nil
}

func checkWeights(q []float64, m int) error {
	if len(q) != m {
		return fmt.Errorf("there are %d weights for %d source rows", len(q), m)
	}
	sum := 0.0
	for _, w := range q {
		if w < 0 {
			return errors.New("a weight is negative")
		}
		sum += w
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("the weights sum to %v, not 1", sum)
	}
	return nil
}

func checkMoments(v Values, features []string) error {
	d := len(features) + 1
	if len(v.Moments) != d || !slices.Equal(v.Names, append([]string{"(intercept)"}, features...)) {
		return fmt.Errorf("the moments are of %d columns with %d names, not of the %d that the schema and its features have",
			len(v.Moments), len(v.Names), d)
	}
	for i, row := range v.Moments {
		if len(row) != d {
			return fmt.Errorf("row %d of the moments has %d entries, not %d", i+1, len(row), d)
		}
		for j := range i {
			if row[j] != v.Moments[j][i] {
				return errors.New("the moments are not symmetric")
			}
		}
	}
	return nil
}
