package features

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/solve/symeigen"
)

// CommonDirections is how many directions the kind Directions has at most where nobody says how many. At this number
// the second moment of a few thousand rows stands out of the noise at ε = 1.
const CommonDirections = 24

// FitDirections returns the map of kind Directions, of at most that number of directions, which is 1 or more.
func FitDirections(source *dataset.Source, most int) (*Map, error) {
	m := &Map{Kind: Directions}
	if err := m.prepare(source.Schema); err != nil {
		return nil, err
	}
	return m, m.direct(source, most)
}

// direct sets the matrix whose rows are directions: first the directions along which a ridge regression of the
// source's labels predicts, one for each output, and then the principal ones of what is uncorrelated to them. A
// principal direction keeps its deviation, and a direction of the labels has the deviation of the first principal
// one; their mean square is 1 in all.
func (m *Map) direct(source *dataset.Source, most int) error {
	c := covarianceOf(source, m.dim)
	level := c.trace() / float64(m.dim)
	var rows, moved [][]float64 // directions u of the labels, of variance 1, and Cu
	for _, u := range c.regressions(source, level) {
		if len(rows) == (most+1)/2 {
			break
		}
		before := product(u, c.times(u))
		for q, own := range rows {
			add(u, -product(moved[q], u), own)
		}
		if after := product(u, c.times(u)); after > 1e-4*before && before > 0 {
			scale(u, 1/math.Sqrt(after))
			rows, moved = append(rows, u), append(moved, c.times(u))
		}
	}
	for _, v := range moved {
		for i := range v {
			add(c[i], -v[i], v)
		}
	}
	var eigen symeigen.Eigen
	if !eigen.Decompose(slices.Concat(c...), m.dim) {
		return errors.New("features: the covariance of the public sample could not be decomposed; choose features linear")
	}
	labels, top, total := len(rows), level, 0.0
	for k := m.dim - 1; k >= 0 && len(rows) < most; k-- {
		variance := eigen.Values[k]
		if !(variance > 1e-6*level) && len(rows) > 0 {
			break
		}
		if len(rows) == labels {
			top = math.Max(variance, 0)
		}
		direction := slices.Clone(eigen.Vectors[k*m.dim : (k+1)*m.dim])
		for q := range labels {
			add(direction, -product(moved[q], direction), rows[q])
		}
		rows, total = append(rows, direction), total+variance
	}
	for _, u := range rows[:labels] {
		scale(u, math.Sqrt(top))
		total += top
	}
	if total > 0 {
		for _, u := range rows {
			scale(u, math.Sqrt(float64(len(rows))/total))
		}
	}
	m.Matrix = rows
	return nil
}

// OverColumns returns the coefficients of columns that give what coefficients of features give, of a map of the kinds
// Linear or Directions.
func (m *Map) OverColumns(w []float64) []float64 {
	if m.Kind == Linear {
		return w
	}
	columns := make([]float64, m.dim)
	for k, row := range m.Matrix {
		add(columns, w[k], row)
	}
	return columns
}

// directionNames names each direction by the column that weighs most in it.
func (m *Map) directionNames(columns []string) (names []string) {
	for k, row := range m.Matrix {
		most := 0
		for i, v := range row {
			if math.Abs(v) > math.Abs(row[most]) {
				most = i
			}
		}
		names = append(names, fmt.Sprintf("direction %d (%s)", k+1, columns[most]))
	}
	return names
}

// covariance has the rows of the covariance matrix of standardised columns.
type covariance [][]float64

func (m *Map) multiply(dst, z []float64) {
	for i, row := range m.Matrix {
		dst[i] = 0
		for k, v := range row {
			dst[i] += v * z[k]
		}
	}
}

func covarianceOf(source *dataset.Source, d int) covariance {
	c := make(covariance, d)
	for i := range c {
		c[i] = make([]float64, d)
	}
	for z := range source.Standardised() {
		for i, v := range z {
			for k, w := range z {
				c[i][k] += float64(v*w) / float64(source.Rows)
			}
		}
	}
	return c
}

// regressions returns the coefficients of ridge regressions of the labels, or of the indicator of each class but the
// first.
func (c covariance) regressions(source *dataset.Source, level float64) [][]float64 {
	const penalty = 1e-3 // of the mean variance
	outputs := max(1, len(source.Schema.Classes)-1)
	number := func(y float64, k int) float64 {
		switch {
		case source.Schema.Classes == nil:
			return y
		case int(y) == k+1:
			return 1
		}
		return 0
	}
	var found [][]float64
	for k := range outputs {
		mean, j := 0.0, 0
		for _, y := range source.Labels {
			mean += number(y, k) / float64(source.Rows)
		}
		b := make([]float64, len(c))
		for z := range source.Standardised() {
			add(b, (number(source.Labels[j], k)-mean)/float64(source.Rows), z)
			j++
		}
		found = append(found, b)
	}
	gram := slices.Concat(c...)
	for i := range c {
		gram[i*len(c)+i] += float64(penalty * level)
	}
	var factor symeigen.Factor
	if !factor.Of(gram, len(c)) {
		return nil // the columns are constant, or as good as
	}
	for _, b := range found {
		factor.Solve(b)
	}
	return found
}

func (c covariance) trace() (sum float64) {
	for i, row := range c {
		sum += row[i]
	}
	return sum
}

func (c covariance) times(u []float64) []float64 {
	v := make([]float64, len(c))
	for i, row := range c {
		v[i] = product(row, u)
	}
	return v
}

func product(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// add adds a multiple of y to x.
func add(x []float64, by float64, y []float64) {
	for i, v := range y {
		x[i] += float64(by * v)
	}
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}
