package correction

import "math"

// Estimate is what the sums say of the mean of a square over the labelled rows, clipped as they were summed.
type Estimate struct {
	Value float64
	Noise float64 // its standard error from the noise of the sum
	Norm  float64 // ‖u‖², where the square is (u·v)² for a row v
	Rows  float64 // the number of independent squares: rows with a label, less what fitted coefficients take of them
	Count float64 // the standard error of the number of rows with a label, as a share of it
}

// normal is the number of standard deviations in half an interval of 95%.
const normal = 1.96

// Ends returns an interval of 95% for the mean of the square over all rows like those that were summed. The mean is
// between 0 and most, and excess is the variance of one square, as a multiple of the squared mean.
//
// The sum over n rows of a true mean θ is nθG + N. N is the noise, whose law is known, and G the mean of n squares of
// mean 1: a gamma variable of variance excess/n has its first two moments, and for residuals of a normal law it is
// exact. An end is the θ at which the estimate would be a quantile of θG + N, so that both are taken at that θ, not at
// the estimate: an estimate that came out small by chance has as long an interval as its true value asks for. The parts
// are added as squares of their distances from θ (Zou and Donner 2008), and the number of rows, which is estimated as
// well, enters at θ like the other parts (Fieller 1954). high is +Inf where these leave it without bound. Where the
// noise has carried the estimate beyond what is possible, the interval is the nearest possible mean's.
func (e Estimate) Ends(excess, most float64) (low, high float64) {
	v := math.Min(math.Max(e.Value, 0), most)
	least, largest := gammaEnds(e.Rows / excess)
	noise, count := normal*e.Noise, normal*e.Count
	square, product := v*v, float64((v-noise)*(v+noise)) // the latter is v² − noise²
	// high − v is the root of (1−least)²high² + noise² + count²high²; v − low is the root of the same with low for high.
	high = math.Inf(1)
	if a := 1 - float64((1-least)*(1-least)) - float64(count*count); a > 0 {
		high = (v + math.Sqrt(math.Max(0, square-float64(a*product)))) / a
	}
	if v > noise {
		b := 1 - float64((largest-1)*(largest-1)) - float64(count*count)
		low = product / (v + math.Sqrt(math.Max(0, square-float64(b*product))))
	}
	return low, math.Min(high, most)
}

// gammaEnds returns the quantiles at 2.5% and 97.5% of a gamma variable of mean 1 and variance 1/shape (Wilson and
// Hilferty 1931). They are within 0.01 of the true ones from a shape of 2 on; below that the lower one is smaller than
// it should be.
func gammaEnds(shape float64) (low, high float64) {
	centre, reach := 1-1/(9*shape), normal/(3*math.Sqrt(shape))
	cube := func(v float64) float64 { return float64(v*v) * v }
	return cube(math.Max(0, centre-reach)), cube(centre + reach)
}
