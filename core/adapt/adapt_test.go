package adapt

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

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
		{"a private n by selection", "refused", func(o *Options) {
			o.Mechanism, o.Adjacency = method.Selection, method.AddRemove
		}},
		{"a private n by gradients", "refused", func(o *Options) {
			o.Mechanism, o.Adjacency = method.Gradient, method.AddRemove
		}},
	} {
		if _, err := adaptTable(t, budget(c.change), privateTable(20)); !isRefused(err, c.code) {
			t.Errorf("%s: %v, want code %s", c.name, err, c.code)
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

// Under add-remove adjacency only what the mechanism released depends on the number of rows: an empty file is treated
// like any other, and the parts of neighbours' certificates that are fixed beforehand are equal byte for byte.
func TestRowCountStaysPrivate(t *testing.T) {
	for _, kind := range []release.Kind{release.Moments, release.Weights, release.Model} {
		o := budget(func(o *Options) { o.Release, o.Adjacency = kind, method.AddRemove })
		var public []string
		for _, table := range []string{privateTable(200), privateTable(201), "income;age;colour\n"} {
			r := must.Get(adaptTable(t, o, table))(t)
			if r.Certificate.N != 0 || r.Certificate.RowsEstimate < 1 {
				t.Errorf("%s: n = %d, n̂ = %v", kind, r.Certificate.N, r.Certificate.RowsEstimate)
			}
			public = append(public, string(publicPart(t, r)))
		}
		if public[0] != public[1] || public[0] != public[2] {
			t.Errorf("%s: the public parts differ:\n%s", kind, strings.Join(public, "\n"))
		}
	}
}

// Runs of either adjacency add up in one ledger, which counts what they reveal about a row that is replaced: twice the
// ρ of one that is added or removed, as the squares of √2·r² and r². The ε that is charged follows from this ρ at
// the certified δ.
func TestAddRemoveIsChargedAsReplacing(t *testing.T) {
	for _, a := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
		target := readTarget(t, publicSource(t), budget(func(o *Options) { o.Adjacency = a }),
			privateTable(50))
		var charged Charge
		r := must.Get(target.Adapt(release.Engine{}, func(c Charge) error { charged = c; return nil }, nil))(t)
		variance, _ := new(big.Int).SetString(r.Certificate.Noise.DiagonalVariance, 10)
		replaced := momentnoise.Sensitivity2(r.Certificate.InterceptSteps, method.ReplaceOne)
		cost, _ := new(big.Rat).SetFrac(replaced, variance.Lsh(variance, 1)).Float64()
		if charged.Rho < cost || charged.Rho > cost*(1+1e-9) {
			t.Errorf("%s: charged ρ = %v, replacing a row costs %v", a, charged.Rho, cost)
		}
		if rho := accountant.Rho(charged.Epsilon, charged.Delta); charged.Delta != r.Certificate.Delta ||
			math.Abs(rho-cost) > 1e-6*cost {
			t.Errorf("%s: charged ε = %v at δ = %v, for which a budget has ρ = %v", a, charged.Epsilon, charged.Delta, rho)
		}
	}
}
