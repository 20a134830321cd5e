package linear

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/solve/simplex"
)

// drawn is a sample of two standardised numbers, sometimes missing, and a category of three levels.
func drawn(rows, classes int, seed uint64, noise float64) basemodel.Sample {
	r := rand.New(rand.NewPCG(seed, 11))
	third, scale := 1.0/3, math.Sqrt(2)/3
	s := basemodel.Sample{Classes: classes, Table: basemodel.Table{Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 5, Scale: 2}, {Name: "b", Kind: dataset.Numeric, Scale: 1},
		{
			Name: "c",
			Kind: dataset.Categorical,
			Levels: []dataset.Level{
				{Name: "x", Mean: third, Scale: scale},
				{Name: "y", Mean: third, Scale: scale},
				{Name: "z", Mean: third, Scale: scale},
			},
		},
	}}}
	for range rows {
		a, b, c := 5+2*r.NormFloat64(), r.NormFloat64(), float64(r.IntN(3))
		y := 3*a - 2*b + c*c + a*b/2 + noise*r.NormFloat64()
		if classes > 0 {
			y = math.Min(math.Max(math.Floor((y-10)/8+noise*r.NormFloat64()), 0), float64(classes-1))
		}
		if r.IntN(10) == 0 {
			b = math.NaN()
		}
		s.Cells, s.Labels = append(s.Cells, a, b, c), append(s.Labels, y)
	}
	return s
}

func weightsOf(rows int) []float64 {
	r := rand.New(rand.NewPCG(5, 12))
	w := make([]float64, rows)
	for j := range w {
		if r.IntN(4) > 0 {
			w[j] = r.ExpFloat64()
		}
	}
	return w
}

// Of classes the gradient of the penalised loss vanishes at the fit, with two classes and with four.
func TestLogisticIsStationary(t *testing.T) {
	for _, classes := range []int{2, 4} {
		s := drawn(600, classes, 2, 0.5)
		d := NewDesign(s)
		q := weightsOf(600)
		simplex.Normalise(q)
		outputs := s.Outputs()
		l := logistic{d, nil, make([][]float64, outputs)}
		for k := range l.taken {
			l.taken[k] = make([]float64, d.order)
		}
		const strength = 0.01
		w := must.Get(l.solve(q, strength, nil))(t)
		objective := func() float64 {
			sum, scores := 0.0, make([]float64, outputs)
			for j, v := range q {
				l.scores(scores, j, w)
				sum += v * basemodel.Loss(scores, s.Labels[j], classes)
			}
			for _, c := range w {
				for _, v := range c[1:] {
					sum += strength / 2 * v * v
				}
			}
			return sum
		}
		for k := range w {
			for i := range w[k] {
				const step = 1e-4
				own := w[k][i]
				w[k][i] = own + step
				up := objective()
				w[k][i] = own - step
				down := objective()
				w[k][i] = own
				if slope := (up - down) / (2 * step); math.Abs(slope) > 2e-3 {
					t.Errorf("%d classes: the slope by coefficient %d of output %d is %v", classes, i, k, slope)
				}
			}
		}
	}
}

// A correction repairs scores that are wrong by a linear function.
func TestACorrectionRepairsWhatIsLinear(t *testing.T) {
	s, rows := drawn(800, 0, 3, 0.1), 800
	errorOf := func(scores []float64) float64 {
		sum := 0.0
		for j, y := range s.Labels {
			sum += (scores[j] - y) * (scores[j] - y) / float64(rows)
		}
		return sum
	}
	d := NewDesign(s)
	plain := must.Get(d.CrossValidate(basemodel.Uniform(rows), nil))(t)
	wrong := make([]float64, rows)
	for j, v := range plain.OutOfFold {
		wrong[j] = v + 10 + 4*s.Cells[3*j]
	}
	c := must.Get(d.Correct(basemodel.Uniform(rows), wrong, nil))(t)
	if x, y := errorOf(plain.OutOfFold), errorOf(c.OutOfFold); !(y < 1.05*x) {
		t.Errorf("corrected: %v, before it was wrong %v", y, x)
	}
}

// golden are digests of encoded models; the test runs natively and as wasm.
var golden = map[int]string{0: "26512b2364ebd0ec", 2: "35fc766d858cf393", 3: "a17a43800056c6ea"}

func TestSameBytesEverywhere(t *testing.T) {
	for classes, want := range golden {
		s := drawn(400, classes, 4, 1)
		f := must.Get(NewDesign(s).CrossValidate(weightsOf(400), nil))(t)
		code := f.Model.Encode()
		if got := fmt.Sprintf("%x", sha256.Sum256(code))[:16]; got != want {
			t.Errorf("%d classes: %d bytes, digest %s, want %s", classes, len(code), got, want)
		}
		r := basemodel.NewReader(code)
		r.Byte()
		again := Decode(r)
		if err := r.Err(); err != nil || !bytes.Equal(again.Encode(), code) {
			t.Fatalf("decoded: %v", err)
		}
		x, y := make([]float64, s.Outputs()), make([]float64, s.Outputs())
		for j := range s.Labels {
			f.Model.Predict(x, s.Row(j))
			again.Predict(y, s.Row(j))
			if fmt.Sprint(x) != fmt.Sprint(y) {
				t.Fatalf("row %d: %v, after decoding %v", j, x, y)
			}
		}
	}
}
