package adapt

import (
	"io"
	"math"
	"strings"
	"testing"

	"privadapt/core/method"
	"privadapt/core/release"
)

func explained(t *testing.T, o Options, rows int) (*Target, *release.Release, *Explanation) {
	t.Helper()
	target, _, err := ReadTarget(publicSource(t), o, []io.Reader{strings.NewReader(privateTable(rows))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if target.Explain() != nil {
		t.Fatal("an explanation before the release")
	}
	result, err := target.Adapt(release.Engine{Version: "test"}, free, nil)
	if err != nil {
		t.Fatal(err)
	}
	return target, result, target.Explain()
}

func TestExplanationOfAModel(t *testing.T) {
	_, result, e := explained(t, budget(nil), 4000)
	if len(e.Shifts) != 5 || e.Shifts[4].Name != "income" {
		t.Fatalf("shifts %+v", e.Shifts)
	}
	// The incomes of the private table are e times those of the public one, over a standard deviation higher, of which clipping
	// leaves half; its ages are 5 higher, 0.43 standard deviations. Six times the stated noise is exceeded once in 10⁹.
	income, age := e.Shifts[4], e.Shifts[0]
	slack := 6 * *e.ShiftNoise
	if slack > 0.1 || !(*income.Target > 0.3+slack) || math.Abs(*age.Target-0.43) > 0.1+slack {
		t.Errorf("income %v, age %v, noise %v", *income.Target, *age.Target, *e.ShiftNoise)
	}
	if math.Abs(*income.Weighted-*income.Target) > math.Abs(income.Source-*income.Target) {
		t.Errorf("the weights move income from %v to %v, away from %v", income.Source, *income.Weighted, *income.Target)
	}
	w := e.Weights
	if w.Rows != 120 || w.Effective != *result.Certificate.EffectiveSampleSize || len(w.Largest) != 10 || !(w.Largest[0].Share > 1) {
		t.Errorf("weights %+v", w)
	}
	if len(e.Unweighted.Coefficients) != len(result.Values.Coefficients) || *e.Unweighted.Intercept == *result.Values.Intercept {
		t.Errorf("unweighted %+v", e.Unweighted)
	}
}

func TestExplanationSaysOnlyWhatTheReleaseRestsOn(t *testing.T) {
	_, _, moments := explained(t, budget(func(o *Options) { o.Release = release.Moments }), 400)
	if moments.Weights != nil || moments.Unweighted != nil || moments.Shifts[0].Weighted != nil || moments.Shifts[0].Target == nil {
		t.Errorf("moments: %+v", moments)
	}
	// Where there is no M̂₀ nothing is known of the private means.
	_, _, selection := explained(t, budget(func(o *Options) { o.Mechanism, o.Release = method.Selection, release.Weights }), 400)
	if selection.ShiftNoise != nil || selection.Shifts[0].Target != nil || selection.Weights == nil || selection.Unweighted != nil {
		t.Errorf("selection: %+v", selection)
	}
}
