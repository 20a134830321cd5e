package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/internal/private/moment"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

// One additional row changes the sum by at most Δ in the Frobenius norm, and a row on the sphere changes it by Δ up to
// the grid.
func TestAddRemoveSensitivity(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	best := 0.0
	for range 20000 {
		g := mustGrid(t, 1+math.Exp(4*r.Float64()-2))
		z := make([]float64, 1+r.IntN(4))
		scale := g.FeatureRadius() * math.Exp(3*r.Float64()-1)
		for i := range z {
			z[i] = scale * r.NormFloat64()
		}
		a := moment.NewAccumulator(g, len(z))
		a.Add(z)
		one, total := a.Sum(), new(big.Int)
		for i := range one.Order {
			for j := i; j < one.Order; j++ {
				square := new(big.Int).Mul(one.Entry(i, j), one.Entry(i, j))
				if i != j {
					square.Lsh(square, 1)
				}
				total.Add(total, square)
			}
		}
		bound := noise.MomentSensitivity2(g.InterceptSteps(), method.AddRemove)
		if total.Cmp(bound) > 0 {
			t.Fatalf("r = %v, z = %v: %v exceeds Δ² = %v", g.Radius(), z, total, bound)
		}
		ratio, _ := new(big.Rat).SetFrac(total, bound).Float64()
		best = max(best, ratio)
	}
	if best < 1-1e-6 {
		t.Errorf("the best row reaches only %v of Δ²", best)
	}
}

// Under add-remove adjacency the entry (0,0) has noise like any other entry of the diagonal, so n̂ is noisy too, and
// n̂·M̂₀ is the noisy sum. 10 variances at 6 standard errors: a false alarm has probability below 2e-8.
func TestCountIsNoisy(t *testing.T) {
	const runs, rows = 4000, 3000
	g := mustGrid(t, 2)
	a := moment.NewAccumulator(g, 3)
	r := rand.New(rand.NewPCG(11, 2))
	for range rows {
		a.Add([]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
	}
	sum := a.Sum()
	exact := sum.Mean()
	m, s := NewMoment(g, method.AddRemove, 0.05), sampler.New()
	sigma := m.StandardDeviation(1)
	if want := 4 / math.Sqrt(2*0.05); math.Abs(sigma-want) > 1e-9*want {
		t.Errorf("σ of the sum is %v, not r²/√(2ρ) = %v", sigma, want)
	}
	var squares [4][4]float64
	for range runs {
		released, count := m.Release(sum, s)
		if v, want := released.At(0, 0), g.Intercept()*g.Intercept(); math.Abs(v-want) > 1e-12 {
			t.Fatalf("the mean of the squared intercept is %v, not %v", v, want)
		}
		for i := range 4 {
			for j := i; j < 4; j++ {
				z := (count*released.At(i, j) - rows*exact.At(i, j)) / sigma
				if i != j {
					z *= math.Sqrt2
				}
				squares[i][j] += z * z / runs
			}
		}
	}
	for i := range 4 {
		for j := i; j < 4; j++ {
			if v := squares[i][j]; math.Abs(v-1) > 6*math.Sqrt(2.0/runs) {
				t.Errorf("entry (%d,%d) has %v of its certified variance", i, j, v)
			}
		}
	}
}

// A noisy count below 1 is replaced by 1, whatever the number of rows: the returned count then does not depend on them.
// With noise of 40 rows about half of the counts are cut: none or all of 60 with a probability of 2⁻⁴⁰.
func TestCountBelowOneIsOne(t *testing.T) {
	for _, rows := range []int{0, 2, 5} {
		g := mustGrid(t, 2)
		a := moment.NewAccumulator(g, 1)
		for range rows {
			a.Add([]float64{0.5})
		}
		m, s, cut := NewMoment(g, method.AddRemove, 1.0/200), sampler.New(), 0
		for range 60 {
			released, count := m.Release(a.Sum(), s)
			switch {
			case count < 1:
				t.Fatalf("%d rows: the count is %v", rows, count)
			case count == 1:
				cut++
			}
			if v, want := released.At(0, 0), g.Intercept()*g.Intercept(); math.Abs(v-want) > 1e-12 {
				t.Fatalf("%d rows, count %v: the mean of the squared intercept is %v", rows, count, v)
			}
		}
		if cut == 0 || cut == 60 {
			t.Errorf("%d rows: of 60 counts %d are 1", rows, cut)
		}
	}
}
