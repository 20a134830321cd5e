package audit

import (
	"cmp"
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

// far is how many times the radius the rows lie outside the ball that are to be clipped.
const far = 1e6

// momentPair is a pair of neighbours of the second moment: two rows, the first common and the second z or w.
type momentPair struct {
	radius, intercept float64
	z, w              []float64
}

// momentCells returns the pairs of the second moment. Replace-one neighbours attain Δ² = 2r⁴ by any two orthogonal rows
// without an intercept; (re₁, re₂) moves diagonal entries alone, r(e₁±e₂)/√2 the off-diagonal one alone. With an intercept
// c, features z, z′ of norm s = √(r²−c²) attain it at the cosine −c²/s² or, if c² > r²/2, at −1.
func momentCells() []Cell {
	diagonal := math.Sqrt(0.5)
	obtuse := math.Sqrt(3*3 - 1)
	cosine := -1 / (obtuse * obtuse)
	opposite := math.Sqrt(1.2*1.2 - 1)
	return []Cell{
		// An unusable row counts as the zero row: it attains r² of √2·r².
		momentCell("moment/not-a-number", momentPair{1.5, 0, []float64{1.5}, []float64{math.NaN()}}),
		momentCell("moment/axes", momentPair{1.5, 0, []float64{1.5, 0}, []float64{0, 1.5}}),
		momentCell("moment/off-diagonal", momentPair{1.5, 0, []float64{1.5 * diagonal, 1.5 * diagonal}, []float64{1.5 * diagonal, -1.5 * diagonal}}),
		momentCell("moment/intercept", momentPair{3, 1, []float64{obtuse, 0}, []float64{obtuse * cosine, obtuse * math.Sqrt(1-cosine*cosine)}}),
		momentCell("moment/large-intercept", momentPair{1.2, 1, []float64{opposite}, []float64{-opposite}}),
		momentCell("moment/clipped", momentPair{1.5, 0, []float64{1.5 * far * math.Cos(1), 1.5 * far * math.Sin(1)}, []float64{-1.5 * far * math.Sin(1), 1.5 * far * math.Cos(1)}}),
		momentCell("moment/clipped-intercept", momentPair{1.2, 1, []float64{1.2 * far}, []float64{-1.2 * far}}),
	}
}

// momentCell audits Moment.Release. Claim: ρ-zCDP at Δ(r,c), theorem and preconditions at mechanism.Moment.
func momentCell(name string, pair momentPair) Cell {
	start := func() Trial {
		grid := gridOf(pair.radius, pair.intercept)
		m := mechanism.NewMoment(grid, accountant.Rho(gaussianEpsilon, gaussianDelta))
		sums := pair.sums()
		ratio := momentRatio(sums)
		s := sampler.New()
		return func(side int) float64 {
			released := m.Release(sums[side], s)
			return ratio(released.At)
		}
	}
	return gaussianCell(name, momentMu(pair.sums()), start)
}

// gaussianCell claims the budget above.
func gaussianCell(name string, shown float64, start func() Trial) Cell {
	return Cell{Name: name, Epsilon: gaussianEpsilon, Delta: gaussianDelta, Mu: gaussianMu, ShownMu: shown, Cost: 1, Start: start}
}

func gridOf(radius, intercept float64) moment.Grid {
	grid, err := moment.NewGrid(radius, intercept)
	if err != nil {
		panic(err)
	}
	return grid
}

func (p momentPair) sums() [2]*moment.Sum {
	grid := gridOf(p.radius, p.intercept)
	common := make([]float64, len(p.z))
	common[0] = grid.FeatureRadius() / 2
	return [2]*moment.Sum{sumOf(grid, common, p.z), sumOf(grid, common, p.w)}
}

// sumOf adds copies of the rows, since clipping works in place.
func sumOf(g moment.Grid, rows ...[]float64) *moment.Sum {
	a := moment.NewAccumulator(g, len(rows[0]))
	for _, z := range rows {
		a.Add(append([]float64(nil), z...))
	}
	return a.Sum()
}

// momentVariance is the nominal σ² of a diagonal entry of the mean, Δ²/(2ρn²), by the audit's own Δ.
func momentVariance(s *moment.Sum) float64 {
	r2, c2, n := s.Grid.Radius()*s.Grid.Radius(), s.Grid.Intercept()*s.Grid.Intercept(), float64(s.Rows)
	delta2 := 2 * r2 * r2
	if 2*c2 > r2 {
		delta2 = 8 * c2 * (r2 - c2)
	}
	return delta2 / (2 * gaussianRho) / (n * n)
}

// momentRatio returns the log-likelihood ratio of a released moment,
//
//	Σ_{i≤j} ((y_ij − a′_ij)² − (y_ij − a_ij)²)/(2σ_ij²),  σ_ii² = σ², σ_ij² = σ²/2
//
// The means a, a′ are those of the sums that are released. The public entry (0,0) has no noise: if it is not the same for
// both, as it should be, it tells them apart for certain.
func momentRatio(sums [2]*moment.Sum) func(at func(i, j int) float64) float64 {
	variance := momentVariance(sums[0])
	a, b := sums[0].Mean(), sums[1].Mean()
	return func(at func(i, j int) float64) float64 {
		if a.At(0, 0) != b.At(0, 0) {
			return math.Inf(cmp.Compare(math.Abs(at(0, 0)-b.At(0, 0)), math.Abs(at(0, 0)-a.At(0, 0))))
		}
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

// momentMu returns the μ of a pair, (Σ_{i≤j} (a_ij − a′_ij)²/σ_ij²)^½, with the variances of momentRatio.
func momentMu(sums [2]*moment.Sum) float64 {
	variance := momentVariance(sums[0])
	a, b := sums[0].Mean(), sums[1].Mean()
	squares := 0.0
	for i := range sums[0].Order {
		for j := i; j < sums[0].Order; j++ {
			d := a.At(i, j) - b.At(i, j)
			if i != j {
				d *= math.Sqrt2
			}
			squares += d * d / variance
		}
	}
	return math.Sqrt(squares)
}
