package verify

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/dp/accountant"
)

// Two implementations of one conversion agree, and neither is ever the smaller by more than rounding.
func TestEpsilonAgreesWithTheEnginesAccountant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		rho := math.Pow(10, 6*r.Float64()-5)
		delta := math.Pow(10, -12*r.Float64()-0.05)
		a, b := epsilonOf(rho, delta), accountant.Epsilon(rho, delta)
		if math.Abs(a-b) > 1e-8*(a+b)+1e-12 { // at large δ both are 0 up to the end of a bisection
			t.Errorf("ρ = %v, δ = %v: %v here, %v in the engine", rho, delta, a, b)
		}
	}
}

func TestCertificateOfTheEngineHolds(t *testing.T) {
	for _, name := range documents {
		if report := Certificate(document(t, name)); !report.OK {
			t.Errorf("%s: %v", name, report.Problems)
		}
	}
}

// Each of these claims more than the noise gives, or cannot be checked; none may pass.
func TestFalseClaimsAreRefused(t *testing.T) {
	for _, c := range falseClaims {
		r := document(t, c.document)
		c.tamper(r)
		report := Certificate(r)
		if report.OK {
			t.Errorf("%s: %s passed", c.document, c.name)
		}
		if c.says != "" && !strings.Contains(strings.Join(report.Problems, " "), c.says) {
			t.Errorf("%s: %s: the problems %q do not mention %q", c.document, c.name, report.Problems, c.says)
		}
	}
}
