package combine

// TrimmedMean for the test of its noise.
var TrimmedMean = trimmedMean

// Alike compares the noisy entries of two sums of as many rows.
func Alike(sigma, one, other []float64, chance float64) bool {
	return AlikeAsStated(sigma, sigma, one, other, chance)
}

// AlikeAsStated is Alike where each draw states its own σ.
func AlikeAsStated(sigma, otherSigma, one, other []float64, chance float64) bool {
	return draw{one, sigma, 10}.alike(draw{other, otherSigma, 10}, chance)
}
