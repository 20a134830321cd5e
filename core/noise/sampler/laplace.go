package sampler

// maxLaplaceScale keeps |x| of a DiscreteLaplace, below 1025·t, in 63 bits.
const maxLaplaceScale = 1 << 52

// reach is the number of scales that |x| may reach before a draw in machine words panics. The probability of this is
// below exp(−1024). No draw wraps around or is cut off.
const reach = 1 << 10

// DiscreteLaplace returns x with probability (e^{1/t}−1)/(e^{1/t}+1)·exp(−|x|/t), for a scale 1 ≤ t ≤ 2⁵² (algorithm 2
// of the paper).
func (s *Sampler) DiscreteLaplace(t uint64) int64 {
	if t == 0 || t > maxLaplaceScale {
		panic("sampler: DiscreteLaplace needs 1 ≤ t ≤ 2⁵²")
	}
	for {
		if x, ok := s.laplaceRound(t); ok {
			return x
		}
	}
}

// laplaceRound returns each x with probability (1−1/e)/(2t)·exp(−|x|/t), and false otherwise. With |x| = u + tv, the
// factors are 1/t for u and exp(−u/t) for keeping it, exp(−v)(1−1/e) for v, and 1/2 for the sign.
func (s *Sampler) laplaceRound(t uint64) (int64, bool) {
	x := s.dice.below(t)
	if !s.dice.expCoin(x, t) {
		return 0, false
	}
	for v := 0; s.dice.expCoin(1, 1); v++ {
		if v == reach {
			panic("sampler: a discrete Laplace draw beyond 1024 scales")
		}
		x += t
	}
	if s.dice.coin(1, 2) {
		return -int64(x), x != 0 // zero must not be counted twice
	}
	return int64(x), true
}
