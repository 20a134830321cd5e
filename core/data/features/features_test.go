package features

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/must"
)

// Every finite row has finite features, however large its values are. They are a function of that row: a map gives the
// same after other rows, and leaves the row as it is.
func TestFeaturesAreFunctionsOfTheirRow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	extremes := []float64{0, 1, -1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e155, -1e200, 1e16,
		math.Copysign(0, -1), 0.3, -1.7}
	draw := func(z []float64) {
		for k := range z {
			z[k] = extremes[r.IntN(len(extremes))]
		}
	}
	s, from := public(300, 0)
	for _, m := range []*Map{Identity(s), must.Get(FitLabels(s, from))(t)} {
		x, again, z, before := make([]float64, m.Dim()), make([]float64, m.Dim()), make([]float64, m.dim), make([]float64, m.dim)
		for range 2000 {
			draw(before)
			m.Apply(again, before)
			draw(z)
			copy(before, z)
			m.Apply(x, z)
			m.Apply(again, z)
			if !slices.Equal(z, before) || !slices.Equal(x, again) {
				t.Fatalf("%s: the row %v became %v, its features are %v and after other rows %v", m.Kind, before, z, x, again)
			}
			for k, v := range x {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%s: feature %d of %v is %v", m.Kind, k, z, v)
				}
			}
		}
	}
}

func TestMapsThatDoNotFitAreRefused(t *testing.T) {
	s, _ := public(1, 0)
	for name, spoil := range map[string]func(*Map){
		"linear":         func(m *Map) { *m = Map{Kind: Linear} },
		"unknown":        func(m *Map) { m.Kind = "cubic" },
		"no feature":     func(m *Map) { m.Matrix, m.Scales = nil, nil },
		"a row too many": func(m *Map) { m.Matrix = append(m.Matrix, m.Matrix[0]) },
		"a narrow row":   func(m *Map) { m.Matrix[0] = m.Matrix[0][1:] },
		"no scales":      func(m *Map) { m.Scales = nil },
		"a scale of 0":   func(m *Map) { m.Scales[1] = 0 },
		"a scale below":  func(m *Map) { m.Scales[1] = -1 },
	} {
		m := Foreseen(s)
		spoil(m)
		if m.Restore(s) == nil {
			t.Errorf("%s: restored", name)
		}
	}
}

// public has rows of five columns, of which the last two are nearly the same, and of a prediction, and labels that follow
// the prediction and, where it is high, the second column. More columns, if any, are noise.
func public(rows, more int) (dataset.Schema, Public) {
	r := rand.New(rand.NewPCG(81, 82))
	s, from := dataset.Schema{Label: "y"}, Public{}
	for i := range 5 + more {
		s.Columns = append(s.Columns, dataset.Column{Name: fmt.Sprint("x", i), Kind: dataset.Numeric, Scale: 1})
	}
	for range rows {
		x := make([]float64, 6+more)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		x[4] = x[3] + 0.01*x[4]
		x[len(x)-1] = 0.8*x[0] + 0.6*x[len(x)-1]
		y := 2*x[len(x)-1] + r.NormFloat64()
		if x[len(x)-1] > 0.5 {
			y += 2 * x[1]
		}
		from = append(append(append(from, 1), x...), y)
	}
	return s, from
}

// Over the public rows the features are uncorrelated and have their scales, the largest 1 and first. The first is along
// the column that changes what it says of the label.
func TestFeaturesOfLabelsAreScaledByWhatIsExpected(t *testing.T) {
	s, from := public(2000, 0)
	m := must.Get(FitLabels(s, from))(t)
	d := m.Dim()
	rows, c := make([][]float64, 0, 2000), make([]float64, d*d)
	for x := range slices.Chunk(from, 8) {
		rows = append(rows, make([]float64, d))
		m.Apply(rows[len(rows)-1], x[1:7])
		for i, v := range rows[len(rows)-1] {
			kernel.AddScaled(c[i*d:(i+1)*d], v/2000, rows[len(rows)-1])
		}
	}
	if d != 6 || m.Scales[0] != 1 || !slices.IsSortedFunc(m.Scales, func(a, b float64) int { return cmp.Compare(b, a) }) {
		t.Fatalf("%d features of the scales %v", d, m.Scales)
	}
	for i := range d - 1 { // the last is where the columns hardly vary
		for j := range d {
			want := 0.0
			if i == j {
				want = m.Scales[i] * m.Scales[i]
			}
			if math.Abs(c[i*d+j]-want) > 0.02 {
				t.Errorf("features %d and %d have the covariance %v, not %v", i, j, c[i*d+j], want)
			}
		}
	}
	if w := m.Matrix[0]; !(math.Abs(w[1]) > 0.9) || !strings.Contains(m.Names()[0], "(x1)") {
		t.Errorf("the first feature is %s: %v", m.Names()[0], w)
	}
	if m.Scales[4] > 0.8 {
		t.Errorf("the scales are %v", m.Scales)
	}
}

