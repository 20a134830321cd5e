package sampler

// MaxSigma is the largest scale of DiscreteGaussian64.
const MaxSigma = 1 << 26

// DiscreteGaussian64 returns an integer x drawn with probability proportional to exp(−x²/(2σ²)), for 1 ≤ σ ≤ MaxSigma:
// DiscreteGaussian with the variance σ² in machine words, for mechanisms that draw millions.
func (s *Sampler) DiscreteGaussian64(sigma uint64) int64 {
	if sigma == 0 || sigma > MaxSigma {
		panic("sampler: DiscreteGaussian64 needs 1 ≤ σ ≤ 2²⁶")
	}
	for {
		if x, ok := s.gaussianRound64(sigma); ok {
			return x
		}
	}
}

// gaussianRound64 returns each x with the probability of gaussianRound at variance σ².
//
// It keeps x with probability exp(−y²/2), |y| = ||x|t − σ²|/(σt) = q + r/(σt), in three factors: exp(−y²/2) =
// exp(−q²/2)·exp(−q·r/(σt))·exp(−(r/(σt))²/2).
func (s *Sampler) gaussianRound64(sigma uint64) (int64, bool) {
	x, ok := s.laplaceRound(sigma + 1)
	if !ok {
		return 0, false
	}
	unit := sigma * (sigma + 1)
	q, r := deviation(x, sigma)
	if !s.BernoulliExp(q*q, 2) {
		return 0, false
	}
	for range q {
		if !s.dice.expCoin(r, unit) {
			return 0, false
		}
	}
	return x, tossExpHalfSquare(s.dice, r, unit)
}

// deviation returns the integers q and 0 ≤ r < σt for which ||x|t − σ²| = q·σt + r, t = σ+1. For |x| ≤ (reach+1)·t and
// σ ≤ MaxSigma all products stay below 2⁶³, and q is at most 2050.
func deviation(x int64, sigma uint64) (q, r uint64) {
	product, square := uint64(max(x, -x))*(sigma+1), sigma*sigma
	difference := max(product, square) - min(product, square)
	return difference / (sigma * (sigma + 1)), difference % (sigma * (sigma + 1))
}
