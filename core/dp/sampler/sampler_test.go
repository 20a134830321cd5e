package sampler

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// seeded gives tests a fixed stream; it is not compiled into any binary.
func seeded(n byte) *Sampler { return newSampler(rand.NewChaCha8([32]byte{n})) }

// chiSquareLimit is the value that a χ² variable of k degrees of freedom exceeds with probability below 1e-7 (Wilson and
// Hilferty's cube, with a margin): the false-alarm rate of every test in this file.
func chiSquareLimit(k int) float64 {
	z, n := 5.3, float64(k)
	return n * math.Pow(1-2/(9*n)+z*math.Sqrt(2/(9*n)), 3)
}

// checkFit compares counts with expected probabilities; cells are merged until each expects at least 20.
func checkFit(t *testing.T, name string, counts map[int64]int, probability func(int64) float64, from, to int64, draws int) {
	t.Helper()
	var statistic, expected, observed, total float64
	cells := 0
	seen := 0.0
	for x := from; x <= to; x++ {
		expected += probability(x) * float64(draws)
		observed += float64(counts[x])
		total += probability(x)
		seen += float64(counts[x])
		if expected >= 20 {
			statistic += (observed - expected) * (observed - expected) / expected
			cells++
			expected, observed = 0, 0
		}
	}
	rest := (1-total)*float64(draws) + expected
	observed += float64(draws) - seen
	statistic += (observed - rest) * (observed - rest) / max(rest, 1)
	if limit := chiSquareLimit(cells); statistic > limit {
		t.Errorf("%s: χ² = %.1f over %d cells, limit %.1f", name, statistic, cells, limit)
	}
}

func gaussianProbability(variance float64) func(int64) float64 {
	norm := 0.0
	w := int64(40*math.Sqrt(variance)) + 40
	for x := -w; x <= w; x++ {
		norm += math.Exp(-float64(x) * float64(x) / (2 * variance))
	}
	return func(x int64) float64 { return math.Exp(-float64(x)*float64(x)/(2*variance)) / norm }
}

func TestDiscreteGaussianFollowsItsLaw(t *testing.T) {
	const draws = 100_000
	var x big.Int
	for i, variance := range []int64{1, 2, 10, 1000} {
		s := seeded(byte(i))
		counts := map[int64]int{}
		for range draws {
			s.DiscreteGaussian(&x, big.NewInt(variance))
			counts[x.Int64()]++
		}
		w := int64(6*math.Sqrt(float64(variance))) + 2
		checkFit(t, "variance "+big.NewInt(variance).String(), counts, gaussianProbability(float64(variance)), -w, w, draws)
	}
}

func TestDiscreteGaussian64FollowsItsLaw(t *testing.T) {
	const draws = 200_000
	for i, sigma := range []uint64{1, 3, 40} {
		s := seeded(byte(100 + i))
		counts := map[int64]int{}
		for range draws {
			counts[s.DiscreteGaussian64(sigma)]++
		}
		w := int64(6*sigma) + 2
		checkFit(t, "σ in a word", counts, gaussianProbability(float64(sigma*sigma)), -w, w, draws)
	}
	s := seeded(110)
	counts := map[int64]int{}
	const sigma = 1 << 24
	for range draws {
		counts[int64(math.Floor(float64(s.DiscreteGaussian64(sigma))/sigma*4))]++
	}
	phi := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	checkFit(t, "σ = 2^24", counts, func(k int64) float64 { return phi(float64(k+1)/4) - phi(float64(k)/4) }, -16, 16, draws)
}

// At the scale of a release (σ beyond 2⁶⁴) single integers cannot be counted; the normal deviates are binned instead.
func TestDiscreteGaussianBeyond64Bits(t *testing.T) {
	const draws = 50_000
	s := seeded(9)
	variance := new(big.Int).Lsh(big.NewInt(12345), 120)
	sigma, _ := new(big.Float).Sqrt(new(big.Float).SetInt(variance)).Float64()
	counts := map[int64]int{}
	var x big.Int
	for range draws {
		s.DiscreteGaussian(&x, variance)
		f, _ := new(big.Float).SetInt(&x).Float64()
		counts[int64(math.Floor(f/sigma*4))]++
	}
	phi := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	checkFit(t, "σ ≈ 2^67", counts, func(k int64) float64 { return phi(float64(k+1)/4) - phi(float64(k)/4) }, -16, 16, draws)
}

