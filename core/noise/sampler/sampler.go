// Package sampler draws the random numbers of every mechanism: exact Bernoulli, discrete Laplace, discrete
// Gaussian and exponential-mechanism draws, made from uniform bits by integer arithmetic alone.
//
// It is the one place of the module that reads a random source, and that source is crypto/rand (getRandomValues in a
// browser). There is no seed: tests that need a fixed stream live inside this package, and
// TestReleaseLinksNoSeededSource looks for one in the built binaries. No floating-point number takes part in a draw, so
// the distributions are those written in the comments, not approximations of them: TestExactLaws adds up the
// probabilities of all paths through each sampler.
//
// The algorithms are by Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
// sections 5.1 to 5.3. Each proposes until a proposal is accepted, and forgets what it rejected, so the law of a
// draw is the law of one round given its acceptance.
package sampler

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
	"slices"
)

// Sampler draws from a buffered stream of uniform bits. It is not safe for concurrent use. Call Wipe when the last
// draw has been made.
type Sampler struct {
	dice    dice
	scratch scratch
}

// dice are the draws from which all others are built. A Sampler uses a bitStream; tests enumerate every outcome
// instead.
type dice interface {
	coins
	// below returns an integer uniform on {0, …, n−1}; n ≥ 1.
	below(n uint64) uint64
	// expCoin returns true with probability exp(−a/b); a ≤ b and b ≥ 1.
	expCoin(a, b uint64) bool
	// scaledExpCoin returns true with probability 2⁴⁰·exp(−a/2³⁰)/weight; a < 2³⁵, and weight at least as large.
	scaledExpCoin(a, weight uint64) bool
	// bigBelow and bigExpCoin are the same for integers of any size.
	bigBelow(dst, n *big.Int)
	bigExpCoin(a, b *big.Int) bool
	wipe()
}

// New returns a Sampler on the platform's cryptographic generator.
func New() *Sampler { return newSampler(rand.Reader) }

func newSampler(source io.Reader) *Sampler { return &Sampler{dice: newBitStream(source)} }

// Wipe overwrites the random bits that are still buffered and the intermediate numbers of the last draws. It cannot
// reach memory that big integers have returned to the Go runtime when they grew.
func (s *Sampler) Wipe() {
	s.dice.wipe()
	s.scratch.wipe()
}

// Below returns an integer uniform on {0, …, n−1}; n ≥ 1.
func (s *Sampler) Below(n uint64) uint64 {
	if n == 0 {
		panic("sampler: Below needs n ≥ 1")
	}
	return s.dice.below(n)
}

// Bernoulli returns true with probability a/b, for 0 ≤ a ≤ b and b ≥ 1.
func (s *Sampler) Bernoulli(a, b uint64) bool {
	if b == 0 || a > b {
		panic("sampler: Bernoulli needs 0 ≤ a ≤ b and b ≥ 1")
	}
	return s.dice.coin(a, b)
}

// BernoulliExp returns true with probability exp(−a/b), for any a ≥ 0 and b ≥ 1 (algorithm 1 of the paper).
func (s *Sampler) BernoulliExp(a, b uint64) bool {
	if b == 0 {
		panic("sampler: BernoulliExp needs b ≥ 1")
	}
	for ; a > b; a -= b {
		// exp(−a/b) = exp(−1)·exp(−(a−b)/b); the first failure ends the product.
		if !s.dice.expCoin(1, 1) {
			return false
		}
	}
	return s.dice.expCoin(a, b)
}

// Exponential returns the index j with probability proportional to exp(−scores[j]/unit): the exponential mechanism,
// exact for integer scores; there is at least one, and unit ≥ 1. Proposals are uniform, and m/Σ_j
// exp(−(scores[j]−least)/unit) of them are expected, at most m = len(scores).
func (s *Sampler) Exponential(scores []uint64, unit uint64) int {
	if len(scores) == 0 || unit == 0 {
		panic("sampler: Exponential needs a score and a unit ≥ 1")
	}
	least := slices.Min(scores)
	for {
		if j, ok := s.exponentialRound(scores, least, unit); ok {
			return j
		}
	}
}

// exponentialRound returns each j with probability exp(−(scores[j]−least)/unit)/m, and false otherwise.
func (s *Sampler) exponentialRound(scores []uint64, least, unit uint64) (int, bool) {
	j := int(s.dice.below(uint64(len(scores))))
	return j, s.BernoulliExp(scores[j]-least, unit)
}

// Identifier returns a random UUID (version 4) for a release. It has its own bits, so it reveals nothing about the
// noise.
func Identifier() string {
	s := New()
	defer s.Wipe()
	var b [16]byte
	for i := range b {
		b[i] = byte(s.Below(256))
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
