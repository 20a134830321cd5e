package sampler

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// play makes words the next bits of the stream and returns a function that counts the bits used so far. The source
// behind them is never reached.
func (s *bitStream) play(words ...uint64) (used func() int) {
	start := len(s.buffer) - 8*len(words)
	for i, w := range words {
		binary.LittleEndian.PutUint64(s.buffer[start+8*i:], w)
	}
	s.next, s.pool, s.held = start, 0, 0
	return func() int { return 8*(s.next-start) - s.held }
}

// Numbers of any length divide the source into consecutive pieces: each bit is dealt once, in order, and a dealt bit is
// no longer in the buffer.
func TestBitStreamDealsEachBitOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	source := make([]byte, 4*4096)
	for i := range source {
		source[i] = byte(r.Uint32())
	}
	s := newBitStream(bytes.NewReader(source))
	for at := 0; at < 8*len(source)-64; {
		n := r.IntN(65)
		want := uint64(0)
		for i := range n {
			want |= uint64(source[(at+i)/8]>>((at+i)%8)&1) << i
		}
		if got := s.bits(n); got != want {
			t.Fatalf("%d bits at %d: %x, want %x", n, at, got, want)
		}
		at += n
		if s.held < 64 && s.pool>>s.held != 0 {
			t.Fatalf("after bit %d a dealt bit is still held", at)
		}
		for _, b := range s.buffer[:s.next] {
			if b != 0 {
				t.Fatalf("after bit %d a dealt bit is still in the buffer", at)
			}
		}
	}
}

// For every n up to 130, over all strings with the number of bits of n−1: each number below n is drawn by exactly one
// string, and every other string leads to another attempt. So all n numbers are equally likely, and coins are true with
// probability a/b.
func TestPrimitiveDrawsAreFair(t *testing.T) {
	s := newBitStream(failing{})
	var x big.Int
	cases := 0
	for n := uint64(1); n <= 130; n++ {
		length, wide := bits.Len64(n-1), new(big.Int).SetUint64(n)
		for u := uint64(0); u < 1<<length; u++ {
			for _, second := range []uint64{0, n - 1} {
				want, use := u, length
				if u >= n {
					want, use = second, 2*length
				}
				used := s.play(u | second<<length)
				if got := s.below(n); got != want || used() != use {
					t.Fatalf("below(%d) of bits %b, then %b: %d after %d bits", n, u, second, got, used())
				}
				used = s.play(u | second<<length)
				if s.bigBelow(&x, wide); x.Uint64() != want || used() != use {
					t.Fatalf("bigBelow(%d) of bits %b, then %b: %v after %d bits", n, u, second, &x, used())
				}
				for a := range min(n, 20) + 1 {
					s.play(u | second<<length)
					if got := s.coin(a, n); got != (want < a) {
						t.Fatalf("coin(%d, %d) of %d: %v", a, n, want, got)
					}
					s.play(u | second<<length)
					x.SetUint64(a)
					if got := s.bigCoin(&x, wide); got != (want < a) {
						t.Fatalf("bigCoin(%d, %d) of %d: %v", a, n, want, got)
					}
				}
			}
		}
		cases += int(min(n, 20)) + 1 + int(n)
	}
	t.Logf("%d probabilities", cases)
}

// At the limits of machine words: n−1 is the largest number drawn, and n is rejected.
func TestPrimitiveDrawsAtWordSizes(t *testing.T) {
	for _, n := range []uint64{1 << 62, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 1} {
		length := bits.Len64(n - 1)
		s := newBitStream(failing{})
		s.play(n-1, 0)
		if got := s.below(n); got != n-1 {
			t.Errorf("below(%d) of %d: %d", n, n-1, got)
		}
		if bits.Len64(n) == length {
			s.play(n|5<<length, 5>>(64-length))
			if got := s.below(n); got != 5 {
				t.Errorf("below(%d) of %d, then 5: %d", n, n, got)
			}
		}
	}
	var x big.Int
	for _, power := range []uint{64, 65, 127, 128, 190} {
		for _, add := range []int64{-1, 0, 1, 12345} {
			n := new(big.Int).Lsh(one, power)
			n.Add(n, big.NewInt(add))
			largest := new(big.Int).Sub(n, one)
			for _, first := range []*big.Int{largest, n, new(big.Int).Rsh(n, 1)} {
				if first.BitLen() > largest.BitLen() {
					continue
				}
				want := first
				if first.Cmp(n) >= 0 {
					want = big.NewInt(7)
				}
				length := largest.BitLen()
				s := newBitStream(io.MultiReader(
					bytes.NewReader(dealt(length, first, big.NewInt(7))), bytes.NewReader(make([]byte, 4096))))
				if s.bigBelow(&x, n); x.Cmp(want) != 0 {
					t.Errorf("bigBelow(%v) of %v: %v", n, first, &x)
				}
			}
		}
	}
}

// dealt returns the bits that bigBelow takes for numbers of a length: first the bits of the highest word, then
// whole words downwards.
func dealt(length int, numbers ...*big.Int) []byte {
	stream, at := new(big.Int), uint(0)
	for _, v := range numbers {
		for word := length / 64; word >= 0; word-- {
			size := uint(64)
			if word == length/64 {
				size = uint(length % 64)
			}
			part := new(big.Int).Rsh(v, uint(64*word))
			part.And(part, new(big.Int).SetUint64(1<<size-1))
			stream.Or(stream, part.Lsh(part, at))
			at += size
		}
	}
	b := stream.FillBytes(make([]byte, (at+7)/8))
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return b
}

func TestNoDrawWithoutRandomBits(t *testing.T) {
	for name, source := range map[string]io.Reader{
		"failing": failing{},
		"short":   bytes.NewReader(make([]byte, 4095)),
	} {
		if !panics(func() { newSampler(source).Below(2) }) {
			t.Errorf("a %s source gave a draw", name)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("no entropy") }

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
