package postprocess

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/release"
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
	order, spread, c := p.Order()+2, public.Offset.Spread[0], p.Grid.Intercept()
	sums := &drawn.Labelled{With: symeigen.NewMatrix(order, nil), Without: symeigen.NewMatrix(order-1, nil), Sigma: 60}
	encoding, v, f, h := basemodel.NewEncoding(source.Schema.Used()), make([]float64, order), []float64{0}, []float64{0}
	private := make([][]float64, rows)
	for i := range private {
		private[i] = []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}
		v[0] = c
		encoding.Apply(v[1:order-2], private[i])
		public.Offset.Values(f, private[i])
		linear.Predict(h, private[i])
		public.Offset.Scale(v[order-2:order-1], f)
		v[order-1] = (h[0] - f[0]) / spread
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
	run := &run{Problem: &solve.Problem{Plan: p}, weights: simplex.Uniform(source.Rows),
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
