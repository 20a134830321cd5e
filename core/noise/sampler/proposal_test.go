package sampler

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/kernel"
)

// The tables have the stated accuracy, checked in 320 bits: not below the exact value, and at most two units above it.
func TestWeightsAreRoundedUp(t *testing.T) {
	w := NewWeights()
	check := func(name string, v uint64, a, b int64, size uint) {
		exact := expMinus(big.NewInt(a), big.NewInt(b))
		exact.Rsh(exact.Add(exact, new(big.Int).Rsh(certain, 300)),
			precision-size) // the error of expMinus does not count toward the floor
		if least := exact.Uint64(); v < least || v > least+2 || (v == least && a != 0) {
			t.Errorf("%s is %d, the exact value is from %d on", name, v, least)
		}
	}
	for i, v := range w.Whole {
		check(fmt.Sprintf("Whole[%d]", i), v, int64(i), 1, 31)
	}
	for k, v := range w.Part {
		check(fmt.Sprintf("Part[%d]", k), v, int64(k), 1024, 32)
	}
	r := rand.New(rand.NewPCG(1, 8))
	for range 20_000 {
		a := r.Uint64N(32 << 30)
		if r.IntN(4) == 0 {
			a = a &^ (1<<20 - 1) // the ends of a step
		} else if r.IntN(4) == 0 {
			a |= 1<<20 - 1
		}
		exact := expMinus(new(big.Int).SetUint64(a), big.NewInt(ScoreUnit))
		exact.Rsh(exact, precision-40)
		floor := exact.Uint64()
		if w.of(a) <= floor && a != 0 || w.below(a) > floor {
			t.Errorf("a = %d: 2⁴⁰exp(−a/2³⁰) is from %d on, bounds %d and %d", a, floor, w.below(a), w.of(a))
		}
		// The slow comparison is rarely needed for weights that matter.
		if floor > 1<<20 && float64(floor-w.below(a)) > 3e-3*float64(floor) {
			t.Errorf("a = %d: %d is far below %d", a, w.below(a), floor)
		}
	}
}

func TestExpBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	for range 500 {
		a := r.Uint64N(32 << 30)
		size := uint(64 + r.IntN(190))
		low, high := expBounds(a, size)
		exact := expMinus(new(big.Int).SetUint64(a), big.NewInt(ScoreUnit))
		exact.Rsh(exact, precision-size)
		if low.Cmp(exact) > 0 || high.Cmp(exact) < 0 || new(big.Int).Sub(high, low).Cmp(big.NewInt(2)) > 0 {
			t.Errorf("a = %d, %d bits: %v to %v, exact %v", a, size, low, high, exact)
		}
	}
}

// The coin has the exact probability: for drawn numbers; just below the probability, where the quick comparison of the
// bits that are read does not decide; and so close to it that 64 and 128 bits do not.
func TestScaledExpCoinComparesExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	w, s := NewWeights(), newBitStream(failing{})
	slow := 0
	for trial := range 6000 {
		a := r.Uint64N(30 << 30)
		if trial%50 == 0 {
			a = 0
		}
		weight := w.of(a) + uint64(math.Exp(25*r.Float64())-1)
		law := expMinus(new(big.Int).SetUint64(a), big.NewInt(ScoreUnit))
		law.Lsh(law, 40).Quo(law, new(big.Int).SetUint64(weight)) // in units of 2^−precision
		words := [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
		switch trial % 3 {
		case 1:
			words[0] = uint64(float64(new(big.Int).Rsh(law, precision-64).Uint64()) * (1 - 1e-7*r.Float64()))
		case 2:
			for i := range words {
				words[i] = new(big.Int).Rsh(law, uint(precision-64*(i+1))).Uint64()
			}
			words[2] += 2*r.Uint64N(2) - 1
		}
		number := new(big.Int)
		for _, v := range words {
			number.Lsh(number, 64).Add(number, new(big.Int).SetUint64(v))
		}
		number.Lsh(number, precision-256)
		at := 1
		got, want := settle(a, weight, words[0], func() uint64 { at++; return words[at-1] }), number.Cmp(law) < 0
		s.play(words[:]...)
		if read := s.scaledExpCoin(a, weight); got != want || read != want {
			t.Errorf("a = %d, weight %d, words %x: %v, of bits %v, want %v", a, weight, words, got, read, want)
		}
		if at > 2 {
			slow++
		}
	}
	if slow < 1000 {
		t.Errorf("only %d comparisons took more than 128 bits", slow)
	}
}

