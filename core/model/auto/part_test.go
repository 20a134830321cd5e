package auto

import (
	"math"
	"slices"
	"testing"

	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// A part has the cells, labels and weights of its own rows, spread over the sample, and the same ones each time.
func TestAPartOfTheRows(t *testing.T) {
	s, q := drawn(2000, 0, 6)
	part, rows := partOf(s, 500)
	if _, again := partOf(s, 500); !slices.Equal(rows, again) || len(rows) != 500 || part.Rows() != 500 {
		t.Fatalf("%d rows, and not the same twice", len(rows))
	}
	quarters := [4]int{}
	for k, j := range rows {
		quarters[j/500]++
		if !slices.Equal(part.Row(k), s.Row(j)) || part.Labels[k] != s.Labels[j] {
			t.Fatalf("row %d of the part is not row %d of the sample", k, j)
		}
	}
	for _, n := range quarters {
		if n < 75 || n > 175 { // about 125 ± 9
			t.Errorf("the quarters of the sample have %v rows", quarters)
		}
	}
	d := &Design{sample: part, rows: rows}
	sum, total := 0.0, 0.0
	for _, w := range q {
		total += w
	}
	weights := d.Weights(q)
	for k, w := range weights {
		sum += w
		if math.Abs(w*q[rows[0]]-q[rows[k]]*weights[0]) > 1e-12*total*total {
			t.Fatalf("row %d has the weight of another", k)
		}
	}
	if math.Abs(sum-total) > 1e-9*total {
		t.Errorf("the part weighs %v, and the sample %v", sum, total)
	}
	nowhere := basemodel.Uniform(2000)
	for _, j := range rows {
		nowhere[j] = 0
	}
	if w := d.Weights(nowhere); w[0] != 3 || slices.Min(w) != slices.Max(w) {
		t.Error("a part without weight does not count alike")
	}
	if whole, all := partOf(s, 2000); all != nil || whole.Rows() != 2000 {
		t.Error("a sample that is small enough is not taken whole")
	}
}

// The default blend is fitted to the part where there are more rows: all kinds of models, and the weights of its rows.
func TestTheBlendOfALargeSample(t *testing.T) {
	if testing.Short() {
		t.Skip("three kinds of models are fitted to 20,000 rows")
	}
	s, q := drawn(MostRows+2000, 0, 6)
	d := must.Get(NewDesign(s, nil))(t)
	c := must.Get(d.Choose(q, nil))(t)
	if len(c.Candidates) != 12 || d.Sample().Rows() != MostRows {
		t.Fatalf("%d candidates on %d rows, gain %v ± %v", len(c.Candidates), d.Sample().Rows(), c.Gain, c.Deviation)
	}
	public, own, score := 0.0, 0.0, []float64{0}
	for j, w := range q { // the rows that are left out included
		for _, m := range []struct {
			of  *Blend
			sum *float64
		}{{d.Public(method.Linear).Model, &public}, {c.Model, &own}} {
			m.of.Predict(score, s.Row(j))
			*m.sum += w * basemodel.Loss(score, s.Labels[j], 0)
		}
	}
	if own > 0.9*public {
		t.Errorf("the blend errs by %v of the linear model", own/public)
	}
}
