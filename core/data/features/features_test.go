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
)

// sample has a heavy tail, two correlated columns and one of texts.
func sample(t testing.TB) *dataset.Source {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("income,age,years,colour,y\n")
	for range 300 {
		age := 20 + 40*r.Float64()
		fmt.Fprintf(
			&b,
			"%.4f,%.3f,%.3f,%s,%.3f\n",
			math.Exp(2*r.NormFloat64()),
			age,
			age-18+r.NormFloat64(),
			[]string{"red", "blue", "green"}[r.IntN(3)],
			r.NormFloat64(),
		)
	}
	s, err := dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fit(t testing.TB, k Kind) *Map {
	t.Helper()
	m, err := Fit(k, sample(t))
	if err != nil {
		t.Fatal(err)
	}
	return m
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
		Log:       {"log(income)", "log(age)", "log(years)"},
		Whitened:  {"whitened(income)", "whitened(age)", "whitened(years)"},
		Quadratic: {"income", "age", "years"},
		Fourier:   {"income", "age", "years"},
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
	if waves := fit(t, Fourier).Names(); len(waves) != 6+2*pairs || waves[6] != "cos 1" ||
		waves[len(waves)-1] != "sin 64" {
		t.Errorf("%d Fourier features: %v", len(waves), waves)
	}
}

// Over the source the features of log and quadratic have mean 0 and variance 1, except a product that does not vary.
// Whitened features have the covariance C(C + I/100)⁻¹, whose eigenvalues are c/(c + 0.01) for the eigenvalues c of C.
func TestFeaturesOfTheSourceAreStandardised(t *testing.T) {
	source := sample(t)
	for _, kind := range []Kind{Log, Quadratic, Whitened} {
		m := fit(t, kind)
		d := m.Dim()
		rows := rowsOf(m, source)
		for i, name := range m.Names() {
			mean, square := 0.0, 0.0
			for j := range source.Rows {
				mean += rows[j*d+i] / float64(source.Rows)
				square += rows[j*d+i] * rows[j*d+i] / float64(source.Rows)
			}
			least := 1 - 1e-9
			if kind == Whitened {
				least = 0.5 // the three levels sum to 1: one direction has no variance at all
			}
			if math.Abs(mean) > 1e-9 || square < least || square > 1+1e-9 {
				t.Errorf("%s: %s has mean %g and mean square %g", kind, name, mean, square)
			}
		}
		if kind != Whitened {
			continue
		}
		// age and years have a correlation of 0.996; whitened, they are almost uncorrelated.
		together := 0.0
		for j := range source.Rows {
			together += rows[j*d+1] * rows[j*d+2] / float64(source.Rows)
		}
		if math.Abs(together) > 0.4 {
			t.Errorf("whitened columns have a covariance of %g", together)
		}
	}
}

// Outliers move inward: the largest logarithm is nearer to the others than the largest value.
func TestLogDrawsInATail(t *testing.T) {
	source, m := sample(t), fit(t, Log)
	before, after := 0.0, 0.0
	columns, rows := rowsOf(fit(t, Linear), source), rowsOf(m, source)
	for j := range source.Rows {
		before, after = math.Max(before, columns[j*6]), math.Max(after, rows[j*6])
	}
	if !(before > 8 && after < 0.65*before) {
		t.Errorf("the largest income is at %.1f standard deviations, its logarithm at %.1f", before, after)
	}
}

// The Fourier features of every row have the norm √128, and their products approximate the Gaussian kernel: with 64
// pairs the standard deviation of the error is at most 1/√64, and six of these are exceeded with a probability of less
// than 2·10⁻⁹.
func TestFourierFeaturesApproximateTheGaussianKernel(t *testing.T) {
	source, m := sample(t), fit(t, Fourier)
	width2 := 2 * 6.0
	columns := rowsOf(fit(t, Linear), source)
	x, y := make([]float64, m.Dim()), make([]float64, m.Dim())
	for j := range 50 {
		a, b := columns[j*6:(j+1)*6], columns[(j+100)*6:(j+101)*6]
		m.Apply(x, a)
		m.Apply(y, b)
		product, norm2, distance2 := 0.0, 0.0, 0.0
		for k := 6; k < len(x); k++ {
			product += x[k] * y[k] / (2 * pairs)
			norm2 += x[k] * x[k]
		}
		for k := range a {
			distance2 += (a[k] - b[k]) * (a[k] - b[k])
		}
		if math.Abs(norm2-2*pairs) > 1e-9 {
			t.Fatalf("the squared norm is %g", norm2)
		}
		if kernel := math.Exp(-distance2 / (2 * width2)); math.Abs(product-kernel) > 6.0/8 {
			t.Errorf("rows %g apart: %g for %g", math.Sqrt(distance2), product, kernel)
		}
	}
}

// The frequencies are a function of the digest: the same for every reader of a release, and different for another
// source.
func TestFrequenciesAreThoseOfTheDigest(t *testing.T) {
	w := frequencies("a", 3)
	if !slices.Equal(w, frequencies("a", 3)) || slices.Equal(w, frequencies("b", 3)) {
		t.Error("the frequencies do not follow from the digest alone")
	}
	mean, square := 0.0, 0.0
	for _, v := range frequencies("a", 1000) {
		mean += v / (pairs * 1000)
		square += v * v / (pairs * 1000)
	}
	// Standard errors are 1/√(64000) of the deviation 1/√2000 and √2/√64000 of the variance; six of them.
	if math.Abs(mean) > 6/math.Sqrt(64000*2000) || math.Abs(square*2000-1) > 6*math.Sqrt(2.0/64000) {
		t.Errorf("mean %g, variance %g of the width's", mean, square*2000)
	}
	// Every later version must read an existing release in the same way.
	if want := 0.684458; math.Abs(w[0]-want) > 1e-6 {
		t.Errorf("the first frequency of the digest a is %.6f, not %.6f", w[0], want)
	}
}

// Every finite row has finite features, however large its values are.
// The features of a row are a function of that row: they do not depend on the rows that were mapped before it.
func TestFeaturesAreFunctionsOfTheirRow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	for _, kind := range Kinds {
		m, other := fit(t, kind), fit(t, kind)
		x, again, alone, z := make([]float64, m.Dim()), make([]float64, m.Dim()), make([]float64, m.Dim()), make([]float64, 6)
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
	extremes := []float64{
		0,
		1,
		-1,
		math.MaxFloat64,
		-math.MaxFloat64,
		math.SmallestNonzeroFloat64,
		1e155,
		-1e200,
		1e16,
		math.Copysign(0, -1),
	}
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
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		read := new(Map)
		if err := json.Unmarshal(text, read); err != nil {
			t.Fatal(err)
		}
		if err := read.Restore(source.Schema, source.Digest); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(rowsOf(m, source), rowsOf(read, source)) {
			t.Errorf("%s: features differ after a map was read again", kind)
		}
	}
}

