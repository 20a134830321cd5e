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
	for _, kind := range []Kind{Linear, Quadratic} {
		m := fit(t, kind)
		names := m.Names()
		if len(names) != m.Dim() || !slices.Equal(names[:3], []string{"income", "age", "years"}) {
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
	for _, kind := range Kinds {
		m, other := fit(t, kind), fit(t, kind)
		x, again, z, before := make([]float64, m.Dim()), make([]float64, m.Dim()), make([]float64, 6), make([]float64, 6)
		for range 2000 {
			draw(before)
			other.Apply(again, before)
			draw(z)
			copy(before, z)
			m.Apply(x, z)
			other.Apply(again, z)
			if !slices.Equal(z, before) || !slices.Equal(x, again) {
				t.Fatalf("%s: the row %v became %v, its features are %v and after other rows %v", kind, before, z, x, again)
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

// wide returns a sample of 40 columns made of eight factors and a little noise, whose label follows one column and is
// a number or one of three classes.
func wide(t *testing.T, task dataset.Task) *dataset.Source {
	t.Helper()
	const columns, factors = 40, 8
	r := rand.New(rand.NewPCG(81, 82))
	var b strings.Builder
	for i := range columns {
		fmt.Fprintf(&b, "x%d,", i)
	}
	b.WriteString("same,y\n")
	for range 400 {
		var f [factors]float64
		for k := range f {
			f[k] = r.NormFloat64()
		}
		y := 0.0
		for i := range columns {
			v := f[i%factors] + 0.3*r.NormFloat64()
			if i == 5 {
				y = v
			}
			fmt.Fprintf(&b, "%.6f,", v)
		}
		label := fmt.Sprintf("%.6f", y)
		if task == dataset.Classification {
			label = []string{"low", "middle", "high"}[int(math.Min(math.Max(math.Round(y), -1), 1))+1]
		}
		fmt.Fprintf(&b, "7,%s\n", label)
	}
	return must.Get(dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y", Task: task}))(t)
}

// Over the source directions are uncorrelated and have a mean square of 1 in all, the principal ones by decreasing
// variance. Of the variance they hold what eight factors leave. The label is linear in the first.
func TestDirectionsHoldTheLabelAndTheFactors(t *testing.T) {
	for task, labels := range map[dataset.Task]int{dataset.Regression: 1, dataset.Classification: 2} {
		source := wide(t, task)
		m := must.Get(FitDirections(source, 10))(t)
		rows, d, n := rowsOf(m, source), m.Dim(), float64(source.Rows)
		if d != 10 || math.Abs(m.Norm()-1.5*math.Sqrt(10)) > 1e-12 {
			t.Fatalf("%s: %d directions of norm %v", task, d, m.Norm())
		}
		c := make([][]float64, d)
		along, whole := 0.0, 0.0
		for k := range c {
			c[k] = make([]float64, d)
			for j := range source.Rows {
				for i := range d {
					c[k][i] += rows[j*d+k] * rows[j*d+i] / n
				}
			}
		}
		total := 0.0
		for k := range c {
			total += c[k][k]
			if k > labels && c[k][k] > c[k-1][k-1]*(1+1e-9) {
				t.Errorf("%s: direction %d has the variance %v, the one before %v", task, k, c[k][k], c[k-1][k-1])
			}
			for i := range k {
				if math.Abs(c[k][i]) > 1e-6*c[0][0] {
					t.Errorf("%s: directions %d and %d have the covariance %v", task, i, k, c[k][i])
				}
			}
		}
		if math.Abs(total/float64(d)-1) > 1e-6 {
			t.Errorf("%s: the mean square of a direction is %v", task, total/float64(d))
		}
		if weakest := c[labels+5][labels+5]; weakest < 0.2*c[0][0] {
			t.Errorf("%s: a factor has the variance %v, the first %v", task, weakest, c[0][0])
		}
		if task == dataset.Classification {
			continue
		}
		mean := 0.0
		for _, y := range source.Labels {
			mean += y / n
		}
		for j, y := range source.Labels {
			along += rows[j*d] * (y - mean) / n
			whole += (y - mean) * (y - mean) / n
		}
		if fit := along * along / (c[0][0] * whole); fit < 0.999 {
			t.Errorf("the first direction explains %v of the label", fit)
		}
	}
}

// Coefficients of directions and the coefficients of columns that come from them give the same, in every row.
func TestCoefficientsOverColumns(t *testing.T) {
	source := wide(t, dataset.Regression)
	r := rand.New(rand.NewPCG(83, 84))
	for _, kind := range []Kind{Linear, Directions} {
		m := must.Get(Fit(kind, source))(t)
		w, x := make([]float64, m.Dim()), make([]float64, m.Dim())
		for k := range w {
			w[k] = r.NormFloat64()
		}
		columns := m.OverColumns(w)
		for z := range source.Standardised() {
			m.Apply(x, z)
			if a, b := product(w, x), product(columns, z); math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
				t.Fatalf("%s: the features give %v and the columns %v", kind, a, b)
			}
		}
	}
}

// Whatever the sample, there is a direction, no more than are asked for or have a variance, and none is infinite.
func TestThereIsADirection(t *testing.T) {
	for name, c := range map[string]struct {
		table            string
		most, directions int
	}{
		"one column":        {"x,y\n1,2\n2,5\n4,1\n", 5, 1},
		"one is asked for":  {"x,z,y\n1,1,2\n2,7,5\n4,-3,1\n", 1, 1},
		"a column twice":    {"x,z,y\n1,1,2\n2,2,5\n4,4,1\n", 5, 1},
		"a constant label":  {"x,z,y\n1,1,2\n2,7,2\n4,-3,2\n", 5, 2},
		"more than columns": {"x,z,y\n1,1,2\n2,7,5\n4,-3,1\n", 5, 2},
	} {
		source := must.Get(dataset.ReadSource(strings.NewReader(c.table), dataset.SourceOptions{Label: "y"}))(t)
		m, err := FitDirections(source, c.most)
		if err != nil || m.Dim() != c.directions {
			t.Errorf("%s: %d directions, %v", name, m.Dim(), err)
			continue
		}
		for _, row := range m.Matrix {
			for _, v := range row {
				if !(math.Abs(v) < 1e6) {
					t.Errorf("%s: the directions are %v", name, m.Matrix)
				}
			}
		}
	}
}
