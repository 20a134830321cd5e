package auto

import (
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/terms/method"
)

// A model that may predict any number outside the sample is the public choice only if it is better than trees by 2%; of
// classes, and between models of either sort, the smaller loss decides.
func TestThePublicChoicePrefersWhatStaysInReach(t *testing.T) {
	for _, c := range []struct {
		classes int
		losses  map[method.Base]float64
		want    method.Base
	}{
		{0, map[method.Base]float64{method.Smooth: 0.985, method.Trees: 1}, method.Trees},
		{0, map[method.Base]float64{method.Smooth: 0.975, method.Trees: 1}, method.Smooth},
		{0, map[method.Base]float64{method.Linear: 0.999, method.Smooth: 0.998, method.Trees: 1.1}, method.Smooth},
		{0, map[method.Base]float64{method.Trees: 1, method.File: 0.999}, method.File},
		{0, map[method.Base]float64{method.Smooth: 0.985, method.File: 1}, method.File},
		{2, map[method.Base]float64{method.Linear: 0.985, method.Trees: 1}, method.Linear},
	} {
		d := &Design{sample: basemodel.Sample{Classes: c.classes, Labels: make([]float64, 2)}}
		d.sample.Columns, d.sample.Cells = make([]dataset.Column, 1), make([]float64, 2)
		for base, loss := range c.losses {
			d.public = append(d.public, &Candidate{Base: base, Losses: []float64{loss / 2, 3 * loss / 2}})
		}
		if got := d.PublicChoice().Base; got != c.want {
			t.Errorf("%d classes, losses %v: %s is chosen, want %s", c.classes, c.losses, got, c.want)
		}
	}
}
