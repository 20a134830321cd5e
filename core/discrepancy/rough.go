package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// float32Ulp is the relative error of one rounding to float32.
const float32Ulp = 0x1p-24

// rough holds what Estimate needs: rows of half the length, and so twice as many at once.
type rough struct {
	tiles  *kernel.Tiles[float32]
	form   kernel.Form[float32]
	forms  []float32
	scores []float64
	q      []float64 // with the last weight again where the last tile has the last row again
	radius float64   // max ‖x_j‖
}

func newRough(rows []float64, d int) *rough {
	r := &rough{tiles: kernel.NewTiles[float32](rows, d), form: kernel.NewForm[float32](d)}
	n := r.tiles.Padded()
	r.forms, r.scores, r.q = make([]float32, n), make([]float64, n), make([]float64, n)
	for ; len(rows) > 0; rows = rows[d:] {
		r.radius = math.Max(r.radius, math.Sqrt(dot(rows[:d], rows[:d])))
	}
	return r
}

// Estimates are the scores of all rows, each within Off of what Score returns.
type Estimates struct {
	Scores []float64 // the objective's own, until the next call
	Least  float64
	Off    float64
}

// Estimate returns scores at the present point, at half the cost of Gradient. Their error is no part of Geometry.ScoreError:
// who draws by estimates has to look at Score before a draw counts.
//
// The bound. With v = 2⁻²⁴ a row has errors of v in each entry, G of 2v, and a sum of products rounds by at most (2d+6)v of
// the sum of their sizes, Σ|G_ik||x_i||x_k| ≤ ‖G‖_F‖x‖²; λq_j is added in float64, here as in Score. What underflows in
// float32 is below 2⁻¹⁴⁰ a term.
// Test: TestEstimatesKeepTheirBound.
func (o *Objective) Estimate() Estimates {
	o.linearise()
	d, m := o.order(), len(o.q)
	if o.narrow == nil {
		o.narrow = newRough(o.Rows, d)
	}
	n := o.narrow
	n.form.Set(o.g, d, -1)
	n.tiles.QuadraticForms(n.forms, n.form)
	for j := copy(n.q, o.q); j < len(n.q); j++ {
		n.q[j] = o.q[m-1]
	}
	e := Estimates{Scores: n.scores[:m]}
	e.Least = kernel.Regularise(n.scores, n.forms, o.Lambda, n.q)
	size, r2 := frobenius(o.g, d), n.radius*n.radius
	e.Off = 1.01*(float32Ulp*float64(2*d+12)*size*r2+8*ulp*(size*r2+o.Lambda)) + 0x1p-140*float64(d*d)*(1+size)*(1+r2)
	return e
}

// Score returns component j of the gradient, −x_jᵀGx_j + λq_j, with the G that Gradient or Estimate has last computed and the
// present q. Its error is that of a component of Gradient.
func (o *Objective) Score(j int) float64 {
	d := o.order()
	x := o.Rows[j*d : (j+1)*d]
	form := 0.0
	for i, v := range x {
		row := o.g[i*d+i : (i+1)*d]
		inner := row[0] * v / 2
		for k, w := range x[i+1:] {
			inner += row[k+1] * w
		}
		form += v * inner
	}
	return o.Lambda*o.q[j] - 2*form
}
