// Package simplex has the basic operations on the probability simplex Δ_m: its vertices, linear minimisation over it,
// and figures that describe a point.
package simplex

import (
	"math"

	"privadapt/core/kernel"
)

// Minimise returns the vertex of Δ_m at which the linear function with this gradient is smallest, the first on a tie.
// It is the exact linear minimisation oracle.
func Minimise(gradient []float64) int {
	best := 0
	for j, g := range gradient {
		if g < gradient[best] {
			best = j
		}
	}
	return best
}

// Uniform returns the barycentre of Δ_m.
func Uniform(m int) []float64 {
	q := make([]float64, m)
	for j := range q {
		q[j] = 1 / float64(m)
	}
	return q
}

// EffectiveSampleSize returns (Σq)²/Σq², between 1 and m: the number of equally weighted rows with as much information.
func EffectiveSampleSize(q []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range q {
		sum += v
		squares += v * v
	}
	return sum * sum / squares
}

// Normalise divides q by its sum, which removes the rounding error of many convex steps.
func Normalise(q []float64) {
	sum := 0.0
	for _, v := range q {
		sum += v
	}
	for j := range q {
		q[j] /= sum
	}
}

// Project replaces y by its Euclidean projection onto the probability simplex.
func Project(y []float64) {
	tau := Threshold(y)
	for j, v := range y {
		if v > tau {
			y[j] = v - tau
		} else {
			y[j] = 0
		}
	}
}

// Threshold returns the τ for which the projection of y onto the simplex is max(y − τ, 0): the root of
// Σ max(y_j − τ, 0) = 1. That sum is convex, decreasing and piecewise linear in τ, so Newton's method from the left
// climbs to the root without ever passing it and reaches it after finitely many steps, typically four to eight passes
// over y (Michelot 1986).
func Threshold(y []float64) float64 {
	total, largest := 0.0, math.Inf(-1)
	for _, v := range y {
		total += v
		if v > largest {
			largest = v
		}
	}
	// Two lower bounds: all components are positive, or only the largest one.
	tau := math.Max((total-1)/float64(len(y)), largest-1)
	for {
		above, count := kernel.Above(y, tau)
		if count == 0 { // one component, rounded
			return tau
		}
		next := tau + (above-1)/float64(count)
		if !(next > tau) {
			return tau
		}
		tau = next
	}
}
