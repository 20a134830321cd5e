package adapt

import (
	"math"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

func explained(t *testing.T, o Options, rows int) (*Target, *release.Release, *Explanation) {
	t.Helper()
	target := readTarget(t, publicSource(t), o, privateTable(rows))
	if target.Explain() != nil {
		t.Fatal("an explanation before the release")
	}
	result := must.Get(target.Adapt(engine, free, nil))(t)
	return target, result, target.Explain()
}

func TestExplanationOfAModel(t *testing.T) {
	_, result, e := explained(t, budget(nil), 4000)
	if len(e.Shifts) != 5 || e.Shifts[4].Name != "income" {
		t.Fatalf("shifts %+v", e.Shifts)
	}
	// The incomes of the private table are e times the public table's, over a standard deviation higher, and clipping
	// leaves half of that; its ages are 5 higher, 0.43 standard deviations. Six times the stated noise is exceeded
	// once in 10⁹.
	income, age := e.Shifts[4], e.Shifts[0]
	slack := 6 * *e.ShiftNoise
	if slack > 0.1 || !(*income.Target > 0.3+slack) || math.Abs(*age.Target-0.43) > 0.1+slack {
		t.Errorf("income %v, age %v, noise %v", *income.Target, *age.Target, *e.ShiftNoise)
	}
	if math.Abs(*income.Weighted-*income.Target) > math.Abs(income.Source-*income.Target) {
		t.Errorf("the weights move income from %v to %v, away from %v", income.Source, *income.Weighted, *income.Target)
	}
	w := e.Weights
	if w.Rows != 120 || w.Effective != *result.Certificate.EffectiveSampleSize || len(w.Largest) != 10 ||
		!(w.Largest[0].Share > 1) {
		t.Errorf("weights %+v", w)
	}
	if len(e.Unweighted.Coefficients) != len(result.Values.Coefficients) ||
		*e.Unweighted.Intercept == *result.Values.Intercept {
		t.Errorf("unweighted %+v", e.Unweighted)
	}
}

func TestExplanationSaysOnlyWhatTheReleaseRestsOn(t *testing.T) {
	_, _, moments := explained(t, budget(func(o *Options) { o.Release = release.Moments }), 400)
	if moments.Weights != nil || moments.Unweighted != nil || moments.Shifts[0].Weighted != nil ||
		moments.Shifts[0].Target == nil {
		t.Errorf("moments: %+v", moments)
	}
	// Where there is no M̂₀ nothing is known of the private means.
	_, _, selection := explained(t,
		budget(func(o *Options) { o.Mechanism, o.Release = method.Selection, release.Weights }), 400)
	if selection.ShiftNoise != nil || selection.Shifts[0].Target != nil || selection.Weights == nil ||
		selection.Unweighted != nil {
		t.Errorf("selection: %+v", selection)
	}
}

// Of a nonlinear model the explanation says which columns matter and how: here the label is a sine of one column and
// does not depend on the other.
func TestExplanationOfAModelThatBends(t *testing.T) {
	for _, classes := range []bool{false, true} {
		source, table := nonlinearTask(t, classes, dataset.AnyTask)
		target := readTarget(t, source, Options{Epsilon: 1, Delta: 1e-5, Base: method.Trees},
			table)
		must.Get(target.Adapt(engine, free, nil))(t)
		e := target.Explain().Effects
		if e == nil || len(e.Importances) != 2 || e.Importances[0].Column != "a" || !(e.Importances[0].Share > 0.5) ||
			!(e.Importances[0].Share > e.Importances[1].Share) {
			t.Fatalf("classes %v: %+v", classes, e)
		}
		curve := e.Curves[0]
		if curve.Column != "a" || len(curve.At) < 5 || len(curve.Cells) != 0 || len(curve.Values) != len(curve.At) {
			t.Errorf("classes %v: curve %+v", classes, curve)
		}
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range curve.Values {
			least, most = min(least, v[0]), max(most, v[0])
		}
		if classes && (least < 0 || most > 1) || !classes && most-least < 3 {
			t.Errorf("classes %v: the curve reaches from %v to %v", classes, least, most)
		}
		for _, other := range e.Curves[1:] {
			if other.Column != "c" || len(other.At) != 0 || !slices.Equal(other.Cells, []string{"x", "y", "z"}) {
				t.Errorf("classes %v: curve %+v", classes, other)
			}
		}
	}
	if _, _, e := explained(t, budget(nil), 400); e.Effects != nil {
		t.Errorf("a linear model has effects: %+v", e.Effects)
	}
}

// With private labels the explanation says what they changed: here the labels are 1.5 higher than the sample leads to,
// and rise with b where the sample's fall. (Rows so far off are clipped, so that the correction is smaller.) The bounds
// are over ten standard deviations of the noise away.
func TestExplanationOfACorrection(t *testing.T) {
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 4000, task)
		o := Options{Epsilon: 3, Delta: 1e-5, Base: method.Linear, UseLabels: true}
		target := readTarget(t, source, o, table)
		must.Get(target.Adapt(engine, free, nil))(t)
		list := target.Explain().Corrections
		if len(list) != 1 || len(list[0].Columns) != 4 || list[0].Columns[1].Name != "b" || len(list[0].Predictions) != 1 {
			t.Fatalf("%s: %+v", task, list)
		}
		c := list[0]
		if task == dataset.Regression &&
			(c.Class != "" || c.Predictions[0].Name != "" || !(c.Shift > 0.4) || !(c.Columns[1].Value > 0.3)) {
			t.Errorf("numbers: %+v", c)
		}
		// The classes are "high" and "low", and the private labels are higher.
		if task == dataset.Classification &&
			(c.Class != source.Schema.Classes[1] || c.Class != "low" || c.Predictions[0].Name != "low" || !(c.Shift < -0.1)) {
			t.Errorf("classes: %+v", c)
		}
	}
	if _, _, e := explained(t, budget(nil), 400); e.Corrections != nil {
		t.Errorf("no labels: %+v", e.Corrections)
	}
}
