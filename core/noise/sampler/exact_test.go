package sampler

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"
)

// exactLaws compares the enumerated probabilities of one round with the formula in its comment.
type exactLaws struct {
	*testing.T
	cases  int
	widest float64 // the largest part of a probability that remained unknown
}

// check compares the outcomes of law, in units of 2^−precision, and requires their probabilities to be known to one
// part in 10⁹. An outcome that is not in law must be impossible or belong to the paths that were given up.
func (e *exactLaws) check(name string, w weights, law map[int64]*big.Int) {
	e.Helper()
	for x, want := range law {
		least := w.accepted[x]
		if least == nil {
			least = new(big.Int)
		}
		most := new(big.Int).Add(least, w.lost)
		slack := new(big.Int).Rsh(want, 240) // the error of expMinus
		if new(big.Int).Add(want, slack).Cmp(least) < 0 || new(big.Int).Sub(want, slack).Cmp(most) > 0 {
			e.Errorf("%s: outcome %d has a probability from %v to %v, not %v", name, x, unit(least), unit(most), unit(want))
		}
		if open := unit(w.lost) / unit(want); open > 1e-9 {
			e.Errorf("%s: the probability of outcome %d is known to one part in %.0f only", name, x, 1/open)
		} else {
			e.widest = max(e.widest, open)
		}
		e.cases++
	}
}

// unit converts from units of 2^−precision.
func unit(v *big.Int) float64 {
	f, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(v), -precision).Float64()
	return f
}

// product returns a product of numbers in units of 2^−precision, divided by an integer.
func product(divisor int64, factors ...*big.Int) *big.Int {
	p := new(big.Int).Set(certain)
	for _, f := range factors {
		p.Mul(p, f).Rsh(p, precision)
	}
	return p.Quo(p, big.NewInt(divisor))
}

func exp(a, b int64) *big.Int { return expMinus(big.NewInt(a), big.NewInt(b)) }

// TestExactLaws is not a statistical test: it adds up the probabilities of all paths through a round of each sampler,
// in 320-bit fixed point, and compares the sums with the formulas. Together with TestPrimitiveDrawsAreFair, which does
// the same for the primitive draws, and TestRejectedRoundsAreForgotten it proves the laws at these parameters.
func TestExactLaws(t *testing.T) {
	e := &exactLaws{T: t}
	e.bernoulliExp()
	e.laplace()
	e.gaussian()
	e.exponential()
	e.proposal()
	e.beyond()
	if e.cases < 1000 {
		t.Errorf("only %d cases", e.cases)
	}
	t.Logf("%d cases; the probabilities are known to %.1g of their size", e.cases, e.widest)
}

func (e *exactLaws) bernoulliExp() {
	hit := func(name string, law *big.Int, toss func(*Sampler) bool) {
		w := enumerate(func(s *Sampler) (int64, bool) { return 0, toss(s) })
		e.check(name, w, map[int64]*big.Int{0: law})
	}
	for b := int64(1); b <= 12; b++ {
		for a := int64(0); a <= b; a++ {
			u, v := uint64(a), uint64(b)
			hit(fmt.Sprintf("tossExp(%d, %d)", a, b), exp(a, b), func(s *Sampler) bool { return tossExp(s.dice, u, v) })
			bigA, bigB := new(big.Int).Lsh(big.NewInt(a), 200), new(big.Int).Lsh(big.NewInt(b), 200)
			hit(fmt.Sprintf("tossBigExp(%d·2²⁰⁰, %d·2²⁰⁰)", a, b), exp(a, b),
				func(s *Sampler) bool { return tossBigExp(s.dice, bigA, bigB) })
			hit(fmt.Sprintf("tossExpHalfSquare(%d, %d)", a, b), exp(a*a, 2*b*b),
				func(s *Sampler) bool { return tossExpHalfSquare(s.dice, u, v) })
		}
		for a := int64(0); a <= 4*b; a++ {
			u, v := uint64(a), uint64(b)
			hit(fmt.Sprintf("BernoulliExp(%d, %d)", a, b), exp(a, b), func(s *Sampler) bool { return s.BernoulliExp(u, v) })
			bigA, bigB := new(big.Int).Lsh(big.NewInt(a), 200), new(big.Int).Lsh(big.NewInt(b), 200)
			hit(fmt.Sprintf("bigBernoulliExp(%d·2²⁰⁰, %d·2²⁰⁰)", a, b), exp(a, b),
				func(s *Sampler) bool { return s.bigBernoulliExp(bigA, bigB) })
		}
	}
	for _, c := range [][2]uint64{
		{math.MaxUint64, math.MaxUint64}, {math.MaxUint64 - 1, math.MaxUint64}, {1, math.MaxUint64},
		{math.MaxUint64, 1 << 63},
		{math.MaxUint64, 1 << 62}, {1 << 63, 1<<63 - 1}, {1<<63 + 1, 1 << 63}, {12345678901234567890, 9876543210987654321},
	} {
		law := expMinus(new(big.Int).SetUint64(c[0]), new(big.Int).SetUint64(c[1]))
		hit(fmt.Sprintf("BernoulliExp(%d, %d)", c[0], c[1]), law,
			func(s *Sampler) bool { return s.BernoulliExp(c[0], c[1]) })
		hit(fmt.Sprintf("tossExp(%d, %d)", 1, c[1]), expMinus(one, new(big.Int).SetUint64(c[1])),
			func(s *Sampler) bool { return tossExp(s.dice, 1, c[1]) })
	}
}

