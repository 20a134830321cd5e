package features

import (
	"math"

	"privadapt/core/dataset"
)

// mostQuadratic bounds the number of quadratic features. The noise of the second moment grows with their number, and a solver
// decomposes matrices of this order.
const mostQuadratic = 500

// raw writes the features of the kinds Log and Quadratic before they are standardised.
func (m *Map) raw(dst, z []float64) {
	copy(dst, z)
	if m.Kind == Log {
		for k, numeric := range m.numeric {
			if numeric {
				dst[k] = math.Copysign(math.Log1p(math.Abs(z[k])), z[k])
			}
		}
		return
	}
	// Products of rows far out would be farther out still, and there are so many of them that the clipping of all would leave
	// nothing of the columns: the row is clipped first, to where the columns alone would be.
	dataset.Clip(dst[:m.dim], 1.5*math.Sqrt(float64(m.dim)))
	for k, p := range m.products {
		dst[m.dim+k] = dst[p[0]] * dst[p[1]]
	}
}

// standardise takes means and standard deviations of the raw features over the source.
func (m *Map) standardise(source *dataset.Source) {
	d, count := m.Dim(), float64(source.Rows)
	m.Means, m.Scales = make([]float64, d), make([]float64, d)
	x := make([]float64, d)
	each := func(add func(k int, v float64)) {
		for j := range source.Rows {
			m.raw(x, source.Features[j*m.dim:(j+1)*m.dim])
			for k, v := range x {
				add(k, v)
			}
		}
	}
	each(func(k int, v float64) { m.Means[k] += v / count })
	each(func(k int, v float64) { m.Scales[k] += (v - m.Means[k]) * (v - m.Means[k]) / count })
	for k, variance := range m.Scales {
		m.Scales[k] = math.Sqrt(variance)
		// A product that is the same in every row of the source, such as that of two levels of which each row has one: nothing
		// is known of its effect, and what rounding left must not be divided by.
		if !(m.Scales[k] > 1e-9) {
			m.Scales[k] = 1
		}
	}
}

// numericOf tells for each column of the encoding whether it is a number; the others are levels.
func numericOf(s dataset.Schema) []bool {
	var numeric []bool
	for _, c := range s.Columns {
		switch c.Kind {
		case dataset.Numeric:
			numeric = append(numeric, true)
		case dataset.Categorical:
			numeric = append(numeric, make([]bool, len(c.Levels))...)
		}
	}
	return numeric
}

// productsOf lists the squares of numbers and the products of two columns, but for those of one categorical column's levels,
// which are linear in them.
func productsOf(s dataset.Schema) [][2]int {
	var column []int // of the table, for each column of the encoding
	for i, c := range s.Columns {
		switch c.Kind {
		case dataset.Numeric:
			column = append(column, i)
		case dataset.Categorical:
			for range c.Levels {
				column = append(column, i)
			}
		}
	}
	numeric := numericOf(s)
	var products [][2]int
	for i := range column {
		for j := i; j < len(column); j++ {
			if numeric[i] && i == j || column[i] != column[j] {
				products = append(products, [2]int{i, j})
			}
		}
	}
	return products
}
