package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Both functions agree with package math to a few units in the last place over their whole range.
func TestAgainstPackageMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	near := func(got, want float64) bool { return math.Abs(got-want) <= 6e-16*math.Abs(want) }
	for range 200_000 {
		x := r.Float64()*1400 - 705
		if got := Exp(x); x < 709 && !near(got, math.Exp(x)) {
			t.Fatalf("exp(%v) = %v, want %v", x, got, math.Exp(x))
		}
		if x = r.NormFloat64(); !near(Exp(x), math.Exp(x)) {
			t.Fatalf("exp(%v) = %v, want %v", x, Exp(x), math.Exp(x))
		}
		y := math.Ldexp(r.Float64()+0.5, r.IntN(2000)-1000)
		if got := Log(y); !near(got, math.Log(y)) {
			t.Fatalf("log(%v) = %v, want %v", y, got, math.Log(y))
		}
		if y = 1 + r.NormFloat64()*1e-3; !near(Log(y), math.Log(y)) {
			t.Fatalf("log(%v) = %v, want %v", y, Log(y), math.Log(y))
		}
	}
}

// From 0 down to where it is 0, each number of a row has the bits that it has alone, also where the row is its own
// result. This is no matter of course with SIMD alone, by make test-part PARTS=wasm.
func TestEachIsExp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for rows := range 40 {
		x, factor := make([]float64, 101*rows), -math.Exp(r.NormFloat64())
		want := make([]float64, len(x))
		for i := range x {
			x[i] = math.Ldexp(r.Float64(), r.IntN(24)-12) / -factor
			if r.IntN(20) == 0 {
				x[i] = []float64{0, 5e-324, 708 / -factor, 1e300, math.Inf(1), math.NaN()}[r.IntN(6)]
			}
			want[i] = Exp(x[i] * factor)
		}
		ExpEach(x, factor, x)
		for i, v := range want {
			if math.Float64bits(x[i]) != math.Float64bits(v) && (x[i] == x[i] || v == v) {
				t.Fatalf("number %d of %d is %v, want %v", i, len(x), x[i], v)
			}
		}
	}
}

// The bits are fixed: this test runs natively and as wasm, and both must give the same sum.
func TestBitsAreFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	hash := uint64(14695981039346656037)
	for range 10_000 {
		x := r.NormFloat64() * 20
		for _, v := range []float64{Exp(x), Log(math.Abs(x)), Sigmoid(x)} {
			hash = (hash ^ math.Float64bits(v)) * 1099511628211
		}
	}
	if hash != 0x1b9bd2256d819bfd {
		t.Errorf("the bits have changed, or differ on this machine: %#x", hash)
	}
}

func TestEnds(t *testing.T) {
	if Exp(math.Inf(-1)) != 0 || Exp(-1e6) != 0 || !math.IsInf(Exp(800), 1) || Exp(0) != 1 ||
		!math.IsNaN(Exp(math.NaN())) {
		t.Error("ends of Exp")
	}
	if !math.IsInf(Log(0), -1) || !math.IsNaN(Log(-1)) || Log(1) != 0 || !math.IsInf(Log(math.Inf(1)), 1) {
		t.Error("ends of Log")
	}
	if Sigmoid(-1e9) != 0 || Sigmoid(1e9) != 1 || Sigmoid(0) != 0.5 {
		t.Error("ends of Sigmoid")
	}
}
