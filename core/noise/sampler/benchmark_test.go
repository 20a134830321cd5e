package sampler

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Measured on one core of an AMD EPYC, in CPU time, Go 1.26 natively and as wasm in Node 20: a discrete Gaussian takes
// 316 ns natively and 1.0 µs as wasm in machine words, 1.9 and 11 µs in big integers, and 9 and 39 ns in plain floating
// point. The exact draws are 37 and 27 times slower (words), which the gradients between them hide only in part.
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

// Flat scores, within one unit, take two proposals. One score 10 units ahead of all others takes m/(1 + m·e⁻¹⁰), and
// one score far ahead takes m, which is the maximum. Measured as above, in µs:
//
//	            native: flat  ahead  far  float     wasm: flat    far  float
//	m = 1000             0.6     45   46     33            2.6    222    109
//	m = 10⁴              5.7    435  537    330                  2425   1123
//
// So the exact draw takes at most 1.6 times as long as a draw in floating point natively and 2.2 times as wasm. It is
// 50 times faster if the noise is large, as it is in a private run.
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

// gumbelMinimum is the exponential mechanism in plain floating point, which would not support a privacy claim.
func gumbelMinimum(scores []float64) int {
	best, least := 0, math.Inf(1)
	for j, v := range scores {
		if v += math.Log(-math.Log(1 - rand.Float64())); v < least {
			best, least = j, v
		}
	}
	return best
}
