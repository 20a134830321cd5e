package verify

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/discrepancy"
	"privadapt/core/dp/accountant"
	"privadapt/core/release"
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

// So do two implementations of the sensitivities and of the rounding, whatever the parameters.
func TestRoundsAgreeWithTheEnginesGeometry(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	const m, quartic = 50, 1e9 // above what is derived from the rows' lengths
	for range 1000 {
		g := discrepancy.Geometry{
			Radius: 1 + 9*r.Float64(), Rows: int64(math.Exp(12 * r.Float64())), Order: 1 + r.IntN(30),
		}
		g.SourceRadius = g.Radius * r.Float64()
		lambda, mu, p, moves := r.ExpFloat64(), math.Exp(10*r.Float64()-5), 1+math.Exp(5*r.Float64()-2), 1+r.IntN(1000)
		c := release.Certificate{
			Radius: g.Radius, SourceRadius: g.SourceRadius, N: g.Rows, Order: g.Order, Lambda: &lambda, Mu: &mu, P: &p, SourceQuartic: quartic,
		}
		agree := func(name string, here, engine float64) {
			if math.Abs(here-engine) > 1e-11*engine {
				t.Errorf("%s %s of %+v: %v here, %v in the engine", c.Smoothing, name, g, here, engine)
			}
		}
		c.Smoothing = "softmax"
		agree("range", scoreRange(c), g.SoftmaxRange(mu))
		agree("sensitivity", sensitivity(c, m), g.SoftmaxSensitivity2(mu, quartic))
		agree("error", scoreRounding(c, moves), g.ScoreError(mu, lambda, moves))
		c.Smoothing = "pnorm"
		agree("range", scoreRange(c), g.PNormRange(p))
		agree("sensitivity", sensitivity(c, m), g.PNormSensitivity2(p, quartic))
		agree("error", scoreRounding(c, moves), g.PNormScoreError(p, lambda, moves))
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
