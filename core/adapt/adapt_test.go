package adapt

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/trees"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Each setting is held to its limits, and settings that mean nothing together are refused, of numbers as of classes. A
// code may have words of the sentence after it.
func TestSettingsAreChecked(t *testing.T) {
	negative := -1.0
	source, table := labelledTask(t, 50, dataset.Regression)
	classes, _ := labelledTask(t, 50, dataset.Classification)
	foreign := modelOf(t, publicSource(t), privateTable(50))
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
		{"labels for weights", "refused", func(o *Options) { o.UseLabels, o.Release = true, release.Weights }},
		{"labels for a report, as if it could choose", "refused", func(o *Options) { o.UseLabels, o.Release = true, release.Report }},
		{"labels by selection", "refused", func(o *Options) { o.UseLabels, o.Mechanism = true, method.Selection }},
		{"labels by gradients", "refused", func(o *Options) { o.UseLabels, o.Mechanism = true, method.Gradient }},
		{"labels in a single stage", "refused", func(o *Options) { o.UseLabels, o.Solver = true, method.SingleStage }},
		{"labels for a model of a norm", "refused", func(o *Options) { o.UseLabels, o.ModelNorm = true, 1 }},
		{"a file that is not there", "bad-option there is no file", func(o *Options) { o.Base = method.File }},
		{"a report by a mechanism", "bad-option", func(o *Options) { o.Release, o.Mechanism = release.Report, method.Moment }},
		{"a report by a solver", "bad-option", func(o *Options) { o.Release, o.Solver = release.Report, method.FrankWolfe }},
		{"a report by a number", "bad-option", func(o *Options) { o.Release, o.GroupBy = release.Report, "a" }},
		{"a report by no column", "bad-option", func(o *Options) { o.Release, o.GroupBy = release.Report, "d" }},
		{"a report on another sample's model", "integrity", func(o *Options) { o.Release, o.Model = release.Report, foreign }},
		{"a report on no release", "bad-release", func(o *Options) { o.Release, o.Model = release.Report, []byte("{}") }},
		{"a model of a model", "bad-option", func(o *Options) { o.Model = foreign }},
		{"a model by groups", "bad-option", func(o *Options) { o.GroupBy = "c" }},
	} {
		code, says, _ := strings.Cut(c.code, " ")
		for _, of := range []*dataset.Source{source, classes} {
			_, _, err := ReadTarget(of, budget(c.change), filesOf(table), nil)
			refuses(t, c.name, err, code, says)
			if err != nil && strings.Contains(err.Error(), string(method.Tally)) {
				t.Errorf("%s: the sentence names a mechanism that none can choose: %v", c.name, err)
			}
		}
	}
	file := decodeFor(t, source, string(must.Get(os.ReadFile("../model/trees/testdata/stump.json"))(t)))
	for says, o := range map[string]Options{
		"the base is trees": {Base: method.Trees}, "are for linear models": {Base: method.File, ModelNorm: 1},
		"belongs to release": {Base: method.File, Release: release.Weights}, "": {Base: method.Auto, Release: release.Moments},
	} {
		o.Epsilon, o.Delta, o.BaseFile = 1, 1e-5, file
		if _, err := newForecast(source, o, 100); (err == nil) != (says == "") || !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("a file with %+v: %v, want %q", o, err, says)
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
		if got := target.Warnings(); (len(got) > 0) != c.warned || c.warned && !strings.Contains(got[0].Text, "is above 10") {
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
		replaced := noise.MomentSensitivity2(r.Certificate.InterceptSteps, method.ReplaceOne)
		cost, _ := new(big.Rat).SetFrac(replaced, variance.Lsh(variance, 1)).Float64()
		if charged.Rho < cost || charged.Rho > cost*(1+1e-9) {
			t.Errorf("%s: charged ρ = %v, replacing a row costs %v", a, charged.Rho, cost)
		}
		if rho := noise.Rho(charged.Epsilon, charged.Delta); charged.Delta != r.Certificate.Delta ||
			math.Abs(rho-cost) > 1e-6*cost {
			t.Errorf("%s: charged ε = %v at δ = %v, for which a budget has ρ = %v", a, charged.Epsilon, charged.Delta, rho)
		}
	}
}

