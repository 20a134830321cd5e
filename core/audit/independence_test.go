//go:build !js

package audit

import (
	"math"
	"testing"

	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/moment"
)

// The noise of different entries, of successive releases and of releases with samplers of their own is uncorrelated: all
// pairs of 15 standardised values, at 6 standard errors each. A false alarm has probability below 105·2e-9 ≈ 2e-7.
func TestNoiseIsIndependent(t *testing.T) {
	const runs = 4000
	grid, err := moment.NewGrid(1.5, 0)
	if err != nil {
		t.Fatal(err)
	}
	sum := sumOfTwo(grid, []float64{1, 0.5})
	exact := sum.Mean()
	m := mechanism.NewMoment(grid, mechanism.ReplaceOne, gaussianRho)
	sigma := m.StandardDeviation(float64(sum.Rows))
	one, other := sampler.New(), sampler.New()
	var products [15][15]float64
	for range runs {
		var z []float64
		for _, s := range []*sampler.Sampler{one, one, other} {
			released, _ := m.Release(sum, s)
			for i := range sum.Order {
				for j := max(i, 1); j < sum.Order; j++ {
					v := (released.At(i, j) - exact.At(i, j)) / sigma
					if i != j {
						v *= math.Sqrt2
					}
					z = append(z, v)
				}
			}
		}
		for k := range z {
			for l := range k {
				products[k][l] += z[k] * z[l] / runs
			}
		}
		one, other = other, sampler.New()
	}
	for k := range products {
		for l := range k {
			if c := products[k][l]; math.Abs(c) > 6/math.Sqrt(runs) {
				t.Errorf("noise %d and noise %d are correlated: %v", k, l, c)
			}
		}
	}
}
