// Package features maps the standardised columns of a row to the features in which source and target are compared: the
// columns themselves, or, where private labels are used, directions of them and of a public model's predictions.
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
	Linear Kind = "linear" // the standardised columns themselves
	// Labels are directions of the columns and of predictions in which private labels are expected to correct a model.
	Labels Kind = "labels"
)

// Map is a fitted map. A release has to state the exported fields so that a reader can apply the map; together with the
// schema and the digest of the source they determine it. Several goroutines may use a Map at once.
type Map struct {
	Kind   Kind        `json:"map"`
	Scales []float64   `json:"scales,omitempty"` // Labels: population standard deviations of the features, > 0
	Matrix [][]float64 `json:"matrix,omitempty"` // Labels: a row for each feature

	schema dataset.Schema
	dim    int         // of what is mapped: the columns and, of Labels, the predictions
	back   [][]float64 // Labels, if fitted: for each feature what a unit of it says of the columns and predictions
}

// Identity returns the map of kind Linear.
func Identity(s dataset.Schema) *Map { return &Map{Kind: Linear, schema: s, dim: s.Dim()} }

// ofLabels returns a map of kind Labels without its numbers.
func ofLabels(s dataset.Schema) *Map {
	return &Map{Kind: Labels, schema: s, dim: s.Dim() + max(1, len(s.Classes)-1)}
}

// Restore completes a map from outside, for example from a release, with the schema that came with it.
func (m *Map) Restore(s dataset.Schema) error {
	if m.Kind != Labels {
		return fmt.Errorf("features: only directions for labels are a map, and not %q", m.Kind)
	}
	m.schema, m.dim = s, ofLabels(s).dim
	rows := min(MostLabelled, m.dim)
	fits := len(m.Scales) == rows && len(m.Matrix) == rows
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
	return m.Kind == o.Kind && slices.Equal(m.Scales, o.Scales) && slices.EqualFunc(m.Matrix, o.Matrix, slices.Equal[[]float64])
}

// Dim is the number of features, without an intercept.
func (m *Map) Dim() int {
	if m.Kind == Labels {
		return len(m.Matrix)
	}
	return m.dim
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
	if m.Kind == Linear {
		copy(dst, z)
		return
	}
	for k, row := range m.Matrix {
		dst[k] = product(row, z)
	}
	for _, v := range dst {
		if v-v != 0 {
			clear(dst)
			return
		}
	}
}

// Rows walks the features of rows of standardised columns, in their order; a row is good until the next.
func (m *Map) Rows(columns iter.Seq[[]float64]) iter.Seq[[]float64] {
	return func(yield func(x []float64) bool) {
		x := make([]float64, m.Dim())
		for z := range columns {
			if m.Apply(x, z); !yield(x) {
				return
			}
		}
	}
}

// Names names the features in their order.
func (m *Map) Names() []string {
	names := m.schema.FeatureNames()
	if m.Kind == Labels {
		return m.directionNames(names)
	}
	return names
}
