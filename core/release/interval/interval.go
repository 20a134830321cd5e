// Package interval says what is stated of a figure that was estimated with noise: never a value that the figure cannot
// have.
package interval

import "math"

// Confidence is the confidence of every interval.
const Confidence = 0.95

// Number is an estimate with an interval that holds the true value with the probability Confidence, over the noise and
// over the choice of the private rows. A value that is null cannot be shown: the noise has carried the estimate beyond
// what the figure can be, or there is none. An end that is null is not bounded.
type Number struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Bounds are what a figure can be at all.
type Bounds struct{ Low, High float64 }

// What most figures can be.
var (
	Share    = Bounds{0, 1}
	Positive = Bounds{0, math.Inf(1)}
	Anything = Bounds{math.Inf(-1), math.Inf(1)}
)

// Between returns the bounds of a figure that can be from low to high.
func Between(low, high float64) Bounds { return Bounds{low, high} }

// Of states an estimate and its interval of a figure. Ends are limited to what the figure can be; a value beyond that
// is not stated.
func Of(value, low, high float64, within Bounds) Number {
	n := Number{Low: within.limit(low), High: within.limit(high)}
	if value >= within.Low && value <= within.High {
		n.Value = within.limit(value)
	}
	return n
}

func (b Bounds) limit(v float64) *float64 {
	if v = math.Min(math.Max(v, b.Low), b.High); v-v != 0 {
		return nil
	}
	return &v
}

// Mapped applies an increasing function; what it makes infinite is none.
func (n Number) Mapped(f func(float64) float64) Number {
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

// Reversed applies a decreasing function.
func (n Number) Reversed(f func(float64) float64) Number {
	m := n.Mapped(f)
	m.Low, m.High = m.High, m.Low
	return m
}

// Possible reports whether a figure within such bounds may be stated so: its ends, where it has them, and its value are
// in order and within the bounds.
func (n Number) Possible(within Bounds) bool {
	last := within.Low
	for _, v := range []*float64{n.Low, n.Value, n.High} {
		if v == nil {
			continue
		}
		if !(*v >= last && *v <= within.High) {
			return false
		}
		last = *v
	}
	return true
}
