package adapt

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

func TestEveryKindOfReleaseIsMade(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Options)
	}{
		{"model", nil},
		{"weights", func(o *Options) { o.Release = release.Weights }},
		{"moments", func(o *Options) { o.Release = release.Moments }},
		{"selection", func(o *Options) { o.Mechanism, o.Release = method.Selection, release.Weights }},
		{"selection by the paper", func(o *Options) {
			o.Mechanism, o.Calibration, o.Release = method.Selection, method.Paper, release.Weights
		}},
		{"one iteration", func(o *Options) { o.Iterations = 1 }},
		{"gradient", func(o *Options) { o.Mechanism, o.Release = method.Gradient, release.Weights }},
		{"gradient by the paper", func(o *Options) { o.Mechanism, o.Calibration = method.Gradient, method.Paper }},
		{"gradient of the p-norm", func(o *Options) { o.Mechanism, o.Smoothing = method.Gradient, method.PNorm }},
		{"selection on the p-norm", func(o *Options) { o.Mechanism, o.Smoothing, o.P = method.Selection, method.PNorm, 3 }},
		{"moment and mirror descent", func(o *Options) { o.Solver = method.MirrorDescent }},
		{"moment and the p-norm", func(o *Options) { o.Smoothing = method.PNorm }},
		{"moment and a fixed sharpness", func(o *Options) { o.Mu = 10 }},
		{"a bounded model", func(o *Options) { o.ModelNorm = 0.5 }},
		{"moment and a single stage", func(o *Options) { o.Solver = method.SingleStage }},
		{"selection and a single stage", func(o *Options) { o.Mechanism, o.Solver = method.Selection, method.SingleStage }},
		{"a single stage by the paper", func(o *Options) {
			o.Mechanism, o.Solver, o.Calibration = method.Selection, method.SingleStage, method.Paper
		}},
		{"selection of one iteration draws nothing", func(o *Options) { o.Mechanism, o.Iterations = method.Selection, 1 }},
		{"a small radius", func(o *Options) { o.Radius = 0.01 }},
		{"no regularisation", func(o *Options) { o.Lambda = new(float64) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			reread(t, must.Get(adaptTable(t, budget(c.change), privateTable(200)))(t))
		})
	}
}

func TestSettingsAreChecked(t *testing.T) {
	negative := -1.0
	for _, c := range []struct {
		name, code string
		change     func(*Options)
	}{
		{"ε = 0", "bad-epsilon", func(o *Options) { o.Epsilon = 0 }},
		{"ε < 0", "bad-epsilon", func(o *Options) { o.Epsilon = -1 }},
		{"ε = NaN", "bad-epsilon", func(o *Options) { o.Epsilon = math.NaN() }},
		{"ε = ∞", "bad-epsilon", func(o *Options) { o.Epsilon = math.Inf(1) }},
		{"ε beyond computing", "bad-epsilon", func(o *Options) { o.Epsilon = 1e300 }},
		{"δ = 0", "bad-delta", func(o *Options) { o.Delta = 0 }},
		{"δ = 1", "bad-delta", func(o *Options) { o.Delta = 1 }},
		{"δ = NaN", "bad-delta", func(o *Options) { o.Delta = math.NaN() }},
		{"K < 0", "bad-iterations", func(o *Options) { o.Iterations = -3 }},
		{"K too large", "bad-iterations", func(o *Options) { o.Iterations = 1 << 30 }},
		{"μ < 0", "bad-option", func(o *Options) { o.Mu = -1 }},
		{"μ = NaN", "bad-option", func(o *Options) { o.Mu = math.NaN() }},
		{"λ < 0", "bad-option", func(o *Options) { o.Lambda = &negative }},
		{"a radius of nothing", "bad-option", func(o *Options) { o.Radius = 1e-4 }},
		{"r = NaN", "bad-option", func(o *Options) { o.Radius = math.NaN() }},
		{"unknown mechanism", "bad-option", func(o *Options) { o.Mechanism = "none" }},
		{"unknown solver", "bad-option", func(o *Options) { o.Solver = "adam" }},
		{"unknown kind", "bad-option", func(o *Options) { o.Release = "rows" }},
		{"unknown features", "bad-option", func(o *Options) { o.Features = "cubic" }},
		{"p below 1", "bad-option", func(o *Options) { o.Smoothing, o.P = method.PNorm, 0.5 }},
		{"p for the softmax", "bad-option", func(o *Options) { o.P = 2 }},
		{"mu for the p-norm", "bad-option", func(o *Options) { o.Smoothing, o.Mu = method.PNorm, 3 }},
		{"unknown smoothing", "bad-option", func(o *Options) { o.Smoothing = "entropy" }},
		{"a model norm below 0", "bad-option", func(o *Options) { o.ModelNorm = -1 }},
		{"a campaign with a space", "bad-option", func(o *Options) { o.Campaign = "spring 2027" }},
		{"a campaign that is too long", "bad-option", func(o *Options) { o.Campaign = strings.Repeat("a", 65) }},
		{"selection for mirror descent", "refused", func(o *Options) {
			o.Mechanism, o.Solver = method.Selection, method.MirrorDescent
		}},
		{"selection for projected gradients", "refused",
			func(o *Options) { o.Mechanism, o.Solver = method.Selection, method.ProjectedGradient }},
		{"moment for Frank-Wolfe", "refused", func(o *Options) { o.Solver = method.FrankWolfe }},
		{"gradient for Frank-Wolfe", "refused", func(o *Options) {
			o.Mechanism, o.Solver = method.Gradient, method.FrankWolfe
		}},
		{"gradient for projected gradients", "refused",
			func(o *Options) { o.Mechanism, o.Solver = method.Gradient, method.ProjectedGradient }},
		{"the paper's p-norm noise", "refused", func(o *Options) {
			o.Mechanism, o.Smoothing, o.Calibration = method.Selection, method.PNorm, method.Paper
		}},
		{"moments by selection", "refused", func(o *Options) {
			o.Mechanism, o.Release = method.Selection, release.Moments
		}},
		{"the paper's moments", "refused", func(o *Options) { o.Calibration = method.Paper }},
	} {
		if _, err := adaptTable(t, budget(c.change), privateTable(20)); !isRefused(err, c.code) {
			t.Errorf("%s: %v, want code %s", c.name, err, c.code)
		}
	}
}

