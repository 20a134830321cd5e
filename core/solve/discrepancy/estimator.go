package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// estimator computes scores in float32: rows of half the length, and so twice as many at once.
type estimator struct {
	radius float64 // max ‖x_j‖

	tiles  *kernel.Tiles
	form   kernel.Form[float32]
	forms  []float32
	scores []float64
	q      []float64 // with the last weight again where the last tile has the last row again
	sums   []uint64  // of weights of the rows
}

// newEstimator takes rows, m×d row-major.
func newEstimator(rows []float64, d int) *estimator {
	e := &estimator{tiles: kernel.NewTiles(rows, d), form: kernel.NewForm[float32](d)}
	n := e.tiles.Padded()
	e.forms, e.scores, e.q, e.sums = make([]float32, n), make([]float64, n), make([]float64, n), make(
		[]uint64,
		len(rows)/d,
	)
	for ; len(rows) > 0; rows = rows[d:] {
		e.radius = math.Max(e.radius, math.Sqrt(kernel.Dot(rows[:d], rows[:d])))
	}
	return e
}

// estimate computes −x_jᵀGx_j + λq_j for every row and returns all of them and the least. Without a G it takes the
// forms that it had of the last.
func (e *estimator) estimate(g []float64, lambda float64, q []float64) (scores []float64, least float64) {
	if len(g) > 0 {
		e.form.Set(g, e.tiles.Order(), -1)
		e.tiles.QuadraticForms(e.forms, e.form)
	}
	for j := copy(e.q, q); j < len(e.q); j++ {
		e.q[j] = q[len(q)-1]
	}
	least = kernel.Regularise(e.scores, e.forms, lambda, e.q)
	return e.scores[:len(q)], least
}

// wipe overwrites what has been computed from G.
func (e *estimator) wipe() {
	clear(e.form)
	clear(e.forms)
	clear(e.scores)
	clear(e.sums)
}
