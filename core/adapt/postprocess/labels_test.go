package postprocess

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/correction"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Labels that follow the public linear model, where the public sample chose another, lead to that model even under
// noise that hides most of the single coefficients. Seeds fix the noise.
func TestLabelsMayLeadToTheLinearModel(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	b.WriteString("a,b,c,d,y\n")
	for range 600 {
		var x [4]float64
		for k := range x {
			x[k] = 2 * r.NormFloat64()
			fmt.Fprintf(&b, "%.4f,", x[k])
		}
		fmt.Fprintf(&b, "%.4f\n", x[0]+x[1]-x[2]+x[3]+4*math.Sin(2*x[0])+4*math.Sin(2*x[1])+0.1*r.NormFloat64())
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"}))(t)
	p, err := plan.New(plan.Options{Epsilon: 1, Delta: 1e-6, Release: release.Model, Base: method.Auto, UseLabels: true},
		source)
	if err != nil {
		t.Fatal(err)
	}
	public := must.Get(p.Prepare(nil))(t)
	if public.Offset.Base == method.Linear {
		t.Fatal("the public sample leads to the linear model: choose another sample")
	}
	linear := public.Design.Public(method.Linear).Model

	const rows = 600
	order, c := p.Order()+1, p.Grid.Intercept()
	sums := &drawn.Labelled{With: symeigen.NewMatrix(order, nil), Without: symeigen.NewMatrix(order-1, nil), Sigma: 60}
	row, v, f, h := public.Offset.Rows(source.Schema.Used()), make([]float64, order), []float64{0}, []float64{0}
	private := make([][]float64, rows)
	for i := range private {
		private[i] = []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}
		v[0] = c
		public.Offset.Values(f, private[i])
		p.Map.Apply(v[1:order-1], row(f, private[i]))
		linear.Predict(h, private[i])
		v[order-1] = (h[0] - f[0]) / public.Offset.Unit(0)
		for a := range v {
			for k := a; k < order; k++ {
				sums.With.Set(a, k, sums.With.At(a, k)+v[a]*v[k])
			}
		}
	}
	for _, m := range []*symeigen.Matrix{sums.With, sums.Without} {
		for a := range m.Order {
			m.Set(a, a, m.At(a, a)+sums.Sigma*r.NormFloat64())
			for k := a + 1; k < m.Order; k++ {
				m.Set(a, k, m.At(a, k)+sums.Sigma/math.Sqrt2*r.NormFloat64())
			}
		}
	}
	run := &run{Problem: &plan.Problem{Plan: p}, weights: simplex.Uniform(source.Rows),
		drawn: drawn.Value{Output: drawn.Output{Labelled: sums, MomentRows: rows}}}
	corrected := must.Get(run.correct(public, public.Offset.Model))(t)
	var before, after float64
	for _, x := range private {
		own := []float64{0}
		public.Offset.Values(f, x)
		linear.Predict(h, x)
		corrected.Predict(own, x)
		before += (f[0] - h[0]) * (f[0] - h[0]) / rows
		after += (own[0] - h[0]) * (own[0] - h[0]) / rows
	}
	t.Logf("mean squared distance from the linear model %.3f before and %.3f after", before, after)
	if after > before/5 {
		t.Errorf("the mean squared distance from the linear model is %v, before the correction %v", after, before)
	}
}

