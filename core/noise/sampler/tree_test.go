package sampler

import (
	"math/big"
)

// A tree computes the weight of every path through a sampler. It replaces the bits: whenever the sampler draws, the
// tree takes one of the outcomes and multiplies the weight of the path by its probability; then it runs the sampler
// again, until all outcomes of all draws have been taken. Paths with a weight below the floor are given up.
//
// Weights are whole numbers of 2^−precision, rounded down. The loss by rounding and by giving up is known exactly,
// because all weights add up to 1: the probability of an outcome is between its weight and the weight plus the loss.
type tree struct {
	way   []fork
	at    int // forks passed in this run
	floor *big.Int
}

// fork is a draw on the present path.
type fork struct {
	outcome uint64
	of      uint64   // number of outcomes
	weight  *big.Int // of the path up to and including this outcome
	chance  func(outcome uint64) (a, b *big.Int)
}

const precision = 320

var certain = new(big.Int).Lsh(one, precision)

// givenUp is the panic that ends a run below the floor.
type givenUp struct{}

// take returns the outcome of the next draw; outcome i of n has the probability a/b that chance returns.
func (t *tree) take(n uint64, chance func(outcome uint64) (a, b *big.Int)) uint64 {
	if t.at == len(t.way) {
		f := fork{of: n, chance: chance}
		f.weigh(weightOf(t.way))
		t.way = append(t.way, f)
	}
	f := t.way[t.at]
	t.at++
	if f.weight.Cmp(t.floor) < 0 {
		panic(givenUp{})
	}
	return f.outcome
}

func weightOf(way []fork) *big.Int {
	if len(way) == 0 {
		return certain
	}
	return way[len(way)-1].weight
}

func (f *fork) weigh(before *big.Int) {
	a, b := f.chance(f.outcome)
	f.weight = new(big.Int).Mul(before, a)
	f.weight.Quo(f.weight, b)
}

// next moves to the next path and reports false after the last.
func (t *tree) next() bool {
	t.way, t.at = t.way[:t.at], 0
	for len(t.way) > 0 {
		f := t.way[len(t.way)-1]
		t.way = t.way[:len(t.way)-1]
		if f.outcome+1 < f.of {
			f.outcome++
			f.weigh(weightOf(t.way))
			t.way = append(t.way, f)
			return true
		}
	}
	return false
}

func (t *tree) below(n uint64) uint64 {
	if n == 1 {
		return 0
	}
	return t.take(n, func(uint64) (a, b *big.Int) { return one, new(big.Int).SetUint64(n) })
}

func (t *tree) coin(a, b uint64) bool {
	if a == 0 || a >= b {
		return a != 0
	}
	return t.toss(func() (*big.Int, *big.Int) { return new(big.Int).SetUint64(a), new(big.Int).SetUint64(b) })
}

func (t *tree) bigBelow(dst, n *big.Int) { dst.SetUint64(t.below(n.Uint64())) }

func (t *tree) bigCoin(a, b *big.Int) bool {
	if a.Sign() == 0 || a.Cmp(b) >= 0 {
		return a.Sign() != 0
	}
	return t.toss(func() (*big.Int, *big.Int) { return new(big.Int).Set(a), new(big.Int).Set(b) })
}

// expCoin assumes the law of tossExp, which is enumerated separately; otherwise there would be too many paths.
func (t *tree) expCoin(a, b uint64) bool {
	if a == 0 {
		return true
	}
	return t.toss(func() (*big.Int, *big.Int) {
		return expMinus(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)), certain
	})
}

func (t *tree) bigExpCoin(a, b *big.Int) bool {
	if a.Sign() == 0 {
		return true
	}
	return t.toss(func() (*big.Int, *big.Int) { return expMinus(a, b), certain })
}

func (t *tree) scaledExpCoin(a, weight uint64) bool {
	return t.toss(func() (*big.Int, *big.Int) {
		law := expMinus(new(big.Int).SetUint64(a), big.NewInt(ScoreUnit))
		return law.Lsh(law, 40), new(big.Int).Mul(certain, new(big.Int).SetUint64(weight))
	})
}

// toss takes an outcome of a coin that is true with the probability a/b.
func (t *tree) toss(probability func() (a, b *big.Int)) bool {
	if t.at < len(t.way) {
		return t.take(2, nil) == 0
	}
	a, b := probability()
	return t.take(2, func(outcome uint64) (*big.Int, *big.Int) {
		if outcome == 0 {
			return a, b
		}
		return new(big.Int).Sub(b, a), b
	}) == 0
}

func (t *tree) wipe() {}

// weights holds the law of one round of a sampler: the weights of its outcomes and of its rejections.
type weights struct {
	accepted map[int64]*big.Int
	rejected *big.Int
	lost     *big.Int
}

// enumerate adds up the paths through a round with a weight of at least 2⁻⁷⁰.
func enumerate(round func(s *Sampler) (outcome int64, ok bool)) weights {
	w := weights{map[int64]*big.Int{}, new(big.Int), new(big.Int).Set(certain)}
	walk(70, round, func(way []fork, outcome int64, ok bool) {
		sum := w.rejected
		if ok {
			if w.accepted[outcome] == nil {
				w.accepted[outcome] = new(big.Int)
			}
			sum = w.accepted[outcome]
		}
		sum.Add(sum, weightOf(way))
		w.lost.Sub(w.lost, weightOf(way))
	})
	return w
}

// walk visits every path with a weight of at least 2^−depth.
func walk(depth uint, round func(*Sampler) (int64, bool), visit func(way []fork, outcome int64, ok bool)) {
	t := &tree{floor: new(big.Int).Rsh(certain, depth)}
	s := &Sampler{dice: t}
	for more := true; more; more = t.next() {
		func() {
			defer func() {
				if v := recover(); v != nil && v != (givenUp{}) {
					panic(v)
				}
			}()
			outcome, ok := round(s)
			visit(t.way, outcome, ok)
		}()
	}
}

// expMinus returns exp(−a/b) in units of 2^−precision, for 0 ≤ a/b ≤ 40, to within a relative 2⁻²⁴⁰: 100 terms of the
// series for exp(−a/b/64), 64 bits longer, and six squarings.
func expMinus(a, b *big.Int) *big.Int {
	const long, halvings = precision + 64, 6
	term := new(big.Int).Lsh(one, long)
	sum := new(big.Int).Set(term)
	for k := int64(1); k <= 100; k++ {
		term.Mul(term, a)
		term.Quo(term, new(big.Int).Mul(b, big.NewInt(-k<<halvings)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum).Rsh(sum, long)
	}
	return sum.Rsh(sum, long-precision)
}
