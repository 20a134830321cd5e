package noise

import (
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// CountsNoise returns the variance of the noise on each cell when the release of all counts costs ρ > 0, in parts² of a
// row: Δ²/(2ρ) or more.
func CountsNoise(tables int, a method.Adjacency, rho float64) *big.Int {
	return calibrated(grid.Grid{}, a, CountsSensitivity2(tables, a), rho).Diagonal
}

// CountsSensitivity2 returns Δ² of all counts where each row counts in this number of tables, in parts² of a row:
// U⁴ for each table for a row that is added or removed, twice as much for one that is replaced, with U parts on an
// axis.
func CountsSensitivity2(tables int, a method.Adjacency) *big.Int {
	whole := big.NewInt(appraisal.Unit * appraisal.Unit)
	whole.Mul(whole, whole)
	whole.Mul(whole, big.NewInt(int64(tables)))
	if a == method.AddRemove {
		return whole
	}
	return whole.Lsh(whole, 1)
}
