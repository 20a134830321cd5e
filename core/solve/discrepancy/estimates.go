package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// float32Ulp is the relative error of one rounding to float32.
const float32Ulp = 0x1p-24

// Estimates are the scores of all rows at a point of an Objective, known roughly, until it computes G anew or moves.
type Estimates struct {
	objective  *Objective
	least, off float64
}

// sketch is what is known of the forms that estimates are made of.
type sketch struct {
	g       []float64 // the G₀ that they were computed with, the upper triangle of d×d; none yet if nil
	size    float64   // ‖G₀‖_F
	squares float64   // max ‖x_j‖²
}

// Estimate returns scores at the present point for a draw with noise of the given scale, at less than half the cost of
// Gradient. The forms x_jᵀGx_j may have an earlier G, as far as it is known to be near enough (worth): G changes less
// and less from step to step, so that under much noise the rows are hardly ever gone through. λq_j is always of the
// present point. Geometry.ScoreError does not include the error of Estimates: a caller that draws by them has to
// compare with Score, which uses the present G, before a draw counts.
//
// The bound. With v = 2⁻²⁴ a row has errors of v in each entry, G₀ of 2v, and a sum of products rounds by at most
// (2d+6)v of the sum of their sizes, Σ|G_ik||x_i||x_k| ≤ ‖G₀‖_F‖x‖². The G of Score is off by ‖G−G₀‖_F‖x‖² from that.
// λq_j is added in float64, here as there, and what Score rounds besides is the 8u and a hundredth of ‖G−G₀‖_F. What
// underflows in float32 is below 2⁻¹⁴⁰ a term. Tests: TestEstimatesKeepTheirBound, TestEstimatesOfAnEarlierGradient.
func (o *Objective) Estimate(scale float64) *Estimates {
	o.linearise()
	var g []float64
	drift := o.drift()
	if !(o.estimateError(drift) <= scale*o.worth()) {
		g, drift = o.g, 0
		o.sketch.g = append(o.sketch.g[:0], g...)
		o.sketch.size = frobenius(g, o.order())
	}
	if o.estimator == nil {
		o.estimator = newEstimator(o.Rows, o.order())
	}
	_, least := o.estimator.estimate(g, o.Lambda, o.q)
	o.sketch.squares = o.estimator.radius * o.estimator.radius
	return &Estimates{objective: o, least: least, off: o.estimateError(drift)}
}

// worth returns how many noise scales estimates may be off before better ones are worth a pass over the rows. Off by x,
// of eˣ proposals one is accepted or so, and each takes as long as about 40 000 + 7.5d² of the md²/2 multiplications of
// the pass; no more than a quarter of those may go there.
func (o *Objective) worth() float64 {
	const most = 4 // what no draw takes long with
	square := float64(o.order() * o.order())
	return math.Min(math.Log1p(float64(len(o.q))*square/(8*(40_000+7.5*square))), most)
}

// drift returns ‖G−G₀‖_F, or +Inf where there is no G₀ yet (whose product with a norm still at 0 is NaN, and within
// nothing).
func (o *Objective) drift() float64 {
	if o.sketch.g == nil {
		return math.Inf(1)
	}
	d, sum := o.order(), 0.0
	for i := range d {
		was, is := o.sketch.g[i*d+i:(i+1)*d], o.g[i*d+i:(i+1)*d]
		sum += (is[0] - was[0]) * (is[0] - was[0])
		for k := 1; k < len(is); k++ {
			v := is[k] - was[k]
			sum += 2 * v * v
		}
	}
	return math.Sqrt(sum)
}

// estimateError bounds how far an estimate is from Score, for rows of the norms that are known.
func (o *Objective) estimateError(drift float64) float64 {
	size, r2, square := o.sketch.size, o.sketch.squares, float64(o.order()*o.order())
	return 1.01*(float32Ulp*float64(2*o.order()+12)*size*r2+drift*r2+8*ulp*(size*r2+o.Lambda)) +
		0x1p-140*square*(1+size)*(1+r2)
}

// Len returns m.
func (e *Estimates) Len() int { return len(e.objective.q) }

// Least returns the least estimate, and how far at most any is from what Score returns.
func (e *Estimates) Least() (estimate, off float64) { return e.least, e.off }

// Score returns the score of row j.
func (e *Estimates) Score(j int) float64 { return e.objective.Score(j) }

// Weigh has each row given a weight by its estimate, as kernel.Weigh does, and returns the sum of them.
func (e *Estimates) Weigh(least, factor float64, whole, part []uint64) uint64 {
	scores, sums := e.objective.estimator.scores[:e.Len()], e.objective.estimator.sums
	kernel.Weigh(sums, scores, least, factor, whole, part)
	return sums[len(sums)-1]
}

// Find returns the row whose weight holds the number u below that sum, the weights of all rows laid end to end, and its
// weight.
func (e *Estimates) Find(u uint64) (j int, weight uint64) {
	return kernel.Find(e.objective.estimator.sums, u)
}

// Score returns component j of the gradient, −x_jᵀGx_j + λq_j, with the G that Gradient or Estimate has last computed
// and the present q. Its error is the same as of a component of Gradient.
func (o *Objective) Score(j int) float64 {
	d := o.order()
	x := o.Rows[j*d : (j+1)*d]
	form := 0.0
	for i, v := range x {
		row := o.g[i*d+i : (i+1)*d]
		form += v * (row[0]*v/2 + kernel.Dot(row[1:], x[i+1:]))
	}
	return o.Lambda*o.q[j] - 2*form
}

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
