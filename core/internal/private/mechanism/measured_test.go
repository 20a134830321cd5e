package mechanism

import (
	"crypto/rand"
	"math"
	"math/big"
	randv2 "math/rand/v2"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// someRows are two sums of rows on a grid. The second has fewer features.
func someRows(g grid.Grid, dim int) (one, other *moment.Sum) {
	r := randv2.New(randv2.NewPCG(91, 1))
	a, b := moment.NewAccumulator(g, dim), moment.NewAccumulator(g, dim-1)
	z := make([]float64, dim)
	for range 40 {
		for k := range z {
			z[k] = r.NormFloat64()
		}
		a.Add(append([]float64(nil), z...))
		b.Add(append([]float64(nil), z[1:]...))
	}
	return a.Sum(), b.Sum()
}

// someCounts are the counts of rows that are divided between nodes.
func someCounts(l appraisal.Layout) *tally.Sum {
	r, s := randv2.New(randv2.NewPCG(91, 2)), tally.New(l)
	for range 300 {
		place := func() appraisal.Place { return appraisal.Place{Node: r.IntN(20), Upper: r.IntN(appraisal.Unit)} }
		s.Add(appraisal.Row{Labelled: r.IntN(4) > 0, First: place(), Second: place(), Group: r.IntN(3)})
	}
	return s
}

// Where the budget is so large that the noise is of a few steps, or parts of a row, what is released is the sum itself,
// within 12 standard deviations: nothing is rounded, scaled or moved before the noise. A false alarm has a probability
// below 1e-28.
func TestWithHardlyAnyNoiseTheSumsThemselvesAreReleased(t *testing.T) {
	for _, a := range method.Adjacencies {
		g := mustGrid(t, 3)
		one, other := someRows(g, 6)
		m := NewMoment(g, a, 1e33)
		sigma, _ := new(big.Float).SetInt(m.Diagonal).Float64()
		if sigma = math.Sqrt(sigma); sigma > 100 || sigma < 1 {
			t.Fatalf("σ is %v steps", sigma)
		}
		for k, v := range m.noisySum(one, sampler.New()) {
			i, j := indexOf(k, one.Order)
			if off, _ := new(big.Int).Sub(v, one.Entry(i, j)).Float64(); math.Abs(off) > 12*sigma {
				t.Errorf("%s: entry (%d,%d) is off by %v", a, i, j, off)
			}
		}
		mean, rows := m.Release(one, sampler.New())
		if exact := one.Mean(); math.Abs(rows-40) > 1e-12 || math.Abs(mean.At(1, 2)-exact.At(1, 2)) > 1e-12 {
			t.Errorf("%s: %v rows with the mean %v, not %v", a, rows, mean.At(1, 2), exact.At(1, 2))
		}
		released := NewPair(g, a, 1e33).Release(one, other, sampler.New())
		for _, part := range []struct {
			sum   *moment.Sum
			noisy []*big.Int
		}{{one, released.Labelled.Entries}, {other, released.Unlabelled.Entries}} {
			for k, v := range part.noisy {
				i, j := indexOf(k, part.sum.Order)
				if off, _ := new(big.Int).Sub(v, part.sum.Entry(i, j)).Float64(); math.Abs(off) > 12*sigma {
					t.Errorf("%s: entry (%d,%d) of a pair is off by %v", a, i, j, off)
				}
			}
		}
		for _, l := range tallyLayouts {
			m, sum := NewTally(l.Tables(), a, 1e12), someCounts(l)
			if v := m.Variance.Int64(); v < 1 || v > 10 {
				t.Fatalf("σ² is %d parts²", v)
			}
			for k, v := range m.Release(sum, sampler.New()) {
				if off := v*appraisal.Unit*appraisal.Unit - float64(sum.Cell(k)); math.Abs(off) > 12*math.Sqrt(10) {
					t.Errorf("%s: cell %d is off by %v parts", a, k, off)
				}
			}
		}
	}
}

// indexOf is the place of entry k of an upper triangle, row-major.
func indexOf(k, order int) (i, j int) {
	for ; k >= order-i; i++ {
		k -= order - i
	}
	return i, i + k
}

// In sums of many columns every entry has its variance too: each of the diagonal, all of the diagonal together from
// any on, and all of each row off it together, within 6.5 standard errors. Some 350 comparisons give a false alarm
// with a probability below 1e-6.
func TestEveryEntryOfManyColumnsHasItsVariance(t *testing.T) {
	const runs, dim = 800, 19
	g := mustGrid(t, 3)
	one, other := someRows(g, dim)
	for _, a := range method.Adjacencies {
		s := sampler.New()
		single, both := NewMoment(g, a, 0.05), NewPair(g, a, 0.05)
		of := map[string]func() []*big.Int{
			"a sum":               func() []*big.Int { return single.noisySum(one, s) },
			"the first of a pair": func() []*big.Int { return both.noisy(one, s).Entries },
			"the other":           func() []*big.Int { return both.noisy(other, s).Entries },
		}
		for name, release := range of {
			sum, variance := one, noise.NewMomentLaw(g, a, 0.05).Diagonal
			if name != "a sum" {
				variance = noise.NewPairLaw(g, a, 0.05).Diagonal
			}
			if name == "the other" {
				sum = other
			}
			sigma2, _ := new(big.Float).SetInt(variance).Float64()
			diagonal, beside := make([]float64, sum.Order), make([]float64, sum.Order)
			for range runs {
				for k, v := range release() {
					i, j := indexOf(k, sum.Order)
					z, _ := new(big.Int).Sub(v, sum.Entry(i, j)).Float64()
					if z *= z / sigma2; i == j {
						diagonal[i] += z
					} else {
						beside[i] += 2 * z
					}
				}
			}
			check := func(what string, i int, squares, draws float64) {
				if math.Abs(squares/draws-1) > 6.5*math.Sqrt(2/draws) {
					t.Errorf("%s, %s: %s %d has %.3f of its variance", a, name, what, i, squares/draws)
				}
			}
			from, together := 0, 0.0
			if name == "a sum" && a == method.ReplaceOne {
				from = 1 // (0,0) is public
				if diagonal[0] != 0 {
					t.Errorf("%s: the public entry has noise", a)
				}
			}
			for i := sum.Order - 1; i >= from; i-- {
				together += diagonal[i]
				check("diagonal entry", i, diagonal[i], runs)
				check("the diagonal from", i, together, runs*float64(sum.Order-i))
				if rest := sum.Order - 1 - i; rest > 0 {
					check("the rest of row", i, beside[i], runs*float64(rest))
				}
			}
		}
	}
}

// Every entry is the exact one plus the next draw of the certified variance, and nothing else: with the same random
// bits this gives the same numbers, digit by digit.
func TestNoiseIsADrawOfTheCertifiedVariance(t *testing.T) {
	system := rand.Reader
	t.Cleanup(func() { rand.Reader = system })
	fresh := func() *sampler.Sampler {
		rand.Reader = randv2.NewChaCha8([32]byte{23})
		return sampler.New()
	}
	g := mustGrid(t, 2)
	one, other := someRows(g, 25)
	for _, a := range method.Adjacencies {
		for _, rho := range []float64{1e-4, 0.3, 40} {
			draw := func(s *sampler.Sampler, sum *moment.Sum, diagonal *big.Int, public bool, released []*big.Int, what string) {
				for k, v := range released {
					i, j := indexOf(k, sum.Order)
					noise, variance := new(big.Int), new(big.Int).Set(diagonal)
					if i != j {
						variance.Rsh(variance, 1)
					}
					if !(public && k == 0) {
						s.DiscreteGaussian(noise, variance)
					}
					if noise.Add(noise, sum.Entry(i, j)).Cmp(v) != 0 {
						t.Fatalf("%s, ρ = %v: entry (%d,%d) of %s is another", a, rho, i, j, what)
					}
				}
			}
			m, p := NewMoment(g, a, rho), NewPair(g, a, rho)
			released := m.noisySum(one, fresh())
			draw(fresh(), one, least(noise.MomentSensitivity2(g.InterceptSteps(), a), rho), a == method.ReplaceOne, released,
				"a sum")
			both := p.Release(one, other, fresh())
			s := fresh()
			draw(s, one, least(noise.PairSensitivity2(a), rho), false, both.Labelled.Entries, "a pair")
			draw(s, other, least(noise.PairSensitivity2(a), rho), false, both.Unlabelled.Entries, "a pair")
			for _, l := range tallyLayouts {
				sum := someCounts(l)
				counts, s := NewTally(l.Tables(), a, rho).Release(sum, fresh()), fresh()
				for k, v := range counts {
					added := new(big.Int)
					s.DiscreteGaussian(added, least(noise.CountsSensitivity2(l.Tables(), a), rho))
					want, _ := new(big.Float).SetInt(added.Add(added, big.NewInt(sum.Cell(k)))).Float64()
					if v != want/(appraisal.Unit*appraisal.Unit) {
						t.Fatalf("%s, ρ = %v: cell %d is another", a, rho, k)
					}
				}
			}
		}
	}
}

// least is Δ²/(2ρ) rounded up to an even number.
func least(sensitivity2 *big.Int, rho float64) *big.Int {
	v := new(
		big.Rat,
	).Quo(new(big.Rat).SetInt(sensitivity2), new(big.Rat).Mul(big.NewRat(4, 1), new(big.Rat).SetFloat64(rho)))
	half := new(big.Int).Quo(v.Num(), v.Denom())
	if !v.IsInt() {
		half.Add(half, big.NewInt(1))
	}
	return half.Lsh(half, 1)
}