// Whoever sets a number out of its range is told the range, an open end as such.
func TestARangeIsTold(t *testing.T) {
	for says, change := range map[string]func(*Options){
		"choose a number from 1 to 1000":          func(o *Options) { o.Smoothing, o.P = method.PNorm, 0.5 },
		"choose a number above 0 and up to 1e+09": func(o *Options) { o.Mu = -1 },
		"choose a number from 1e-06 to 1e+09":     func(o *Options) { o.ModelNorm = 1e10 },
	} {
		if _, err := adaptTable(t, budget(change), privateTable(20)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want: %s", err, says)
		}
	}
}

// singleStage stands for the mechanism selection with the single-stage solver.
const singleStage = "single stage"

// The charge is made once, with the certificate's figures, and before any noise is drawn. A refusal is followed by
// no release, and the reading is used up.
func TestChargeComesBeforeTheRelease(t *testing.T) {
	for _, m := range []method.Mechanism{method.Moment, method.Selection, method.Gradient, singleStage} {
		target := readTarget(t, publicSource(t), budget(func(o *Options) {
			if o.Mechanism = m; m == singleStage {
				o.Mechanism, o.Solver = method.Selection, method.SingleStage
			}
		}), privateTable(50))
		broke := errors.New("no budget")
		charges := []Charge{}
		refuse := func(c Charge) error { charges = append(charges, c); return broke }
		if _, err := target.Adapt(release.Engine{}, refuse, nil); !errors.Is(err, broke) {
			t.Fatalf("%s: %v", m, err)
		}
		if len(charges) != 1 || charges[0].Epsilon != 1 || charges[0].Delta != 1e-5 || !(charges[0].Rho > 0) {
			t.Errorf("%s: charged %v", m, charges)
		}
		if _, err := target.Adapt(release.Engine{}, free, nil); err == nil {
			t.Errorf("%s: one reading made a second release", m)
		}
	}
}

func TestProgressCancels(t *testing.T) {
	stop := errors.New("stop")
	progress := func(string, int64, int64) error { return stop }
	target := readTarget(t, publicSource(t), budget(nil), privateTable(50))
	if _, err := target.Adapt(release.Engine{}, free, progress); !errors.Is(err, stop) {
		t.Errorf("the run went on: %v", err)
	}
	_, _, err := ReadTarget(publicSource(t), budget(nil), filesOf(privateTable(5000)), progress)
	if !errors.Is(err, stop) {
		t.Errorf("the reading went on: %v", err)
	}
}

func TestSeveralFilesAreOnePopulation(t *testing.T) {
	whole := privateTable(90)
	header, body, _ := strings.Cut(whole, "\n")
	lines := strings.SplitAfter(body, "\n")
	first := header + "\n" + strings.Join(lines[:40], "")
	second := header + "\n" + strings.Join(lines[40:], "")
	read := func(tables ...string) *Target {
		target, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(tables...), nil))(t)
		if report.Rows != 90 {
			t.Errorf("%d rows", report.Rows)
		}
		return target
	}
	sameTargets(t, "the same rows in two files", read(whole), read(second, first))
}

