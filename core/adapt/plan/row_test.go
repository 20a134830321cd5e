package plan

import (
	"math"
	"testing"

	"privadapt/core/release/appraisal"
)

// scores are what a model says, whatever the row: also what a trained one says of few rows or none.
type scores []float64

func (s scores) Predict(dst, _ []float64) { copy(dst, s) }

// A row whose label, prediction or residual is no number, or whose label is no class, is one without a label; of
// predictions that are equal the first class counts.
func TestWhereARowCounts(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	two := []float64{-1, 0, 0, 1}
	for _, c := range []struct {
		classes  int
		says     scores
		label    float64
		labelled bool
		first    int // of several classes
	}{
		{0, scores{1}, 2, true, 0},
		{0, scores{1}, nan, false, 0},
		{0, scores{1}, inf, false, 0},
		{0, scores{nan}, 2, false, 0},
		{0, scores{inf}, 2, false, 0},
		{0, scores{-math.MaxFloat64}, math.MaxFloat64, false, 0},
		{2, scores{0.5}, 0, true, 0},
		{2, scores{0.5}, 1, true, 0},
		{2, scores{inf}, 1, true, 0},
		{2, scores{nan}, 1, false, 0},
		{2, scores{0.5}, 2, false, 0},
		{2, scores{0.5}, -1, false, 0},
		{2, scores{0.5}, nan, false, 0},
		{3, scores{0, 2, 2}, 2, true, 1},
		{3, scores{2, 1, 2}, 0, true, 0},
		{3, scores{0, 2, 2}, 3, false, 0},
		{3, scores{0, 2, 2}, nan, false, 0},
	} {
		r := &Report{classes: c.classes, group: -1, model: c.says}
		switch c.classes {
		case 0:
			r.Layout = appraisal.Layout{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1}}
		case 2:
			r.Layout = appraisal.Layout{Predictions: two, Classes: 2}
		}
		row := r.Row(nil, c.label)
		if row.Labelled != c.labelled || c.classes == 3 && c.labelled && row.First.Node != c.first ||
			c.classes > 0 && c.labelled && row.Second != (appraisal.Place{Node: int(c.label)}) {
			t.Errorf("%d classes, a label %v, scores %v: %+v", c.classes, c.label, c.says, row)
		}
	}
}
