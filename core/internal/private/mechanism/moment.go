// Package mechanism holds the mechanisms that release private data: functions of the private second moment with the
// noise that a privacy budget requires. Each mechanism is calibrated before it sees any data, knows its own privacy
// map, and draws its noise from noise/sampler alone.
package mechanism

import (
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Moment releases the second moment M₀ = (1/n) Σ xxᵀ of rows in the ball of a grid with symmetric discrete Gaussian
// noise on the sum: variance σ² on the diagonal, σ²/2 off it.
//
// Privacy. The noise weights an off-diagonal difference, which counts twice in the Frobenius norm, by half the
// variance, so a sum of Frobenius sensitivity Δ is released with ρ-zCDP, ρ = ½ Σ_{i≤j} Δ_ij²/σ_ij² = Δ²/(2σ²) (Canonne,
// Kamath and Steinke 2020, theorems 4 and 14 of the multivariate form). On the integer grid the bounds on Δ hold
// exactly.
//
// Under replace-one adjacency n is public, and the entry (0,0), n·c² of rows, is not read: c² is released. Rows x =
// (c,z), x′ = (c,z′) with ‖x‖, ‖x′‖ ≤ r give
//
//	‖xxᵀ − x′x′ᵀ‖_F² = 2c²‖z−z′‖² + ‖zzᵀ − z′z′ᵀ‖_F² ≤ Δ²,  Δ² = 2r⁴ if 2c² ≤ r², else 8c²(r²−c²),
//
// (with s² = r²−c² and cosine t between z and z′ of norm s the left side is s²(1−t)(4c²+2s²(1+t)), largest at
// t = −c²/s² or, if that is below −1, at t = −1).
//
// Under add-remove adjacency the sum changes by one xxᵀ, ‖xxᵀ‖_F = ‖x‖² ≤ r², so Δ² = r⁴. The entry (0,0) gets noise as
// well, and only this entry gives an estimate of n: with Ŝ the noisy sum, n̂ = Ŝ₀₀/c² and M̂₀ = Ŝ/n̂ are
// post-processing.
//
// Tests: TestSensitivityIsABound, TestSensitivityIsAttained, TestMomentNoiseMatchesItsCertificate, TestCountIsNoisy.
type Moment struct{ *noise.MomentLaw }

// NewMoment calibrates the noise to ρ > 0. Under AddRemove the grid needs an intercept.
func NewMoment(g grid.Grid, a method.Adjacency, rho float64) *Moment {
	return &Moment{noise.NewMomentLaw(g, a, rho)}
}

// NewMomentOfPeople is NewMoment for sums of shares, where a unit is a person with any number of rows: each adds a
// positive semidefinite matrix of trace at most r², with no entry that all have in common. Two of those, A and B, have
// ‖A−B‖_F² = ‖A‖² + ‖B‖² − 2⟨A,B⟩ ≤ 2r⁴, because ⟨A,B⟩ ≥ 0, and one alone has ‖A‖_F ≤ r². Test:
// TestOnePersonMovesASumByOneRow.
func NewMomentOfPeople(g grid.Grid, a method.Adjacency, rho float64) *Moment {
	return &Moment{noise.NewPairLaw(g, a, rho)}
}

// Release returns M̂₀, d×d, and the number of rows that it is the mean over: n under ReplaceOne, under AddRemove n̂ ≥
// 1. It costs the ρ of NewMoment each time it is called.
func (m *Moment) Release(sum *moment.Sum, s *sampler.Sampler) (mean *symeigen.Matrix, rows float64) {
	noisy := m.noisySum(sum, s)
	count := new(big.Rat).SetInt64(sum.Rows)
	square := new(big.Int).SetInt64(m.Grid.InterceptSteps())
	square.Mul(square, square)
	if m.Adjacency == method.AddRemove {
		// A count below 1 means noise on almost no rows, so replacing it by 1 loses nothing.
		count.SetFrac(noisy[0], square)
		if one := big.NewRat(1, 1); count.Cmp(one) < 0 {
			count = one
		}
	}
	mean = symeigen.NewMatrix(sum.Order, nil)
	k := 0
	for i := range sum.Order {
		for j := i; j < sum.Order; j++ {
			mean.Set(i, j, m.Grid.Float(noisy[k], count))
			k++
		}
	}
	mean.Set(0, 0, m.Grid.Float(square, big.NewRat(1, 1)))
	rows, _ = count.Float64()
	return mean, rows
}

// public is n·c², which everybody knows: of rows the entry (0,0), of people near it.
func (m *Moment) public(n int64) *big.Int {
	c := big.NewInt(m.Grid.InterceptSteps())
	return c.Mul(c, c).Mul(c, big.NewInt(n))
}

// noisySum returns the upper triangle of Σ xxᵀ with noise, row-major, in grid steps².
func (m *Moment) noisySum(sum *moment.Sum, s *sampler.Sampler) []*big.Int {
	var noisy []*big.Int
	for i := range sum.Order {
		for j := i; j < sum.Order; j++ {
			noise := new(big.Int)
			switch {
			case i == 0 && j == 0 && m.Adjacency == method.ReplaceOne:
				noisy = append(noisy, m.public(sum.Rows))
				continue
			case i == j:
				s.DiscreteGaussian(noise, m.Diagonal)
			default:
				s.DiscreteGaussian(noise, m.OffDiagonal)
			}
			noisy = append(noisy, noise.Add(noise, sum.Entry(i, j)))
		}
	}
	return noisy
}
