package auto

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// The bound on an encoded model holds for the sum of every candidate with a share, which no blend exceeds. Of linear
// and smooth models it is nearly what they take; trees mostly have fewer rounds and leaves than they may.
func TestNoModelIsLargerThanItsBound(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(400, classes, 3)
		d := must.Get(NewDesign(s, nil))(t)
		candidates := must.Get(d.Candidates(q, nil))(t)
		for _, kind := range append(method.Fitted(false), method.Auto) {
			own := slices.DeleteFunc(slices.Clone(candidates),
				func(c *Candidate) bool { return kind != method.Auto && c.Base != kind })
			if len(own) == 0 {
				continue
			}
			equal := make([]float64, len(own))
			for k := range equal {
				equal[k] = 1 / float64(len(own))
			}
			all := must.Get(d.blended(own, equal, basemodel.Uniform(len(q)), own[0]))(t)
			bound, size := MostBytes(s.Columns, s.Rows(), classes, kind, false), len(all.Model.Encode())
			t.Logf("%d classes, kind %q: %d bytes, bound %d", classes, kind, size, bound)
			if size > bound {
				t.Errorf("%d classes, kind %q: a blend of all has %d bytes, and the bound is %d", classes, kind, size, bound)
			}
			if kind == method.Linear && bound > size+200 || kind == method.Smooth && bound > size*5/4 {
				t.Errorf("%d classes, kind %q: the bound of %d bytes is far above the %d of a blend", classes, kind, bound,
					size)
			}
		}
	}
}

// Trees with as many rounds and leaves as a fit may have come near their bound and stay below it, with numbers and with
// many levels.
func TestTreesReachTheirBound(t *testing.T) {
	for _, levels := range []int{0, 90} {
		for _, classes := range []int{0, 2, 5} {
			s := noisy(600, 6, levels, classes)
			for k, settings := range treesFor(classes)[:2] {
				m := must.Get(trees.Fit(trees.NewBinned(s, bins), settings, basemodel.Uniform(s.Rows()), nil))(t)
				size, bound := len(m.Encode()), treesBytes(s.Columns, s.Outputs(), []trees.Settings{settings})
				t.Logf("%d levels, %d classes, %d leaves: %d of %d bytes", levels, classes, settings.Leaves, size, bound)
				least := []float64{0.75, 0.4}[k] // large trees fit classes so well that later ones have nothing to split
				if size > bound || float64(size) < least*float64(bound) {
					t.Errorf("%d levels, %d classes, %d leaves: trees of %d bytes, and the bound is %d", levels, classes,
						settings.Leaves, size, bound)
				}
			}
		}
	}
}

// noisy is a sample of columns that say nothing of its labels, so that trees grow as far as they may.
func noisy(rows, columns, levels, classes int) basemodel.Sample {
	r := rand.New(rand.NewPCG(1, 2))
	s := basemodel.Sample{Classes: classes}
	for i := range columns {
		c := dataset.Column{Name: fmt.Sprint(i), Kind: dataset.Numeric, Scale: 1}
		if levels > 0 {
			c = dataset.Column{Name: fmt.Sprint(i), Kind: dataset.Categorical}
			for k := range levels {
				c.Levels = append(c.Levels, dataset.Level{Name: fmt.Sprint(k), Mean: 0.5, Scale: 0.5})
			}
		}
		s.Columns = append(s.Columns, c)
	}
	for range rows {
		for range columns {
			if levels > 0 {
				s.Cells = append(s.Cells, float64(r.IntN(levels)))
			} else {
				s.Cells = append(s.Cells, r.NormFloat64())
			}
		}
		y := r.NormFloat64()
		if classes > 0 {
			y = float64(r.IntN(classes))
		}
		s.Labels = append(s.Labels, y)
	}
	return s
}