// nonlinearTask is a sample whose label is not linear in a, and a target that lies at large a; a few cells are missing.
func nonlinearTask(t *testing.T, classes bool, task dataset.Task) (*dataset.Source, string) {
	t.Helper()
	source, target := "a,c,y\n", "a,c\n"
	for j := range 240 {
		a, c := fmt.Sprint(float64(j%60)/10), string("xyz"[j%3])
		y := fmt.Sprint(math.Round(10*math.Sin(float64(j%60)/10)) + float64(j%7)/10)
		if classes {
			y = []string{"no", "yes"}[(j%60/20+j%9/8)%2]
		}
		if j%31 == 0 {
			a = "?"
		}
		source += a + "," + c + "," + y + "\n"
		target += fmt.Sprint(4+float64(j%20)/10) + "," + c + "\n"
	}
	s := must.Get(dataset.ReadSource(strings.NewReader(source), dataset.SourceOptions{Label: "y", Task: task}))(t)
	return s, target
}

// labelEach is a target of nonlinearTask with a label in each row.
func labelEach(target string, classes bool) string {
	lines := strings.Split(strings.TrimSuffix(target, "\n"), "\n")
	lines[0] += ",y"
	for j := range lines[1:] {
		label := fmt.Sprint(j % 9)
		if classes {
			label = []string{"no", "yes"}[j%2]
		}
		lines[1+j] += "," + label
	}
	return strings.Join(lines, "\n") + "\n"
}

func bentRelease(t *testing.T, source *dataset.Source, target string, o Options) *release.Release {
	t.Helper()
	return reread(t, adapted(t, source, o, target))
}

// Settings that no run can have are a problem of the document, with its sample as without, and not an error of the
// reader, who would be told to choose others.
func TestSettingsOfADocumentThatNoRunHasAreItsProblem(t *testing.T) {
	source, table := nonlinearTask(t, false, dataset.AnyTask)
	for _, kind := range []release.Kind{release.Weights, release.Report} {
		o := budget(func(o *Options) { o.Release, o.Base = kind, method.Linear })
		r := adapted(t, source, o, labelEach(table, false))
		for what, change := range map[string]func(c *release.Certificate){
			"ε": func(c *release.Certificate) { c.Epsilon = 1e308 }, "δ": func(c *release.Certificate) { c.Delta = 2 },
			"radius": func(c *release.Certificate) { c.Radius = -3 },
		} {
			lie := *reread(t, r)
			change(&lie.Certificate)
			shows(t, fmt.Sprint(kind, what), source, &lie, "no run has the settings")
		}
	}
}