func TestDiscreteLaplaceFollowsItsLaw(t *testing.T) {
	const draws = 200_000
	for i, scale := range []uint64{1, 3, 50} {
		s := seeded(byte(20 + i))
		counts := map[int64]int{}
		for range draws {
			counts[s.DiscreteLaplace(scale)]++
		}
		f := float64(scale)
		checkFit(t, "Laplace", counts, func(x int64) float64 {
			return math.Tanh(1/(2*f)) * math.Exp(-math.Abs(float64(x))/f)
		}, -int64(9*f), int64(9*f), draws)
	}
}

// A scale 5% off is rejected: the test above has power.
func TestFitTestRejectsAWrongScale(t *testing.T) {
	const draws = 200_000
	s := seeded(40)
	counts := map[int64]int{}
	var x big.Int
	for range draws {
		s.DiscreteGaussian(&x, big.NewInt(1000))
		counts[x.Int64()]++
	}
	for _, wrong := range []float64{1000 * 1.05 * 1.05, 1000 * 0.95 * 0.95} {
		p := gaussianProbability(wrong)
		statistic := 0.0
		for x := int64(-100); x <= 100; x++ {
			e := p(x) * draws
			d := float64(counts[x]) - e
			statistic += d * d / e
		}
		if statistic < chiSquareLimit(200) {
			t.Errorf("variance %.0f fits draws of variance 1000: χ² = %.1f", wrong, statistic)
		}
	}
}

func TestBernoulliExp(t *testing.T) {
	const draws = 400_000
	for i, c := range []struct{ a, b uint64 }{{0, 1}, {1, 3}, {1, 1}, {7, 3}, {5, 1}, {1, 1 << 40}} {
		s := seeded(byte(60 + i))
		hits := 0.0
		for range draws {
			if s.BernoulliExp(c.a, c.b) {
				hits++
			}
		}
		p := math.Exp(-float64(c.a) / float64(c.b))
		// 5.5 standard deviations: false alarm below 4e-8.
		if tolerance := 5.5*math.Sqrt(draws*p*(1-p)) + 3; math.Abs(hits-draws*p) > tolerance {
			t.Errorf("exp(−%d/%d): %v hits of %d, expected %.0f ± %.0f", c.a, c.b, hits, draws, draws*p, tolerance)
		}
	}
}

func TestExponentialFollowsItsLaw(t *testing.T) {
	const draws, unit = 200_000, 1 << 20
	excess := []uint64{0, unit / 2, unit, 3 * unit, 0, 20 * unit}
	total := 0.0
	for _, e := range excess {
		total += math.Exp(-float64(e) / unit)
	}
	s := seeded(80)
	counts := map[int64]int{}
	for range draws {
		counts[int64(s.Exponential(excess, unit))]++
	}
	checkFit(t, "exponential mechanism", counts, func(j int64) float64 {
		return math.Exp(-float64(excess[j])/unit) / total
	}, 0, int64(len(excess)-1), draws)
}

func TestBelowIsUniform(t *testing.T) {
	const draws = 70_000
	s := seeded(90)
	counts, big7 := map[int64]int{}, map[int64]int{}
	var x big.Int
	for range draws {
		counts[int64(s.Below(7))]++
		s.below(&x, big.NewInt(7))
		big7[x.Int64()]++
	}
	for _, c := range []map[int64]int{counts, big7} {
		checkFit(t, "uniform", c, func(int64) float64 { return 1.0 / 7 }, 0, 6, draws)
	}
}

func TestWipeErasesTheBuffer(t *testing.T) {
	s := New()
	var x big.Int
	s.DiscreteGaussian(&x, big.NewInt(1<<40))
	s.Wipe()
	for _, b := range s.buffer {
		if b != 0 {
			t.Fatal("random bits are left in memory")
		}
	}
}

func BenchmarkDiscreteGaussian(b *testing.B) {
	s := New()
	variance := new(big.Int).Lsh(big.NewInt(12345), 120)
	var x big.Int
	for b.Loop() {
		s.DiscreteGaussian(&x, variance)
	}
}

func BenchmarkDiscreteGaussian64(b *testing.B) {
	s := New()
	for b.Loop() {
		s.DiscreteGaussian64(1 << 24)
	}
}

func BenchmarkDiscreteLaplace(b *testing.B) {
	s := New()
	for b.Loop() {
		s.DiscreteLaplace(1 << 30)
	}
}
