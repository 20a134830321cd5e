package grid

import (
	"math"
	"math/rand/v2"
	"testing"

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
			squares := 0.0
			for _, v := range rows[j*(d+1) : (j+1)*(d+1)] {
				squares += v * v
			}
			if length := math.Sqrt(squares); length > radius {
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
