package sampler

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func BenchmarkGaussian(b *testing.B) {
	b.Run("discrete/words", func(b *testing.B) {
		s := New()
		for b.Loop() {
			s.DiscreteGaussian64(1 << 24)
		}
	})
	b.Run("discrete/big", func(b *testing.B) {
		s := New()
		variance := new(big.Int).Lsh(big.NewInt(12345), 120)
		var x big.Int
		for b.Loop() {
			s.DiscreteGaussian(&x, variance)
		}
	})
	b.Run("float", func(b *testing.B) {
		for b.Loop() {
			rand.NormFloat64()
		}
	})
}

func BenchmarkDiscreteLaplace(b *testing.B) {
	s := New()
	for b.Loop() {
		s.DiscreteLaplace(1 << 30)
	}
}

// Scores that lie flat, within one unit, take two proposals; one score 10 units ahead of all others takes m/(1 + m·e⁻¹⁰),
// and one far ahead takes m, the most there can be.
func BenchmarkExponential(b *testing.B) {
	const unit = 1 << 30
	for _, m := range []int{1000, 10_000} {
		for _, c := range []struct {
			name   string
			behind float64 // of all scores but one, in units
		}{{"flat", 0}, {"ahead", 10}, {"far", 1e6}} {
			scores, floats := make([]uint64, m), make([]float64, m)
			for j := range scores {
				floats[j] = c.behind + rand.Float64()
				if j == m/3 {
					floats[j] = 0
				}
				scores[j] = uint64(floats[j] * unit)
			}
			b.Run(fmt.Sprintf("exact/m=%d/%s", m, c.name), func(b *testing.B) {
				s := New()
				for b.Loop() {
					s.Exponential(scores, unit)
				}
			})
			b.Run(fmt.Sprintf("float/m=%d/%s", m, c.name), func(b *testing.B) {
				for b.Loop() {
					gumbelMinimum(floats)
				}
			})
		}
	}
}

// gumbelMinimum is the exponential mechanism in plain floating point, which is no basis for a privacy claim.
func gumbelMinimum(scores []float64) int {
	best, least := 0, math.Inf(1)
	for j, v := range scores {
		if v += math.Log(-math.Log(1 - rand.Float64())); v < least {
			best, least = j, v
		}
	}
	return best
}
