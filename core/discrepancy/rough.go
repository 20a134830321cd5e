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

// estimate computes the scores and returns the least.
func (r *rough) estimate(g []float64, lambda float64, q []float64) float64 {
	r.form.Set(g, r.tiles.Order(), -1)
	r.tiles.QuadraticForms(r.forms, r.form)
	for j := copy(r.q, q); j < len(r.q); j++ {
		r.q[j] = q[len(q)-1]
	}
	return kernel.Regularise(r.scores, r.forms, lambda, r.q)
}

// Estimates are the scores of all rows at a point of an Objective, known roughly, until it computes G anew or moves. They are
// where the rows are, here and in its workers.
type Estimates struct {
	objective  *Objective
	least, off float64
	sums       []uint64 // of weights, by shard, each with those before it
}

// Estimate returns scores at the present point, at half the cost of Gradient. Their error is no part of Geometry.ScoreError:
// who draws by estimates has to look at Score before a draw counts.
//
// The bound. With v = 2⁻²⁴ a row has errors of v in each entry, G of 2v, and a sum of products rounds by at most (2d+6)v of
// the sum of their sizes, Σ|G_ik||x_i||x_k| ≤ ‖G‖_F‖x‖²; λq_j is added in float64, here as in Score. What underflows in
// float32 is below 2⁻¹⁴⁰ a term.
// Test: TestEstimatesKeepTheirBound.
func (o *Objective) Estimate() *Estimates {
	o.linearise()
	for _, r := range o.away {
		r.worker.Send(words(askEstimate, math.Float64bits(o.Lambda)), bytesOf(o.g))
	}
	least, radius := o.here.estimate(o.g, o.Lambda)
	for _, r := range o.away {
		a, b := r.receiveWords(2)
		least, radius = math.Min(least, math.Float64frombits(a)), math.Max(radius, math.Float64frombits(b))
	}
	d := o.order()
	size, r2 := frobenius(o.g, d), radius*radius
	off := 1.01*(float32Ulp*float64(2*d+12)*size*r2+8*ulp*(size*r2+o.Lambda)) + 0x1p-140*float64(d*d)*(1+size)*(1+r2)
	return &Estimates{objective: o, least: least, off: off}
}

// Len returns m.
func (e *Estimates) Len() int { return len(e.objective.q) }

// Least returns the least estimate, and how far at most any is from what Score returns.
func (e *Estimates) Least() (estimate, off float64) { return e.least, e.off }

// Score returns the score of row j.
func (e *Estimates) Score(j int) float64 { return e.objective.Score(j) }

// Weigh has each row given a weight by its estimate, as kernel.Weigh does, and returns the sum of them.
func (e *Estimates) Weigh(least, factor float64, whole, part []uint64) uint64 {
	away := e.objective.away
	for _, r := range away {
		r.worker.Send(words(askWeigh, math.Float64bits(least), math.Float64bits(factor), uint64(len(whole))), bytesOf(whole), bytesOf(part))
	}
	sum := e.objective.here.weigh(least, factor, whole, part)
	e.sums = append(e.sums[:0], sum)
	for _, r := range away {
		one, _ := r.receiveWords(1)
		sum += one
		e.sums = append(e.sums, sum)
	}
	return sum
}

// Find returns the row whose weight holds the number u below that sum, the weights of all rows laid end to end, and its weight.
func (e *Estimates) Find(u uint64) (j int, weight uint64) {
	if u < e.sums[0] {
		return e.objective.here.find(u)
	}
	i := 0
	for u >= e.sums[i+1] {
		i++
	}
	r := e.objective.away[i]
	r.worker.Send(words(askFind, u-e.sums[i]))
	at, weight := r.receiveWords(2)
	return r.start + int(at), weight
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
