package features

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// sample has a heavy tail, two correlated columns and one of texts.
func sample(t testing.TB) *dataset.Source {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("income,age,years,colour,y\n")
	for range 300 {
		age := 20 + 40*r.Float64()
		fmt.Fprintf(&b, "%.4f,%.3f,%.3f,%s,%.3f\n", math.Exp(2*r.NormFloat64()), age, age-18+r.NormFloat64(),
			[]string{"red", "blue", "green"}[r.IntN(3)], r.NormFloat64())
	}
	return must.Get(dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"}))(t)
}

func fit(t testing.TB, k Kind) *Map {
	t.Helper()
	return must.Get(Fit(k, sample(t)))(t)
}

// rowsOf returns the features of all rows of a source, row-major.
func rowsOf(m *Map, s *dataset.Source) (rows []float64) {
	for x := range m.Rows(s.Standardised()) {
		rows = append(rows, x...)
	}
	return rows
}

func TestFeaturesAndTheirNames(t *testing.T) {
	levels := []string{"colour=red", "colour=blue", "colour=green"}
	slices.Sort(levels)
	for kind, want := range map[Kind][]string{
		Linear:    {"income", "age", "years"},
		Quadratic: {"income", "age", "years"},
	} {
		m := fit(t, kind)
		names := m.Names()
		if len(names) != m.Dim() || !slices.Equal(names[:3], want) {
			t.Errorf("%s: %d features %v", kind, m.Dim(), names)
		}
	}
	// 6 columns, 3 squares of numbers, 3 products of two, 9 of a number and a level; none of two levels.
	quadratic := fit(t, Quadratic).Names()
	for _, name := range []string{"income^2", "income*age", "age*colour=red"} {
		if !slices.Contains(quadratic, name) {
			t.Errorf("%q is not among %v", name, quadratic)
		}
	}
	if len(quadratic) != 6+3+3+9 || slices.Contains(quadratic, "colour=red^2") ||
		slices.Contains(quadratic, "colour=red*colour=blue") {
		t.Errorf("%d quadratic features: %v", len(quadratic), quadratic)
	}
}

// Over the source the quadratic features have mean 0 and variance 1, except a product that does not vary.
func TestFeaturesOfTheSourceAreStandardised(t *testing.T) {
	source, m := sample(t), fit(t, Quadratic)
	d, rows := m.Dim(), rowsOf(m, source)
	for i, name := range m.Names() {
		mean, square := 0.0, 0.0
		for j := range source.Rows {
			mean += rows[j*d+i] / float64(source.Rows)
			square += rows[j*d+i] * rows[j*d+i] / float64(source.Rows)
		}
		if math.Abs(mean) > 1e-9 || math.Abs(square-1) > 1e-9 {
			t.Errorf("%s has mean %g and mean square %g", name, mean, square)
		}
	}
}

// Every finite row has finite features, however large its values are.
// The features of a row are a function of that row: they do not depend on the rows that were mapped before it.
func TestFeaturesAreFunctionsOfTheirRow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	for _, kind := range Kinds {
		m, other := fit(t, kind), fit(t, kind)
		x, again, alone, z := make([]float64, m.Dim()), make([]float64, m.Dim()), make([]float64, m.Dim()),
			make([]float64, 6)
		for k := range z {
			z[k] = r.NormFloat64()
		}
		m.Apply(x, z)
		row := make([]float64, 6)
		for range 100 {
			for k := range row {
				row[k] = math.Exp(10*r.NormFloat64()) * float64(1-2*r.IntN(2))
			}
			m.Apply(again, row)
		}
		m.Apply(again, z)
		other.Apply(alone, z)
		if !slices.Equal(x, again) || !slices.Equal(x, alone) {
			t.Errorf("%s: the features of a row are %v, and after other rows %v", kind, x, again)
		}
	}
}

func TestMapsAreTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	extremes := []float64{0, 1, -1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e155, -1e200, 1e16,
		math.Copysign(0, -1)}
	for _, kind := range Kinds {
		m := fit(t, kind)
		x, z := make([]float64, m.Dim()), make([]float64, 6)
		for range 2000 {
			for k := range z {
				z[k] = extremes[r.IntN(len(extremes))]
			}
			before := slices.Clone(z)
			m.Apply(x, z)
			if !slices.Equal(z, before) {
				t.Fatalf("%s changed the row", kind)
			}
			for k, v := range x {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%s: feature %d of %v is %v", kind, k, z, v)
				}
			}
		}
	}
}

// A map that was written and read again gives the same features.
func TestRestoredMapsAreTheSame(t *testing.T) {
	source := sample(t)
	for _, kind := range Kinds[1:] {
		m := fit(t, kind)
		text := must.Get(json.Marshal(m))(t)
		read := new(Map)
		must.Do(t, json.Unmarshal(text, read))
		must.Do(t, read.Restore(source.Schema))
		if !reflect.DeepEqual(rowsOf(m, source), rowsOf(read, source)) {
			t.Errorf("%s: features differ after a map was read again", kind)
		}
	}
}

func TestMapsThatDoNotFitAreRefused(t *testing.T) {
	source := sample(t)
	for name, spoil := range map[string]func(*Map){
		"linear":         func(m *Map) { *m = Map{Kind: Linear} },
		"unknown":        func(m *Map) { m.Kind = "cubic" },
		"missing mean":   func(m *Map) { m.Means = m.Means[1:] },
		"no scale":       func(m *Map) { m.Scales[2] = 0 },
		"negative scale": func(m *Map) { m.Scales[2] = -1 },
		"a matrix":       func(m *Map) { m.Matrix = [][]float64{{1}} },
		"no direction":   func(m *Map) { *m = *fit(t, Directions); m.Matrix = nil },
		"directions enough": func(m *Map) {
			*m = *fit(t, Directions)
			m.Matrix = append(slices.Repeat(m.Matrix, 6), m.Matrix...)
		},
		"a narrow direction": func(m *Map) { *m = *fit(t, Directions); m.Matrix[0] = m.Matrix[0][1:] },
		"means of columns":   func(m *Map) { m.Kind = Directions },
	} {
		m := fit(t, Quadratic)
		spoil(m)
		if m.Restore(source.Schema) == nil {
			t.Errorf("%s: restored", name)
		}
	}
}

func TestTooManyProductsAreRefused(t *testing.T) {
	wide := func(columns int) *dataset.Source {
		s := &dataset.Source{Rows: 2, Labels: []float64{0, 1}}
		for k := range columns {
			s.Schema.Columns = append(s.Schema.Columns,
				dataset.Column{Name: fmt.Sprint("x", k), Kind: dataset.Numeric, Scale: 1})
		}
		return s
	}
	for columns, fits := range map[int]bool{1: true, 30: true, 31: false, 499: false, 100_000: false} {
		if _, err := Fit(Quadratic, wide(columns)); (err == nil) != fits {
			t.Errorf("%d columns: %v", columns, err)
		}
	}
}
