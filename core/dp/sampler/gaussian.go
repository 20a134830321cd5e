package sampler

import "math/big"

// DiscreteGaussian sets dst to an integer x drawn with probability proportional to exp(−x²/(2·variance)), for an
// integer variance ≥ 1 of any size (algorithm 3 of the paper). The variance of the draw is at most, and for variance
// ≥ 10 equal to within 10⁻²⁰ of, its parameter.
//
// Under zero-concentrated differential privacy it costs what the continuous Gaussian costs: shifting the mean by the
// integer Δ gives ρ = Δ²/(2·variance) (theorem 4 of the paper).
func (s *Sampler) DiscreteGaussian(dst, variance *big.Int) {
	if variance.Sign() <= 0 {
		panic("sampler: DiscreteGaussian needs a variance ≥ 1")
	}
	// t = ⌊σ⌋ + 1 makes the acceptance probability at least about one half.
	t := new(big.Int).Sqrt(variance)
	t.Add(t, one)
	var deviation, numerator, denominator big.Int
	denominator.Mul(t, t).Mul(&denominator, variance).Lsh(&denominator, 1)
	for {
		s.discreteLaplace(dst, t)
		// Accept with probability exp(−(|x| − σ²/t)²/(2σ²)) = exp(−(|x|·t − σ²)²/(2σ²t²)).
		deviation.Abs(dst).Mul(&deviation, t).Sub(&deviation, variance)
		numerator.Mul(&deviation, &deviation)
		if s.bernoulliExp(&numerator, &denominator) {
			return
		}
	}
}

// discreteLaplace is DiscreteLaplace for a scale of any size; nothing saturates.
func (s *Sampler) discreteLaplace(dst, t *big.Int) {
	var v big.Int
	for {
		s.below(dst, t)
		if !s.bernoulliExpUnitBig(dst, t) {
			continue
		}
		v.SetInt64(0)
		for s.bernoulliExpUnit(1, 1) {
			v.Add(&v, one)
		}
		dst.Add(dst, v.Mul(&v, t))
		if s.bit() {
			if dst.Sign() == 0 {
				continue
			}
			dst.Neg(dst)
		}
		return
	}
}

// bernoulliExp is BernoulliExp for integers of any size.
func (s *Sampler) bernoulliExp(a, b *big.Int) bool {
	var whole, part big.Int
	whole.QuoRem(a, b, &part)
	for ; whole.Sign() > 0; whole.Sub(&whole, one) {
		if !s.bernoulliExpUnit(1, 1) {
			return false
		}
	}
	return s.bernoulliExpUnitBig(&part, b)
}

func (s *Sampler) bernoulliExpUnitBig(a, b *big.Int) bool {
	k := uint64(1)
	for s.bernoulliBig(a, b) && s.Bernoulli(1, k) {
		k++
	}
	return k%2 == 1
}

func (s *Sampler) bernoulliBig(a, b *big.Int) bool {
	s.below(&s.uniform, b)
	return s.uniform.Cmp(a) < 0
}
