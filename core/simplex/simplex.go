// Package simplex knows the probability simplex Δ_m: its vertices, the linear minimisation over it and the figures that
// describe one of its points.
package simplex

// Minimise returns the vertex of Δ_m at which the linear function with this gradient is smallest, the first of equals.
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

// EffectiveSampleSize returns (Σq)²/Σq², between 1 and m: how many equally weighted rows carry as much information.
func EffectiveSampleSize(q []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range q {
		sum += v
		squares += v * v
	}
	return sum * sum / squares
}

// Normalise divides q by its sum, which removes the rounding that many convex steps leave.
func Normalise(q []float64) {
	sum := 0.0
	for _, v := range q {
		sum += v
	}
	for j := range q {
		q[j] /= sum
	}
}
