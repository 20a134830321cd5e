//go:build !js

package audit

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/cryptotest"

	"gonum.org/v1/gonum/stat/distuv"

	"privadapt/core/must"
)

var (
	full     = flag.Bool("audit.full", false, "2·10⁶ trials a side, and 5·10⁴ of slow cells")
	trials   = flag.Int("audit.trials", 0, "trials a side, in place of the small audit's")
	stream   = flag.Uint64("audit.stream", 1, "the `number` of the fixed stream that the small audit draws from")
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
	Summary    string    `json:"summary"`
}

// summary is the last line of an audit.
var summary string

func TestMain(m *testing.M) {
	code := m.Run()
	if summary != "" {
		fmt.Println(summary)
	}
	os.Exit(code)
}

// TestAudit tests the claims. It ends with one line that summarises the results.
func TestAudit(t *testing.T) {
	r := report{TotalError: TotalError, BoundError: BoundError(Cells())}
	t.Run("claims", func(t *testing.T) { r.Claims = auditClaims(t, r.BoundError) })
	held := 0
	var tightest Outcome
	for _, o := range r.Claims {
		if !o.Broken() {
			held++
		}
		if tightest.Epsilon == 0 || o.LargestEpsilon()/o.Epsilon > tightest.LargestEpsilon()/tightest.Epsilon {
			tightest = o
		}
	}
	summary = fmt.Sprintf("audit: %d claims held, tightest lower bound %.3f of claimed %.3f", held, tightest.LargestEpsilon(), tightest.Epsilon)
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
				cryptotest.SetGlobalRandom(t, *stream)
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
