package discrepancy

import (
	"slices"

	"privadapt/core/kernel"
	"privadapt/core/solve/symeigen"
)

// Objective is f(M(q)) + (λ/2)‖q‖₂² on the simplex, f a smoothing, at a point q that it keeps together with M(q), so
// that a Frank–Wolfe step costs one rank-one update.
type Objective struct {
	Target    *symeigen.Matrix // M₀, d×d
	Rows      []float64        // the source rows x_j, m×d row-major, in the ball of radius r̂
	Smoothing Smoothing        // f
	Lambda    float64          // λ ≥ 0
	// Uncertified skips the check that each gradient meets Geometry.ScoreError. It is for a public target.
	Uncertified bool

	q       []float64
	squares float64          // ‖q‖₂²
	matrix  *symeigen.Matrix // M(q)

	spectrum   spectrum
	slopes     []float64
	hyperbolic hyperbolic
	g          []float64 // G, the upper triangle of d×d

	rows *rows

	estimator *estimator // once there are estimates
	sketch    sketch     // of them
}

// Start moves the point to q, which the objective then owns.
func (o *Objective) Start(q []float64) {
	d := o.order()
	if o.rows == nil {
		o.rows = newRows(o.Rows, d)
	}
	gram, image := o.rows.Gram(q), make([]float64, d*d)
	for i := range d {
		for j := i; j < d; j++ {
			image[i*d+j] = o.Target.At(i, j) - gram[i*d+j]
		}
	}
	o.StartAt(q, image)
}

// StartAt is Start for a point whose Image is known, without a pass through the rows. The objective then owns the image
// too.
func (o *Objective) StartAt(q, image []float64) {
	d := o.order()
	o.q, o.squares = q, 0
	for _, v := range q {
		o.squares += v * v
	}
	if o.matrix == nil {
		o.slopes, o.g = make([]float64, d), make([]float64, d*d)
	} else {
		clear(o.matrix.Data) // it may be of a private target: see Wipe
	}
	o.matrix = symeigen.NewMatrix(d, image)
}

// Image returns a copy of M(q), the upper triangle of d×d. It is affine in q.
func (o *Objective) Image() []float64 { return slices.Clone(o.matrix.Data) }

func (o *Objective) order() int { return o.Target.Order }

// Point returns q; the caller must not modify it.
func (o *Objective) Point() []float64 { return o.q }

// Move replaces q by (1−η)q + η·e_j.
func (o *Objective) Move(j int, eta float64) {
	o.squares = (1-eta)*(1-eta)*o.squares + eta*(2*(1-eta)*o.q[j]+eta)
	kernel.Scale(o.q, 1-eta)
	o.q[j] += eta
	d := o.order()
	matrix, target, row := o.matrix.Data, o.Target.Data, o.Rows[j*d:(j+1)*d]
	for i, x := range row {
		x *= eta
		to, from := matrix[i*d+i:(i+1)*d], target[i*d+i:(i+1)*d]
		for k, y := range row[i:] {
			to[k] = (1-eta)*to[k] + eta*from[k] - x*y
		}
	}
}

// Value returns the objective at the point from the eigenvalues of M(q) alone, at a cost that does not depend on m. It
// is for line searches. Apart from rounding it agrees with the value that Gradient returns.
func (o *Objective) Value() float64 {
	if !o.spectrum.decomposeValues(o.matrix) {
		panic("discrepancy: M(q) is not finite")
	}
	return o.Smoothing.Evaluate(o.spectrum.values, o.slopes) + o.Lambda/2*o.squares
}

// Gradient writes ∇_j = −x_jᵀGx_j + λq_j into dst, of length m, and returns the value of the objective.
func (o *Objective) Gradient(dst []float64) float64 {
	value := o.linearise()
	o.rows.products.Set(o.g, -1)
	o.rows.products.Rows(dst, o.Rows)
	squares := 0.0
	for j, v := range o.q {
		dst[j] += o.Lambda * v
		squares += v * v
	}
	o.squares = squares // without the rounding of the updates since
	return value + o.Lambda/2*squares
}

