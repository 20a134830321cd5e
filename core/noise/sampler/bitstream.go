package sampler

import (
	"encoding/binary"
	"io"
	"math/big"
	"math/bits"
)

// bitStream deals out the bits of a random source, least significant first. It deals each bit once, and a dealt bit is
// no longer in memory.
type bitStream struct {
	source io.Reader
	buffer [4096]byte
	next   int
	pool   uint64 // bits not yet dealt, in the lowest places
	held   int    // how many

	words []byte // of the last big integer
	trial big.Int
}

func newBitStream(source io.Reader) *bitStream {
	s := &bitStream{source: source}
	s.next = len(s.buffer)
	return s
}

// bits returns the next n bits as a number below 2ⁿ, 0 ≤ n ≤ 64.
func (s *bitStream) bits(n int) uint64 {
	u := s.pool
	if n <= s.held {
		s.pool >>= n
		s.held -= n
	} else {
		word := s.word()
		u |= word << s.held
		taken := n - s.held
		s.pool = word >> taken
		s.held = 64 - taken
	}
	return u & (1<<n - 1)
}

func (s *bitStream) word() uint64 {
	if s.next == len(s.buffer) {
		if _, err := io.ReadFull(s.source, s.buffer[:]); err != nil {
			// Without random bits there is no noise, and without noise there must be no release.
			panic("sampler: the platform's random generator failed: " + err.Error())
		}
		s.next = 0
	}
	b := s.buffer[s.next : s.next+8]
	s.next += 8
	word := binary.LittleEndian.Uint64(b)
	clear(b)
	return word
}

func (s *bitStream) below(n uint64) uint64 {
	length := bits.Len64(n - 1)
	for {
		if u := s.bits(length); u < n {
			return u
		}
	}
}

func (s *bitStream) coin(a, b uint64) bool {
	if a >= b {
		return true // certain, so it needs no bits; most coins of BernoulliExp are of this kind
	}
	return s.below(b) < a
}

func (s *bitStream) bigBelow(dst, n *big.Int) {
	length := s.trial.Sub(n, one).BitLen()
	whole, rest := length/64, length%64
	size := 8 * (whole + 1)
	if cap(s.words) < size {
		s.words = make([]byte, size)
	}
	w := s.words[:size]
	for {
		binary.BigEndian.PutUint64(w, s.bits(rest))
		for i := 1; i <= whole; i++ {
			binary.BigEndian.PutUint64(w[8*i:], s.bits(64))
		}
		if dst.SetBytes(w).Cmp(n) < 0 {
			clear(w)
			return
		}
	}
}

func (s *bitStream) bigCoin(a, b *big.Int) bool {
	s.bigBelow(&s.trial, b)
	return s.trial.Cmp(a) < 0
}

func (s *bitStream) expCoin(a, b uint64) bool { return tossExp(s, a, b) }

func (s *bitStream) bigExpCoin(a, b *big.Int) bool { return tossBigExp(s, a, b) }

func (s *bitStream) wipe() {
	clear(s.buffer[:])
	clear(s.words)
	erase(&s.trial)
	s.next = len(s.buffer)
	s.pool, s.held = 0, 0
}
