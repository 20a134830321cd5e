package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/noise/accountant"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
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

// Of numbers, the public choice may be trees although another model's loss is up to 2% smaller, and then has to be.
func TestThePublicChoiceKeepsToItsRule(t *testing.T) {
	for _, c := range []struct {
		smooth  float64
		numbers bool
		want    int // the candidate that must be the public choice
	}{{0.985, true, 1}, {0.975, true, 0}, {0.985, false, 0}} {
		for public := range 2 {
			b := &release.Base{Public: public, Kept: true, Candidates: []release.Candidate{
				{Base: method.Smooth, Way: "unweighted", Public: c.smooth, Weighted: 1},
				{Base: method.Trees, Way: "unweighted", Public: 1, Weighted: 1, Share: 1},
			}}
			problems := strings.Join(unmet(baseRequirements(b, c.numbers)), "; ")
			if refused := strings.Contains(problems, "the public choice is not"); refused == (public == c.want) {
				t.Errorf("smooth %v, numbers %v, choice %d: %q", c.smooth, c.numbers, public, problems)
			}
		}
	}
}

// The report states δ·n, or δ·n̂ where n is private, remarks on it above 10⁻³, with the limit, and refuses δ ≥ 1/n
// unless that is allowed by name.
func TestDeltaAgainstTheNumberOfRows(t *testing.T) {
	for _, name := range []string{"moments", "model-linear", "weights-selection", "weights-gradient", "report",
		"model-add-remove"} {
		r := must.Get(release.Decode(must.Get(os.ReadFile("../../adapt/testdata/golden/" + name + ".json"))(t)))(t)
		rows := float64(r.Certificate.N) + r.Certificate.RowsEstimate // one of them is 0
		for _, c := range []struct {
			times    float64
			remarked bool
			refused  bool
		}{{0.9e-3, false, false}, {1.1e-3, true, false}, {0.999, true, false}, {1.001, true, true}, {10, true, true}} {
			r.Certificate.Delta = c.times / rows
			r.Certificate.Epsilon = 1e3 // enough at any of these δ
			report := Certificate(r)
			if d := report.DeltaRows - c.times; d > 1e-9*c.times || -d > 1e-9*c.times {
				t.Errorf("%s: δ·n is stated as %v, not %v", name, report.DeltaRows, c.times)
			}
			if remarked := len(report.Remarks) > 0; remarked != c.remarked {
				t.Errorf("%s at δ·n = %v: the remarks are %q", name, c.times, report.Remarks)
			}
			if c.remarked && !strings.Contains(report.Remarks[0], "at most 0.001 divided by the number of rows") {
				t.Errorf("%s at δ·n = %v: the remark %q does not state the rule", name, c.times, report.Remarks[0])
			}
			if report.OK == c.refused || c.refused && !strings.Contains(report.Problems[0], "below one over") {
				t.Errorf("%s at δ·n = %v: the problems are %q", name, c.times, report.Problems)
			}
			if asked := Certificate(r, LargeDelta); !asked.OK || len(asked.Remarks) == 0 && c.remarked {
				t.Errorf("%s at δ·n = %v, allowed: %+v", name, c.times, asked)
			}
			// The allowance covers δ alone.
			small := *r
			small.Certificate.Epsilon, small.Certificate.Rho = 1e-9, 0
			if Certificate(&small, LargeDelta).OK {
				t.Errorf("%s at δ·n = %v: a false claim passed", name, c.times)
			}
		}
	}
}

// Many owners together may have δ·n above 1, with a remark; a single owner may not.
func TestDeltaIsRefusedOwnerByOwner(t *testing.T) {
	owners := func(cohorts ...release.Cohort) release.Certificate {
		c := release.Certificate{Adjacency: "replace-one", Combination: &release.Combination{Cohorts: cohorts}}
		for _, cohort := range cohorts {
			c.N, c.Draws, c.Delta = c.N+cohort.N, c.Draws+int(cohort.Releases), max(c.Delta, cohort.Delta)
		}
		return c
	}
	small := release.Cohort{Releases: 1000, N: 500_000, Delta: 1e-5}
	if remark, err := checkDelta(owners(small)); remark == "" || err != nil {
		t.Errorf("a thousand owners of 500 rows at δ = 1e-5: %q, %v", remark, err)
	}
	// By the mean of all owners, 1,499 rows, none of these could be told from the other.
	large := release.Cohort{Releases: 1, N: 1_000_000, Delta: 2e-6}
	for _, cohorts := range [][]release.Cohort{{small, large}, {large, small}} {
		if _, err := checkDelta(owners(cohorts...)); err == nil {
			t.Errorf("an owner of a million rows at δ = 2e-6 passed among owners of few: %v", cohorts)
		}
	}
	few := release.Cohort{Releases: 1, N: 20, Delta: 0.01}
	for _, cohorts := range [][]release.Cohort{{small, few}, {few, small}} {
		if _, err := checkDelta(owners(cohorts...)); err != nil {
			t.Errorf("an owner of 20 rows at δ = 0.01 among owners of more at less: %v", err)
		}
	}
	for _, c := range []struct {
		cohort  release.Cohort
		refused bool
	}{{release.Cohort{Releases: 4, N: 400, Delta: 0.01}, true}, {release.Cohort{Releases: 4, N: 396, Delta: 0.01}, false},
		{release.Cohort{Releases: 4, N: 404, Delta: 0.01}, true}} {
		if _, err := checkDelta(owners(c.cohort)); (err != nil) != c.refused {
			t.Errorf("%+v: %v", c.cohort, err)
		}
	}
	hidden := release.Certificate{
		Adjacency:    "add-remove",
		RowsEstimate: 5e5,
		Draws:        1000,
		Delta:        1e-5,
		Combination:  &release.Combination{},
	}
	if remark, err := checkDelta(hidden); remark == "" || err != nil {
		t.Errorf("owners of a private number of rows: %q, %v", remark, err)
	}
	hidden.Delta = 0.01
	if _, err := checkDelta(hidden); err == nil {
		t.Error("owners of 500 rows at δ = 0.01 passed")
	}
}
func TestTheSuggestedDeltaSuitsTenTimesAsManyRows(t *testing.T) {
	for rows, want := range map[float64]float64{1: 1e-6, 100: 1e-6, 101: 1e-7, 1000: 1e-7, 5000: 1e-8, 1e6: 1e-10} {
		got := SuggestedDelta(rows, 0)
		if got/want < 1-1e-9 || got/want > 1+1e-9 {
			t.Errorf("%v rows: %v instead of %v", rows, got, want)
		}
		if product := got * rows * deltaRoom; product > LargestDeltaRows*(1+1e-9) {
			t.Errorf("%v rows: the verifier remarks on δ·n = %v", rows, product)
		}
	}
}

func TestTheDeltaOfALinkIsAMaximum(t *testing.T) {
	for _, c := range []struct{ rows, most, want float64 }{
		{3000, 1e-6, 1e-8}, {100, 1e-6, 1e-6}, {100, 1e-7, 1e-7}, {100, 3e-8, 3e-8}, {3000, 1e-4, 1e-8},
	} {
		if got := SuggestedDelta(c.rows, c.most); got/c.want < 1-1e-9 || got/c.want > 1+1e-9 {
			t.Errorf("%v rows, at most %v: %v instead of %v", c.rows, c.most, got, c.want)
		}
	}
}