// Neighbours, one of them with a broken row, give releases that differ in the released values and what is computed from
// them alone: everything else in the document is equal byte by byte, and so is every warning that leaves the vault.
func TestCertificatesOfNeighboursAreEqual(t *testing.T) {
	table := privateTable(60)
	lines := strings.SplitAfter(table, "\n")
	for _, row := range []string{"\n", ";;;;;;\n", "x\n", "\"\n", "1e308;-1e308;red\n", "NaN;Inf;\x00\xff\n",
		strings.Repeat("9", 2<<20) + "\n"} {
		changed := append([]string(nil), lines...)
		changed[17] = row
		neighbour := strings.Join(changed, "")
		for _, change := range []func(*Options){nil, func(o *Options) { o.Release = release.Moments },
			func(o *Options) { o.Mechanism, o.Release = method.Selection, release.Weights },
			func(o *Options) { o.Mechanism, o.Iterations = method.Gradient, 5 },
			func(o *Options) { o.Mechanism, o.Solver = method.Selection, method.SingleStage },
			func(o *Options) { o.Mechanism, o.Smoothing = method.Selection, method.PNorm },
			func(o *Options) { o.Mechanism, o.Calibration, o.Iterations = method.Selection, method.Paper, 5 }} {
			a, errA := adaptTable(t, budget(change), table)
			b, errB := adaptTable(t, budget(change), neighbour)
			if errA != nil || errB != nil {
				t.Fatalf("row %.20q: %v and %v", row, errA, errB)
			}
			if left, right := publicPart(t, a), publicPart(t, b); !bytes.Equal(left, right) {
				t.Errorf("row %.20q:\n%s\n%s", row, left, right)
			}
		}
	}
}

func TestOwnerIsWarnedOfOtherUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	table := "age,income,colour\n"
	for range 40 {
		table += fmt.Sprintf("%.1f,%.4f,red\n", 365*(20+40*r.Float64()), math.Exp(r.NormFloat64())) // age in days
	}
	_, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(table), nil))(t)
	if len(report.Warnings) != 1 || !strings.Contains(report.Warnings[0], "units") ||
		!strings.Contains(report.Warnings[0], `"age"`) {
		t.Errorf("warnings %q", report.Warnings)
	}
}

// δ ≥ 1/n is refused before there is a target that could be charged, and warned of where it is accepted by name.
func TestLargeDeltaIsRefused(t *testing.T) {
	for _, c := range []struct {
		delta float64
		large bool
	}{{1e-6, false}, {0.0099, false}, {0.01, true}, {0.1, true}} {
		for _, accepted := range []bool{false, true} {
			o := budget(func(o *Options) { o.Delta, o.AcceptLargeDelta = c.delta, accepted })
			target, _, err := ReadTarget(publicSource(t), o, filesOf(privateTable(100)), nil)
			if c.large && !accepted {
				if target != nil || !isRefused(err, "bad-delta") || !strings.Contains(err.Error(), "1/100 = 0.01") {
					t.Errorf("δ = %v: %v", c.delta, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if (len(target.Warnings()) > 0) != c.large {
				t.Errorf("δ = %v: warnings %q", c.delta, target.Warnings())
			}
		}
	}
}

// A file without rows is refused where their number is public, and released from where it is private.
func TestEmptyPrivateFileIsRefused(t *testing.T) {
	if _, err := adaptTable(t, budget(nil), "age,income\n"); !isRefused(err, "no-rows") {
		t.Errorf("%v", err)
	}
	private := budget(func(o *Options) { o.Adjacency = method.AddRemove })
	if _, err := adaptTable(t, private, "age,income\n"); err != nil {
		t.Errorf("that there are no rows is told: %v", err)
	}
}

// With a large ε and many rows the noise is far below the error of scores in float32. If proposals were still made by
// those, fewer than one in 10²⁰ would be accepted, and the run would not end.
func TestSelectionEndsWhereThereIsHardlyNoise(t *testing.T) {
	for _, smoothing := range []method.Smoothing{method.Softmax, method.PNorm} {
		o := Options{Epsilon: 1e6, Delta: 1e-6, Mechanism: method.Selection, Smoothing: smoothing, Iterations: 3}
		made := must.Get(adaptTable(t, o, privateTable(500)))(t)
		if made.Certificate.Draws != 2 || !(made.Certificate.Noise.Scale < 1e-5) {
			t.Errorf("%s: %d draws of scale %v", smoothing, made.Certificate.Draws, made.Certificate.Noise.Scale)
		}
	}
}

func TestLargeEpsilonIsWarnedOf(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		warned  bool
	}{{1, false}, {10, false}, {10.01, true}, {50, true}} {
		target := readTarget(t, publicSource(t), Options{Epsilon: c.epsilon, Delta: 1e-6}, privateTable(1000))
		if got := target.Warnings(); (len(got) > 0) != c.warned || c.warned && !strings.Contains(got[0], "is above 10") {
			t.Errorf("ε = %v: warnings %q", c.epsilon, got)
		}
	}
}

// A run without a function that records its cost is refused, and the rows can still be used.
func TestARunNeedsACharge(t *testing.T) {
	target, _ := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(privateTable(200)), nil))(t)
	if _, err := target.Adapt(engine, nil, nil); !isRefused(err, "bad-option") {
		t.Errorf("without a charge: %v", err)
	}
	must.Get(target.Adapt(engine, func(Charge) error { return nil }, nil))(t)
}
