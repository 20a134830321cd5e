package labelled

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// sample has two columns, a number and a category; labels are numbers, or classes.
func sample(rows, classes int) basemodel.Sample {
	rng := rand.New(rand.NewPCG(81, 82))
	s := basemodel.Sample{Classes: classes, Table: basemodel.Table{Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 0, Scale: 1, Min: -4, Max: 4},
		{
			Name:   "c",
			Kind:   dataset.Categorical,
			Levels: []dataset.Level{{Name: "x", Mean: 0.5, Scale: 0.5}, {Name: "y", Mean: 0.5, Scale: 0.5}},
		},
	}}}
	for range rows {
		a, c := rng.NormFloat64(), float64(rng.IntN(2))
		y := a + c + 0.5*rng.NormFloat64()
		if classes > 0 {
			y = math.Min(math.Max(math.Floor(y+1), 0), float64(classes-1))
		}
		s.Cells, s.Labels = append(s.Cells, a, c), append(s.Labels, y)
	}
	return s
}

func offsetOf(t testing.TB, s basemodel.Sample) (*Offset, *auto.Candidate) {
	t.Helper()
	design := must.Get(auto.NewDesign(s, nil, method.Linear))(t)
	c := design.PublicChoice()
	return NewOffset(s, c), c
}

// Over the public sample, out of fold, each prediction column has mean 0 and variance 1, and each residual a mean
// square of 1: the columns are in the units in which a private row is clipped. With K classes there are K − 1 of each.
func TestColumnsAreInPublicUnits(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(600, classes)
		o, c := offsetOf(t, s)
		if want := max(1, classes-1); o.Outputs() != want || len(o.Spread) != want {
			t.Fatalf("%d classes: %d outputs", classes, o.Outputs())
		}
		p := make([]float64, max(2, classes))
		for k := range o.Outputs() {
			var mean, square, residual float64
			for j, y := range s.Labels {
				scores := c.OutOfFold[j*s.Outputs() : (j+1)*s.Outputs()]
				f := scores[0]
				if classes > 0 {
					basemodel.Probabilities(p[:classes], scores)
					f = p[k+1]
					if y == float64(k+1) {
						y = 1
					} else {
						y = 0
					}
				}
				g := (f - o.centres[k]) / o.scales[k]
				t := (y - f) / o.Spread[k]
				mean, square, residual = mean+g/600, square+g*g/600, residual+t*t/600
			}
			if math.Abs(mean) > 1e-9 || math.Abs(square-1) > 1e-9 || math.Abs(residual-1) > 1e-9 {
				t.Errorf("%d classes, output %d: g has mean %v and mean square %v, t %v", classes, k, mean, square, residual)
			}
		}
	}
}

// Cells and labels of any kind give finite columns, and a label only where it is a finite number.
func TestColumnsAreDefinedForAllRows(t *testing.T) {
	values := []float64{0, 1, -3, math.NaN(), math.Inf(1), math.Inf(-1), 1e308, -1e308, 1e100, 5e-324}
	for _, classes := range []int{0, 3} {
		o, _ := offsetOf(t, sample(100, classes))
		g, r := make([]float64, o.Outputs()), make([]float64, o.Outputs())
		for _, a := range values {
			for _, c := range []float64{0, 1, math.NaN()} {
				for _, label := range values {
					has := o.Columns(g, r, []float64{a, c}, label)
					if finite := label-label == 0; has && !finite || !has && finite && math.Abs(label) < 1e300 {
						t.Errorf("the label %v of %v counts: %v", label, a, has)
					}
					for k := range g {
						if g[k]-g[k] != 0 || has && r[k]-r[k] != 0 {
							t.Errorf("%v, %v, label %v: g = %v, t = %v", a, c, label, g, r)
						}
					}
				}
			}
		}
	}
}

