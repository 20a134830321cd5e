package grid

import (
	"math"

	"privadapt/core/dataset"
)

// ClipRows returns the public rows x_j = (c, z_j) with the features, m×dim row-major, clipped to the ball as private ones
// are, and r̂ = max ‖x_j‖₂. They are not rounded to the grid: nothing is charged by them but r̂, which is rounded up.
func (g Grid) ClipRows(features []float64, dim int) (rows []float64, radius float64) {
	m := len(features) / dim
	rows = make([]float64, 0, m*(dim+1))
	for j := range m {
		start := len(rows)
		rows = append(rows, g.Intercept())
		rows = append(rows, features[j*dim:(j+1)*dim]...)
		dataset.Clip(rows[start+1:], g.FeatureRadius())
		norm2 := 0.0
		for _, v := range rows[start:] {
			norm2 += v * v
		}
		radius = math.Max(radius, math.Sqrt(norm2))
	}
	// A sum of d squares is off by at most about d/2 ulp.
	return rows, radius * (1 + 1e-15*float64(dim+8))
}
