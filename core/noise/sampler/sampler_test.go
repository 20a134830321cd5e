package sampler

import (
	"math"
	"math/big"
	"regexp"
	"testing"
)

// Wipe leaves no random bit in the buffer or in the scratch, however large the integers were.
func TestWipeErasesEverything(t *testing.T) {
	s := New()
	var x big.Int
	s.DiscreteGaussian(&x, new(big.Int).Lsh(one, 400))
	s.DiscreteGaussian(&x, big.NewInt(1<<40)) // shorter: words beyond the length must go too
	s.DiscreteGaussian64(1000)
	stream, w := s.dice.(*bitStream), &s.scratch
	var words [][]big.Word
	for _, v := range []*big.Int{&stream.trial, &w.t, &w.product, &w.numerator, &w.denominator, &w.whole, &w.part} {
		// What draws leave differs from draw to draw, so each place that they may use holds something before it is wiped.
		v.SetUint64(7).Lsh(v, 200).SetUint64(7)
		held := v.Bits()[:cap(v.Bits())]
		for i := range held {
			held[i] |= 1
		}
		words = append(words, held)
	}
	stream.pool, stream.held = 5, 3
	stream.buffer[0], stream.buffer[len(stream.buffer)-1] = 1, 1
	spent := stream.words[:cap(stream.words)]
	for _, b := range spent {
		if b != 0 {
			t.Fatal("bytes of an integer remain after its draw")
		}
	}
	s.Wipe()
	for _, b := range stream.buffer {
		if b != 0 {
			t.Fatal("random bits are left in the buffer")
		}
	}
	if stream.pool != 0 || stream.held != 0 || stream.next != len(stream.buffer) {
		t.Error("random bits are held back")
	}
	for i, v := range words {
		for _, word := range v {
			if word != 0 {
				t.Errorf("scratch integer %d was not erased", i)
				break
			}
		}
	}
	s.DiscreteGaussian64(1000) // a wiped sampler draws afresh
}

// Arguments outside a sampler's range are refused, not wrapped around.
func TestArgumentsAreChecked(t *testing.T) {
	s := seeded(1)
	var x big.Int
	for name, draw := range map[string]func(){
		"Below(0)":                       func() { s.Below(0) },
		"Bernoulli(0, 0)":                func() { s.Bernoulli(0, 0) },
		"Bernoulli(2, 1)":                func() { s.Bernoulli(2, 1) },
		"BernoulliExp(1, 0)":             func() { s.BernoulliExp(1, 0) },
		"DiscreteLaplace(0)":             func() { s.DiscreteLaplace(0) },
		"DiscreteLaplace(2⁵²+1)":         func() { s.DiscreteLaplace(maxLaplaceScale + 1) },
		"DiscreteLaplace(MaxUint64)":     func() { s.DiscreteLaplace(math.MaxUint64) },
		"DiscreteGaussian64(0)":          func() { s.DiscreteGaussian64(0) },
		"DiscreteGaussian64(MaxSigma+1)": func() { s.DiscreteGaussian64(MaxSigma + 1) },
		"DiscreteGaussian64(2³²)":        func() { s.DiscreteGaussian64(1 << 32) },
		"DiscreteGaussian(0)":            func() { s.DiscreteGaussian(&x, new(big.Int)) },
		"DiscreteGaussian(-1)":           func() { s.DiscreteGaussian(&x, big.NewInt(-1)) },
		"Exponential of nothing":         func() { s.Exponential(nil, 1) },
		"Exponential without a unit":     func() { s.Exponential([]uint64{1}, 0) },
	} {
		if !panics(draw) {
			t.Errorf("%s was accepted", name)
		}
	}
}

// lucky are dice with which a proposal grows by the given number of scales and is accepted.
type lucky struct {
	dice
	scales int
	tossed int
}

func (l *lucky) below(n uint64) uint64 { return n - 1 }
func (l *lucky) coin(a, b uint64) bool { return false }
func (l *lucky) expCoin(a, b uint64) bool {
	l.tossed++
	return l.tossed <= l.scales+1
}

// The largest draws in machine words are exact; a larger one, of probability below exp(−1024), ends the program's run.
func TestLargestDrawsDoNotOverflow(t *testing.T) {
	x, ok := (&Sampler{dice: &lucky{scales: reach}}).laplaceRound(maxLaplaceScale)
	if want := int64(maxLaplaceScale-1) + reach*maxLaplaceScale; !ok || x != want {
		t.Errorf("the largest Laplace draw is %d, want %d", x, want)
	}
	if !panics(func() { (&Sampler{dice: &lucky{scales: reach + 1}}).laplaceRound(maxLaplaceScale) }) {
		t.Error("a larger draw was made")
	}
}

func TestDeviationIsThatOfTheIntegers(t *testing.T) {
	for _, sigma := range []uint64{1, 2, 3, 1000, 1<<24 + 1, MaxSigma} {
		scale := int64(sigma + 1)
		for _, x := range []int64{0, 1, -1, 2, scale, -7 * scale, reach*scale + scale - 1, -(reach*scale + scale - 1)} {
			d := new(big.Int).Mul(big.NewInt(max(x, -x)), big.NewInt(scale))
			d.Sub(d, new(big.Int).SetUint64(sigma*sigma)).Abs(d)
			wantQ, wantR := new(big.Int).QuoRem(d, new(big.Int).SetUint64(sigma*(sigma+1)), new(big.Int))
			if q, r := deviation(x, sigma); q != wantQ.Uint64() || r != wantR.Uint64() || q > 2050 {
				t.Errorf("x = %d, σ = %d: %d and %d, want %v and %v", x, sigma, q, r, wantQ, wantR)
			}
		}
	}
}

func TestIdentifierIsARandomUUID(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 100 {
		id := Identifier()
		if !form.MatchString(id) || seen[id] {
			t.Fatalf("%q is no new UUID", id)
		}
		seen[id] = true
	}
}
