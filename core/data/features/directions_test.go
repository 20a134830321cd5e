package features

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

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
