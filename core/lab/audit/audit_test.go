//go:build !js

package audit

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/cryptotest"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

var (
	full     = flag.Bool("audit.full", false, "2·10⁶ trials a side, 5·10⁴ of slow cells, and the planted faults")
	trials   = flag.Int("audit.trials", 0, "trials a side, in place of the small audit's")
	jsonPath = flag.String("audit.json", "", "write the results of -audit.full to this `file`")
)

// Trials on each side in the full and in the small audit, for draws and for slow cells.
const (
	fullTrials, fullSlow   = 2_000_000, 50_000
	smallTrials, smallSlow = 30_000, 6_000
)

// report is the content of the file of -audit.json.
type report struct {
	TotalError float64   `json:"totalError"`
	BoundError float64   `json:"errorOfEachBound"`
	Claims     []Outcome `json:"claims"`
	Faults     []planted `json:"faults"`
	Summary    string    `json:"summary"`
}

// summary is the last line of an audit.
var summary string

func TestMain(m *testing.M) {
	if flag.Parse(); testing.Short() {
		os.Exit(0) // attacks take minutes: make test-all runs the small ones, make audit the large ones
	}
	code := m.Run()
	if summary != "" {
		fmt.Println(summary)
	}
	os.Exit(code)
}

// TestAudit tests the claims and, with -audit.full, plants the faults. It ends with one line that sums up.
func TestAudit(t *testing.T) {
	r := report{TotalError: TotalError, BoundError: BoundError(Cells())}
	t.Run("claims", func(t *testing.T) { r.Claims = auditClaims(t, r.BoundError) })
	if *full {
		t.Run("faults", func(t *testing.T) { r.Faults = plantFaults(t, "") })
	}
	held, caught := 0, 0
	var tightest Outcome
	for _, o := range r.Claims {
		if !o.Broken() {
			held++
		}
		if tightest.Epsilon == 0 || o.LargestEpsilon()/o.Epsilon > tightest.LargestEpsilon()/tightest.Epsilon {
			tightest = o
		}
	}
	for _, f := range r.Faults {
		if f.Caught {
			caught++
		}
	}
	summary = fmt.Sprintf("audit: %d claims held, %d/%d planted faults caught, tightest lower bound %.3f of claimed %.3f",
		held, caught, len(r.Faults), tightest.LargestEpsilon(), tightest.Epsilon)
	r.Summary = summary
	if *jsonPath != "" {
		text := must.Get(json.MarshalIndent(r, "", "\t"))(t)
		must.Do(t, os.WriteFile(*jsonPath, append(text, '\n'), 0o644))
	}
}

// auditClaims runs every cell. The small audit draws from a fixed stream on one worker, so its result is always the
// same; the full audit reads the platform's generator.
func auditClaims(t *testing.T, alpha float64) []Outcome {
	workers := 1
	if *full {
		workers = runtime.GOMAXPROCS(0)
	}
	var outcomes []Outcome
	for _, c := range Cells() {
		t.Run(c.Name, func(t *testing.T) {
			if !*full {
				cryptotest.SetGlobalRandom(t, 1)
			}
			o := Run(c, sizeOf(c), workers, alpha)
			outcomes = append(outcomes, o)
			t.Logf("%s, %d trials a side in %.1f s: ε_L = %.3f and %.3f of %.3f, μ_L = %.4f and %.4f of %.4f",
				o.Name, o.Trials, o.Seconds, o.EpsilonLower[0], o.EpsilonLower[1], o.Epsilon, o.MuLower[0], o.MuLower[1], o.Mu)
			if o.Broken() {
				t.Errorf("%s", claimBroken)
			}
			if c.Gaussian != (o.Mu > 0) {
				t.Errorf("the cell is counted with the wrong number of bounds")
			}
			if shown, required := shownBy(o), requiredOf(c.Claim(), o.Trials, alpha); shown < required {
				t.Errorf("no power: the bound reaches only %.4f, and should reach %.4f", shown, required)
			}
		})
	}
	return outcomes
}