// A model in a file is a base of its own and a candidate of auto, of numbers and of classes, with private labels too;
// the release verifies with the sample and the file, and not without it or with another one.
func TestFileReleases(t *testing.T) {
	stump := must.Get(os.ReadFile("../model/trees/testdata/stump.json"))(t)
	for _, classes := range []bool{false, true} {
		source, target := nonlinearTask(t, classes, dataset.AnyTask)
		text := string(stump)
		if classes {
			text = strings.Replace(text, "reg:squarederror", "binary:logistic", 1)
		}
		file := decodeFor(t, source, text)
		for _, o := range []Options{{Base: method.File}, {Base: method.Auto}, {Base: method.File, UseLabels: true},
			{Base: method.File, Adjacency: method.AddRemove}} {
			o.Epsilon, o.Delta, o.BaseFile, o.BaseFileURL = 1, 1e-5, file, "https://example.org/model.json"
			name := fmt.Sprintf("classes %v, %s, labels %v", classes, o.Base, o.UseLabels)
			rows := target
			if o.UseLabels {
				rows = labelEach(target, classes)
			}
			r := bentRelease(t, source, rows, o)
			own := 0
			for _, c := range r.Certificate.Base.Candidates {
				if c.Base == method.File {
					own++
				}
			}
			if want := file.Digest(); own != 2 || r.Certificate.Base.File.SHA256 != want ||
				r.Certificate.Base.File.URL != o.BaseFileURL {
				t.Errorf("%s: %d candidates of the file %+v", name, own, r.Certificate.Base.File)
			}
			if report := verify.Certificate(r); !report.OK {
				t.Errorf("%s: %q", name, report.Problems)
			}
			for _, given := range []struct {
				file *trees.XGBoost
				says string
			}{{nil, "give that file"}, {decodeFor(t, source, strings.Replace(text, "40", "39", 1)), "another file"},
				{file, ""}} {
				r.SetFile(given.file)
				shows(t, name, source, r, given.says)
			}
			if _, _, err := r.Predict(strings.NewReader(target), nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if !o.UseLabels {
				continue
			}
			// Moments with labels name the file as well, and a model comes from them and that file alone.
			o.Release = release.Moments
			sums := bentRelease(t, source, rows, o)
			sums.SetFile(file)
			shows(t, name+", moments", source, sums, "")
			for _, given := range []struct {
				file *trees.XGBoost
				says string
			}{{nil, "give that file"}, {decodeFor(t, source, strings.Replace(text, "40", "39", 1)), "another file"},
				{file, "<nil>"}} {
				if _, err := Solve(engine, source, sums, Options{BaseFile: given.file},
					nil); !strings.Contains(fmt.Sprint(err), given.says) {
					t.Errorf("%s, a model from moments and %q: %v", name, given.says, err)
				}
			}
		}
	}
}

func decodeFor(t *testing.T, source *dataset.Source, text string) *trees.XGBoost {
	t.Helper()
	return must.Get(trees.DecodeXGBoost([]byte(text), source.Schema.Used(), len(source.Schema.Classes)))(t)
}

// smallSource is a public sample so small that a run costs next to nothing.
func smallSource(t testing.TB) *dataset.Source {
	t.Helper()
	return must.Get(dataset.ReadSource(strings.NewReader("a,c,b,y\n1,red,3,1\n2,blue,1,5\n4,red,2,2\n0,blue,7,3\n"),
		dataset.SourceOptions{Label: "y"}))(t)
}

var errNotPaid = errors.New("not paid")

// optionNumbers are settings that something depends on: what is no number, ends of ranges, and what is just outside.
var optionNumbers = []float64{0, math.NaN(), math.Inf(1), math.Inf(-1), -1, math.Copysign(0, -1), math.SmallestNonzeroFloat64, math.MaxFloat64, 1,
	2, 0.5,
	1 - 0x1p-53, 1 + 0x1p-52, 1e-6, 1e-7, 1e3, 1001, 1e6, 1000001, 1e9, 1e10, 1e15, 1e16, 1e-308, 1e300, -1e-300}

// optionsOf reads a choice of options from a text: two bytes for each number, one for each name.
func optionsOf(text []byte) Options {
	next := func() int {
		if len(text) == 0 {
			return 0
		}
		b := text[0]
		text = text[1:]
		return int(b)
	}
	// number is one of optionNumbers, or 10 to a power of size up to 25, small ones likelier.
	number := func() float64 {
		if kind := next(); kind >= 16 {
			e := (float64(kind-16) + float64(next())/256) / 240
			return math.Pow(10, 25*math.Pow(2*e-1, 3))
		}
		return optionNumbers[next()%len(optionNumbers)]
	}
	take := func(choices ...string) string { return choices[next()%len(choices)] }
	o := Options{
		Release:     release.Kind(take("model", "model", "weights", "weights", "moments", "rows")),
		Mechanism:   method.Mechanism(take("", "moment", "selection", "gradient")),
		Solver:      method.Solver(take("", "projected-gradient", "frank-wolfe", "mirror-descent", "single-stage")),
		Smoothing:   method.Smoothing(take("", "pnorm")),
		Calibration: method.Calibration(take("", "", "paper")),
		Epsilon:     number(),
		Delta:       number(),

		AcceptLargeDelta: true,
		Iterations:       next() * next() * 16, // up to 1,040,400
	}
	if o.Delta > 1 {
		o.Delta = 1 - 1/o.Delta // as dense near 1 as near 0
	}
	for _, place := range []*float64{&o.Radius, &o.Mu, &o.P, &o.ModelNorm} {
		if next()%4 == 1 {
			*place = number()
		}
	}
	if next()%4 == 1 {
		lambda := number()
		o.Lambda = &lambda
	}
	return o
}

// Whatever the options, they are refused with a code, or they give a plan of finite numbers in their ranges and a
// mechanism that can be calibrated and charged. Nothing is drawn, as the charge is refused, unless the moment itself is
// asked for, which takes no solver: that release must verify.
func TestEveryChoiceOfOptionsIsPlannedOrRefused(t *testing.T) {
	source := smallSource(t)
	rng := rand.New(rand.NewPCG(21, 22))
	choices, planned := 5000, 0
	if runtime.GOOS == "js" {
		choices = 500
	}
	for range choices {
		if checkOptions(t, source, optionsOf(randomChoice(rng))) {
			planned++
		}
	}
	if planned < choices/25 {
		t.Errorf("only %d of %d choices give a plan", planned, choices)
	}
}

func randomChoice(rng *rand.Rand) []byte {
	text := make([]byte, 26)
	for i := range text {
		text[i] = byte(rng.Uint32())
	}
	return text
}

func FuzzOptions(f *testing.F) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 50 {
		f.Add(randomChoice(rng))
	}
	source := smallSource(f)
	f.Fuzz(func(t *testing.T, text []byte) { checkOptions(t, source, optionsOf(text)) })
}

