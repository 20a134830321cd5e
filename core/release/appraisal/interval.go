// An interval is what is stated of a figure that was estimated with noise: never a value that the figure cannot
// have.

package appraisal

import "math"

// IntervalConfidence is the confidence of every interval.
const IntervalConfidence = 0.95

// IntervalNumber is an estimate with an interval that holds the true value with the probability Confidence, over the
// noise and over the choice of the private rows. A value that is null cannot be shown: the noise has carried the
// estimate beyond what the figure can be, or there is none. An end that is null is not bounded.
type IntervalNumber struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// IntervalBounds are what a figure can be at all.
type IntervalBounds struct{ Low, High float64 }

// What most figures can be.
var (
	ShareBounds = IntervalBounds{0, 1}
	Positive    = IntervalBounds{0, math.Inf(1)}
	Anything    = IntervalBounds{math.Inf(-1), math.Inf(1)}
)

// Between returns the bounds of a figure that can be from low to high.
func Between(low, high float64) IntervalBounds { return IntervalBounds{low, high} }

// Of states an estimate and its interval of a figure. Ends are limited to what the figure can be; a value beyond that
// is not stated.
func Of(value, low, high float64, within IntervalBounds) IntervalNumber {
	n := IntervalNumber{Low: within.limit(low), High: within.limit(high)}
	if value >= within.Low && value <= within.High {
		n.Value = within.limit(value)
	}
	return n
}

func (b IntervalBounds) limit(v float64) *float64 {
	if v = math.Min(math.Max(v, b.Low), b.High); v-v != 0 {
		return nil
	}
	return &v
}

// Mapped applies an increasing function; an end that becomes infinite is dropped.
func (n IntervalNumber) Mapped(f func(float64) float64) IntervalNumber {
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
	return IntervalNumber{apply(n.Value), apply(n.Low), apply(n.High)}
}

// Reversed applies a decreasing function.
func (n IntervalNumber) Reversed(f func(float64) float64) IntervalNumber {
	m := n.Mapped(f)
	m.Low, m.High = m.High, m.Low
	return m
}

// widened moves the ends outwards.
func (n IntervalNumber) widened(below, above float64, within IntervalBounds) IntervalNumber {
	if n.Value == nil || n.Low == nil || n.High == nil {
		return n
	}
	return Of(*n.Value, *n.Low-below, *n.High+above, within)
}

// Possible reports whether a figure within such bounds may be stated so: its ends, where it has them, and its value are
// in order and within the bounds.
func (n IntervalNumber) Possible(within IntervalBounds) bool {
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
