package adapt

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

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
	o.Features = features.Kind(take("", "", "", "quadratic", "directions", "cubic"))
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
	var known *Error
	if !errors.As(err, &known) || known.Code == "" || known.Message == "" {
		t.Fatalf("an error without a code: %v", err)
	}
}
