package discrepancy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/symeigen"
)

// curveError returns how far a product with the second derivative is from the central difference of gradients, beside
// its size.
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
			// Differences over 1e-6 of the eigenvalues and over h err by some 1e-6 times the curvature of the slopes, at most a
			// few hundred here.
			if e := curveError(o, randomPoint(r, m), p); !(e < 1e-3) {
				t.Errorf("%s, d = %d: error %g", name(s), d, e)
			}
		}
	}
}

// Curve returns the change of Image along a direction: an image moves with the point.
func TestCurveReturnsTheChangeOfTheImage(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 2))
	const m = 200
	for _, d := range []int{1, 5, 8} {
		o := randomObjective(r, m, d, Softmax{10}, 0.7)
		from, to, p := randomPoint(r, m), randomPoint(r, m), make([]float64, m)
		for j := range p {
			p[j] = to[j] - from[j]
		}
		o.Start(from)
		o.Bend()
		moved := o.Image()
		floats.Add(moved, o.Curve(make([]float64, m), p))
		o.Start(to)
		if want := o.Image(); !floats.EqualApprox(moved, want, 1e-14) {
			t.Errorf("d = %d: the image is %v, not %v", d, moved, want)
		}
	}
}

// Bend takes over the decomposition of a gradient only where the point has not moved since: its products are those of
// an objective that starts there.
func TestBendIsThatOfThePresentPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 2))
	const m, d = 20, 4
	o := randomObjective(r, m, d, Softmax{10}, 0.7)
	o.Uncertified = true // the gradient decomposes M(q)
	there := randomPoint(r, m)
	o.Start(slices.Clone(there))
	image := o.Image()
	p := randomPoint(r, m)
	for name, move := range map[string]func(){
		"none":    func() {},
		"Value":   func() { o.Value() },
		"Move":    func() { o.Move(3, 0.5) },
		"Shift":   func() { o.Shift(1, 2, o.Point()[2]) },
		"Start":   func() { o.Start(randomPoint(r, m)) },
		"StartAt": func() { o.StartAt(slices.Clone(there), slices.Clone(image)) },
	} {
		o.Start(randomPoint(r, m))
		o.Gradient(make([]float64, m))
		move()
		o.Bend()
		got, want := make([]float64, m), make([]float64, m)
		o.Curve(got, p)
		fresh := &Objective{Target: o.Target, Rows: o.Rows, Smoothing: o.Smoothing, Lambda: o.Lambda}
		fresh.Start(slices.Clone(o.Point()))
		fresh.Bend()
		if fresh.Curve(want, p); !floats.EqualApprox(got, want, 1e-6) { // differences over a millionth magnify rounding
			t.Errorf("after %s: %v, not %v", name, got, want)
		}
	}
}

// The products behind Curve are made of half products, with SIMD or without.
func TestCurvatureProductAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 2))
	for _, d := range []int{1, 4, 9, 30} {
		var c curvature
		c.resize(d)
		a, b, want := mat.NewDense(c.n, c.n, nil), mat.NewDense(c.n, c.n, nil), new(mat.Dense)
		for i := range c.n {
			for j := range c.n {
				a.Set(i, j, r.NormFloat64())
				b.Set(i, j, r.NormFloat64())
			}
		}
		a.Add(a, mat.DenseCopyOf(a.T()))
		want.Mul(a, b)
		c.multiply(a.RawMatrix().Data, b.RawMatrix().Data)
		if !mat.EqualApprox(mat.NewDense(c.n, c.n, c.half), want, 1e-13*float64(d+1)) {
			t.Errorf("d = %d: the product differs", d)
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
	none := &Objective{
		Target:    symeigen.NewMatrix(1, []float64{1}),
		Rows:      []float64{1, 1},
		Smoothing: Softmax{10},
		Lambda:    2,
	}
	none.Start([]float64{0.5, 0.5})
	none.Bend()
	got := make([]float64, 2)
	if none.Curve(got, []float64{1, -1}); got[0] != 2 || got[1] != -2 {
		t.Errorf("%v, not λp", got)
	}
}
