package simplex

import (
	"math"

	"privadapt/core/kernel"
)

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
