package simplex

import (
	"math"
	"testing"
)

func TestMinimiseReturnsTheFirstSmallest(t *testing.T) {
	for _, c := range []struct {
		gradient []float64
		want     int
	}{{[]float64{3}, 0}, {[]float64{1, 0, 0}, 1}, {[]float64{-1, math.Inf(-1), 2}, 1}} {
		if got := Minimise(c.gradient); got != c.want {
			t.Errorf("Minimise(%v) = %d", c.gradient, got)
		}
	}
}

func TestEffectiveSampleSize(t *testing.T) {
	if got := EffectiveSampleSize(Uniform(50)); math.Abs(got-50) > 1e-12 {
		t.Errorf("uniform weights: %v", got)
	}
	if got := EffectiveSampleSize([]float64{0, 1, 0}); got != 1 {
		t.Errorf("a vertex: %v", got)
	}
	if got := EffectiveSampleSize([]float64{2, 2, 0}); got != 2 {
		t.Errorf("scale must not matter: %v", got)
	}
}

func TestNormalise(t *testing.T) {
	q := []float64{1, 3}
	Normalise(q)
	if q[0] != 0.25 || q[1] != 0.75 {
		t.Errorf("%v", q)
	}
}
