package noise

import (
	"fmt"
	"testing"
)

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

// A pure guarantee that is stated is not below the one there is.
func TestPureGuaranteesAreRoundedUp(t *testing.T) {
	if epsilon := SmallestEpsilon(10, 0.5, 1e-6); epsilon < 0.5 || epsilon > 0.5*(1+1e-9) {
		t.Errorf("0.5 is stated as %v", epsilon)
	}
	if rho := PureRho(3, 0.5); rho < 0.375 || rho > 0.375*(1+1e-9) {
		t.Errorf("ρ = 3/8 is stated as %v", rho)
	}
	if rho := BoundedRangeRho(3, 0.5); rho < 0.09375 || rho > 0.09375*(1+1e-9) {
		t.Errorf("ρ = 3/32 is stated as %v", rho)
	}
}

func TestBoundedRangeEtaSpendsTheBudget(t *testing.T) {
	for _, k := range []int{1, 2, 30, 999} {
		for _, epsilon := range []float64{0.01, 1, 30} {
			eta := BoundedRangeEta(k, epsilon, 1e-6)
			spent := SmallestEpsilon(BoundedRangeRho(k, eta), float64(k)*eta, 1e-6)
			if spent > epsilon*(1+1e-15) || spent < epsilon*(1-1e-6) {
				t.Errorf("k=%d ε=%v: spends %v", k, epsilon, spent)
			}
		}
	}
}

// What a budget is in ρ, and what two runs of it cost together: less than twice as much.
func Example() {
	rho := Rho(1, 1e-6)
	fmt.Printf("ρ = %.4f, ε of two such runs = %.3f\n", rho, Epsilon(2*rho, 1e-6))
	// Output: ρ = 0.0244, ε of two such runs = 1.451
}
