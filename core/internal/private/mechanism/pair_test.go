package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

// pairOf holds one row, or none where z is nil: among the labelled rows, of two features and a label, or among the
// others.
func pairOf(g grid.Grid, z []float64) (labelled, others *moment.Sum) {
	a, b := moment.NewAccumulator(g, 3), moment.NewAccumulator(g, 2)
	switch len(z) {
	case 3:
		a.Add(append([]float64(nil), z...))
	case 2:
		b.Add(append([]float64(nil), z...))
	}
	return a.Sum(), b.Sum()
}

// pairDistance2 is the squared Frobenius norm by which two such pairs of sums differ, all entries of both.
func pairDistance2(g grid.Grid, z, w []float64) *big.Int {
	a, b := pairOf(g, z)
	c, d := pairOf(g, w)
	total := new(big.Int)
	for _, sums := range [][2]*moment.Sum{{a, c}, {b, d}} {
		for i := range sums[0].Order {
			for j := i; j < sums[0].Order; j++ {
				square := new(big.Int).Sub(sums[0].Entry(i, j), sums[1].Entry(i, j))
				square.Mul(square, square)
				if i != j {
					square.Lsh(square, 1)
				}
				total.Add(total, square)
			}
		}
	}
	return total
}

// A row that is replaced moves the two sums together by at most Δ, whether it has a label before, after, both or never;
// so does one that is added or removed.
func TestPairSensitivityIsABound(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	random := func(g grid.Grid) []float64 {
		z := make([]float64, 2+r.IntN(2))
		for i := range z {
			z[i] = g.FeatureRadius() * math.Exp(3*r.Float64()-1) * r.NormFloat64()
		}
		return z
	}
	for range 20000 {
		g := mustGrid(t, 1+math.Exp(4*r.Float64()-2))
		z, w := random(g), random(g)
		if r.IntN(3) == 0 && len(z) == len(w) {
			for i := range w {
				w[i] = -z[i]
			}
		}
		if got, bound := pairDistance2(g, z, w), noise.PairSensitivity2(method.ReplaceOne); got.Cmp(bound) > 0 {
			t.Fatalf("r=%v z=%v z′=%v: %v exceeds Δ² = %v", g.Radius(), z, w, got, bound)
		}
		if got, bound := pairDistance2(g, z, nil), noise.PairSensitivity2(method.AddRemove); got.Cmp(bound) > 0 {
			t.Fatalf("r=%v z=%v added: %v exceeds Δ² = %v", g.Radius(), z, got, bound)
		}
	}
}

// Any row on the sphere that loses its label attains the Δ of a replaced row, at any intercept, and one that is added
// attains its Δ.
func TestPairSensitivityIsAttained(t *testing.T) {
	for _, radius := range []float64{1.1, 1.3, math.Sqrt2, 2, 5, 40} {
		g := mustGrid(t, radius)
		s := g.FeatureRadius()
		z, w := []float64{0.6 * s, 0, -0.8 * s}, []float64{0.6 * s, 0.8 * s}
		for _, c := range []struct {
			adjacency method.Adjacency
			got       *big.Int
		}{{method.ReplaceOne, pairDistance2(g, z, w)}, {method.AddRemove, pairDistance2(g, z, nil)},
			{method.AddRemove, pairDistance2(g, w, nil)}} {
			if got, _ := new(big.Rat).SetFrac(c.got, noise.PairSensitivity2(c.adjacency)).Float64(); got < 1-1e-6 ||
				got > 1 {
				t.Errorf("r = %v, %s: reaches %v of Δ²", radius, c.adjacency, got)
			}
		}
	}
}

// Every entry of both sums, the counts in (0,0) among them, has noise of the certified variance, and no two are
// correlated, not even the same entry of the two sums. 16 entries and 120 pairs at 6 standard errors each, twice: a
// false alarm has probability below 6e-7.
func TestPairNoiseMatchesItsCertificate(t *testing.T) {
	const runs = 4000
	g := mustGrid(t, 3)
	labelled, others := moment.NewAccumulator(g, 3), moment.NewAccumulator(g, 2)
	r := rand.New(rand.NewPCG(51, 2))
	for range 50 {
		labelled.Add([]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
		others.Add([]float64{r.NormFloat64(), r.NormFloat64()})
	}
	sums := [2]*moment.Sum{labelled.Sum(), others.Sum()}
	for _, a := range method.Adjacencies {
		m, s := NewPair(g, a, 0.05), sampler.New()
		spent := new(big.Rat).SetFrac(noise.PairSensitivity2(a), new(big.Int).Lsh(m.Diagonal, 1))
		if f, _ := spent.Float64(); spent.Cmp(new(big.Rat).SetFloat64(0.05)) > 0 || f < 0.05*(1-1e-9) {
			t.Errorf("%s: the noise costs %v", a, f)
		}
		sigma, one := m.StandardDeviation(1), big.NewRat(1, 1)
		const entries = 16
		products := [entries][entries]float64{}
		for range runs {
			first, second := m.Release(sums[0], sums[1], s).Matrices()
			var z []float64
			for k, released := range []interface{ At(i, j int) float64 }{first, second} {
				for i := range sums[k].Order {
					for j := i; j < sums[k].Order; j++ {
						v := (released.At(i, j) - g.Float(sums[k].Entry(i, j), one)) / sigma
						if i != j {
							v *= math.Sqrt2
						}
						z = append(z, v)
					}
				}
			}
			for k := range entries {
				for l := range k + 1 {
					products[k][l] += z[k] * z[l] / runs
				}
			}
		}
		for k := range entries {
			if v := products[k][k]; math.Abs(v-1) > 6*math.Sqrt(2.0/runs) {
				t.Errorf("%s: entry %d has %v of its certified variance", a, k, v)
			}
			for l := range k {
				if c := products[k][l]; math.Abs(c) > 6/math.Sqrt(runs) {
					t.Errorf("%s: entries %d and %d are correlated: %v", a, k, l, c)
				}
			}
		}
	}
}
