package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

func mustGrid(t *testing.T, radius float64) grid.Grid {
	t.Helper()
	return must.Get(grid.New(radius, 1))(t)
}

// distance2 is ‖Σxxᵀ − Σx′x′ᵀ‖_F² in grid steps⁴ of two data sets that differ in one row, exactly.
func distance2(g grid.Grid, z, w []float64) *big.Int {
	sum := func(row []float64) *moment.Sum {
		a := moment.NewAccumulator(g, len(row))
		a.Add(append([]float64(nil), row...))
		return a.Sum()
	}
	a, b := sum(z), sum(w)
	total := new(big.Int)
	for i := range a.Order {
		for j := i; j < a.Order; j++ {
			d := new(big.Int).Sub(a.Entry(i, j), b.Entry(i, j))
			d.Mul(d, d)
			if i != j {
				d.Lsh(d, 1)
			}
			total.Add(total, d)
		}
	}
	return total
}

func TestSensitivityIsABound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		g := mustGrid(t, 1+math.Exp(4*r.Float64()-2))
		d := 1 + r.IntN(4)
		z, w := make([]float64, d), make([]float64, d)
		scale := g.FeatureRadius() * math.Exp(3*r.Float64()-1)
		for i := range z {
			z[i], w[i] = scale*r.NormFloat64(), scale*r.NormFloat64()
			if r.IntN(3) == 0 {
				w[i] = -z[i]
			}
		}
		if got, bound := distance2(g, z, w), noise.MomentSensitivity2(g.InterceptSteps(), method.ReplaceOne); got.Cmp(
			bound,
		) > 0 {
			t.Fatalf("r=%v z=%v z′=%v: %v exceeds Δ² = %v", g.Radius(), z, w, got, bound)
		}
	}
}

// Two features of norm s at the cosine max(−c²/s², −1) attain Δ up to the grid.
func TestSensitivityIsAttained(t *testing.T) {
	for _, radius := range []float64{1.1, 1.3, math.Sqrt2, 2, 5, 40} {
		g := mustGrid(t, radius)
		s, c := g.FeatureRadius(), g.Intercept()
		cosine := math.Max(-c*c/(s*s), -1)
		z := []float64{s, 0}
		w := []float64{s * cosine, s * math.Sqrt(1-cosine*cosine)}
		got, _ := new(big.Rat).SetFrac(distance2(g, z, w), noise.MomentSensitivity2(g.InterceptSteps(), method.ReplaceOne)).
			Float64()
		if got < 1-1e-6 || got > 1 {
			t.Errorf("r = %v: reaches %v of Δ²", radius, got)
		}
	}
}

// σ² = Δ²/(2ρ), rounded up: the noise never costs more than ρ.
func TestMomentCalibrationRoundsUp(t *testing.T) {
	for _, rho := range []float64{1e-9, 0.024356, 0.3, 7, 1e6} {
		m := NewMoment(mustGrid(t, 3), method.ReplaceOne, rho)
		spent := new(
			big.Rat,
		).SetFrac(noise.MomentSensitivity2(m.Grid.InterceptSteps(), method.ReplaceOne), new(big.Int).Lsh(m.Diagonal, 1))
		if spent.Cmp(new(big.Rat).SetFloat64(rho)) > 0 {
			t.Errorf("ρ = %v: the noise costs %v", rho, spent.FloatString(12))
		}
		if f, _ := spent.Float64(); f < rho*(1-1e-9) {
			t.Errorf("ρ = %v: the noise costs only %v", rho, f)
		}
	}
}

// The variance of each released entry is the certified one, 2 : 1 between diagonal and off-diagonal entries, entries
// are uncorrelated, and the public entry is exact. 10 entries and 45 pairs are tested at 6 standard errors each: a
// false alarm has probability below 55·2e-9 ≈ 1e-7.
func TestMomentNoiseMatchesItsCertificate(t *testing.T) {
	const runs = 4000
	g := mustGrid(t, 3)
	a := moment.NewAccumulator(g, 3)
	r := rand.New(rand.NewPCG(7, 7))
	for range 50 {
		a.Add([]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
	}
	sum := a.Sum()
	exact := sum.Mean()
	m := NewMoment(g, method.ReplaceOne, 0.05)
	s := sampler.New()
	sigma := m.StandardDeviation(float64(sum.Rows))
	var pairs [][2]int
	for i := range 4 {
		for j := i; j < 4; j++ {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	products := make([][]float64, len(pairs))
	for k := range products {
		products[k] = make([]float64, len(pairs))
	}
	for range runs {
		released, _ := m.Release(sum, s)
		z := make([]float64, len(pairs))
		for k, p := range pairs {
			z[k] = (released.At(p[0], p[1]) - exact.At(p[0], p[1])) / sigma
			if p[0] != p[1] {
				z[k] *= math.Sqrt2
			}
			for l := range k + 1 {
				products[k][l] += z[k] * z[l] / runs
			}
		}
	}
	if products[0][0] > 1e-20 {
		t.Errorf("the public entry has noise of variance %v", products[0][0])
	}
	for k := 1; k < len(pairs); k++ {
		for l := 1; l < k; l++ {
			if c := products[k][l]; math.Abs(c) > 6/math.Sqrt(runs) {
				t.Errorf("entries %v and %v are correlated: %v", pairs[k], pairs[l], c)
			}
		}
		if v := products[k][k]; math.Abs(v-1) > 6*math.Sqrt(2.0/runs) {
			t.Errorf("entry %v has %v of its certified variance", pairs[k], v)
		}
	}
}