// claimBroken distinguishes a broken claim from any other failure.
const claimBroken = "claim broken: a lower bound exceeds it"

func sizeOf(c Cell) int {
	switch {
	case *full && c.Slow:
		return fullSlow
	case *full:
		return fullTrials
	case *trials > 0:
		return *trials
	case c.Slow:
		return smallSlow
	}
	return smallTrials
}

// shownBy is the bound that measures the power of a cell: μ_L of the weaker direction or ε_L of the stronger one.
func shownBy(o Outcome) float64 {
	if o.Mu > 0 {
		return slices.Min(o.MuLower[:])
	}
	return o.LargestEpsilon()
}

// requiredOf is the value that this bound must reach; otherwise the audit has lost its power. For Gaussian noise it is
// 0.95 of the pair's μ in the full audit and less in the small one: the two probabilities, near one half, are each
// known to z/√(4n), the slope of Φ⁻¹ there is √(2π), and 1.7 times this loss leaves 5 standard errors for the trials
// themselves. For other mechanisms, where half of the trials choose the event, it is the loss that bounds of twice the
// width would show, which leaves z ≥ 5 standard errors for the trials.
func requiredOf(c Claim, n int, alpha float64) float64 {
	z := distuv.UnitNormal.Quantile(1 - alpha)
	if c.Mu > 0 {
		return c.ShownMu * math.Min(0.95, 1-1.7*z*math.Sqrt(2*math.Pi/float64(n))/c.ShownMu)
	}
	return c.law.detectable(c.Delta, float64(n/2), 2*z)
}

// By hand: after n hits in n trials the lower bound is α^{1/n}; after none the upper bound is 1 − α^{1/n}. By the sum
// of the binomial distribution: at the bound, this number of hits or more has probability α.
func TestClopperPearson(t *testing.T) {
	for _, n := range []int{1, 7, 1000} {
		for _, alpha := range []float64{0.05, 1e-8} {
			want := math.Pow(alpha, 1/float64(n))
			if got := lowerProbability(n, n, alpha); math.Abs(got-want) > 1e-12 {
				t.Errorf("lower bound of %d hits in %d: %v, want %v", n, n, got, want)
			}
			if got := upperProbability(0, n, alpha); math.Abs(got-(1-want)) > 1e-12 {
				t.Errorf("upper bound of no hits in %d: %v, want %v", n, got, 1-want)
			}
		}
	}
	const alpha = 1e-9
	for _, c := range []struct{ k, n int }{{37, 400}, {3, 1_000_000}, {16_000, 1_000_000}, {568_000, 1_000_000},
		{999_990, 1_000_000}} {
		p := lowerProbability(c.k, c.n, alpha)
		a, _ := math.Lgamma(float64(c.n + 1))
		tail := 0.0
		for i := c.k; i <= c.n; i++ {
			b, _ := math.Lgamma(float64(i + 1))
			d, _ := math.Lgamma(float64(c.n - i + 1))
			term := math.Exp(a - b - d + float64(i)*math.Log(p) + float64(c.n-i)*math.Log1p(-p))
			if tail += term; term < 1e-12*tail {
				break // the terms fall by a constant factor from here
			}
		}
		// Log Γ(10⁶) is about 10⁷: the sum's exponents are right to 1e-8.
		if math.Abs(tail/alpha-1) > 1e-6 {
			t.Errorf("%d hits or more in %d have probability %v at the bound %v, want %v", c.k, c.n, tail, p, alpha)
		}
	}
	if lowerProbability(0, 400, alpha) != 0 || upperProbability(400, 400, alpha) != 1 {
		t.Error("the trivial bounds are 0 and 1")
	}
}

