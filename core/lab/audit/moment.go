package audit

import (
	"math"
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

// The budget of the mechanisms with Gaussian noise. At this δ an ε-audit has power. ρ is from corollary 13 of Canonne,
// Kamath and Steinke 2020, minimised in a few lines of Python, independently of the accountant, and rounded up.
const (
	gaussianEpsilon = 1.0
	gaussianDelta   = 1e-3
	gaussianRho     = 0.0593902001
)

// gaussianMu is μ = Δ/σ = √(2ρ), of the continuous Gaussian. With σ of millions of steps, as in these cells, the
// discrete Gaussian differs from it by far less than any bound can detect.
var gaussianMu = math.Sqrt(2 * gaussianRho)

// far is the norm, in radii, of rows that must be clipped.
const far = 1e6

// momentPair is a pair of neighbours of the second moment: some common rows and z or w; under add-remove adjacency w is
// nil, no row.
type momentPair struct {
	adjacency         method.Adjacency
	radius, intercept float64
	common            int
	z, w              []float64
}

// momentCells returns the pairs of the second moment. Replace-one neighbours attain Δ² = 2r⁴ by any two orthogonal rows
// without an intercept; (re₁, re₂) moves diagonal entries alone, r(e₁±e₂)/√2 the off-diagonal one alone. With an
// intercept c, features z, z′ of norm s = √(r²−c²) attain it at the cosine −c²/s² or, if c² > r²/2, at −1. Add-remove
// neighbours attain Δ² = r⁴ by any row on the sphere, among enough others that n̂ > 1.
func momentCells() []Cell {
	replaced := func(name string, radius, intercept float64, z, w []float64) Cell {
		return momentCell("moment/"+name, momentPair{method.ReplaceOne, radius, intercept, 1, z, w})
	}
	scaled := func(length float64, row ...float64) []float64 {
		for i := range row {
			row[i] *= length
		}
		return row
	}
	obtuse := math.Sqrt(3*3 - 1)
	cosine := -1 / (obtuse * obtuse)
	opposite := math.Sqrt(1.2*1.2 - 1)
	return []Cell{
		replaced("axes", 1.5, 0, []float64{1.5, 0}, []float64{0, 1.5}),
		replaced("off-diagonal", 1.5, 0, scaled(1.5*math.Sqrt(0.5), 1, 1), scaled(1.5*math.Sqrt(0.5), 1, -1)),
		replaced("intercept", 3, 1, scaled(obtuse, 1, 0), scaled(obtuse, cosine, math.Sqrt(1-cosine*cosine))),
		replaced("large-intercept", 1.2, 1, []float64{opposite}, []float64{-opposite}),
		replaced("clipped", 1.5, 0, scaled(1.5*far, math.Cos(1), math.Sin(1)), scaled(1.5*far, -math.Sin(1), math.Cos(1))),
		replaced("clipped-intercept", 1.2, 1, []float64{1.2 * far}, []float64{-1.2 * far}),
		// An unusable row counts as the zero row: it attains r² of √2·r².
		replaced("not-a-number", 1.5, 0, []float64{1.5}, []float64{math.NaN()}),
		momentCell("moment/add-remove",
			momentPair{method.AddRemove, 1.1, 1, 50, scaled(math.Sqrt(1.1*1.1-1), math.Cos(1), math.Sin(1)), nil}),
	}
}

// momentCell audits Moment.Release. Claim: ρ-zCDP at Δ, theorem and preconditions at mechanism.Moment.
func momentCell(name string, pair momentPair) Cell {
	return Cell{Name: name, Gaussian: true, Claim: func() Claim {
		sums := pair.sums()
		return gaussianClaim(momentMu(sums, pair.adjacency), func() Trial {
			m := mechanism.NewMoment(sums[0].Grid, pair.adjacency, accountant.Rho(gaussianEpsilon, gaussianDelta))
			ratio := momentRatio(sums, pair.adjacency)
			s := sampler.New()
			return func(side int) float64 {
				released, rows := m.Release(sums[side], s)
				return ratio(released.At, rows)
			}
		})
	}}
}

// gaussianClaim claims the budget above.
func gaussianClaim(shown float64, start func() Trial) Claim {
	return Claim{Epsilon: gaussianEpsilon, Delta: gaussianDelta, Mu: gaussianMu, ShownMu: shown, Start: start}
}

func (p momentPair) sums() [2]*moment.Sum {
	grid, err := grid.New(p.radius, p.intercept)
	if err != nil {
		panic(err)
	}
	var sums [2]*moment.Sum
	for side, row := range [][]float64{p.z, p.w} {
		a := moment.NewAccumulator(grid, len(p.z))
		for range p.common {
			common := make([]float64, len(p.z))
			common[0] = grid.FeatureRadius() / 2
			a.Add(common)
		}
		if row != nil {
			a.Add(append([]float64(nil), row...)) // clipping works in place
		}
		sums[side] = a.Sum()
	}
	return sums
}

// momentEntries calls visit with the entries of the sums Σxxᵀ that get noise and with its nominal variance: σ² =
// Δ²/(2ρ) by the audit's own Δ on the diagonal, half of it off the diagonal, and none on the public entry (0,0) of
// replace-one neighbours.
func momentEntries(sums [2]*moment.Sum, adjacency method.Adjacency, visit func(i, j int, a, b, variance float64)) {
	r2, c2 := math.Pow(sums[0].Grid.Radius(), 2), math.Pow(sums[0].Grid.Intercept(), 2)
	delta2, first := 2*r2*r2, 1
	switch {
	case adjacency == method.AddRemove:
		delta2, first = r2*r2, 0
	case 2*c2 > r2:
		delta2 = 8 * c2 * (r2 - c2)
	}
	one := big.NewRat(1, 1)
	for i := range sums[0].Order {
		for j := max(i, first); j < sums[0].Order; j++ {
			variance := delta2 / (2 * gaussianRho)
			if i != j {
				variance /= 2
			}
			visit(i, j, sums[0].Grid.Float(sums[0].Entry(i, j), one), sums[1].Grid.Float(sums[1].Entry(i, j), one), variance)
		}
	}
}

// momentRatio returns the log-likelihood ratio of a released mean of rows,
//
//	Σ_{i≤j} ((y_ij − b_ij)² − (y_ij − a_ij)²)/(2σ_ij²)
//
// with y = rows·mean, which is the noisy sum, and a, b the sums of T and T′.
func momentRatio(
	sums [2]*moment.Sum,
	adjacency method.Adjacency,
) func(mean func(i, j int) float64, rows float64) float64 {
	type term struct {
		i, j          int
		centre, slope float64
	}
	var terms []term
	momentEntries(sums, adjacency, func(i, j int, a, b, variance float64) {
		terms = append(terms, term{i, j, (a + b) / 2, (a - b) / variance})
	})
	return func(mean func(i, j int) float64, rows float64) float64 {
		ratio := 0.0
		for _, t := range terms {
			ratio += t.slope * (rows*mean(t.i, t.j) - t.centre)
		}
		return ratio
	}
}

// momentMu returns the μ of a pair, (Σ_{i≤j} (a_ij − b_ij)²/σ_ij²)^½.
func momentMu(sums [2]*moment.Sum, adjacency method.Adjacency) float64 {
	squares := 0.0
	momentEntries(sums, adjacency, func(_, _ int, a, b, variance float64) { squares += (a - b) * (a - b) / variance })
	return math.Sqrt(squares)
}
