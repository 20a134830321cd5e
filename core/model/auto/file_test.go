package auto

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// stump is a model of numbers or of two classes in a file: its margin is −2 where the column a is below 3 or missing,
// and 40.5 elsewhere; of classes it is −2.5 and 40.
func stump(t testing.TB, classes int) *xgboost.Model {
	t.Helper()
	text := must.Get(os.ReadFile("../xgboost/testdata/stump.json"))(t)
	if classes == 2 {
		text = []byte(strings.Replace(string(text), "reg:squarederror", "binary:logistic", 1))
	}
	s, _ := drawn(1, classes, 1)
	return must.Get(xgboost.Decode(text, s.Columns, classes))(t)
}

// A file is a candidate as it is and with a correction, is never fitted, and what is encoded of it is its digest: the
// model predicts once the file is attached, and as it did.
func TestFileIsACandidate(t *testing.T) {
	for _, classes := range []int{0, 2} {
		s, q := drawn(400, classes, 4)
		for _, kinds := range [][]method.Base{nil, {method.File}} {
			calls := 0
			count := func() error { calls++; return nil }
			d := must.Get(NewDesignWith(stump(t, classes), s, count, kinds...))(t)
			c := must.Get(d.Choose(q, count))(t)
			var ways []string
			others := 0
			for k, candidate := range c.Candidates {
				if candidate.Base != method.File {
					others++
					continue
				}
				ways = append(ways, candidate.Way)
				m := c.Models()[k]
				if m.File() == "" {
					t.Errorf("%d classes: a candidate of the file names none", classes)
				}
				code := m.Encode()
				again, err := Decode(code)
				if err != nil || !bytes.Equal(again.Encode(), code) || again.File() != m.File() {
					t.Fatalf("%d classes: decoded: %v", classes, err)
				}
				x, y := []float64{0}, []float64{0}
				if again.Predict(x, s.Row(0)); !math.IsNaN(x[0]) {
					t.Errorf("without its file the model predicts %v", x)
				}
				again.Attach(stump(t, 2-classes)) // another file
				if again.Predict(x, s.Row(0)); !math.IsNaN(x[0]) {
					t.Errorf("with another file the model predicts %v", x)
				}
				again.Attach(stump(t, classes))
				for j := range s.Labels {
					m.Predict(x, s.Row(j))
					if again.Predict(y, s.Row(j)); x[0] != y[0] {
						t.Fatalf("row %d: %v, after decoding %v", j, x, y)
					}
				}
			}
			if want := []string{Unweighted, Corrected}; !slices.Equal(ways, want) || calls != (others+2)*Steps ||
				(kinds != nil) != (others == 0) {
				t.Errorf("%d classes, %v: ways %v beside %d other candidates, %d calls", classes, kinds, ways, others, calls)
			}
		}
	}
}

// Predicted numbers are limited to the sample's labels, and the correction is fitted to what is left after that.
func TestFileIsLimited(t *testing.T) {
	s, q := drawn(400, 0, 4)
	d := must.Get(NewDesignWith(stump(t, 0), s, nil, method.File))(t)
	all := must.Get(d.Candidates(q, nil))(t)
	x := []float64{0}
	for _, cells := range [][]float64{{2.9, 2, 0}, {3, 2, 0}, {math.NaN(), 2, 0}} {
		all[0].Model.Predict(x, cells)
		if want := map[bool]float64{false: d.high, true: math.Max(d.low, -2)}[!(cells[0] >= 3)]; x[0] != want {
			t.Errorf("%v: %v, want %v", cells, x, want)
		}
	}
	own := all[0].Model.filed()
	for j := range s.Labels {
		own.Predict(x, s.Row(j))
		if fmt.Sprint(x[0]) != fmt.Sprint(all[0].OutOfFold[j]) {
			t.Fatalf("row %d is judged by %v, the model says %v", j, all[0].OutOfFold[j], x)
		}
	}
}

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
				size, bound := len(m.Encode()), treesBytes(s.Columns, s.Rows(), s.Outputs(), []trees.Settings{settings})
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
