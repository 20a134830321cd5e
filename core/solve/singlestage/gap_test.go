package singlestage

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/solve/simplex"
)

// A gap is a sum of m terms. Its error is at most (m+16)·2⁻⁵³ times five losses and scores, which is what package adapt
// charges for it. The reference is computed with 200 bits from the same gradient and weights.
func TestGapRoundsLessThanItsTermsAllow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range []int{10, 1000, 100_000} {
		q := make([]float64, m)
		gradient := make([]float64, m)
		largest := 0.0
		for i := range q {
			q[i] = r.ExpFloat64()
			gradient[i] = 100 + r.NormFloat64() // an offset, which every difference cancels
			largest = math.Max(largest, math.Abs(gradient[i]))
		}
		simplex.Normalise(q)
		v := simplex.Minimise(gradient)
		exact := new(big.Float).SetPrec(200)
		for i := range q {
			difference := new(big.Float).SetPrec(200).Sub(big.NewFloat(gradient[i]), big.NewFloat(gradient[v]))
			exact.Add(exact, difference.Mul(difference, big.NewFloat(q[i])))
		}
		want, _ := exact.Float64()
		got := vertexGap(gradient, q, v)
		if bound := float64(m+16) * 0x1p-53 * 5 * largest; math.Abs(got-want) > bound {
			t.Errorf("m = %d: off by %g, allowed %g", m, math.Abs(got-want), bound)
		}
	}
}
