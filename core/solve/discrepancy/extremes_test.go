package discrepancy_test

import (
	"math"
	"math/rand/v2"
)

// The instances in which the bounds are attained according to their proofs. The sources lie in a ball of half the
// radius, so that they do not outweigh the private rows.

func axis(dim, k int, size float64) []float64 {
	z := make([]float64, dim)
	z[k] = size
	return z
}

// twoAxes replaces re₁ by re₂ (for d = 1 by 0) where M(q) is a multiple of the identity on their plane, large beside
// 1/μ and r²/n, with source rows on both axes.
func twoAxes(r *rand.Rand, d int) instance {
	last := d - 1
	half := int64(200 + r.IntN(4000))
	in := instance{
		radius: 1, p: 2, eta: 0.5, model: 1, vertices: []int{0, 1},
		common: [][]float64{axis(d, 0, 1), axis(d, last, 1)}, counts: []int64{half, half},
		x: axis(d, 0, 1), y: axis(d, last, 1),
		source: [][]float64{axis(d, 0, 0.5), axis(d, last, 0.5)}, weights: []float64{1, 1},
	}
	if d == 1 {
		in.y[0] = 0
		in.source[1][0] = 0
	}
	in.mu = float64(in.n()) * math.Pow(10, -1-0.3*r.Float64())
	return in
}

// largeIntercept has features of the full length s = √(r²−c²) at the cosine max(−c²/s², −1), which attains the
// sensitivity of the second moment for any intercept.
func largeIntercept(r *rand.Rand, d int) instance {
	dim := max(1, d-1)
	in := twoAxes(r, dim)
	in.intercept = 0.05 + 0.9*r.Float64()
	c2, s2 := in.intercept*in.intercept, 1-in.intercept*in.intercept
	cosine := math.Max(-c2/s2, -1)
	in.x, in.y = axis(dim, 0, 2), axis(dim, 0, 2*cosine) // clipped to length s
	if dim > 1 {
		in.y[1] = 2 * math.Sqrt(1-cosine*cosine)
	} else {
		in.y[0] = -2
	}
	return in
}

// turnedSign has one private row, re₁ or 0, that changes the sign of the only eigenvalue of M(q), and a source on one
// axis.
func turnedSign(r *rand.Rand, d int) instance {
	return instance{
		radius: 1, p: 2, eta: 0.5, model: 1, vertices: []int{0},
		x: axis(d, 0, 1), y: make([]float64, d),
		source: [][]float64{axis(d, 0, 0.7), axis(d, 0, 0)}, weights: []float64{1, 1e-3},
		mu: 100 * math.Exp(r.NormFloat64()),
	}
}

// cancelled has a source that cancels the private rows, M(q) = 0, where the softmax of one eigenvalue is most curved.
func cancelled(r *rand.Rand, d int) instance {
	half := int64(10 + r.IntN(1000))
	in := instance{
		radius: 1, p: 2, eta: 0.5, model: 1, vertices: []int{0},
		common: [][]float64{axis(d, 0, 1), axis(d, 0, 0)}, counts: []int64{half, half},
		x: axis(d, 0, 1), y: make([]float64, d),
		source: [][]float64{axis(d, 0, math.Sqrt(0.5))}, weights: []float64{1},
	}
	in.mu = float64(in.n()) * math.Pow(10, -1-r.Float64())
	return in
}

// exchange is twoAxes with a source so short that it does not move M(q). A whole step goes from a row on one axis to a
// row on the other and back: the gaps of two rounds then change by 4Λ²R in opposite directions.
func exchange(r *rand.Rand, d int) instance {
	in := twoAxes(r, max(2, d))
	for _, z := range in.source {
		for k := range z {
			z[k] *= 0.02
		}
	}
	in.eta, in.weights, in.vertices = 1, []float64{1e-9, 1}, []int{0, 1}
	return in
}
