package discrepancy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/symeigen"
)

// curveError returns how far a product with the second derivative is from the central difference of gradients, beside its size.
func curveError(o *Objective, q, p []float64) float64 {
	const h = 1e-5
	m := len(q)
	o.Start(slices.Clone(q))
	o.Bend()
	got := make([]float64, m)
	at := func(h float64) []float64 {
		moved, gradient := slices.Clone(q), make([]float64, m)
		for j := range moved {
			moved[j] += h * p[j]
		}
		o.Start(moved)
		o.Gradient(gradient)
		return gradient
	}
	ahead, behind := at(h), at(-h)
	o.Curve(got, p) // the point has moved since Bend
	worst, size := 0.0, 0.0
	for j, v := range got {
		want := (ahead[j] - behind[j]) / (2 * h)
		worst, size = math.Max(worst, math.Abs(v-want)), math.Max(size, math.Abs(want))
	}
	return worst / size
}

func TestCurveMatchesDifferencesOfGradients(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 2))
	for _, s := range smoothings {
		for _, d := range []int{1, 2, 5} {
			const m = 12
			o := randomObjective(r, m, d, s, 0.7)
			p := make([]float64, m)
			for j := range p {
				p[j] = r.NormFloat64() / m
			}
			// Differences over 1e-6 of the eigenvalues and over h err by some 1e-6 times the curvature of the slopes, at most a few hundred here.
			if e := curveError(o, randomPoint(r, m), p); !(e < 1e-3) {
				t.Errorf("%s, d = %d: error %g", name(s), d, e)
			}
		}
	}
}

// Where eigenvalues are equal, the quotient of slopes has a limit.
func TestCurveAtEqualEigenvalues(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 2))
	const m, d = 8, 3
	o := randomObjective(r, m, d, Softmax{10}, 0.1)
	q := randomPoint(r, m)
	o.Start(slices.Clone(q))
	for i := range d {
		for j := i; j < d; j++ {
			gram := o.Target.At(i, j) - o.matrix.At(i, j)
			if i == j {
				gram += 0.3 // M(q) is 0.3 times the identity
			}
			o.Target.Set(i, j, gram)
		}
	}
	p := make([]float64, m)
	for j := range p {
		p[j] = r.NormFloat64() / m
	}
	if e := curveError(o, q, p); !(e < 1e-3) {
		t.Errorf("error %g", e)
	}
	// At M(q) = 0 there is no scale to take differences on, and λ alone remains.
	none := &Objective{Target: symeigen.NewMatrix(1, []float64{1}), Rows: []float64{1, 1}, Smoothing: Softmax{10}, Lambda: 2}
	none.Start([]float64{0.5, 0.5})
	none.Bend()
	got := make([]float64, 2)
	if none.Curve(got, []float64{1, -1}); got[0] != 2 || got[1] != -2 {
		t.Errorf("%v, not λp", got)
	}
}