func (e *exactLaws) laplace() {
	for t := int64(1); t <= 10; t++ {
		// (1−1/e)/(2t)·exp(−|x|/t)
		law := map[int64]*big.Int{}
		for x := -4 * t; x <= 4*t; x++ {
			law[x] = product(2*t, new(big.Int).Sub(certain, exp(1, 1)), exp(max(x, -x), t))
		}
		w := enumerate(func(s *Sampler) (int64, bool) { return s.laplaceRound(uint64(t)) })
		e.check(fmt.Sprintf("laplaceRound(%d)", t), w, law)
		scale := big.NewInt(t)
		var x big.Int
		w = enumerate(func(s *Sampler) (int64, bool) {
			ok := s.bigLaplaceRound(&x, scale)
			return x.Int64(), ok
		})
		e.check(fmt.Sprintf("bigLaplaceRound(%d)", t), w, law)
	}
}

func (e *exactLaws) gaussian() {
	// (1−1/e)/(2t)·exp(−σ²/(2t²))·exp(−x²/(2σ²))
	lawOf := func(variance, t int64) map[int64]*big.Int {
		law := map[int64]*big.Int{}
		for x := int64(0); x*x <= 9*variance; x++ {
			law[x] = product(2*t, new(big.Int).Sub(certain, exp(1, 1)), exp(variance, 2*t*t), exp(x*x, 2*variance))
			law[-x] = law[x]
		}
		return law
	}
	for variance := int64(1); variance <= 12; variance++ {
		t := int64(math.Sqrt(float64(variance))) + 1
		v, scale := big.NewInt(variance), big.NewInt(t)
		var x big.Int
		w := enumerate(func(s *Sampler) (int64, bool) {
			ok := s.gaussianRound(&x, v, scale)
			return x.Int64(), ok
		})
		e.check(fmt.Sprintf("gaussianRound(%d)", variance), w, lawOf(variance, t))
	}
	for sigma := int64(1); sigma <= 4; sigma++ {
		w := enumerate(func(s *Sampler) (int64, bool) { return s.gaussianRound64(uint64(sigma)) })
		e.check(fmt.Sprintf("gaussianRound64(%d)", sigma), w, lawOf(sigma*sigma, sigma+1))
	}
}

func (e *exactLaws) exponential() {
	for _, c := range []struct {
		scores []uint64
		unit   int64
	}{
		{[]uint64{7}, 3},
		{[]uint64{0, 1}, 1},
		{[]uint64{5, 4, 3, 2, 1}, 2},
		{[]uint64{0, 0, 0, 9, 9, 1, 2, 3, 30}, 7},
		{[]uint64{1 << 40, 1<<40 + 1, 1<<40 + 5, 1<<40 + 2}, 3},
		{[]uint64{math.MaxUint64, math.MaxUint64 - 2, math.MaxUint64 - 1}, 1},
	} {
		least := c.scores[0]
		for _, v := range c.scores {
			least = min(least, v)
		}
		law := map[int64]*big.Int{}
		for j, v := range c.scores {
			law[int64(j)] = product(int64(len(c.scores)), exp(int64(v-least), c.unit))
		}
		w := enumerate(func(s *Sampler) (int64, bool) {
			j, ok := s.exponentialRound(c.scores, least, uint64(c.unit))
			return int64(j), ok
		})
		e.check(fmt.Sprintf("exponentialRound(%v, %d)", c.scores, c.unit), w, law)
	}
}

// A draw is its first accepted round and does not depend on rejected rounds before it: the law of a draw is the law
// of a round, given that the round is accepted. Every likely path to a rejection is run before every likely path to
// an outcome.
func TestRejectedRoundsAreForgotten(t *testing.T) {
	variance, scale := big.NewInt(5), big.NewInt(3)
	scores := []uint64{4, 2, 9, 3}
	var x big.Int
	for name, c := range map[string]struct {
		round func(s *Sampler) (int64, bool)
		draw  func(s *Sampler) int64
	}{
		"DiscreteLaplace": {
			func(s *Sampler) (int64, bool) { return s.laplaceRound(3) },
			func(s *Sampler) int64 { return s.DiscreteLaplace(3) },
		},
		"DiscreteGaussian": {
			func(s *Sampler) (int64, bool) { ok := s.gaussianRound(&x, variance, scale); return x.Int64(), ok },
			func(s *Sampler) int64 { s.DiscreteGaussian(&x, variance); return x.Int64() },
		},
		"DiscreteGaussian64": {
			func(s *Sampler) (int64, bool) { return s.gaussianRound64(2) },
			func(s *Sampler) int64 { return s.DiscreteGaussian64(2) },
		},
		"Exponential": {
			func(s *Sampler) (int64, bool) { j, ok := s.exponentialRound(scores, 2, 3); return int64(j), ok },
			func(s *Sampler) int64 { return int64(s.Exponential(scores, 3)) },
		},
	} {
		type accepted struct {
			way     []fork
			outcome int64
		}
		var kept []accepted
		rejections := [][]fork{{}}
		walk(12, c.round, func(way []fork, outcome int64, ok bool) {
			if ok {
				kept = append(kept, accepted{slices.Clone(way), outcome})
			} else {
				rejections = append(rejections, slices.Clone(way))
			}
		})
		if len(kept) < 4 || len(rejections) < 4 {
			t.Fatalf("%s: only %d outcomes and %d rejections", name, len(kept), len(rejections))
		}
		for _, r := range rejections {
			for _, k := range kept {
				path := &tree{way: slices.Concat(r, k.way), floor: new(big.Int)}
				if got := c.draw(&Sampler{dice: path}); got != k.outcome || path.at != len(path.way) {
					t.Fatalf("%s: %d after %d of %d forks, want %d", name, got, path.at, len(path.way), k.outcome)
				}
			}
		}
	}
}
