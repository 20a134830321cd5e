package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"privadapt/core/noise/accountant"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
)

// Two implementations of one conversion agree up to rounding.
func TestEpsilonAgreesWithTheEnginesAccountant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		rho := math.Pow(10, 6*r.Float64()-5)
		delta := math.Pow(10, -12*r.Float64()-0.05)
		a, b := epsilonOf(rho, delta), accountant.Epsilon(rho, delta)
		if math.Abs(a-b) > 1e-8*(a+b)+1e-12 { // at large δ both are 0 up to the end of a bisection
			t.Errorf("ρ = %v, δ = %v: %v in the verifier, %v in the engine", rho, delta, a, b)
		}
	}
}

// So do two implementations of the sensitivities and of the rounding, for any parameters.
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
			Radius: g.Radius, SourceRadius: g.SourceRadius, N: g.Rows, Order: g.Order, Lambda: &lambda, Mu: &mu, P: &p,
			SourceQuartic: quartic,
		}
		agree := func(name string, here, engine float64) {
			if math.Abs(here-engine) > 1e-11*engine {
				t.Errorf("%s %s of %+v: %v in the verifier, %v in the engine", c.Smoothing, name, g, here, engine)
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

// Whatever a document states, the fourth moments of m source rows are at least the fourth power of the longest
// one's length, and at least m times the fourth power of the intercept, which all of them share.
func TestFourthMomentsAreThoseOfTheRowsAtLeast(t *testing.T) {
	const radius, m = 2.0, 1000
	mu, p, steps := 3.0, 2.5, int64(gridSteps/math.Sqrt(10))
	shared := m * math.Pow(radius*float64(steps)/gridSteps, 4)
	for _, c := range []release.Certificate{
		{Smoothing: "softmax", Mu: &mu, SourceRadius: radius},       // 16 of the longest row
		{Smoothing: "softmax", Mu: &mu, SourceRadius: 0.7 * radius}, // 3.8
		{Smoothing: "pnorm", P: &p, SourceRadius: radius},
	} {
		c.Radius, c.N, c.Order, c.InterceptSteps = radius, 500, 4, steps
		for rows, least := range map[int]float64{m: shared, 2: math.Pow(c.SourceRadius, 4)} {
			stated, unstated := c, c
			stated.SourceQuartic, unstated.SourceQuartic = 1e6, 1e-6
			want := sensitivity(stated, rows) * math.Sqrt(least/1e6)
			if got := sensitivity(unstated, rows); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s, r̂ = %v, %d rows: Δ₂ = %v, want %v", c.Smoothing, c.SourceRadius, rows, got, want)
			}
		}
	}
}

// A certificate is recomputed from its own parameters, and one that claims too little does not hold.
func ExampleCertificate() {
	text, err := os.ReadFile("../../adapt/testdata/golden/model-blend.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := release.Decode(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Certificate(made).OK)
	made.Certificate.Epsilon /= 2
	fmt.Println(Certificate(made).OK)
	// Output:
	// true
	// false
}
