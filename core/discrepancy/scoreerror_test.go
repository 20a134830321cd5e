package discrepancy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// e bounds the difference to a computation in which M(q) is formed afresh.
func TestScoreErrorBoundsTheRounding(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, s := range smoothings {
		const m, d, moves = 40, 6, 300
		o := randomObjective(r, m, d, s, 0.5)
		o.Start(randomPoint(r, m))
		for k := range moves {
			if k%3 == 0 {
				o.Shift(r.IntN(m), r.IntN(m), 0)
			}
			o.Move(r.IntN(m), 3/float64(k+4))
		}
		g := Geometry{Radius: math.Sqrt(mat.Trace(o.Target)), SourceRadius: largestRow(o.Rows, d), Rows: 1, Order: d}
		moved, fresh := make([]float64, m), make([]float64, m)
		o.Gradient(moved)
		o.Start(o.Point())
		o.Gradient(fresh)
		var e, unit float64
		switch s := s.(type) {
		case Softmax:
			e, unit = g.ScoreError(s.Mu, o.Lambda, 2*moves), g.Lipschitz(o.Lambda)*(1+s.Mu*g.largestNorm())
		case PNorm:
			e, unit = g.PNormScoreError(s.P, o.Lambda, 2*moves), g.PNormLipschitz(o.Lambda)*s.P
		}
		for j := range moved {
			if diff := math.Abs(moved[j] - fresh[j]); diff > 2*e {
				t.Errorf("%s: score %d differs by %g, e = %g", name(s), j, diff, e)
			}
		}
		if e > 1e-10*unit {
			t.Errorf("%s: e = %g is no small number beside scores of %g", name(s), e, unit)
		}
	}
}

// Against gradients in 200 bits where they are known in closed form: a diagonal M with rows on the axes.
func TestScoreErrorOnDiagonals(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 5))
	for range 500 {
		const d = 4
		o := &Objective{Target: mat.NewSymDense(d, nil), Rows: make([]float64, d*d)}
		for i := range d {
			o.Target.SetSym(i, i, r.Float64())
			o.Rows[i*d+i] = 1
		}
		p := 1 + 10*r.Float64()
		o.Smoothing = PNorm{p}
		q := randomPoint(r, d)
		o.Start(q)
		got := make([]float64, d)
		o.Gradient(got)
		g := Geometry{Radius: 2, SourceRadius: 1, Rows: 1, Order: d}
		// In the form of the paper, without dividing by the norm first: another order of operations.
		trace := 0.0
		for i := range d {
			trace += math.Exp(2 * p * math.Log(math.Abs(o.Target.At(i, i)-q[i])))
		}
		for i := range d {
			v := o.Target.At(i, i) - q[i]
			want := -2 * math.Copysign(math.Exp((2*p-1)*math.Log(math.Abs(v))), v) * math.Pow(trace, 1/p-1)
			if e := g.PNormScoreError(p, 0, 1); math.Abs(got[i]-want) > e || e > 1e-9 {
				t.Errorf("p=%v: score %d is %v, in closed form %v, e = %g", p, i, got[i], want, e)
			}
		}
	}
}
