package mechanism

import (
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Pair releases the second moments of two disjoint parts of a population, such as the rows with a label and those
// without one. Which part a row belongs to is private. The two parts may have different numbers of columns. Each sum
// gets the noise of [Moment]: variance σ² on the diagonal, σ²/2 off it.
//
// Privacy. A row v, ‖v‖ ≤ r, adds vvᵀ to one of the sums and nothing to the other. With both sums written as the blocks
// of one matrix, it adds xxᵀ, where x is v in the coordinates of its part and 0 in the coordinates of the other,
// ‖x‖ = ‖v‖. So replacing a row by another moves the matrix by
//
//	‖xxᵀ − x′x′ᵀ‖_F² = ‖x‖⁴ + ‖x′‖⁴ − 2(x·x′)² ≤ 2r⁴,
//
// whichever parts the two rows are in. Adding or removing one row moves the matrix by ‖x‖² ≤ r² in the Frobenius norm.
// The blocks off the diagonal are always 0 and are not released. So with Δ² = 2r⁴ (replace-one) or r⁴ (add-remove) both
// sums together cost ρ = Δ²/(2σ²), as one sum alone does. Under replace-one adjacency n is public, but the parts' sizes
// are not: the entries (0,0) get noise under both adjacencies.
//
// Tests: TestPairSensitivityIsABound, TestPairSensitivityIsAttained, TestPairNoiseMatchesItsCertificate; line by line
// in MOMENT.md.
type Pair struct{ *noise.MomentLaw }

// NewPair calibrates the noise to ρ > 0. The grid needs an intercept.
func NewPair(g grid.Grid, a method.Adjacency, rho float64) *Pair {
	return &Pair{noise.NewPairLaw(g, a, rho)}
}

// Release returns both sums with noise, in whole squared grid steps. It costs the ρ of NewPair each time it is called.
func (p *Pair) Release(one, other *moment.Sum, s *sampler.Sampler) *release.PairSums {
	return &release.PairSums{Grid: p.Grid, Labelled: p.noisy(one, s), Unlabelled: p.noisy(other, s)}
}

// noisy adds noise to every entry.
func (p *Pair) noisy(sum *moment.Sum, s *sampler.Sampler) release.PairTriangle {
	noisy := release.PairTriangle{Order: sum.Order}
	for i := range sum.Order {
		for j := i; j < sum.Order; j++ {
			noise := new(big.Int)
			if i == j {
				s.DiscreteGaussian(noise, p.Diagonal)
			} else {
				s.DiscreteGaussian(noise, p.OffDiagonal)
			}
			noisy.Entries = append(noisy.Entries, noise.Add(noise, sum.Entry(i, j)))
		}
	}
	return noisy
}
