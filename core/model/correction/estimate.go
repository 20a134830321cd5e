package correction

import "math"

// Estimate is what the sums say of the mean of a square over the labelled rows, clipped as they were summed.
type Estimate struct {
	Value float64
	Noise float64 // its standard error from the noise of the sum
	Rows  float64 // with a label
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

// Gain is what the sums say of how much smaller a sum of squared residuals is after a correction, over the labelled
// rows, clipped as they were summed. All are multiples of what the sum is before, as far as it stands out of its noise.
type Gain struct {
	Sum, Error         float64 // without bias, and its standard error from the noise and the sampling of the rows
	Expected           float64 // by the posterior of the coefficients
	Before, Noise, One float64 // the sum before, its standard error from the noise, and what a row is of it
}

// Likely reports whether there is a gain with a probability of 80% or more. Where there is none, an estimate without
// bias is as often too large as too small, and what the posterior expects is near 0: their mean is taken.
func (g Gain) Likely() bool {
	mean := (g.Sum + g.Expected) / 2
	return mean > 0 && mean >= 0.8416*g.Error
}

// Share returns the gain as a share of the sum before, with an interval of 95% for it among all rows like those that
// were summed (Fieller 1954). excess is the variance of one square, as a multiple of the squared mean. A share is at
// most 1; low is −Inf, and the value any between the ends, where the sum before may be nothing.
func (g Gain) Share(excess float64) (value, low, high float64) {
	before := math.Max(0, g.Before)
	// The ends are the roots of (Sum − share·before)² = normal²·(Error² + share²·own), a·share² − 2b·share + c = 0.
	own := float64(g.Noise*g.Noise) + float64(excess*g.One)
	a, b, c := float64(before*before)-float64(normal*normal*own), g.Sum*before, g.Sum*g.Sum-float64(normal*normal*g.Error*g.Error)
	root := math.Sqrt(math.Max(0, float64(b*b)-float64(a*c)))
	low, high = math.Inf(-1), 1
	switch {
	case a > 0:
		low, high = (b-root)/a, (b+root)/a
	case c > 0 && g.Sum > 0:
		low = (b - root) / a
	case c > 0:
		high = (b + root) / a
	}
	low, high = math.Min(low, 1), math.Min(high, 1)
	return math.Min(math.Max(g.Sum/math.Max(before, 0.1), low), high), low, high
}

// optimism is by how much a sum of squares is too small after a correction because the correction was fitted to what it
// sums: 2·tr(J·Cov b), J = ∂Δ/∂b, where Cov b has two parts: of the noise, (σ²/2)·I, and of the sampling of the
// rows, v·A with v what is left of the mean square. The second is returned for v = 1. For normal b both are without
// bias, whatever the true coefficients are and however Δ depends on b (Stein 1981; Efron 2004).
//
// Δ is a mean of linear functions of b, μ + τA·x with x = C⁻¹(b − Aμ), weighted by their evidence, whose logarithm has
// the gradient −x. So tr(J·K) = Σ w·tr(τAC⁻¹K) − Σ w·(Δ_w − Δ)ᵀK·x_w. Choices of less than a hundredth of the weight
// are left out of the first sum. The noise in A itself is left out too: its share is small
// (TestGainsHaveNoBias).
func (l *model) optimism(found []posterior, shares, mean []float64, v float64) (noise, sampling float64) {
	p := len(mean)
	var moved, drawn, weight float64
	solved, from := make([]float64, p), make([]float64, p)
	for h, own := range found {
		for _, one := range own.parts {
			w := shares[h] * one.share
			for i, at := range one.mean {
				from[i] = at - mean[i]
			}
			noise -= float64(w * dot(from, one.x))
			for i, at := range from {
				sampling -= float64(w*at) * dot(l.a[i*p:(i+1)*p], one.x)
			}
			if w < 0.01 || !l.factorise(one.prior, v) {
				continue
			}
			weight += w
			for i, t := range one.tau {
				row := l.a[i*p : (i+1)*p]
				copy(solved, row)
				l.factor.Solve(solved) // row i of AC⁻¹
				moved += float64(w * t * solved[i])
				drawn += float64(w*t) * dot(solved, row)
			}
		}
	}
	if weight > 0 {
		noise += moved / weight
		sampling += drawn / weight
	}
	return l.sigma * l.sigma * noise, 2 * sampling
}
