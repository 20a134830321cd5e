package appraisal

import (
	"math"

	"privadapt/core/release/interval"
)

// normal is the number of standard deviations in half an interval: of a normal law 95.4% are within.
const normal = 2

// ratio estimates P/R, R > 0, by Fieller's method: the interval holds the θ at which P − θR is within normal standard
// deviations of 0. The deviation is that at θ, so nothing is assumed of how large R is beside its noise. Where R may be
// 0 the interval is all that the figure can be.
func (t *table) ratio(p, r quantity, within interval.Bounds) interval.Number {
	vpp, vpr, vrr := t.covariances(p, r)
	return fieller(p.value, r.value, vpp, vpr, vrr, within)
}

// fieller is ratio for two estimates, the variance of the first, their covariance and the variance of the second. Where
// noise has carried the ratio beyond what the figure can be, its interval is the nearest possible ratio's: it is
// not empty, and holds more often.
func fieller(p, r, vpp, vpr, vrr float64, within interval.Bounds) interval.Number {
	const z2 = normal * normal
	value := math.NaN()
	if r > 0 {
		value = p / r
		p = math.Min(math.Max(p, within.Low*r), within.High*r)
	}
	a, b, c := r*r-z2*vrr, p*r-z2*vpr, p*p-z2*vpp
	low, high := math.Inf(-1), math.Inf(1)
	if a > 0 && r > 0 {
		root := math.Sqrt(math.Max(b*b-a*c, 0))
		low, high = (b-root)/a, (b+root)/a
	}
	return interval.Of(value, low, high, within)
}

// counted is a number of rows that are there; the noise alone makes it uncertain.
func (t *table) counted(s sum) interval.Number {
	v, width := t.of(s), normal*math.Sqrt(t.disturbance(s, s))
	return interval.Of(v, v-width, math.Max(v, 0)+width, interval.Positive)
}