func TestMapsThatDoNotFitAreRefused(t *testing.T) {
	source := sample(t)
	for name, spoil := range map[string]func(*Map){
		"linear":             func(m *Map) { *m = Map{Kind: Linear} },
		"unknown":            func(m *Map) { m.Kind = "cubic" },
		"missing mean":       func(m *Map) { m.Means = m.Means[1:] },
		"no scale":           func(m *Map) { m.Scales[2] = 0 },
		"negative scale":     func(m *Map) { m.Scales[2] = -1 },
		"a matrix with logs": func(m *Map) { m.Matrix = [][]float64{{1}} },
		"narrow matrix":      func(m *Map) { *m = *fit(t, Whitened); m.Matrix[3] = m.Matrix[3][1:] },
		"short matrix":       func(m *Map) { *m = *fit(t, Whitened); m.Matrix = m.Matrix[1:] },
		"no direction":       func(m *Map) { *m = *fit(t, Directions); m.Matrix = nil },
		"directions enough":  func(m *Map) { *m = *fit(t, Directions); m.Matrix = append(m.Matrix, fit(t, Whitened).Matrix...) },
		"a narrow direction": func(m *Map) { *m = *fit(t, Directions); m.Matrix[0] = m.Matrix[0][1:] },
		"means of waves":     func(m *Map) { m.Kind = Fourier },
	} {
		m := fit(t, Log)
		spoil(m)
		if m.Restore(source.Schema, source.Digest) == nil {
			t.Errorf("%s: restored", name)
		}
	}
}

func TestTooManyProductsAreRefused(t *testing.T) {
	wide := func(columns int) *dataset.Source {
		s := &dataset.Source{Rows: 2, Labels: []float64{0, 1}}
		for k := range columns {
			s.Schema.Columns = append(
				s.Schema.Columns,
				dataset.Column{Name: fmt.Sprint("x", k), Kind: dataset.Numeric, Scale: 1},
			)
		}
		return s
	}
	for columns, fits := range map[int]bool{1: true, 30: true, 31: false, 499: false, 100_000: false} {
		if _, err := Fit(Quadratic, wide(columns)); (err == nil) != fits {
			t.Errorf("%d columns: %v", columns, err)
		}
	}
}
