package projectedgradient

import (
	"math"
	"testing"

	"privadapt/core/must"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/simplex"
)

// For all tolerances, the certified intervals have one common number: the minimum.
func TestCertificatesOfTheNormAgree(t *testing.T) {
	for _, lambda := range []float64{0.01, 1} {
		i := synthetic(5, 150)
		low, high := math.Inf(-1), math.Inf(1)
		for _, relative := range []float64{0.3, 0.03, 1e-3, 1e-5} {
			result, err := MinimiseNorm(i.objective(1, lambda), dualgap.Settings{Relative: relative})
			if err != nil || result.Status != dualgap.Converged || result.Gap > relative*result.Value {
				t.Fatalf("%+v, %v", result, err)
			}
			low, high = math.Max(low, result.Value-result.Gap), math.Min(high, result.Value)
		}
		// The bounds carry the rounding of sums over 150 rows.
		if low > high*(1+1e-12) {
			t.Errorf("λ = %v: lower bound %v above a value, %v", lambda, low, high)
		}
	}
}

// The target is a weighted source, so the minimum is 0 and no relative gap can be reached.
func TestAbsoluteToleranceWhereTheMinimumIsZero(t *testing.T) {
	i := synthetic(6, 150)
	o := i.objective(1, 0)
	o.Target = secondMoment(i.rows[:50*i.order()], i.order())
	o.Start(simplex.Uniform(150))
	const tolerance = 1e-5
	result, err := MinimiseNorm(o, dualgap.Settings{Absolute: tolerance})
	if err != nil || result.Status != dualgap.Converged || result.Value > tolerance*(1+1e-4) {
		t.Errorf("%+v, %v", result, err)
	}
}

// Uniform weights that match exactly are recognised at once, for any λ.
func TestAMatchIsRecognised(t *testing.T) {
	i := synthetic(6, 64) // a power of two: the weights 1/m are exact
	for _, lambda := range []float64{0, 1} {
		o := i.objective(1, lambda)
		o.Target = secondMoment(i.rows, i.order())
		o.Start(simplex.Uniform(64))
		result, err := MinimiseNorm(o, dualgap.Settings{Absolute: 1e-12})
		if err != nil || result.Rounds != 1 || math.Abs(result.Value-lambda/2/64) > 1e-12 {
			t.Errorf("λ = %v: %+v, %v", lambda, result, err)
		}
	}
}

func TestLeavesTheLastSoftmaxBehind(t *testing.T) {
	o := synthetic(5, 50).objective(1, 1)
	must.Get(MinimiseNorm(o, dualgap.Settings{}))(t)
	if s, ok := o.Smoothing.(discrepancy.Softmax); !ok || !(s.Mu > 0) {
		t.Errorf("smoothing %#v", o.Smoothing)
	}
}
