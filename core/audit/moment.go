package audit

import (
	"math"

	"privadapt/core/dp/accountant"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/moment"
)

// The budget of the mechanisms with Gaussian noise. At this δ an ε-audit has power; ρ is what privacy.md's conversion
// gives, minimised in a few lines of Python apart from the accountant, rounded up.
const (
	gaussianEpsilon = 1.0
	gaussianDelta   = 1e-3
	gaussianRho     = 0.0593902001
)

// gaussianMu is μ = Δ/σ = √(2ρ), of the continuous Gaussian; the discrete one, at the millions of steps that σ holds here,
// differs by far less than any bound can tell.
var gaussianMu = math.Sqrt(2 * gaussianRho)

// momentCells returns the pairs of the second moment. Replace-one neighbours attain Δ² = 2r⁴ by any two orthogonal rows
// without an intercept; (re₁, re₂) moves diagonal entries alone, r(e₁±e₂)/√2 the off-diagonal one alone. With an intercept
// c, features z, z′ of norm s = √(r²−c²) attain it at the cosine −c²/s² or, if c² > r²/2, at −1.
func momentCells() []Cell {
	const far = 1e6
	diagonal := math.Sqrt(0.5)
	obtuse := math.Sqrt(3*3 - 1)
	cosine := -1 / (obtuse * obtuse)
	opposite := math.Sqrt(1.2*1.2 - 1)
	// An unusable row counts as the zero row: it attains r² of √2·r².
	unusable := momentCell("moment/not-a-number", 1.5, 0, []float64{1.5}, []float64{math.NaN()})
	unusable.Shown *= math.Sqrt(0.5)
	return []Cell{
		unusable,
		momentCell("moment/axes", 1.5, 0, []float64{1.5, 0}, []float64{0, 1.5}),
		momentCell("moment/off-diagonal", 1.5, 0, []float64{1.5 * diagonal, 1.5 * diagonal}, []float64{1.5 * diagonal, -1.5 * diagonal}),
		momentCell("moment/intercept", 3, 1, []float64{obtuse, 0}, []float64{obtuse * cosine, obtuse * math.Sqrt(1-cosine*cosine)}),
		momentCell("moment/large-intercept", 1.2, 1, []float64{opposite}, []float64{-opposite}),
		momentCell("moment/clipped", 1.5, 0, []float64{far * math.Cos(1), far * math.Sin(1)}, []float64{-far * math.Sin(1), far * math.Cos(1)}),
		momentCell("moment/clipped-intercept", 1.2, 1, []float64{far}, []float64{-far}),
	}
}

// momentCell audits Moment.Release of two rows, the first common and the second z or w. Claim: ρ-zCDP at Δ(r,c), theorem
// and preconditions at mechanism.Moment.
func momentCell(name string, radius, intercept float64, z, w []float64) Cell {
	start := func() Trial {
		grid, err := moment.NewGrid(radius, intercept)
		if err != nil {
			panic(err)
		}
		m := mechanism.NewMoment(grid, mechanism.ReplaceOne, accountant.Rho(gaussianEpsilon, gaussianDelta))
		sums := [2]*moment.Sum{sumOfTwo(grid, z), sumOfTwo(grid, w)}
		ratio := momentRatio(radius, intercept, sums)
		s := sampler.New()
		return func(side int) float64 {
			released, _ := m.Release(sums[side], s)
			return ratio(released.At)
		}
	}
	return Cell{Name: name, Epsilon: gaussianEpsilon, Delta: gaussianDelta, Mu: gaussianMu, Shown: gaussianMu, Start: start}
}

func sumOfTwo(g moment.Grid, z []float64) *moment.Sum {
	a := moment.NewAccumulator(g, len(z))
	common := make([]float64, len(z))
	common[0] = g.FeatureRadius() / 2
	a.Add(common)
	a.Add(append([]float64(nil), z...))
	return a.Sum()
}

// momentRatio returns the log-likelihood ratio of a released moment,
//
//	Σ_{i≤j} ((y_ij − a′_ij)² − (y_ij − a_ij)²)/(2σ_ij²),  σ_ii² = σ², σ_ij² = σ²/2, σ = Δ/(n√(2ρ))
//
// without the public entry (0,0). The means a, a′ are those of the sums that are released; Δ is the audit's own.
func momentRatio(radius, intercept float64, sums [2]*moment.Sum) func(at func(i, j int) float64) float64 {
	r2, c2, n := radius*radius, intercept*intercept, float64(sums[0].Rows)
	delta2 := 2 * r2 * r2
	if 2*c2 > r2 {
		delta2 = 8 * c2 * (r2 - c2)
	}
	variance := delta2 / (2 * gaussianRho) / (n * n)
	a, b := sums[0].Mean(), sums[1].Mean()
	return func(at func(i, j int) float64) float64 {
		ratio := 0.0
		for i := range sums[0].Order {
			for j := max(i, 1); j < sums[0].Order; j++ {
				v := variance
				if i != j {
					v /= 2
				}
				x, y := a.At(i, j), b.At(i, j)
				ratio += (x - y) * (2*at(i, j) - x - y) / (2 * v)
			}
		}
		return ratio
	}
}
