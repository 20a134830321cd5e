// Package sampler draws the random numbers of every mechanism: exact Bernoulli, discrete Laplace, discrete
// Gaussian and exponential-mechanism draws, made from uniform bits by integer arithmetic alone.
//
// It is the one place of the module that reads a random source, and that source is crypto/rand (getRandomValues in a
// browser). There is no seed: tests that need a fixed stream live inside this package. No floating-point number takes
// part in a draw, so the distributions are those written in the comments, not approximations of them.
//
// The algorithms are those of Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
// sections 5.1 to 5.3.
package sampler

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"math/bits"
)

// Sampler draws from a buffered stream of uniform bits. It is not safe for concurrent use. Call Wipe when the last
// draw has been made.
type Sampler struct {
	source io.Reader
	buffer [4096]byte
	next   int
	coin   uint64 // bits not yet tossed
	coins  int

	// Scratch of the big-integer draws: they are made some thousands of times in a release.
	words          []byte
	limit, uniform big.Int
}

// New returns a Sampler on the platform's cryptographic generator.
func New() *Sampler { return newSampler(rand.Reader) }

func newSampler(source io.Reader) *Sampler {
	s := &Sampler{source: source}
	s.next = len(s.buffer)
	return s
}

// Wipe overwrites the random bits that are still buffered.
func (s *Sampler) Wipe() {
	clear(s.buffer[:])
	clear(s.words)
	s.uniform.SetInt64(0)
	s.next = len(s.buffer)
	s.coin, s.coins = 0, 0
}

// read fills p with uniform bytes and erases them from the buffer: a bit is used once and does not stay in memory.
func (s *Sampler) read(p []byte) {
	for len(p) > 0 {
		if s.next == len(s.buffer) {
			if _, err := io.ReadFull(s.source, s.buffer[:]); err != nil {
				// Without random bits there is no noise, and without noise there must be no release.
				panic("sampler: the platform's random generator failed: " + err.Error())
			}
			s.next = 0
		}
		n := copy(p, s.buffer[s.next:])
		clear(s.buffer[s.next : s.next+n])
		s.next += n
		p = p[n:]
	}
}

func (s *Sampler) uint64() uint64 {
	var b [8]byte
	s.read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// Below returns an integer uniform on {0, …, n−1}; n ≥ 1.
func (s *Sampler) Below(n uint64) uint64 {
	if n == 0 {
		panic("sampler: Below needs n ≥ 1")
	}
	mask := uint64(1)<<bits.Len64(n-1) - 1
	for {
		if u := s.uint64() & mask; u < n {
			return u
		}
	}
}

// bit returns a fair coin.
func (s *Sampler) bit() bool {
	if s.coins == 0 {
		s.coin, s.coins = s.uint64(), 64
	}
	b := s.coin&1 == 1
	s.coin >>= 1
	s.coins--
	return b
}

// Bernoulli returns true with probability a/b, for 0 ≤ a ≤ b and b ≥ 1.
func (s *Sampler) Bernoulli(a, b uint64) bool {
	if a >= b {
		return true // certain, and worth no bits: most coins of BernoulliExp are
	}
	return s.Below(b) < a
}

// BernoulliExp returns true with probability exp(−a/b), for any a ≥ 0 and b ≥ 1 (algorithm 1 of the paper).
func (s *Sampler) BernoulliExp(a, b uint64) bool {
	for ; a > b; a -= b {
		// exp(−a/b) = exp(−1)·exp(−(a−b)/b); the first failure ends the product.
		if !s.bernoulliExpUnit(1, 1) {
			return false
		}
	}
	return s.bernoulliExpUnit(a, b)
}

// bernoulliExpUnit is BernoulliExp for a ≤ b: the first k at which a coin of probability a/(bk) fails is odd with
// probability exp(−a/b). The coin a/(bk) is the product of the coins a/b and 1/k, which cannot overflow.
func (s *Sampler) bernoulliExpUnit(a, b uint64) bool {
	k := uint64(1)
	for s.Bernoulli(a, b) && s.Bernoulli(1, k) {
		k++
	}
	return k%2 == 1
}

// DiscreteLaplace returns x with probability (e^{1/t}−1)/(e^{1/t}+1)·exp(−|x|/t), for a scale 1 ≤ t ≤ 2⁵²
// (algorithm 2 of the paper). |x| is cut off at 2¹⁰t, which it would reach with probability below exp(−1000).
func (s *Sampler) DiscreteLaplace(t uint64) int64 {
	for {
		x, ok := s.laplaceMagnitude(t, 1<<10)
		if !ok {
			continue
		}
		negative := s.bit()
		if negative && x == 0 {
			continue // zero must not be counted twice
		}
		if negative {
			return -int64(x)
		}
		return int64(x)
	}
}

// laplaceMagnitude returns x ≥ 0 with probability proportional to exp(−x/t), below limit·t. It reports false for a
// rejected proposal.
func (s *Sampler) laplaceMagnitude(t, limit uint64) (uint64, bool) {
	u := s.Below(t)
	if !s.bernoulliExpUnit(u, t) {
		return 0, false
	}
	v := uint64(0)
	for v < limit-1 && s.bernoulliExpUnit(1, 1) {
		v++
	}
	return u + t*v, true
}

// Exponential returns the index j with probability proportional to exp(−excess[j]/unit): the exponential mechanism for
// scores given as multiples of β/unit above the smallest one. It is exact for the integers it is given. Proposals are
// uniform, so the expected number of them is len(excess)/Σ_j exp(−excess[j]/unit); at least one excess should be 0.
func (s *Sampler) Exponential(excess []uint64, unit uint64) int {
	for {
		j := int(s.Below(uint64(len(excess))))
		if s.BernoulliExp(excess[j], unit) {
			return j
		}
	}
}

// below sets dst to an integer uniform on {0, …, n−1}; n ≥ 1.
func (s *Sampler) below(dst, n *big.Int) {
	length := s.limit.Sub(n, one).BitLen()
	size := (length + 7) / 8
	if cap(s.words) < size {
		s.words = make([]byte, size)
	}
	w := s.words[:size]
	for {
		s.read(w)
		if size > 0 {
			w[0] &= byte(0xff >> (8*size - length))
		}
		if dst.SetBytes(w).Cmp(n) < 0 {
			return
		}
	}
}

var one = big.NewInt(1)

// Identifier returns a random UUID (version 4) for a release. It has its own bits, so it says nothing of the noise.
func Identifier() string {
	var b [16]byte
	New().read(b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
