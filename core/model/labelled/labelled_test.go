package labelled

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
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
				g := (f - o.Centres[k]) / o.Scales[k]
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
		f, g, r := make([]float64, o.Outputs()), make([]float64, o.Outputs()), make([]float64, o.Outputs())
		for _, a := range values {
			for _, c := range []float64{0, 1, math.NaN()} {
				for _, label := range values {
					o.Values(f, []float64{a, c})
					has := o.Columns(g, r, f, label)
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

// decoded is a model as JSON has it.
func decoded(text []byte, columns []dataset.Column, classes int) (Model, error) {
	var d Document
	if err := basemodel.Read(text, &d); err != nil {
		return nil, err
	}
	return d.Model(columns, classes)
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
		h := must.Get(design.Candidates(q, nil))(t)[1].Model // weighted
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
			code := must.Get(json.Marshal(m))(t)
			again := must.Get(decoded(code, s.Columns, classes))(t).(*Corrected)
			if !bytes.Equal(must.Get(json.Marshal(again))(t), code) || again.Offset.Digest() != o.Digest() {
				t.Fatalf("%d classes: read again: %+v", classes, again)
			}
			moved := slices.Clone(s.Columns)
			moved[0].Mean++
			for name, columns := range map[string][]dataset.Column{"fewer columns": s.Columns[:1], "another mean": moved} {
				if _, err := decoded(code, columns, classes); err == nil {
					t.Errorf("%d classes: read with %s", classes, name)
				}
			}
			if _, err := decoded(code, s.Columns, classes+4); err == nil {
				t.Errorf("%d classes: read with others", classes)
			}
			const rows = 50
			scores, together := make([]float64, s.Outputs()), make([]float64, rows*s.Outputs())
			again.Predict(together, s.Cells[:rows*len(s.Columns)])
			f, v, g := make([]float64, o.Outputs()), make([]float64, o.Outputs()), make([]float64, o.Outputs())
			p := make([]float64, max(2, classes))
			for j := range rows {
				cells := s.Row(j)
				m.Predict(scores, cells)
				if repeated := together[j*len(scores) : (j+1)*len(scores)]; !slices.Equal(scores, repeated) {
					t.Fatalf("%v, read again and with other rows %v", scores, repeated)
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
					if math.Abs(scores[0]-o.Model.Clip(want[0])) > 1e-9 {
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

// Whatever is read, there is a model or an error. A model is written as what it was read from, and gives scores for all
// cells: of a correction they are numbers, unless they are in a file.
func FuzzDecode(f *testing.F) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(60, classes)
		design := must.Get(auto.NewDesign(s, nil))(f)
		q := basemodel.Uniform(60)
		q[0] = 9
		for _, c := range must.Get(design.Candidates(q, nil))(f) {
			f.Add(must.Get(json.Marshal(c.Model))(f), classes)
			o := NewOffset(s, c)
			delta := make([][]float64, o.Outputs())
			for k := range delta {
				delta[k] = make([]float64, 1+3+o.Outputs())
				delta[k][1] = 1e300
			}
			f.Add(must.Get(json.Marshal(NewCorrected(s.Columns, o, nil, 0, delta)))(f), classes)
			f.Add(must.Get(json.Marshal(NewCorrected(s.Columns, o, o.Model, 0.5, delta)))(f), classes)
		}
		f.Add(fmt.Appendf(nil, `{"columns":%q,"limit":0,"low":0,"high":1,"parts":[{"share":1,"public":1,"base":"file",
			"model":{"sha256":"%064d"}}]}`, basemodel.Digest(s.Columns, classes), 7), classes)
	}
	columns := sample(1, 0).Columns
	f.Fuzz(func(t *testing.T, data []byte, classes int) {
		if classes < 0 || classes == 1 || classes > 64 {
			return
		}
		m, err := decoded(data, columns, classes)
		if err != nil {
			return
		}
		text := must.Get(json.Marshal(m))(t)
		if again := must.Get(decoded(text, columns, classes))(t); !bytes.Equal(must.Get(json.Marshal(again))(t), text) {
			t.Fatal("read and written again it is another model")
		}
		_, corrected := m.(*Corrected)
		scores := make([]float64, basemodel.Outputs(classes))
		for _, v := range []float64{0, math.NaN(), 1e308} {
			m.Predict(scores, []float64{v, min(v, 0)})
			if corrected && m.File() == "" && slices.ContainsFunc(scores, func(v float64) bool { return v != v }) {
				t.Fatalf("a score of %v", scores)
			}
		}
	})
}

// Where the private rows are the public ones with columns larger or smaller by one factor and residuals by another, the
// mean square that clipping left gives back the whole one, for each residual of one number or of several classes, with
// all labels or some. Where nearly all rows are clipped, every pair of factors of one ratio looks alike, and no more is
// added than the smaller ones ask for.
func TestClippingIsUndoneOnRowsLikeThePublicOnes(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s := sample(200, classes)
		o, _ := offsetOf(t, s)
		for _, wider := range []float64{0.5, 3} {
			for _, factor := range []float64{0.5, 1, 2, 6} {
				for _, radius := range []float64{2, 4, 1e6} {
					for _, labelled := range []float64{0.1, 1} {
						whole, clipped, columns := meanSquares(o, s, wider, factor, radius, labelled)
						for k := range o.Outputs() {
							c := o.Clipping(s.Table, columnsOf(t, s), radius, k,
								Clipped{Residual: clipped[k], Columns: columns, Labelled: labelled})
							got := clipped[k] * c.Ratio
							if most := radius == 2 && wider == 3; got/whole[k] > 1.005 || !most && got/whole[k] < 0.995 {
								t.Errorf(
									"%d classes, factors %v and %v, radius %v, labels %v, residual %d: %v of %v was left, and %v found",
									classes, wider, factor, radius, labelled, k, clipped[k], whole[k], got)
							}
						}
					}
				}
			}
		}
	}
}

// columnsOf maps the columns of a sample and the predictions to themselves.
func columnsOf(t *testing.T, s basemodel.Sample) *features.Map {
	schema := dataset.Schema{Columns: s.Columns, Classes: make([]string, s.Classes)}
	d := schema.Dim() + max(1, s.Classes-1)
	m := &features.Map{Kind: features.Labels, Scales: slices.Repeat([]float64{1}, d)}
	for i := range d {
		m.Matrix = append(m.Matrix, make([]float64, d))
		m.Matrix[i][i] = 1
	}
	must.Do(t, m.Restore(schema))
	return m
}

// meanSquares returns the mean squares of each residual of the public rows, whole and with the rows clipped, and
// the clipped mean of ‖φ‖² where a share of them has labels. Columns are multiplied by √wider, and residuals
// by factor.
func meanSquares(
	o *Offset,
	s basemodel.Sample,
	wider, factor, radius, labelled float64,
) (whole, clipped []float64, columns float64) {
	encoding, outputs := basemodel.NewEncoding(s.Columns), o.Outputs()
	d, m := encoding.Dim(), float64(s.Rows())
	whole, clipped = make([]float64, outputs), make([]float64, outputs)
	for j := range s.Rows() {
		row, f := make([]float64, d+2*outputs), make([]float64, outputs)
		encoding.Apply(row[:d], s.Row(j))
		o.Values(f, s.Row(j))
		o.Columns(row[d:d+outputs], row[d+outputs:], f, s.Labels[j])
		for i := range d + outputs {
			row[i] *= math.Sqrt(wider)
		}
		without, t := append([]float64(nil), row[:d+outputs]...), row[d+outputs:]
		for k := range t {
			t[k] = factor * o.Public[j*outputs+k]
			whole[k] += t[k] * t[k] / m
			t[k] *= Gamma
		}
		dataset.Clip(row, radius)
		dataset.Clip(without, radius)
		for k := range t {
			clipped[k] += t[k] * t[k] / (Gamma * Gamma * m)
		}
		for i, v := range without {
			columns += (labelled*row[i]*row[i] + (1-labelled)*v*v) / m
		}
	}
	return whole, clipped, columns
}

// Whatever was released, nothing is taken away and what is added is bounded, or has no upper end.
func TestClippingIsTotal(t *testing.T) {
	s := sample(100, 0)
	o, _ := offsetOf(t, s)
	for _, size := range []float64{-1e30, -1, 0, 1e-300, 1e300, math.Inf(1), math.NaN()} {
		for _, radius := range []float64{1e-3, 1, 1e6} {
			for _, columns := range []float64{-1e30, 0, 1, 1e300, math.NaN()} {
				for _, noise := range []float64{0, 1, math.Inf(1)} {
					for _, high := range []float64{0, 2, math.Inf(1)} {
						c := o.Clipping(s.Table, columnsOf(t, s), radius, 0,
							Clipped{Residual: size, High: high, Columns: columns, Noise: noise, Labelled: 0.5})
						if !(c.Ratio >= 1 && c.Ratio < 1e10 && c.AtHigh >= 1 && c.Doubt >= 0) {
							t.Errorf("residual %v up to %v, columns %v, noise %v, radius %v: %+v", size, high, columns, noise, radius,
								c)
						}
						for _, value := range []float64{0, 0.5, 3} {
							whole, from, to := c.Whole(value, value/2, value+high)
							if !(from >= value/2 && from <= whole && whole <= to && whole >= value) {
								t.Errorf("%+v: %v, from %v to %v", c, whole, from, to)
							}
						}
					}
				}
			}
		}
	}
}

// Where the private rows fill the ball there is no upper end; where few of them reach its sphere there is one, near
// what is stated. The lower end does not rest on what is added for clipping.
func TestAFullBallHasNoUpperEnd(t *testing.T) {
	s := sample(400, 0)
	o, _ := offsetOf(t, s)
	for _, c := range []struct {
		wider, factor, radius float64
		bounded               bool
	}{{1, 1, 6, true}, {1, 1.5, 4, true}, {30, 1, 3, false}, {1, 40, 3, false}, {20, 20, 2, false}} {
		_, clipped, columns := meanSquares(o, s, c.wider, c.factor, c.radius, 1)
		found := o.Clipping(s.Table, columnsOf(t, s), c.radius, 0,
			Clipped{Residual: clipped[0], High: clipped[0], Columns: columns, Labelled: 1})
		whole, from, to := found.Whole(clipped[0], clipped[0], clipped[0])
		if bounded := to < math.Inf(1); bounded != c.bounded || bounded && to > 1.5*whole ||
			math.Abs(from/clipped[0]-1) > 1e-9 {
			t.Errorf("%+v: %v of %v, from %v to %v", c, whole, clipped[0], from, to)
		}
	}
}

// The excess of squared residuals is κ − 1. κ is the kurtosis of the public ones, or of the normal law if that is
// larger.
func TestExcessFollowsTheKurtosis(t *testing.T) {
	s := sample(400, 0)
	s.Labels[7] += 40
	o, _ := offsetOf(t, s)
	var square, fourth float64
	for _, t := range o.Public {
		square, fourth = square+t*t/400, fourth+t*t*t*t/400
	}
	if kurtosis := fourth / (square * square); kurtosis < 50 || math.Abs(o.Excess(0)/(kurtosis-1)-1) > 1e-12 {
		t.Errorf("κ = %v, excess %v", kurtosis, o.Excess(0))
	}
	for j := range o.Public {
		o.Public[j] = 1
	}
	if o.Excess(0) != 2 {
		t.Errorf("residuals of one size have the excess %v", o.Excess(0))
	}
}
