package grid

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/must"
)

// No public row is longer than the stated r̂ or than r, whatever its features.
func TestSourceRowsLieInTheirRadius(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		g := must.Get(New(1+math.Exp(4*r.Float64()-2), 1))(t)
		d, m := 1+r.IntN(5), 1+r.IntN(6)
		features := make([]float64, d*m)
		for i := range features {
			features[i] = r.NormFloat64() * math.Exp(8*r.Float64()-4)
		}
		rows, radius := g.ClipRows(features, d)
		if radius > g.Radius()*(1+1e-12) {
			t.Fatalf("r̂ = %v exceeds r = %v", radius, g.Radius())
		}
		for j := range m {
			if length := floats.Norm(rows[j*(d+1):(j+1)*(d+1)], 2); length > radius {
				t.Fatalf("row %d has the norm %v, r̂ = %v", j, length, radius)
			}
		}
	}
}

func TestRadiiThatHoldNoFeaturesAreRefused(t *testing.T) {
	for _, r := range []float64{1, 0, -3, math.NaN(), math.Inf(1)} {
		if _, err := New(r, 1); err == nil {
			t.Errorf("radius %v was accepted", r)
		}
	}
}

// A share is the largest whole number q with r·q² ≤ x², of x's sign; so r shares weigh at most what the row does, in
// whole numbers, and a row by itself is unchanged.
func TestSharesOfAPersonAreOneRow(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	for range 300_000 {
		x := int64(r.Uint64N(Steps+1)) >> r.IntN(31)
		if r.IntN(8) == 0 {
			x = Steps - int64(r.IntN(3))
		}
		people := 1 + int64(r.Uint64N(1<<32-1))>>r.IntN(32)
		if r.IntN(4) == 0 { // near a whole number
			q := 1 + int64(r.IntN(1<<15))
			if x = min(Steps, q*q); r.IntN(2) == 0 {
				x--
			}
			people = min(q*q, 1<<32-1)
		}
		steps := []int64{x, -x}
		Shrink(steps, people)
		q := new(big.Int).Sqrt(new(big.Int).Div(new(big.Int).Mul(big.NewInt(x), big.NewInt(x)), big.NewInt(people)))
		if steps[0] != q.Int64() || steps[1] != -q.Int64() {
			t.Fatalf("%d in %d shares is %v, want %v", x, people, steps, q)
		}
		if people == 1 && steps[0] != x {
			t.Fatal("a row by itself was shrunk")
		}
	}
}