// On ratios with known laws: events of probabilities 3/4 and 1/4 in a million trials give ε near ln 3, and two equal
// laws show no loss.
func TestEpsilonLowerFindsALoss(t *testing.T) {
	const n = 1_000_000
	p, q := make([]float64, n), make([]float64, n)
	for i := range n {
		p[i], q[i] = -1, -1
		if i%4 != 0 {
			p[i] = 1
		}
		if i%4 == 0 {
			q[i] = 1
		}
	}
	if got := epsilonLower(p, q, 0, 1e-8); got > math.Log(3) || got < math.Log(3)-0.03 {
		t.Errorf("ε_L = %v, want a little below %v", got, math.Log(3))
	}
	if got := epsilonLower(p, p, 0, 1e-8); got != 0 {
		t.Errorf("ε_L = %v of equal laws", got)
	}
	// Φ⁻¹(3/4) − Φ⁻¹(1/4)
	if got := muLower(p, q, 1e-8); got > 1.34898 || got < 1.33 {
		t.Errorf("μ_L = %v, want a little below 1.349", got)
	}
}

// The loss that a law should show is the loss that trials with exactly its frequencies show, up to the difference
// between the normal approximation and the exact bounds, and the choice of the event on another half.
func TestDetectableIsWhatIsShown(t *testing.T) {
	const n = 200_000
	nominal := law{{0.05, 0.02}, {0.15, 0.1}, {0.8, 0.88}}
	var p, q []float64
	for _, o := range nominal {
		for range int(o.p*n + 0.5) {
			p = append(p, o.ratio())
		}
		for range int(o.q*n + 0.5) {
			q = append(q, o.ratio())
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	r.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	r.Shuffle(n, func(i, j int) { q[i], q[j] = q[j], q[i] })
	want := nominal.detectable(1e-3, n/2, 6)
	if got := epsilonLower(p, q, 1e-3, 1e-9); math.Abs(got-want) > 0.03 || want < 0.5 {
		t.Errorf("ε_L = %v, by the law %v", got, want)
	}
	// With two draws every ratio is a sum.
	if got := nominal.draws(2); len(got) != 6 || math.Abs(got[0].ratio()-2*nominal[0].ratio()) > 1e-12 ||
		math.Abs(got[0].p-0.05*0.05) > 1e-15 {
		t.Errorf("two draws: %v", got)
	}
}

// The noise of different entries, of successive releases and of releases with separate samplers is uncorrelated: all
// pairs of 15 standardised values, at 6 standard errors each. A false alarm has probability below 105·2e-9 ≈ 2e-7.
func TestNoiseIsIndependent(t *testing.T) {
	const entries = 5 // of a 3×3 moment, without the public one
	sums := momentPair{method.ReplaceOne, 1.5, 0, 1, []float64{1, 0.5}, nil}.sums()
	exact := sums[0].Mean()
	m := mechanism.NewMoment(sums[0].Grid, method.ReplaceOne, gaussianRho)
	sigma := m.StandardDeviation(float64(sums[0].Rows))
	release := func(s *sampler.Sampler) (z []float64) {
		released, _ := m.Release(sums[0], s)
		for i := range sums[0].Order {
			for j := max(i, 1); j < sums[0].Order; j++ {
				v := (released.At(i, j) - exact.At(i, j)) / sigma
				if i != j {
					v *= math.Sqrt2
				}
				z = append(z, v)
			}
		}
		return z
	}
	one := sampler.New()
	testUncorrelated(t, 3*entries, func() []float64 {
		z := append(release(one), release(one)...)
		one = sampler.New()
		return append(z, release(one)...)
	})
}

// The same for the noise on gradients: components, rounds, and mechanisms with separate samplers.
func TestGradientNoiseIsIndependent(t *testing.T) {
	const components, rounds = 3, 2
	task := mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: components, Draws: rounds}
	testUncorrelated(t, 2*rounds*components, func() (z []float64) {
		for range 2 {
			m := must.Get(mechanism.NewGradient(task, gaussianEpsilon, gaussianDelta, sampler.New()))(t)
			for range rounds {
				g := make([]float64, components)
				m.AddNoise(g)
				for _, v := range g {
					z = append(z, v/m.Sigma())
				}
			}
		}
		return z
	})
}

// The same for vertices drawn from two equal scores, ±1.
func TestDrawsAreIndependent(t *testing.T) {
	for _, calibration := range []method.Calibration{method.Tight, method.Paper} {
		task := mechanism.SelectionTask{Range: 1, Spread: 1, Draws: 3}
		testUncorrelated(t, 2*task.Draws, func() (z []float64) {
			for range 2 {
				m, err := mechanism.NewPaperSelection(task, 1, sampler.New())
				if calibration == method.Tight {
					m, err = mechanism.NewSelection(task, 1, selectionDelta, sampler.New())
				}
				if err != nil {
					t.Fatal(err)
				}
				for range task.Draws {
					z = append(z, float64(2*m.Minimise([]float64{0, 0})-1))
				}
			}
			return z
		})
	}
}

// testUncorrelated tests every pair of the numbers that draw returns, each of mean 0 and variance 1, at 6 standard
// errors.
func testUncorrelated(t *testing.T, count int, draw func() []float64) {
	t.Helper()
	const runs = 2000
	products := make([]float64, count*count)
	for range runs {
		z := draw()
		if len(z) != count {
			t.Fatalf("%d numbers, not %d", len(z), count)
		}
		for k := range z {
			for l := range k {
				products[k*count+l] += z[k] * z[l] / runs
			}
		}
	}
	for k := range count {
		for l := range k {
			if c := products[k*count+l]; math.Abs(c) > 6/math.Sqrt(runs) {
				t.Errorf("number %d and number %d are correlated: %v", k, l, c)
			}
		}
	}
}

// The certificates from which the audit of whole runs takes its claims are those that a reader of a release accepts.
func TestCertificatesOfWholeRunsHold(t *testing.T) {
	for name, w := range runs() {
		run := w.start()
		for side := range 2 {
			if report := verify.Certificate(run(side)); !report.OK {
				t.Errorf("%s: %v", name, report.Problems)
			}
		}
	}
}

// Whole runs return each outcome as often as their nominal law predicts. An audit bounds only the loss of the release.
// This test also notices a draw that uses more of the budget than it is charged, while other draws use less in a way
// that no release shows. A χ² test at 1e-7, from a fixed stream.
func TestRunsFollowTheirLaw(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	const trials = 4000
	few := singleStageRun()
	few.source = outlier(6) // where the two iterates are about as likely, and their gaps far apart
	for _, c := range []struct {
		name    string
		run     wholeRun
		nominal law
		outcome func(*release.Release) int
	}{
		{"weights", weightsRun(), weightsRun().weightsLaw(),
			func(r *release.Release) int { return floats.MaxIdx(r.Values.Weights) }},
		{"single stage", few, few.singleStageLaw(), func(r *release.Release) int {
			return singleStageOutcome(r.Values.Weights)
		}},
	} {
		run := c.run.start()
		for side := range 2 {
			counts := make([]float64, len(c.nominal))
			for range trials {
				counts[c.outcome(run(side))]++
			}
			statistic := 0.0
			for j, o := range c.nominal {
				expected := trials * o.p
				if side == 1 {
					expected = trials * o.q
				}
				if expected < 20 {
					t.Fatalf("%s: outcome %d is expected %v times, too few for the test", c.name, j, expected)
				}
				statistic += (counts[j] - expected) * (counts[j] - expected) / expected
			}
			// The 1−1e-7 quantile by Wilson and Hilferty's cube.
			k := float64(len(counts) - 1)
			if limit := k * math.Pow(1-2/(9*k)+5.2*math.Sqrt(2/(9*k)), 3); statistic > limit {
				t.Errorf("%s, side %d: χ² = %.1f over %d outcomes, limit %.1f", c.name, side, statistic, len(counts), limit)
			}
		}
	}
}