// A correction adds what it says to numbers and to probabilities, of f and of a share of h; encoded and read again it
// predicts the same.
func TestCorrectedModelsAddTheCorrection(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(300, classes)
		o, _ := offsetOf(t, s)
		design := must.Get(auto.NewDesign(s, nil, method.Linear))(t)
		q := make([]float64, s.Rows())
		for j := range q {
			q[j] = math.Exp(s.Row(j)[0])
		}
		choice := must.Get(design.Choose(q, nil))(t)
		h := choice.Models()[1] // weighted
		dim := 1 + 3 + o.Outputs()
		for _, share := range []float64{0, 0.3, 1} {
			var delta [][]float64
			for k := range o.Outputs() {
				delta = append(delta, make([]float64, dim))
				delta[k][0], delta[k][1], delta[k][dim-1] = 0.01, 0.02, 0.005
			}
			other := h
			if share == 0 {
				other = nil
			}
			m := NewCorrected(s.Columns, o, other, share, delta)
			code := m.Encode()
			again, err := Decode(code)
			if err != nil || !bytes.Equal(again.Encode(), code) || !again.Fits(s.Columns, classes) ||
				again.Fits(s.Columns[:1], classes) ||
				again.Offset().Digest() != o.Digest() {
				t.Fatalf("%d classes: read again: %v", classes, err)
			}
			scores, repeated := make([]float64, s.Outputs()), make([]float64, s.Outputs())
			f, v, g := make([]float64, o.Outputs()), make([]float64, o.Outputs()), make([]float64, o.Outputs())
			p := make([]float64, max(2, classes))
			for j := range 50 {
				cells := s.Row(j)
				m.Predict(scores, cells)
				again.Predict(repeated, cells)
				if scores[0] != repeated[0] {
					t.Fatalf("%v, read again %v", scores, repeated)
				}
				o.Values(f, cells)
				Values(h, v, cells)
				o.Scale(g, f)
				sum := 0.0
				want := make([]float64, o.Outputs())
				for k := range want {
					want[k] = (1-share)*f[k] + share*v[k] + 0.01 + 0.02*cells[0] + 0.005*g[len(g)-1]
					sum += want[k]
				}
				if classes == 0 {
					low, high := o.Model.Limits()
					if math.Abs(scores[0]-math.Min(math.Max(want[0], low), high)) > 1e-9 {
						t.Fatalf("row %d: %v, not %v", j, scores[0], want[0])
					}
					continue
				}
				basemodel.Probabilities(p[:classes], scores)
				for k, w := range want {
					// Probabilities that are cut at their least are divided by a sum above 1.
					if sum < 0.99 && w > 0.01 && math.Abs(p[k+1]-w) > 0.01*float64(classes) {
						t.Fatalf("row %d, class %d: %v, not %v", j, k+1, p[k+1], w)
					}
				}
			}
		}
	}
}

// Whatever is read, there is a model or an error; a model predicts finite scores for all cells.
func FuzzDecode(f *testing.F) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(60, classes)
		o, _ := offsetOf(f, s)
		delta := make([][]float64, o.Outputs())
		for k := range delta {
			delta[k] = make([]float64, 1+3+o.Outputs())
			delta[k][1] = 1e300
		}
		f.Add(NewCorrected(s.Columns, o, nil, 0, delta).Encode())
		f.Add(NewCorrected(s.Columns, o, o.Model, 0.5, delta).Encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil {
			return
		}
		if !bytes.Equal(m.Encode(), data) {
			t.Fatal("read and written again it is another model")
		}
		columns := m.Offset().Model.Own()
		scores := make([]float64, basemodel.Outputs(m.Offset().Model.Classes()))
		for _, v := range []float64{0, math.NaN(), 1e308} {
			cells := make([]float64, len(columns))
			for i, c := range columns {
				if cells[i] = v; len(c.Levels) > 0 && v > 0 {
					cells[i] = 0
				}
			}
			m.Predict(scores, cells)
			for _, v := range scores {
				if v != v {
					t.Fatalf("a score of %v", scores)
				}
			}
		}
	})
}
