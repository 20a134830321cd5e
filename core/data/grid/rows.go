package grid

import (
	"iter"
	"math"
	"slices"

	"privadapt/core/data/dataset"
)

// Rows returns the public rows x_j = (c, z_j), m×(dim+1) row-major, of m rows of features z_j, clipped to the ball like
// private rows, and r̂ = max ‖x_j‖₂. The rows are not rounded to the grid: the charge depends on them only through r̂,
// which is rounded up.
func (g Grid) Rows(features iter.Seq[[]float64], m, dim int) (rows []float64, radius float64) {
	rows = make([]float64, 0, m*(dim+1))
	for z := range features {
		start := len(rows)
		rows = append(rows, g.Intercept())
		rows = append(rows, z...)
		dataset.Clip(rows[start+1:], g.FeatureRadius())
		norm2 := 0.0
		for _, v := range rows[start:] {
			norm2 += v * v
		}
		radius = math.Max(radius, math.Sqrt(norm2))
	}
	// The error of a sum of d squares is at most about d/2 ulp.
	return rows, radius * (1 + 1e-15*float64(dim+8))
}

// ClipRows is Rows of features that are m×dim row-major.
func (g Grid) ClipRows(features []float64, dim int) (rows []float64, radius float64) {
	return g.Rows(slices.Chunk(features, dim), len(features)/dim, dim)
}
