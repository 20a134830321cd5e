// Package drawn holds what remains of the private rows once a mechanism has drawn: its output and its guarantee.
// Package draw makes it, and package postprocess turns it into a release. Nothing else passes from one to the other, so
// it has no field for the private sum, for the target or, where the number of rows is private, for that number.
package drawn

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
)

// Value is the result of one mechanism.
type Value struct {
	ReleaseID string // random
	Guarantee Guarantee
	// Rows is n under replace-one adjacency, where it is public; else 0.
	Rows   int64
	Output Output
}

// Guarantee is what was calibrated and charged before the draw, from public values.
type Guarantee struct {
	Rho           float64       // zero-concentrated privacy
	Draws         int           // private draws charged, and made
	Noise         release.Noise // its StandardDeviation is that over the rows of the output
	SourceQuartic float64       // mechanism gradient, else 0
}

// Output is what the mechanism returned: a moment, or weights.
type Output struct {
	Moment *symeigen.Matrix // M̂₀, d×d; mechanism moment
	// MomentRows is the number of rows over which M̂₀ is a mean: n or, under add-remove adjacency, the released n̂ ≥ 1.
	MomentRows float64
	Weights    []float64 // q, m; mechanisms selection and gradient
	// Counts are a report's counts; else nil. MomentRows is then, under add-remove adjacency, the released number of
	// rows.
	Counts []float64
	// Labelled is what was drawn with private labels, from which Moment and MomentRows were then computed; else nil.
	Labelled *Labelled
	// Model is the single-stage solver's, a function of the rows that were drawn; else nil.
	Model *plan.Model
}

// Labelled are the second moments of the rows v = (c, z, g, t) with a label and of the rows v = (c, z, g) without one,
// each a sum with noise.
type Labelled struct {
	Sums          *release.PairSums // as they were drawn
	With, Without *symeigen.Matrix  // the same in the units of the rows' products
	Sigma         float64           // σ of a diagonal entry of either; off the diagonal σ/√2
}
