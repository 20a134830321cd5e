// The law of the noise with which a budget allows the second moment, or the counts of a report, to be released is
// computed from public numbers alone. Nothing is drawn here; package mechanism draws the noise and proves that it is
// enough.

package noise

import (
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/terms/method"
)

// MomentLaw is the discrete Gaussian on a sum Σ xxᵀ: variance σ² on the diagonal, σ²/2 off it.
type MomentLaw struct {
	Grid        grid.Grid
	Adjacency   method.Adjacency
	OffDiagonal *big.Int // σ²/2 in grid steps⁴, before the division by n²
	Diagonal    *big.Int // σ²
}

// NewMomentLaw returns the noise of a release that costs ρ > 0. Under AddRemove the grid needs an intercept.
func NewMomentLaw(g grid.Grid, a method.Adjacency, rho float64) *MomentLaw {
	return calibrated(g, a, MomentSensitivity2(g.InterceptSteps(), a), rho)
}

// NewPairLaw returns the noise on each of two sums over disjoint rows when the release of both costs ρ > 0. A row may
// be in the one sum or in the other. The grid needs an intercept.
func NewPairLaw(g grid.Grid, a method.Adjacency, rho float64) *MomentLaw {
	return calibrated(g, a, PairSensitivity2(a), rho)
}

// calibrated returns the noise on sums whose entries together move by Δ at most.
func calibrated(g grid.Grid, a method.Adjacency, sensitivity2 *big.Int, rho float64) *MomentLaw {
	// σ²/2 = Δ²/(4ρ), rounded up to an integer; ρ is the exact rational value of the float64.
	budget := new(big.Rat).SetFloat64(rho)
	half := new(big.Rat).SetInt(sensitivity2)
	half.Quo(half, budget.Mul(budget, big.NewRat(4, 1)))
	off := new(big.Int).Sub(half.Denom(), big.NewInt(1))
	off.Add(off, half.Num()).Quo(off, half.Denom())
	return &MomentLaw{Grid: g, Adjacency: a, OffDiagonal: off, Diagonal: new(big.Int).Lsh(off, 1)}
}

// PairSensitivity2 returns Δ² of two sums over disjoint rows, both together, in grid steps⁴: r⁴ for a row that is added
// or removed, 2r⁴ for one that is replaced and may go from the one sum to the other.
func PairSensitivity2(a method.Adjacency) *big.Int {
	n2 := big.NewInt(grid.Steps * grid.Steps)
	n2.Mul(n2, n2)
	if a == method.AddRemove {
		return n2
	}
	return n2.Lsh(n2, 1)
}

// MomentSensitivity2 returns Δ² of the sum Σ xxᵀ in grid steps⁴, for an intercept of c grid steps.
func MomentSensitivity2(c int64, a method.Adjacency) *big.Int {
	n2 := big.NewInt(grid.Steps * grid.Steps)
	if a == method.AddRemove {
		return n2.Mul(n2, n2)
	}
	c2 := new(big.Int).Mul(big.NewInt(c), big.NewInt(c))
	if 2*c*c <= grid.Steps*grid.Steps {
		return n2.Mul(n2, n2).Lsh(n2, 1)
	}
	n2.Sub(n2, c2)
	return n2.Mul(n2, c2).Lsh(n2, 3)
}

// StandardDeviation returns σ of a diagonal entry of the noise of Σ xxᵀ/n for a number of rows n, in the units of M₀.
// An off-diagonal entry has σ/√2.
func (l *MomentLaw) StandardDeviation(n float64) float64 {
	root := new(big.Float).SetInt(l.Diagonal)
	sigma, _ := root.Sqrt(root).Float64()
	r := l.Grid.Radius()
	return sigma / grid.Steps / grid.Steps * r * r / n
}
