package mechanism

import (
	"crypto/rand"
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

// indexOf is the place of entry k of an upper triangle, row-major.
func indexOf(k, order int) (i, j int) {
	for ; k >= order-i; i++ {
		k -= order - i
	}
	return i, i + k
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
