package frankwolfe

import (
	"math"

	"privadapt/core/kernel"
	"privadapt/core/simplex"
)

// correction minimises the second-order model ⟨∇,p⟩ + ½⟨p,Bp⟩ over the moves p for which q+p stays in the convex hull of the active
// rows. It does so by conjugate gradients on the plane Σp = 0 of the active rows; where they lead out of the simplex, the
// point is projected, the rows that end at zero are no longer active, and the gradients go on among the others.
//
// Of 1, 2, 3 and 6 such faces, 2, 3, 5, 8, 15 and 30 products with B on each, and residuals reduced to 0.03, 0.1, 0.3 and 0.5, those
// below took the fewest products on the real tasks: one more face or a smaller residual costs more than a further round.
type correction struct {
	objective CorrectiveObjective
	active    []int
	p, image  []float64 // the move, and Bp
	residual  []float64 // −(∇ + Bp) on the active rows less its mean
	direction []float64 // of the next conjugate step, 0 where a row is not active
	product   []float64 // B·direction
	point     []float64 // for the objective, which gives back the one that it has
}

const (
	faces    = 2
	products = 15
	reduced  = 0.5
)

func newCorrection(o CorrectiveObjective) *correction {
	m := len(o.Point())
	c := &correction{objective: o, active: make([]int, 0, m)}
	for _, v := range []*[]float64{&c.p, &c.image, &c.residual, &c.direction, &c.product, &c.point} {
		*v = make([]float64, m+m%2)[:m] // for loops over two numbers at a time
	}
	return c
}

// step moves the objective from a point with this gradient and value to a better one, and returns by how much it is better: 0 if
// there is none, and the objective is then where it was.
func (c *correction) step(gradient []float64, value float64) float64 {
	q := c.objective.Point()
	if !c.choose(gradient, q) {
		return 0
	}
	c.objective.Bend()
	clear(c.p)
	clear(c.image)
	for face := 1; ; face++ {
		c.solve(gradient)
		if !c.project(q) || face == faces {
			break
		}
		c.objective.Curve(c.image, c.p)
	}
	return c.search(gradient, q, value)
}

// choose makes those rows active that have weight, or toward which the objective falls: the vertices from which the linear oracle
// takes the best one. It reports false if there is no second row.
func (c *correction) choose(gradient, q []float64) bool {
	level := kernel.Dot(gradient, q)
	c.active = c.active[:0]
	for j, g := range gradient {
		if q[j] > 0 || g < level {
			c.active = append(c.active, j)
		}
	}
	return len(c.active) > 1
}

// solve takes conjugate steps on the plane of the active rows, from the present p, for which image is Bp.
func (c *correction) solve(gradient []float64) {
	count := float64(len(c.active))
	mean := 0.0
	for _, j := range c.active {
		c.residual[j] = -gradient[j] - c.image[j]
		mean += c.residual[j] / count
	}
	clear(c.direction)
	square := 0.0
	for _, j := range c.active {
		c.residual[j] -= mean
		c.direction[j] = c.residual[j]
		square += c.residual[j] * c.residual[j]
	}
	enough := reduced * reduced * square
	for range products {
		c.objective.Curve(c.product, c.direction)
		bend := kernel.Dot(c.direction, c.product)
		if !(square > 0 && bend > 0) {
			return
		}
		length := square / bend
		mean = 0
		for _, j := range c.active {
			mean += c.product[j] / count
		}
		next := 0.0
		for _, j := range c.active {
			c.p[j] += length * c.direction[j]
			c.residual[j] -= length * (c.product[j] - mean)
			next += c.residual[j] * c.residual[j]
		}
		if next <= enough {
			return
		}
		factor := next / square
		square = next
		for _, j := range c.active {
			c.direction[j] = c.residual[j] + factor*c.direction[j]
		}
	}
}

// project brings q+p back into the simplex and takes the rows that end at zero out of the active ones. It reports false if q+p has
// not left it.
func (c *correction) project(q []float64) bool {
	y := c.residual[:len(c.active)] // done with
	left := false
	for i, j := range c.active {
		y[i] = q[j] + c.p[j]
		left = left || y[i] < 0
	}
	if !left {
		return false
	}
	simplex.Project(y)
	inside := c.active[:0]
	for i, j := range c.active {
		c.p[j] = y[i] - q[j]
		if y[i] > 0 {
			inside = append(inside, j)
		}
	}
	c.active = inside
	return true
}

// search moves the objective to q + t·p for the largest t of 1, ¼, … that gains a tenth of what the slope promises (Armijo 1966).
func (c *correction) search(gradient, q []float64, value float64) float64 {
	const promised, shorter, shortest = 0.1, 0.25, 1e-3
	slope := kernel.Dot(gradient, c.p)
	if slope < 0 {
		for t := 1.0; t > shortest; t *= shorter {
			for j, v := range q {
				c.point[j] = math.Max(0, v+t*c.p[j])
			}
			c.objective.Start(c.point)
			if after := c.objective.Value(); after <= value+promised*t*slope {
				c.point = q
				return value - after
			}
		}
		c.objective.Start(q)
	}
	return 0
}
