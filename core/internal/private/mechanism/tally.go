package mechanism

import (
	"math/big"

	"privadapt/core/internal/private/tally"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// Tally releases the counts of rows in public places with discrete Gaussian noise.
// core/internal/private/mechanism/REPORT.md proves its privacy. Tests: TestTallySensitivityIsABound,
// TestTallySensitivityIsAttained, TestTallyNoiseMatchesItsCertificate.
type Tally struct {
	Variance *big.Int // of each cell, in parts² of a row
}

// NewTally calibrates the noise to ρ > 0 for rows that each count in this number of tables.
func NewTally(tables int, a method.Adjacency, rho float64) *Tally {
	return &Tally{noise.CountsNoise(tables, a, rho)}
}

// Release returns the counts in rows, with noise. It costs the ρ of NewTally each time it is called.
func (m *Tally) Release(sum *tally.Sum, s *sampler.Sampler) []float64 {
	noisy := make([]float64, sum.Len())
	for k := range noisy {
		noise := new(big.Int)
		s.DiscreteGaussian(noise, m.Variance)
		noise.Add(noise, big.NewInt(sum.Cell(k)))
		parts, _ := new(big.Float).SetInt(noise).Float64()
		noisy[k] = parts / (appraisal.Unit * appraisal.Unit)
	}
	return noisy
}
