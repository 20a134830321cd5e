package discrepancy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/symeigen"
)

// exactQuartic is λ_max(Σ vec M_j vec M_jᵀ) from its m×m Gram matrix (x_j·x_k)².
func exactQuartic(rows []float64, d int) float64 {
	m := len(rows) / d
	b := symeigen.NewMatrix(m, nil)
	for j := range m {
		for k := j; k < m; k++ {
			inner := mat.Dot(mat.NewVecDense(d, rows[j*d:(j+1)*d]), mat.NewVecDense(d, rows[k*d:(k+1)*d]))
			b.Set(j, k, inner*inner)
		}
	}
	return SpectralNorm(b)
}

func TestQuarticNormByHand(t *testing.T) {
	// Three rows (3,0), two (0,5): the eigenvalues are 3·3⁴ = 243 and 2·5⁴ = 1250.
	rows := []float64{3, 0, 3, 0, 3, 0, 0, 5, 0, 5}
	if got := QuarticNorm(rows, 2); got < 1250 || got > 1250*(1+1e-10) {
		t.Errorf("λ_max(Σ vec M vec Mᵀ) ≤ %v", got)
	}
	if got := QuarticNorm(make([]float64, 6), 2); got != 0 {
		t.Errorf("rows of zeros: %v", got)
	}
}

// It is an upper bound, within two parts in a hundred even if orthogonal groups of rows make the power method slow, and
// no larger than the bound that the plain Gram matrix gives.
func TestQuarticNormBoundsFromAbove(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	for trial := range 300 {
		m, d := 1+r.IntN(40), 1+r.IntN(6)
		rows := make([]float64, m*d)
		for i := range rows {
			if trial%3 != 0 || (i/d)%d == i%d { // every third: rows on the axes
				rows[i] = math.Exp(0.5*r.NormFloat64()) * float64(1-2*r.IntN(2))
			}
		}
		var gram mat.SymDense
		gram.SymOuterK(1, mat.NewDense(m, d, rows).T())
		exact, got := exactQuartic(rows, d), QuarticNorm(rows, d)
		if got < exact || got > 1.02*exact {
			t.Errorf("m=%d d=%d: λ_max(Σ vec M vec Mᵀ) = %v, bound %v", m, d, exact, got)
		}
		if radius := largestRow(rows, d); got > radius*radius*SpectralNorm(
			symeigen.NewMatrix(d, gram.RawSymmetric().Data),
		)*1.02 {
			t.Errorf("the quartic bound %v is above r̂²λ_max", got)
		}
	}
}