// Where noise has carried the estimate of an error below 0, or above what the longest row or a probability can have, no
// value is stated, and the interval is the nearest possible error's.
func TestAnErrorThatTheNoiseHidesIsNotStated(t *testing.T) {
	number := stating{
		bounds: appraisal.Positive, unit: 4, longest: 9, excess: 2, hidden: labelled.Clipping{Ratio: 1, AtHigh: 1},
	}
	share := number
	share.bounds, share.unit = appraisal.ShareBounds, 0.25
	for _, c := range []struct {
		of     stating
		value  float64
		stated float64 // negative: none
	}{
		{number, -0.01, -1}, {number, 0, 0}, {number, 2.5, 10}, {number, 9, 36}, {number, 9.01, -1},
		{number, 40, -1}, {share, -0.01, -1}, {share, 2.5, 0.625}, {share, 4, 1}, {share, 4.04, -1},
	} {
		e := correction.Estimate{Value: c.value, Noise: 0.5, Rows: 1000}
		n := c.of.number(e)
		if (n.Value == nil) != (c.stated < 0) || n.Value != nil && *n.Value != c.stated {
			t.Errorf("an estimate of %v: %v is stated, want %v", c.value, n.Value, c.stated)
		}
		if n.Low == nil || n.High == nil || !n.Possible(c.of.bounds) || !(*n.Low < *n.High) {
			t.Errorf("an estimate of %v: %+v", c.value, n)
		}
		if c.value != 2.5 {
			continue
		}
		rare := c.of
		rare.outlier = 0.1 // rows that are far off may be missing among these
		if far := rare.number(e); !(*far.High > *n.High) || *far.Low != *n.Low {
			t.Errorf("with rare rows from %v to %v, without from %v to %v", *far.Low, *far.High, *n.Low, *n.High)
		}
	}
}

// What clipping hides and what is not linear widen the interval of a gain; the verdict follows the interval, and where
// that holds 0 the chance.
func TestAVerdictFollowsTheIntervalOfTheGain(t *testing.T) {
	whole := stating{excess: 2, hidden: labelled.Clipping{Ratio: 1}}
	for _, c := range []struct {
		gain, error float64
		says        release.Verdict
		states      bool
	}{
		{0.3, 0.05, release.Better, true}, {0.3, 0.1, release.Better, false}, {0.3, 0.2, release.ProbablyBetter, false},
		{0.3, 0.5, release.NoDifference, false}, {-0.3, 0.2, release.NoDifference, false}, {-0.3, 0.05, release.Worse, true},
	} {
		g := correction.Gain{Sum: c.gain, Error: c.error, Expected: c.gain, Before: 1, Noise: 0.02, One: 1e-3}
		n := whole.gain(g)
		if says := release.VerdictOf(n, g.Likely()); says != c.says || (n.Value != nil) != c.states || !n.Possible(release.Gains) {
			t.Errorf("%v ± %v: %s, %+v", c.gain, c.error, says, n)
		}
		for _, hidden := range []stating{
			{excess: 2, hidden: labelled.Clipping{Ratio: 1.5}}, {excess: 2, hidden: whole.hidden, remainder: 0.01},
		} {
			if wider := hidden.gain(g); !(*wider.Low < *n.Low && (*wider.High > *n.High || *n.High == 1)) {
				t.Errorf("%+v: from %v to %v, without from %v to %v", hidden, *wider.Low, *wider.High, *n.Low, *n.High)
			}
		}
	}
}

// An analyst who combines releases has to find out which option was forgotten.
func TestAnotherReadingOfTheSampleIsNamed(t *testing.T) {
	read := func(o dataset.SourceOptions) dataset.Schema {
		csv := "no,floor,rent,y\n" + strings.Repeat("1,0,5,0\n2,1,6,1\n3,2,9,1\n", 9)
		return must.Get(dataset.ReadSource(strings.NewReader(csv), o))(t).Schema
	}
	stated := read(dataset.SourceOptions{Label: "y", Ignore: []string{"no"}})
	for _, c := range []struct {
		given dataset.SourceOptions
		says  string
	}{
		{dataset.SourceOptions{Label: "y", Ignore: []string{"no"}}, ""},
		{dataset.SourceOptions{Label: "rent", Ignore: []string{"no"}}, `give the label "y", not "rent"`},
		{dataset.SourceOptions{Label: "y"}, `there the column "no" is ignored, not numeric`},
		{dataset.SourceOptions{Label: "y", Ignore: []string{"no"}, Categorical: []string{"floor"}},
			`there the column "floor" is numeric, not categorical`},
		{dataset.SourceOptions{Label: "y", Ignore: []string{"no"}, Task: dataset.Classification},
			"give the same task, categories, ignored columns and order of dates"},
	} {
		problem := readOtherwise(read(c.given), stated)
		if (problem == "") != (c.says == "") || !strings.HasSuffix(problem, c.says) {
			t.Errorf("%+v: %q, want %q", c.given, problem, c.says)
		}
	}
}
