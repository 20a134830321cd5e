package appraisal

import "math"

// Confidence is that of every interval.
const Confidence = 0.95

// normal is the number of standard deviations in half an interval: of a normal law 95.4% are within.
const normal = 2

// Number is an estimate with an interval that holds the true value with the probability Confidence, over the noise and over the choice of
// the private rows. An end that is null is not bounded by the counts; a value that is null cannot be estimated.
type Number struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// bounds are what a figure can be at all.
type bounds struct{ low, high float64 }

var (
	share    = bounds{0, 1}
	anything = bounds{math.Inf(-1), math.Inf(1)}
)

// ratio estimates P/R, R > 0, by Fieller's method: the interval holds the θ at which P − θR is within normal standard deviations of 0. The
// deviation is that at θ, so nothing is assumed of how large R is beside its noise. Where R may be 0 the interval is all that the
// figure can be.
func (t *table) ratio(p, r quantity, within bounds) Number {
	vpp, vpr, vrr := t.covariances(p, r)
	return fieller(p.value, r.value, vpp, vpr, vrr, within)
}

// fieller is ratio for two estimates, the variance of the first, their covariance and the variance of the second.
func fieller(p, r, vpp, vpr, vrr float64, within bounds) Number {
	const z2 = normal * normal
	a, b, c := r*r-z2*vrr, p*r-z2*vpr, p*p-z2*vpp
	low, high := math.Inf(-1), math.Inf(1)
	if a > 0 && r > 0 {
		root := math.Sqrt(math.Max(b*b-a*c, 0))
		low, high = (b-root)/a, (b+root)/a
	}
	value := math.NaN()
	if r > 0 {
		value = p / r
	}
	return number(value, low, high, within)
}

// number limits an estimate and its interval to what the figure can be.
func number(value, low, high float64, within bounds) Number {
	limit := func(v float64) *float64 {
		if v = math.Min(math.Max(v, within.low), within.high); v-v != 0 {
			return nil
		}
		return &v
	}
	return Number{limit(value), limit(low), limit(high)}
}

// mapped applies an increasing function; what it makes infinite is none.
func (n Number) mapped(f func(float64) float64) Number {
	apply := func(v *float64) *float64 {
		if v == nil {
			return nil
		}
		w := f(*v)
		if w-w != 0 {
			return nil
		}
		return &w
	}
	return Number{apply(n.Value), apply(n.Low), apply(n.High)}
}

// reversed applies a decreasing function.
func (n Number) reversed(f func(float64) float64) Number {
	m := n.mapped(f)
	m.Low, m.High = m.High, m.Low
	return m
}

// counted is a number of rows that are there; the noise alone makes it uncertain.
func (t *table) counted(s sum) Number {
	v, width := t.of(s), normal*math.Sqrt(t.disturbance(s, s))
	return number(v, v-width, v+width, bounds{0, math.Inf(1)})
}
