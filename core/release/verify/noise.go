package verify

import "math"

// falseAlarm bounds the probability with which a genuine document is refused because of its noise, over all
// comparisons. A document has fewer than families families of comparisons, and each has an equal part of the
// probability.
const (
	falseAlarm = 1e-9
	families   = 32
)

// exponent is t with e⁻ᵗ = falseAlarm/families.
var exponent = math.Log(families / falseAlarm)

// deviations returns how many standard deviations a family of a given number of linear statistics of the noise stay
// within, on both sides.
//
// The discrete Gaussian is subgaussian with its own σ: E exp(sX) is exp(s²σ²/2) times the sum of exp(−(x−sσ²)²/2σ²)
// over all integers x, over the same sum without the shift sσ², which is the largest. So the weighted sum of
// independent ones is, with its own variance, and exceeds z standard deviations with a probability of at most
// exp(−z²/2). Bounds that hold for one statistic hold for each of several if the probabilities are added up.
func deviations(statistics int) float64 {
	return math.Sqrt(2 * (exponent + math.Log(2*float64(statistics))))
}

// longest returns the length that a vector of a given number of independent noises of standard deviation 1 rarely
// exceeds: for subgaussian ones the square is above k + 2√(kt) + 2t, which is less than the square of this, with a
// probability of at most e⁻ᵗ (Hsu, Kakade and Zhang 2012, theorem 1).
func longest(noises int) float64 {
	return math.Sqrt(float64(noises)) + math.Sqrt(2*exponent)
}

// shortest returns the length below which such a vector rarely is. A sum of k squares is below xk with a probability of
// at most (x·e^(1−x))^(k/2), by Markov's inequality for exp(−s·Σ) at the best s. This needs noise that is nearly
// Gaussian: of many steps.
func shortest(noises int) float64 {
	k := float64(noises)
	low, high := -2*exponent/k-2, 0.0 // of log x
	for range 100 {
		if x := (low + high) / 2; k/2*(x+1-math.Exp(x)) < -exponent {
			low = x
		} else {
			high = x
		}
	}
	return math.Sqrt(k * math.Exp(low))
}

// largestEigenvalue returns the bound, in σ, that the largest eigenvalue of a symmetric noise of an order rarely
// exceeds, with variance σ² on the diagonal and σ²/2 off it: √(2d) bounds its mean (Slepian and Fernique), and it is
// Lipschitz in the Frobenius norm.
func largestEigenvalue(order int) float64 {
	return math.Sqrt(2*float64(order)) + math.Sqrt(2*exponent)
}

// rare reports whether some of all values have a property that is too unlikely, where any given ones have it with a
// probability whose logarithm is at most chance. It serves two families of comparisons of at most 70 moduli each.
func rare(some, all int, chance float64) bool {
	return logFactorial(all)-logFactorial(some)-logFactorial(all-some)+chance < -exponent-math.Log(70)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// congruent bounds the probability that noise of a standard deviation leaves an integer in one given residue class of a
// modulus, both in steps. The law falls on both sides of its mean, so the class has at most its share and one value
// more, and no value has more than 1/(σ√(2π)).
func congruent(modulus, sigma float64) float64 {
	return math.Min(1, 1/modulus+1/(sigma*math.Sqrt(2*math.Pi)))
}
