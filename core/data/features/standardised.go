package features

import (
	"math"

	"privadapt/core/data/dataset"
)

// mostQuadratic bounds the number of quadratic features. The noise of the second moment grows with their number, and a
// solver decomposes matrices of this order.
const mostQuadratic = 500

// raw writes the quadratic features before they are standardised.
func (m *Map) raw(dst, z []float64) {
	copy(dst, z)
	// The products of an outlying row would be even larger, and there are enough of them that clipping all features
	// together would leave almost nothing of the columns. So the row is clipped first, to the norm that the columns alone
	// would have.
	dataset.Clip(dst[:m.dim], 1.5*math.Sqrt(float64(m.dim)))
	for k, p := range m.products {
		dst[m.dim+k] = dst[p[0]] * dst[p[1]]
	}
}

// standardise computes means and standard deviations of the raw features over the source.
func (m *Map) standardise(source *dataset.Source) {
	d, count := m.Dim(), float64(source.Rows)
	m.Means, m.Scales = make([]float64, d), make([]float64, d)
	x := make([]float64, d)
	each := func(add func(k int, v float64)) {
		for z := range source.Standardised() {
			m.raw(x, z)
			for k, v := range x {
				add(k, v)
			}
		}
	}
	each(func(k int, v float64) { m.Means[k] += v / count })
	each(func(k int, v float64) { m.Scales[k] += (v - m.Means[k]) * (v - m.Means[k]) / count })
	for k, variance := range m.Scales {
		m.Scales[k] = math.Sqrt(variance)
		// A product can be the same in every row of the source, for example the product of two levels if each row has one
		// of them. Its effect is then unknown, and its deviation is only rounding, by which features must not be divided.
		if !(m.Scales[k] > 1e-9) {
			m.Scales[k] = 1
		}
	}
}

// productsOf lists the squares of numbers and the products of two columns, except products of two levels of one
// categorical column, which are linear in the levels.
func productsOf(s dataset.Schema) [][2]int {
	var column []int // of the table, for each column of the encoding
	var numeric []bool
	for i, c := range s.Columns {
		switch c.Kind {
		case dataset.Numeric:
			column, numeric = append(column, i), append(numeric, true)
		case dataset.Categorical:
			for range c.Levels {
				column, numeric = append(column, i), append(numeric, false)
			}
		}
	}
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
