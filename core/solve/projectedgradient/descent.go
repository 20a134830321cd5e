package projectedgradient

import (
	"math"

	"privadapt/core/solve/simplex"
)

// descent is the accelerated method of Beck and Teboulle (2009, FISTA with backtracking) on the simplex. It is
// restarted when the momentum points uphill (O'Donoghue and Candès 2015, the gradient scheme), which adapts it to the
// strong convexity of the objective.
//
//	y = x_k + (t_{k−1}−1)/t_k·(x_k − x_{k−1})
//	x_{k+1} = projection of y − ∇(y)/L
//
// Nothing in it depends on the unit of the objective.
type descent struct {
	objective Objective
	lipschitz float64 // L, the present estimate of the gradient's Lipschitz constant
	t         float64 // t_k

	x, previous   []float64 // x_k and x_{k−1}
	image, before []float64 // their images
	value         float64   // at x

	y, gradient []float64 // the point ahead and the gradient there
	ahead       float64   // the value there
	scratch     []float64
}

func newDescent(objective Objective) *descent {
	x := append([]float64(nil), objective.Point()...)
	d := &descent{
		objective: objective,
		x:         x,
		image:     objective.Image(),
		previous:  make([]float64, len(x)),
		y:         make([]float64, len(x)),
		gradient:  make([]float64, len(x)),
		scratch:   make([]float64, len(x)),
		value:     objective.Value(),
	}
	d.restart()
	return d
}

// restart sets the momentum to zero.
func (d *descent) restart() {
	copy(d.previous, d.x)
	d.before = d.image
	d.t = 1
}

// extrapolate computes the gradient at the point ahead. Its image follows from the images of x_k and x_{k−1}. Each
// of these was computed from its point, so that no rounding adds up over the rounds.
func (d *descent) extrapolate() {
	next := (1 + math.Sqrt(1+4*d.t*d.t)) / 2
	momentum := (d.t - 1) / next
	d.t = next
	for j, v := range d.x {
		d.y[j] = v + momentum*(v-d.previous[j])
	}
	ahead := make([]float64, len(d.image))
	for i, v := range d.image {
		ahead[i] = v + momentum*(v-d.before[i])
	}
	d.objective.StartAt(d.y, ahead)
	d.ahead = d.objective.Gradient(d.gradient)
	if d.lipschitz == 0 {
		d.lipschitz = firstGuess(d.gradient, d.y)
	}
}

// firstGuess returns the L whose gradient step is, before the projection, as long as q itself.
func firstGuess(gradient, q []float64) float64 {
	mean := 0.0
	for _, g := range gradient {
		mean += g / float64(len(gradient))
	}
	step, length := 0.0, 0.0
	for j, g := range gradient {
		step += (g - mean) * (g - mean)
		length += q[j] * q[j]
	}
	return math.Sqrt(step / length)
}

// step moves x to the projected gradient step from y. It raises L until the quadratic model with this curvature is
// above the function at the new point, and lowers L a little for the next step. It reports false if no L is large
// enough, because rounding then hides the differences of the function.
func (d *descent) step() bool {
	// Relative to the value at y; far below any useful gap and far above the rounding of sums and eigenvalues.
	const rounding = 1e-13
	d.previous, d.x = d.x, d.previous // the old x_{k−1} makes room for x_{k+1}
	for range 60 {
		for j, g := range d.gradient {
			d.x[j] = d.y[j] - g/d.lipschitz
		}
		simplex.Project(d.x)
		slope, square := 0.0, 0.0
		for j, v := range d.x {
			move := v - d.y[j]
			slope += d.gradient[j] * move
			square += move * move
		}
		d.objective.Start(d.x)
		d.value = d.objective.Value()
		if d.value <= d.ahead+slope+d.lipschitz/2*square+rounding*math.Abs(d.ahead) {
			d.before, d.image = d.image, d.objective.Image()
			d.lipschitz *= 0.9
			if d.momentumPointsUphill() {
				d.t = 1
			}
			return true
		}
		d.lipschitz *= 2
	}
	return false
}

// momentumPointsUphill reports whether the last step went against the gradient step that ended it: ⟨y − x_{k+1},
// x_{k+1} − x_k⟩ > 0.
func (d *descent) momentumPointsUphill() bool {
	inner := 0.0
	for j, v := range d.x {
		inner += (d.y[j] - v) * (v - d.previous[j])
	}
	return inner > 0
}
