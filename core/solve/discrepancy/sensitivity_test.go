package discrepancy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/symeigen"
)

// The lemma behind both Δ₂: ‖G(M+K)−G(M)‖_F ≤ L‖K‖_F with L = μ/2 for the softmax, μ where d = 1, and L = 2^{1/p}(2p−1)
// for the p-norm. Steps K have any rank and size. Half of the M are near a multiple of the identity on a plane, and
// half of the steps lie in this plane, where the bound is attained according to the proof.
func TestFrobeniusSmoothness(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, s := range smoothings {
		best := 0.0
		for trial := range 4000 {
			d := 1 + r.IntN(5)
			m, k := randomSymmetric(r, d, math.Pow(10, 4*r.Float64()-2)), randomSymmetric(r, d, math.Pow(10, 3*r.Float64()-3))
			if trial%2 == 0 {
				scale(1e-3, m)
				for i := range min(d, 2) {
					m.Set(i, i, m.At(i, i)+10*math.Min(1, float64(d-1))) // for d = 1 the softmax is most curved at 0
				}
			}
			if trial%4 < 2 {
				scale(1e-2, k)
				for i := range min(d, 2) {
					k.Set(i, i, k.At(i, i)+0.1*float64(1-2*i))
				}
			}
			if softmax, ok := s.(Softmax); ok { // the scale of everything is 1/μ
				scale(1/softmax.Mu, m)
				scale(1/softmax.Mu, k)
			}
			constant := 0.0
			switch s := s.(type) {
			case Softmax:
				constant = s.Mu / float64(min(d, 2))
			case PNorm:
				constant = math.Pow(2, 1/s.P) * (2*s.P - 1)
			}
			moved := symeigen.NewMatrix(d, nil)
			dense(moved).AddSym(dense(m), dense(k))
			before, after := matrixOfGradient(s, m), matrixOfGradient(s, moved)
			scale(-1, before)
			change := dense(after)
			change.AddSym(change, dense(before))
			// Both matrices round by about 10⁻¹⁴ of their sizes.
			got, bound := mat.Norm(change, 2), constant*mat.Norm(dense(k), 2)
			if got > bound+1e-12*(1+mat.Norm(dense(before), 2)) {
				t.Fatalf("%s d=%d: the gradient moves by %v, L‖K‖ = %v", name(s), d, got, bound)
			}
			best = math.Max(best, got/bound)
		}
		if best < 0.95 {
			t.Errorf("%s: the best step reaches only %.3f of the constant", name(s), best)
		}
	}
}

func largestRow(rows []float64, d int) float64 {
	largest := 0.0
	for j := range len(rows) / d {
		largest = math.Max(largest, mat.Norm(mat.NewVecDense(d, rows[j*d:(j+1)*d]), 2))
	}
	return largest
}

func TestComponentsStayBelowTheLipschitzConstants(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	for range 300 {
		const m, d = 15, 3
		for _, s := range smoothings {
			o := randomObjective(r, m, d, s, r.Float64())
			g := Geometry{Radius: math.Sqrt(mat.Trace(dense(o.Target))), SourceRadius: largestRow(o.Rows, d), Rows: 1,
				Order: d}
			gradient := make([]float64, m)
			o.Start(randomPoint(r, m))
			o.Gradient(gradient)
			bound, spread := g.Lipschitz(o.Lambda), g.ScoreSpread(o.Lambda)
			if _, ok := s.(PNorm); ok {
				bound, spread = g.PNormLipschitz(o.Lambda), g.PNormScoreSpread(o.Lambda)
			}
			least, most := math.Inf(1), math.Inf(-1)
			for _, v := range gradient {
				least, most = math.Min(least, v), math.Max(most, v)
			}
			if math.Max(-least, most) > bound || most-least > spread {
				t.Fatalf("%s: components from %v to %v, bound %v, spread %v", name(s), least, most, bound, spread)
			}
		}
	}
}