func checkOptions(t *testing.T, source *dataset.Source, o Options) (planned bool) {
	t.Helper()
	target, _, err := ReadTarget(source, o, filesOf("a,c\n1,red\n2,blue\n"), nil)
	if err != nil {
		checkCode(t, err)
		return false
	}
	p := target.plan
	within := func(name string, v, least, most float64) {
		t.Helper()
		if !(v >= least && v <= most) {
			t.Fatalf("%s is %v, outside %v … %v, by %+v", name, v, least, most, o)
		}
	}
	within("r", p.Radius, 1e-3, 1e6)
	within("λ", p.Lambda, 0, 1e15)
	within("K", float64(p.Iterations), 1, 1e6)
	within("Λ", p.ModelNorm, 0, 1e9)
	if p.Smoothing == method.PNorm {
		within("p", p.P, 1, 1e3)
	} else {
		within("μ", p.Mu, math.SmallestNonzeroFloat64, 1e9)
	}
	if !slices.Contains(plan.SolversOf[p.Mechanism], p.Solver) {
		t.Fatalf("the plan has the mechanism %q and the solver %q", p.Mechanism, p.Solver)
	}

	charged := 0
	result, err := target.Adapt(engine, func(c Charge) error {
		charged++
		if c.Epsilon != o.Epsilon || c.Delta != o.Delta {
			t.Fatalf("charged %+v for %+v", c, o)
		}
		within("ρ", c.Rho, 0, 1e30)
		if p.Release == release.Moments {
			return nil
		}
		return errNotPaid
	}, nil)
	if err == nil && charged == 1 {
		read := reread(t, result)
		if report := verify.Certificate(read, verify.LargeDelta); !report.OK {
			t.Fatalf("%+v: %q", o, report.Problems)
		}
		return true
	}
	if errors.Is(err, errNotPaid) && charged == 1 {
		return true
	}
	checkCode(t, err)
	return false
}

// checkCode requires an error that a caller can distinguish from others.
func checkCode(t *testing.T, err error) {
	t.Helper()
	var known *words.Error
	if !errors.As(err, &known) || known.Code == "" || known.Message == "" {
		t.Fatalf("an error without a code: %v", err)
	}
}
