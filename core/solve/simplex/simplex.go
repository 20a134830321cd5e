// Package simplex has the basic operations on the probability simplex Δ_m: its vertices, linear minimisation over it,
// and figures that describe a point.
package simplex

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