// proposal adds the law of a round to the exact laws: weights as tight as they come and others, scores of all sizes.
func (e *exactLaws) proposal() {
	r := rand.New(rand.NewPCG(4, 8))
	w := NewWeights()
	for trial := range 200 {
		m := 1 + r.IntN(6)
		scores, sums, sum := make([]uint64, m), make([]uint64, m), uint64(0)
		for j := range scores {
			scores[j] = uint64(float64(ScoreUnit) * math.Exp(7*r.Float64()-3.5))
			if r.IntN(5) == 0 {
				scores[j] = 0
			}
			sum += w.of(min(scores[j], 32*ScoreUnit-1)) + uint64(r.IntN(2))*r.Uint64N(1<<uint(r.IntN(40)))
			sums[j] = sum
		}
		law := map[int64]*big.Int{}
		for j, a := range scores {
			v := expMinus(new(big.Int).SetUint64(a), big.NewInt(ScoreUnit))
			v.Lsh(v, 40).Quo(v, new(big.Int).SetUint64(sum))
			if v.Cmp(
				new(big.Int).Rsh(certain, 35),
			) > 0 { // rarer outcomes are given up before their probability is known well enough
				law[int64(j)] = v
			}
		}
		find := func(u uint64) (int, uint64) { return kernel.Find(sums, u) }
		got := weights{map[int64]*big.Int{}, new(big.Int), new(big.Int).Set(certain)}
		// below(sum) has too many outcomes to take one by one: all that lead to one j are one.
		for j := range m {
			weight := sums[j]
			if j > 0 {
				weight -= sums[j-1]
			}
			part := enumerate(func(s *Sampler) (int64, bool) {
				s.dice = proposed{s.dice, sums[j] - 1}
				j, ok := s.proposalRound(sum, find, func(j int) uint64 { return scores[j] })
				return int64(j), ok
			})
			share := func(v *big.Int) *big.Int {
				v.Mul(v, new(big.Int).SetUint64(weight))
				return v.Quo(v, new(big.Int).SetUint64(sum))
			}
			accepted := new(big.Int)
			if v := part.accepted[int64(j)]; v != nil {
				accepted = share(v)
			}
			got.accepted[int64(j)] = accepted
			got.lost.Sub(got.lost, accepted).Sub(got.lost, share(part.rejected))
		}
		e.check(fmt.Sprintf("proposalRound %d", trial), got, law)
	}
}

// beyond adds the law of a proposal whose score is 32 units or more above the least: it is kept with probability
// 2⁴⁰·exp(−a/2³⁰)/weight, for the least weight that it can have and for a larger one.
func (e *exactLaws) beyond() {
	least := NewWeights().of(32*ScoreUnit - 1)
	for _, weight := range []uint64{least, least + 12345} {
		for _, above := range []uint64{0, 1, ScoreUnit / 3, ScoreUnit, 3*ScoreUnit + 1, 7 * ScoreUnit} {
			a := 32*ScoreUnit + above
			law := expMinus(new(big.Int).SetUint64(a), big.NewInt(ScoreUnit))
			law.Lsh(law, 40).Quo(law, new(big.Int).SetUint64(weight))
			find := func(uint64) (int, uint64) { return 0, weight }
			w := enumerate(func(s *Sampler) (int64, bool) {
				s.dice = proposed{s.dice, weight - 1}
				j, ok := s.proposalRound(weight, find, func(int) uint64 { return a })
				return int64(j), ok
			})
			e.check(fmt.Sprintf("proposalRound of a score %d, weight %d", a, weight), w, map[int64]*big.Int{0: law})
		}
	}
}

// proposed is dice whose draw among the weights is fixed.
type proposed struct {
	dice
	u uint64
}

func (p proposed) below(uint64) uint64 { return p.u }

// A weight that would distort the law ends the run.
func TestExponentialBelowRefusesSmallWeights(t *testing.T) {
	defer func() {
		if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "too small") {
			t.Errorf("panic %v", v)
		}
	}()
	New().ExponentialBelow(1000, func(uint64) (int, uint64) { return 0, 1000 }, func(int) uint64 { return 0 })
}
