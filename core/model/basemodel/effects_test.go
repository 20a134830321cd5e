package basemodel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// formula is a model that the test knows.
type formula func(scores, cells []float64)

func (f formula) Predict(scores, cells []float64) { f(scores, cells) }

// table draws three independent columns: a standard normal one, a uniform one from −1 to 1, and three levels.
func table(rows int) Table {
	r := rand.New(rand.NewPCG(8, 2))
	t := Table{
		Columns: []dataset.Column{{Name: "a", Kind: dataset.Numeric, Scale: 1},
			{Name: "b", Kind: dataset.Numeric, Scale: 1},
			{
				Name:   "c",
				Kind:   dataset.Categorical,
				Levels: []dataset.Level{{Name: "x", Scale: 1}, {Name: "y", Scale: 1}, {Name: "z", Scale: 1}},
			}},
	}
	for range rows {
		t.Cells = append(t.Cells, r.NormFloat64(), 2*r.Float64()-1, float64(r.IntN(3)))
	}
	return t
}

func effects(t *testing.T, m Model, table Table, classes int, weights []float64) *Effects {
	t.Helper()
	return must.Get(New(m, table, classes, weights, 500))(t)
}

// Of a sum of functions each has its own share of the variance; a product of two columns counts for both; a column that
// the model does not look at has the share 0. The data are fixed, so nothing here fails by chance; 0.08 is about four
// standard errors.
func TestImportancesAreSharesOfVariance(t *testing.T) {
	data := table(500)
	for name, c := range map[string]struct {
		model formula
		want  []float64
	}{
		// The places 0, 1, 2 have the variance ⅔, so that the terms have 4 and 6.
		"sum":     {func(s, x []float64) { s[0] = 2*x[0] + 3*x[2] }, []float64{4.0 / 10, 0, 6.0 / 10}},
		"product": {func(s, x []float64) { s[0] = x[0] * x[1] }, []float64{1, 1, 0}},
		"none":    {func(s, x []float64) { s[0] = 7 }, []float64{0, 0, 0}},
	} {
		got := effects(t, c.model, data, 0, Uniform(500)).Importances()
		for k, v := range got {
			if math.Abs(v-c.want[k]) > 0.08*(1+c.want[k]) || c.want[k] == 0 && v != 0 {
				t.Errorf("%s: column %d has the share %.3f, want %.3f", name, k, v, c.want[k])
			}
		}
	}
}

// Partial dependence of a sum is the function of the column plus the mean of the others, at cells that rows have.
func TestDependenceFollowsTheModel(t *testing.T) {
	data := table(500)
	e := effects(t, formula(func(s, x []float64) { s[0] = x[0]*x[0] + 3*x[2] }), data, 0, Uniform(500))
	rest := 0.0
	for j := range 500 {
		rest += 3 * data.Row(j)[2] / 500
	}
	a := e.Dependence(0, 20)
	if len(a.Cells) != 20 || !slices.IsSorted(a.Cells) || len(a.Values) != 20 {
		t.Fatalf("%+v", a)
	}
	for i, v := range a.Cells {
		if math.Abs(a.Values[i][0]-(v*v+rest)) > 1e-9 {
			t.Errorf("at %v: %v, want %v", v, a.Values[i][0], v*v+rest)
		}
	}
	if c := e.Dependence(2, 20); !slices.Equal(c.Cells, []float64{0, 1, 2}) ||
		math.Abs(c.Values[2][0]-c.Values[0][0]-6) > 1e-9 {
		t.Errorf("levels: %+v", c)
	}
}

// Rows without weight do not count, and a missing cell is no point of a curve.
func TestWeightsDrawTheRows(t *testing.T) {
	data := table(40)
	weights := make([]float64, 40)
	weights[3], weights[5] = 1, 3
	data.Row(5)[1] = math.NaN()
	e := effects(t, formula(func(s, x []float64) { s[0] = x[0] }), data, 0, weights)
	if c := e.Dependence(1, 9); !slices.Equal(c.Cells, []float64{data.Row(3)[1]}) ||
		math.Abs(c.Values[0][0]-(data.Row(3)[0]+3*data.Row(5)[0])/4) > 1e-12 {
		t.Errorf("%+v", c)
	}
	for _, bad := range [][]float64{make([]float64, 40), {1}, append(make([]float64, 39), math.NaN()),
		append(make([]float64, 39), -1),
		append(make([]float64, 39), math.Inf(1))} {
		if _, err := New(e.model, data, 0, bad, 500); err == nil {
			t.Errorf("weights %v are no error", bad)
		}
	}
}
