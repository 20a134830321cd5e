package accountant

import (
	"math"
	"testing"
)

// The two reference points of the design, computed independently.
func TestRhoAtReferencePoints(t *testing.T) {
	for _, c := range []struct{ epsilon, delta, rho float64 }{
		{1, 1.0 / 8000, 0.041947},
		{1, 1e-6, 0.024356},
	} {
		if got := Rho(c.epsilon, c.delta); math.Abs(got-c.rho) > 6e-7 {
			t.Errorf("Rho(%v, %v) = %.7f, want %.6f", c.epsilon, c.delta, got, c.rho)
		}
	}
}

// Brute force over α on a fine grid never finds a smaller δ: the bisection reaches the infimum. The tolerance of 1e-4
// allows for the grid, whose relative step in α−1 is 2e-4.
func TestDeltaIsTheInfimum(t *testing.T) {
	for _, rho := range []float64{1e-8, 1e-4, 0.0243, 0.5, 3, 40} {
		for _, epsilon := range []float64{0.001, 0.1, 1, 8, 50} {
			best := math.Inf(1)
			for i := 1; i < 200000; i++ {
				a := 1 + math.Exp(float64(i-100000)*2e-4)
				best = min(best, (a-1)*(a*rho-epsilon)+(a-1)*math.Log1p(-1/a)-math.Log(a))
			}
			got, want := Delta(rho, epsilon), min(1, math.Exp(best))
			if got < want*(1-1e-4) || got > want*(1+1e-4) {
				t.Errorf("Delta(%v, %v) = %v, brute force gives %v", rho, epsilon, got, want)
			}
		}
	}
}

func TestConversionsRoundTowardPrivacy(t *testing.T) {
	for _, epsilon := range []float64{1e-3, 0.05, 0.3, 1, 4, 20, 300} {
		for _, delta := range []float64{1e-12, 1e-6, 1.0 / 8000, 0.1, 0.9} {
			rho := Rho(epsilon, delta)
			if rho <= 0 {
				t.Fatalf("Rho(%v, %v) = %v", epsilon, delta, rho)
			}
			if d := Delta(rho, epsilon); d > delta {
				t.Errorf("ρ for (%v, %v) gives δ = %v", epsilon, delta, d)
			}
			if e := Epsilon(rho, delta); e > epsilon*(1+1e-9) || e < epsilon*(1-1e-6) {
				t.Errorf("Epsilon(Rho(%v, %v)) = %v", epsilon, delta, e)
			}
		}
	}
}

func TestBoundedRangeEtaSpendsTheBudget(t *testing.T) {
	for _, k := range []int{1, 2, 30, 999} {
		for _, epsilon := range []float64{0.01, 1, 30} {
			eta := BoundedRangeEta(k, epsilon, 1e-6)
			spent := SmallestEpsilon(BoundedRangeRho(k, eta), float64(k)*eta, 1e-6)
			if spent > epsilon*(1+1e-9) || spent < epsilon*(1-1e-6) {
				t.Errorf("k=%d ε=%v: spends %v", k, epsilon, spent)
			}
		}
	}
}

func TestCheckBudget(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta float64
		ok             bool
	}{
		{1, 1e-6, true}, {0, 0.1, false}, {-1, 0.1, false}, {math.NaN(), 0.1, false}, {math.Inf(1), 0.1, false},
		{1, 0, false}, {1, 1, false}, {1, math.NaN(), false}, {1, -1, false},
	} {
		if err := CheckBudget(c.epsilon, c.delta); (err == nil) != c.ok {
			t.Errorf("CheckBudget(%v, %v) = %v", c.epsilon, c.delta, err)
		}
	}
}
