// Package grid defines the ball that contains every row, private or public, and the integer grid on which private rows
// are added.
//
// A row is x = (c, z): the public intercept c, and the features z clipped to the norm √(r²−c²), so that ‖x‖₂ ≤ r. Every
// coordinate of a private row is a whole number of grid steps g = r/2³⁰. This package stores no rows, so code that may
// not see the private sum may use it.
package grid

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"

	"privadapt/core/data/dataset"
)

// Steps is the number of grid steps N in the radius r. It is a constant, so it cannot depend on private data. The
// rounding of a moment, at most about 2√d·r²/N in spectral norm, stays below 1% of the noise of the second-moment
// mechanism, r²/(n√ρ), up to n√(ρd) = 5·10⁶; beyond that it is still below 10⁻⁷ of r².
const Steps = 1 << 30

// Grid is the ball of the rows and its integer grid.
type Grid struct {
	radius    float64
	intercept int64
}

// New returns the grid of the ball of radius r around rows whose first coordinate is the intercept c, rounded down
// to the grid; r > c ≥ 0, both finite. With c = 0 the rows have no intercept.
func New(radius, intercept float64) (Grid, error) {
	if !(intercept >= 0) || !(radius > intercept) || math.IsInf(radius, 1) {
		return Grid{}, fmt.Errorf("moment: the radius is %v; choose a finite number above %v, the intercept, which lies inside the ball",
			radius, intercept)
	}
	return Grid{radius, int64(intercept / radius * Steps)}, nil
}

// Radius returns r.
func (g Grid) Radius() float64 { return g.radius }

// Intercept returns c, rounded to the grid.
func (g Grid) Intercept() float64 { return float64(g.intercept) / Steps * g.radius }

// InterceptSteps returns c/g, an integer.
func (g Grid) InterceptSteps() int64 { return g.intercept }

// FeatureRadius returns √(r²−c²), the norm to which the features of a row are clipped.
func (g Grid) FeatureRadius() float64 {
	return g.radius * math.Sqrt(float64(g.featureSteps2())) / Steps
}

// featureSteps2 is N² − (c/g)², the bound on the squared integer norm of the features.
func (g Grid) featureSteps2() int64 { return Steps*Steps - g.intercept*g.intercept }

// Quantise writes z, clipped to FeatureRadius, as whole steps truncated toward zero. Truncation does not increase a
// norm, but the float64 rounding of the clipping can, by some ulp. So the integer norm is checked, and a row that
// exceeds the bound is shrunk. The result is a function of z alone and is defined for every row.
func (g Grid) Quantise(steps []int64, z []float64) {
	scale := Steps / g.radius
	norm2 := int64(0)
	steps = steps[:len(z)]
	for i, v := range z {
		n := int64(v * scale)
		steps[i] = n
		norm2 += n * n
	}
	for bound := g.featureSteps2(); norm2 > bound; norm2 = squaredNorm(steps) {
		for i, v := range steps {
			// 2⁻³⁰ of the coordinate, and at least one step, toward zero.
			steps[i] -= v >> 30
			if v > 0 {
				steps[i]--
			}
		}
	}
}

// Shrink divides a row in whole steps by √r, each coordinate truncated toward zero, for r from 1 to 2³². What it leaves
// of a coordinate x is the largest q with r·q² ≤ x², in whole numbers: r·‖q‖² ≤ ‖x‖², so r rows of a person that were
// in the ball weigh together what one row may. With r = 1 nothing changes. Test: TestSharesOfAPersonAreOneRow.
func Shrink(steps []int64, r int64) {
	if r == 1 {
		return
	}
	by := math.Sqrt(float64(r))
	for i, x := range steps {
		steps[i] = shrunk(x, r, by)
	}
}

// shrunk starts from a float64 that is less than one step off, because no coordinate is above 2³⁰.
func shrunk(x, r int64, by float64) int64 {
	if x < 0 {
		return -shrunk(-x, r, by)
	}
	q := int64(float64(x)/by) + 1
	for r*q*q > x*x {
		q--
	}
	return q
}

// Float returns v/n converted from squared grid steps, n > 0, with one rounding of the quotient and a few of the scale
// r²/N².
func (g Grid) Float(v *big.Int, n *big.Rat) float64 {
	quotient := new(big.Rat).SetFrac(v, big.NewInt(Steps*Steps))
	f, _ := quotient.Quo(quotient, n).Float64()
	return f * g.radius * g.radius
}

func squaredNorm(steps []int64) int64 {
	sum := int64(0)
	for _, v := range steps {
		sum += v * v
	}
	return sum
}

// Rows returns the public rows x_j = (c, z_j), m×(dim+1) row-major, of m rows of features z_j, clipped to the ball like
// private rows, and r̂ = max ‖x_j‖₂. The rows are not rounded to the grid: the charge depends on them only through r̂,
// which is rounded up.
func (g Grid) Rows(features iter.Seq[[]float64], m, dim int) (rows []float64, radius float64) {
	rows = make([]float64, 0, m*(dim+1))
	for z := range features {
		start := len(rows)
		rows = append(rows, g.Intercept())
		rows = append(rows, z...)
		dataset.Clip(rows[start+1:], g.FeatureRadius())
		norm2 := 0.0
		for _, v := range rows[start:] {
			norm2 += v * v
		}
		radius = math.Max(radius, math.Sqrt(norm2))
	}
	// The error of a sum of d squares is at most about d/2 ulp.
	return rows, radius * (1 + 1e-15*float64(dim+8))
}

// ClipRows is Rows of features that are m×dim row-major.
func (g Grid) ClipRows(features []float64, dim int) (rows []float64, radius float64) {
	return g.Rows(slices.Chunk(features, dim), len(features)/dim, dim)
}