// Features lead back to their columns where there are as many, and coefficients of features to those of columns.
func TestColumnsOfFeaturesOfLabels(t *testing.T) {
	s, from := public(300, 0)
	m := must.Get(FitLabels(s, from))(t)
	x, w := make([]float64, 6), []float64{1, -2, 0.5, 3, -1, 0.2}
	for row := range slices.Chunk(from[:800], 8) {
		row = row[1:7]
		m.Apply(x, row)
		if a, b := product(w, x), product(m.OverColumns(w), row); math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
			t.Fatalf("the features give %v and the columns %v", a, b)
		}
		for i, v := range m.Columns(x) {
			if math.Abs(v-row[i]) > 1e-6 {
				t.Fatalf("from %v come %v", row, m.Columns(x))
			}
		}
	}
	if spread := m.Spread(); !(spread > 1 && spread < 10) {
		t.Errorf("columns have up to %v of a feature's noise", spread)
	}
}

func each(rows Public, change func(row []float64)) {
	for row := range slices.Chunk(rows, 8) {
		change(row)
	}
}

// Whatever the sample, there are features, no more than there may be, and none is infinite. A map foreseen has as many,
// and takes no less room.
func TestThereIsAFeature(t *testing.T) {
	for name, change := range map[string]func(*dataset.Schema, *Public){
		"few rows":         func(s *dataset.Schema, p *Public) { *s, *p = public(20, 0) },
		"one row":          func(s *dataset.Schema, p *Public) { *s, *p = public(1, 0) },
		"constant columns": func(_ *dataset.Schema, p *Public) { each(*p, func(row []float64) { clear(row[1:7]) }) },
		"a constant label": func(_ *dataset.Schema, p *Public) { each(*p, func(row []float64) { clear(row[7:]) }) },
		"labels far out":   func(_ *dataset.Schema, p *Public) { each(*p, func(row []float64) { scale(row[7:], 1e90) }) },
		"many columns":     func(s *dataset.Schema, p *Public) { *s, *p = public(200, 40) },
		"more than rows":   func(s *dataset.Schema, p *Public) { *s, *p = public(30, 40) },
		"three classes": func(s *dataset.Schema, p *Public) {
			s.Columns, s.Classes = s.Columns[2:], []string{"a", "b", "c"}
			each(*p, func(row []float64) { row[6] = -row[7] })
		},
	} {
		s, from := public(300, 0)
		change(&s, &from)
		m, err := FitLabels(s, from)
		foreseen := Foreseen(s)
		if err != nil || m.Dim() != min(m.dim, MostLabelled) || foreseen.Dim() != m.Dim() {
			t.Errorf("%s: %v, foreseen %d features", name, err, foreseen.Dim())
			continue
		}
		for k, row := range m.Matrix {
			for _, v := range append(row, m.Scales[k], 1/m.Scales[k]) {
				if !(math.Abs(v) < 1e7) {
					t.Errorf("%s: the features are %v of the scales %v", name, m.Matrix, m.Scales)
				}
			}
		}
		a, b := must.Get(json.Marshal(m))(t), must.Get(json.Marshal(foreseen))(t)
		if len(a) > len(b) {
			t.Errorf("%s: a map of %d bytes, and %d were foreseen", name, len(a), len(b))
		}
		again := new(Map)
		must.Do(t, json.Unmarshal(a, again))
		if err := again.Restore(s); err != nil || !again.Equal(m) {
			t.Errorf("%s: read again: %v", name, err)
		}
	}
}
