package sampler

import "math/big"

// coins are tosses of rational probability.
type coins interface {
	// coin returns true with probability a/b; b ≥ 1, and a ≥ b is certain.
	coin(a, b uint64) bool
	// bigCoin is the same for integers of any size.
	bigCoin(a, b *big.Int) bool
}

// tossExp returns true with probability exp(−a/b), for 0 ≤ a ≤ b and b ≥ 1: the first k at which a coin of probability
// a/(bk) fails exceeds j with probability (a/b)ʲ/j!, so it is odd with probability 1 − a/b + (a/b)²/2! − …. The coin
// a/(bk) is the product of the coins a/b and 1/k, which cannot overflow.
func tossExp(c coins, a, b uint64) bool {
	k := uint64(1)
	for c.coin(a, b) && c.coin(1, k) {
		k++
	}
	return k%2 == 1
}

// tossBigExp is tossExp for integers of any size.
func tossBigExp(c coins, a, b *big.Int) bool {
	k := uint64(1)
	for c.bigCoin(a, b) && c.coin(1, k) {
		k++
	}
	return k%2 == 1
}

// tossExpHalfSquare returns true with probability exp(−(a/b)²/2), for a ≤ b: tossExp with coins (a/b)²/(2k).
func tossExpHalfSquare(c coins, a, b uint64) bool {
	k := uint64(1)
	for c.coin(1, 2*k) && c.coin(a, b) && c.coin(a, b) {
		k++
	}
	return k%2 == 1
}
