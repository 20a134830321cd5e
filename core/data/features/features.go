// Package features maps the standardised columns of a row to the features in which source and target are compared and
// in which the model is linear.
//
// A [Map] is fitted on the public source alone and is constant from then on: each private row is mapped independently,
// then clipped to the radius and rounded to the grid. For every map the sensitivity of the second moment therefore
// follows from the radius, and the noise in units of r² is the same; a map changes only the number of features.
// TestPrivacyDoesNotDependOnFeatures in package adapt attacks this claim.
package features

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"privadapt/core/data/dataset"
)

// Kind names a map.
type Kind string

const (
	Linear    Kind = "linear"    // the standardised columns themselves
	Quadratic Kind = "quadratic" // the columns, their squares and their products in pairs, each standardised
	// Labels are directions of the columns and of predictions in which private labels are expected to correct a model.
	Labels Kind = "labels"
)

// Kinds lists the kinds that can be asked for, the default first.
var Kinds = []Kind{Linear, Quadratic}

// Map is a fitted map. A release has to state the exported fields so that a reader can apply the map; together with the
// schema and the digest of the source they determine it. Several goroutines may use a Map at once.
type Map struct {
	Kind   Kind        `json:"map"`
	Means  []float64   `json:"means,omitempty"`  // Quadratic: of each feature over the source, before it is standardised
	Scales []float64   `json:"scales,omitempty"` // population standard deviations, > 0: of Labels after the map
	Matrix [][]float64 `json:"matrix,omitempty"` // Labels: a row for each feature

	schema   dataset.Schema
	dim      int         // of what is mapped: the columns and, of Labels, the predictions
	products [][2]int    // Quadratic: pairs of columns
	back     [][]float64 // Labels, if fitted: for each feature what a unit of it says of the columns and predictions
}

// Identity returns the map of kind Linear.
func Identity(s dataset.Schema) *Map { return &Map{Kind: Linear, schema: s, dim: s.Dim()} }

// Fit returns the map of this kind for a public source. An error is a sentence for the user.
func Fit(kind Kind, source *dataset.Source) (*Map, error) {
	m := &Map{Kind: kind}
	if err := m.prepare(source.Schema); err != nil {
		return nil, err
	}
	if kind == Quadratic {
		m.standardise(source)
	}
	return m, nil
}

// Restore completes a map from outside, for example from a release, with the schema that came with it.
func (m *Map) Restore(s dataset.Schema) error {
	if m.Kind == Linear {
		return fmt.Errorf("features: columns that are taken as they are need no map")
	}
	if err := m.prepare(s); err != nil {
		return err
	}
	statistics, rows := 0, 0
	switch m.Kind {
	case Quadratic:
		statistics = m.Dim()
	case Labels:
		rows = min(MostLabelled, m.dim)
		statistics = rows
	}
	fits := len(m.Means) == statistics-rows && len(m.Scales) == statistics && len(m.Matrix) == rows
	for _, scale := range m.Scales {
		fits = fits && scale > 0
	}
	for _, row := range m.Matrix {
		fits = fits && len(row) == m.dim
	}
	if !fits {
		return fmt.Errorf("features: the map %s does not have the numbers that it needs for %d columns", m.Kind, m.dim)
	}
	return nil
}

// Equal reports whether two maps of one schema and one source are the same; nil is the map of kind Linear.
func (m *Map) Equal(o *Map) bool {
	if m == nil || o == nil {
		return m == o
	}
	return m.Kind == o.Kind && slices.Equal(m.Means, o.Means) && slices.Equal(m.Scales, o.Scales) &&
		slices.EqualFunc(m.Matrix, o.Matrix, slices.Equal[[]float64])
}

// prepare sets the fields that follow from public names alone.
func (m *Map) prepare(s dataset.Schema) error {
	m.schema, m.dim = s, s.Dim()
	switch m.Kind {
	case Linear:
	case Labels:
		m.dim += max(1, len(s.Classes)-1)
	case Quadratic:
		if m.dim < mostQuadratic { // otherwise they are too many to be listed
			m.products = productsOf(s)
		}
		if m.Dim() > mostQuadratic || m.products == nil && m.dim > 1 {
			return fmt.Errorf("features: the squares and products of %d columns are too many, as at most %d features are taken; leave out columns",
				m.dim, mostQuadratic)
		}
	default:
		return fmt.Errorf("features: there is no map %q; choose one of %v", m.Kind, Kinds)
	}
	return nil
}

// Dim is the number of features, without an intercept.
func (m *Map) Dim() int {
	if m.Kind == Labels {
		return len(m.Matrix)
	}
	return m.dim + len(m.products)
}

// Norm is the norm that determines the default radius: one and a half times the root mean square norm of the features
// over the source, which most rows do not exceed.
func (m *Map) Norm() float64 { return math.Sqrt(2.25 * float64(m.Dim())) }

// Apply writes the features of a row of finite standardised columns z into dst, which must have length Dim and not
// overlap z. It is defined for every z: if a feature is not finite, all features are 0.
func (m *Map) Apply(dst, z []float64) {
	if len(z) != m.dim || len(dst) != m.Dim() {
		panic("features: the row's length is not the map's")
	}
	switch m.Kind {
	case Linear:
		copy(dst, z)
		return
	case Labels:
		m.multiply(dst, z)
	default:
		m.raw(dst, z)
		for k := range dst {
			dst[k] = (dst[k] - m.Means[k]) / m.Scales[k]
		}
	}
	for _, v := range dst {
		if v-v != 0 {
			clear(dst)
			return
		}
	}
}

// Rows walks the features of rows of standardised columns, in their order; a row is good until the next. The kind
// Linear changes nothing.
func (m *Map) Rows(columns iter.Seq[[]float64]) iter.Seq[[]float64] {
	if m.Kind == Linear {
		return columns
	}
	return func(yield func(x []float64) bool) {
		x := make([]float64, m.Dim())
		for z := range columns {
			if m.Apply(x, z); !yield(x) {
				return
			}
		}
	}
}

// Products returns the pairs of columns whose products a map of kind Quadratic has after the columns.
func (m *Map) Products() [][2]int { return m.products }

// Names names the features in their order.
func (m *Map) Names() []string {
	names := m.schema.FeatureNames()
	columns := append([]string(nil), names...)
	if m.Kind == Labels {
		names = m.directionNames(columns)
	}
	for _, p := range m.products {
		if p[0] == p[1] {
			names = append(names, columns[p[0]]+"^2")
		} else {
			names = append(names, columns[p[0]]+"*"+columns[p[1]])
		}
	}
	return names
}

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
