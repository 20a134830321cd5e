package appraisal

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Whatever an estimate was, what is stated is possible: a value beyond the bounds is none, and ends are within them.
func TestNothingImpossibleIsStated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		value, reach := 3*r.NormFloat64(), math.Abs(3*r.NormFloat64())
		for _, b := range []IntervalBounds{ShareBounds, Positive, Anything, {-1, 2}} {
			n := Of(value, value-reach, value+reach, b)
			if !n.Possible(b) {
				t.Fatalf("%v ± %v within %v is stated as %v", value, reach, b, n)
			}
			if inside := value >= b.Low && value <= b.High; inside != (n.Value != nil) || inside && *n.Value != value {
				t.Fatalf("%v within %v has the value %v", value, b, n.Value)
			}
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if n := Of(v, v, v, Anything); n.Value != nil || n.Low != nil || n.High != nil {
			t.Errorf("%v is stated as %+v", v, n)
		}
	}
	if n := Of(-1.1, -2, 3, Positive); n.Value != nil || *n.Low != 0 || *n.High != 3 {
		t.Errorf("a mean square of −1.1 is stated as %+v", n)
	}
}

func TestWhatIsPossible(t *testing.T) {
	number := func(v ...float64) IntervalNumber { return IntervalNumber{&v[1], &v[0], &v[2]} }
	for _, n := range []IntervalNumber{{}, number(0, 0.5, 1), number(0.2, 0.2, 0.2)} {
		if !n.Possible(ShareBounds) {
			t.Errorf("%v is refused", n)
		}
	}
	for _, n := range []IntervalNumber{number(-0.1, 0.5, 1), number(0, 0.5, 1.1), number(0.6, 0.5, 1), number(0, 0.5, 0.4),
		number(0, math.NaN(), 1)} {
		if n.Possible(ShareBounds) {
			t.Errorf("a share of %v, from %v to %v, is possible", *n.Value, *n.Low, *n.High)
		}
	}
	if low, high := 0.7, 0.6; (IntervalNumber{nil, &low, &high}).Possible(ShareBounds) {
		t.Error("ends in the wrong order are possible")
	}
}