// linearise computes G, the derivative of f at M(q), and returns f.
func (o *Objective) linearise() float64 {
	if softmax, ok := o.Smoothing.(Softmax); ok && !o.Uncertified {
		if logTrace, ok := o.hyperbolic.gradient(o.g, o.matrix.Data, o.order(), softmax.Mu); ok {
			return logTrace / softmax.Mu
		}
	}
	if !o.spectrum.decompose(o.matrix) {
		panic("discrepancy: M(q) is not finite")
	}
	if !o.Uncertified {
		o.spectrum.certify(o.matrix)
	}
	return o.lineariseSpectrum()
}

// lineariseSpectrum sets G = V diag(slopes) Vᵀ from the present decomposition.
func (o *Objective) lineariseSpectrum() float64 {
	d := o.order()
	value := o.Smoothing.Evaluate(o.spectrum.values, o.slopes)
	clear(o.g)
	for k, slope := range o.slopes {
		if slope == 0 {
			continue
		}
		v := o.spectrum.vectors[k*d : (k+1)*d]
		for i, x := range v {
			x *= slope
			row := o.g[i*d : (i+1)*d]
			for j := i; j < d; j++ {
				row[j] += x * v[j]
			}
		}
	}
	return value
}

// GradientAt moves the point to a copy of q and writes the gradient there: the exact oracle of mirror descent.
func (o *Objective) GradientAt(dst, q []float64) {
	o.Start(append(o.q[:0], q...))
	o.Gradient(dst)
}

// Norm returns ‖M(q)‖₂.
func (o *Objective) Norm() float64 { return SpectralNorm(o.matrix) }

// Difference returns M(q); the caller must not modify it.
func (o *Objective) Difference() *symeigen.Matrix { return o.matrix }

// The Gram matrix of the rows is summed in parts, of about the same length, which are then added up: fewer additions
// follow one another, so less is lost to rounding. WeightedGram takes blockRows rows at once, which are not cut apart.
const parts, blockRows = 8, 64

// rows computes what takes most of the time of a solver: sums over the m public rows x_j, and a form for each of them.
type rows struct {
	order    int
	x        []float64 // m×d row-major
	part     []float64 // Σ p_j x_j x_jᵀ over one part of the rows
	gram     []float64 // and over all, the upper triangle
	adder    *kernel.Gram
	products *kernel.Forms
}

func newRows(x []float64, order int) *rows {
	return &rows{
		order:    order,
		x:        x,
		part:     make([]float64, order*order),
		gram:     make([]float64, order*order),
		adder:    kernel.NewGram(order),
		products: kernel.NewForms(order),
	}
}

// cut returns the first row of a part, or m for the part behind the last.
func (r *rows) cut(part int) int {
	m := len(r.x) / r.order
	blocks := (m + blockRows - 1) / blockRows
	return min(m, blockRows*(blocks*part/parts))
}

// Gram returns the upper triangle of Σ p_j x_j x_jᵀ, d×d, which is good until the next Gram.
func (r *rows) Gram(p []float64) []float64 {
	d := r.order
	clear(r.gram)
	for part := range parts {
		from, to := r.cut(part), r.cut(part+1)
		clear(r.part)
		r.adder.Add(r.part, r.x[from*d:to*d], p[from:to])
		for i := range d {
			for j := i; j < d; j++ {
				r.gram[i*d+j] += r.part[i*d+j]
			}
		}
	}
	return r.gram
}

// Wipe overwrites everything that the objective has computed from the target moment, except the weights. It is for a
// private target, which its owner overwrites. Test: TestARunThatIsWipedHoldsPublicNumbersAlone, in core/adapt/draw.
func (o *Objective) Wipe() {
	if o.matrix != nil {
		clear(o.matrix.Data)
	}
	h := &o.hyperbolic
	for _, numbers := range append(h.power[:],
		o.slopes, o.g, o.sketch.g, h.sinh, h.cosh, h.low, h.other, o.spectrum.values, o.spectrum.vectors,
		o.spectrum.residual,
	) {
		clear(numbers[:cap(numbers)])
	}
	o.sketch.size = 0
	o.spectrum.eigen.Wipe()
	if o.rows != nil {
		o.rows.products.Wipe()
	}
	if o.estimator != nil {
		o.estimator.wipe()
	}
}
