package sampler

import (
	"math/big"
	"math/bits"
	"sync"
)

// ScoreUnit is the unit of ExponentialBelow: its scores are whole numbers of 2⁻³⁰.
const ScoreUnit = 1 << 30

// MostProposals is the largest number of scores of ExponentialBelow; the sum of that many weights stays below 2⁶³.
const MostProposals = 1 << 22

// Weights are the tables from which the weights of ExponentialBelow are computed: the weight of the step s = ⌊1024x⌋ <
// 2¹⁵ of a score x is 1 + ⌊Whole[s>>10]·Part[s&1023]/2²³⌋, and at least 2⁴⁰·exp(−x).
type Weights struct {
	Whole []uint64 // ⌈2³¹·exp(−i)⌉, or one more
	Part  []uint64 // ⌈2³²·exp(−k/1024)⌉, or one more
}

// NewWeights returns the tables, which must not be modified. They hold integers that are always rounded up.
var NewWeights = sync.OnceValue(func() Weights {
	powers := func(count int, a uint64, size uint) []uint64 {
		const long = 128
		_, factor := expBounds(a, long) // of exp(−a/2³⁰)
		power, table := new(big.Int).Lsh(one, long), make([]uint64, count)
		up := new(big.Int).Sub(power, one)
		for i := range table {
			var v big.Int
			table[i] = v.Rsh(v.Add(power, v.Sub(v.Lsh(one, long-size), one)), long-size).Uint64()
			power.Rsh(power.Add(power.Mul(power, factor), up), long)
		}
		return table
	}
	return Weights{powers(32, ScoreUnit, 31), powers(1024, ScoreUnit/1024, 32)}
})

// of returns the weight of the step of a score of a·2⁻³⁰ below 32.
func (w Weights) of(a uint64) uint64 { return w.Whole[a>>30]*w.Part[a>>20&1023]>>23 + 1 }

// below returns a close lower bound of 2⁴⁰·exp(−a/2³⁰). It uses exp(−r) ≥ 1−r for the last bits.
func (w Weights) below(a uint64) uint64 {
	least := max(w.Whole[a>>30], 2) - 2
	v := least * (w.Part[a>>20&1023] - 2) >> 23
	loss := v*(a&(1<<20-1))>>30 + 1
	return max(v, loss) - loss
}

// ExponentialBelow returns the index j with probability proportional to exp(−scores(j)/ScoreUnit): the exponential
// mechanism, exact for integer scores, from weights that only have to be large enough. There are at most MostProposals
// weights, and total is their sum. With the weights placed end to end in any order, find takes a number u below total
// and returns the index of the weight that contains u, and that weight, which must be at least what Weights has for
// its score. ExponentialBelow proposes by weight and corrects by the probability of acceptance, so it calls scores
// for proposals only, and weights that are slightly too large cost little. A weight that is too small is a fault of
// the program and causes a panic when it is proposed.
//
// Every random draw is made in this function.
func (s *Sampler) ExponentialBelow(
	total uint64,
	find func(u uint64) (j int, weight uint64),
	scores func(j int) uint64,
) int {
	if total == 0 {
		panic("sampler: ExponentialBelow needs a weight")
	}
	for {
		if j, ok := s.proposalRound(total, find, scores); ok {
			return j
		}
	}
}

// proposalRound returns each j with probability 2⁴⁰·exp(−scores(j)/2³⁰)/total, and false otherwise.
func (s *Sampler) proposalRound(
	total uint64,
	find func(u uint64) (j int, weight uint64),
	scores func(j int) uint64,
) (int, bool) {
	j, weight := find(s.dice.below(total))
	const largest = 32*ScoreUnit - 1
	a := scores(j)
	if a > largest { // exp(−a) = exp(−(a−largest))·exp(−largest)
		if !s.BernoulliExp(a-largest, ScoreUnit) {
			return j, false
		}
		a = largest
	}
	if NewWeights().of(a) > weight {
		panic("sampler: a weight is too small for its score")
	}
	return j, s.dice.scaledExpCoin(a, weight)
}

// scaledExpCoin compares a uniform real number with the probability. It draws 64 bits of the number, and more if
// needed.
func (s *bitStream) scaledExpCoin(a, weight uint64) bool {
	u := s.bits(64)
	if least := NewWeights().below(a); least >= weight {
		return true
	} else if q, _ := bits.Div64(least, 0, weight); u < q {
		return true
	}
	return settle(a, weight, u, func() uint64 { return s.bits(64) })
}

// settle reports whether a real number in [0,1) with the binary digits of u and of further words is below
// 2⁴⁰·exp(−a/2³⁰)/weight. It ends with probability 1: every word leaves only a
// share of about 2⁻⁶³ of the remaining numbers undecided.
func settle(a, weight, u uint64, further func() uint64) bool {
	number, w := new(big.Int).SetUint64(u), new(big.Int).SetUint64(weight)
	for words := uint(1); ; words++ {
		low, high := expBounds(a, 64*words+64)
		least := new(big.Int).Mul(number, w) // ≤ the number times the weight, in units of 2^(−64·words)
		most := new(big.Int).Add(least, w)
		if most.Lsh(most, 24).Cmp(low) <= 0 { // low·2⁴⁰/2⁶⁴
			return true
		}
		if least.Lsh(least, 24).Cmp(high) >= 0 {
			return false
		}
		number.Lsh(number, 64).Add(number, new(big.Int).SetUint64(further()))
	}
}

// expBounds returns integers between which exp(−a/2³⁰)·2^size lies, a < 2³⁵, less than 2 apart where size ≥ 64.
//
// The series for exp(−a/2³⁶) is summed in 64 further bits until its terms vanish. Rounding down gives each term an
// error of less than 2 units, and the truncation less than one; six squarings turn this into at most 64·(2·terms+4),
// far below 2⁴⁰.
func expBounds(a uint64, size uint) (low, high *big.Int) {
	long := size + 64
	z := new(big.Int).SetUint64(a)
	term := new(big.Int).Lsh(one, long)
	sum := new(big.Int).Set(term)
	for k := int64(1); term.Sign() != 0; k++ {
		term.Mul(term, z).Rsh(term, 36)
		term.Quo(term, big.NewInt(k))
		if k%2 == 1 {
			sum.Sub(sum, term)
		} else {
			sum.Add(sum, term)
		}
	}
	for range 6 {
		sum.Mul(sum, sum).Rsh(sum, long)
	}
	off := new(big.Int).Lsh(one, 40)
	low = new(big.Int).Sub(sum, off)
	if low.Sign() < 0 {
		low.SetInt64(0)
	}
	high = sum.Add(sum, off)
	return low.Rsh(low, 64), high.Rsh(high, 64).Add(high, one)
}
