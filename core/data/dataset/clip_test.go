package dataset

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// exactNorm is the Euclidean norm to 200 bits, without overflow or underflow.
func exactNorm(z []float64) *big.Float {
	sum := new(big.Float).SetPrec(2400) // holds the squares of 1e308 and 5e-324 together
	for _, x := range z {
		b := new(big.Float).SetPrec(2400).SetFloat64(x)
		sum.Add(sum, b.Mul(b, b))
	}
	return new(big.Float).SetPrec(200).Sqrt(sum.SetPrec(400))
}

// normBound is s(1+4u·d) with u = 2⁻⁵².
func normBound(s float64, d int) *big.Float {
	factor := new(big.Float).SetPrec(200).SetFloat64(4 * 0x1p-52 * float64(d))
	factor.Add(factor, big.NewFloat(1))
	return factor.Mul(factor, new(big.Float).SetFloat64(s))
}

func TestClip(t *testing.T) {
	const tiny = math.SmallestNonzeroFloat64
	tests := []struct {
		name    string
		z       []float64
		s       float64
		want    []float64
		clipped bool
	}{
		{"shorter than s", []float64{0.3, -0.4}, 1, []float64{0.3, -0.4}, false},
		{"as long as s", []float64{3, -4}, 5, []float64{3, -4}, false},
		{"longer than s", []float64{3, -4}, 1, []float64{0.6, -0.8}, true},
		{"zeros", []float64{0, 0}, 1, []float64{0, 0}, false},
		{"zeros at radius 0", []float64{0, 0}, 0, []float64{0, 0}, false},
		{"radius 0", []float64{3, -4}, 0, []float64{0, math.Copysign(0, -1)}, true},
		{"no features", []float64{}, 1, []float64{}, false},
		{"squares overflow", []float64{1e308, 0}, 2, []float64{2, 0}, true},
		{"norm overflows", []float64{1.5e308, 1.5e308}, math.Sqrt2, []float64{1, 1}, true},
		{"subnormal", []float64{tiny, 0}, 1, []float64{tiny, 0}, false},
		{"subnormal radius", []float64{1, 0}, tiny, []float64{tiny, 0}, true},
		{"an infinity", []float64{math.Inf(1), 1}, 1, []float64{0, 0}, true},
		{"NaN", []float64{1e9, math.NaN()}, 1, []float64{0, 0}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			z := slices.Clone(tt.z)
			if clipped := Clip(z, tt.s); clipped != tt.clipped {
				t.Errorf("Clip reports %v", clipped)
			}
			for i := range z {
				if !(math.Abs(z[i]-tt.want[i]) <= 1e-15*math.Abs(tt.want[i])) { // NaN fails
					t.Errorf("z = %v, want %v", z, tt.want)
				}
			}
		})
	}
}

func TestClipNeverLeavesANormAboveTheBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5_000 {
		z := make([]float64, 1+rng.IntN(40))
		spread := rng.Float64() * 300
		for i := range z {
			z[i] = rng.NormFloat64() * math.Pow(10, spread*(2*rng.Float64()-1))
			if rng.IntN(10) == 0 {
				z[i] = []float64{0, 1e308, -1e308, math.MaxFloat64, math.SmallestNonzeroFloat64}[rng.IntN(5)]
			}
		}
		s := math.Exp(rng.NormFloat64() * 5)
		before := slices.Clone(z)
		clipped := Clip(z, s)
		if norm := exactNorm(z); norm.Cmp(normBound(s, len(z))) > 0 {
			t.Fatalf("Clip(%v, %v) leaves norm %v", before, s, norm)
		}
		if !clipped && !slices.Equal(z, before) {
			t.Fatalf("Clip(%v, %v) changed an unclipped row to %v", before, s, z)
		}
	}
}

// The quick check that most rows pass agrees with the exact calculation around the bound, and where squares overflow or
// underflow.
func TestClipDecidesAlikeWithAndWithoutTheQuickLook(t *testing.T) {
	for _, s := range []float64{5e-324, 1e-200, 1e-165, 1e-100, 1e-3, 1, 7.25, 1e150, 1e200, math.MaxFloat64} {
		for _, length := range []float64{0, 1e-9, 0.5, 1 - 1e-5, 1 - 1e-7, 1, 1 + 1e-12, 1 + 1e-7, 2, 1e5} {
			z := []float64{0.6 * s * length, -0.8 * s * length}
			norm := math.Hypot(z[0], z[1])
			clipped := Clip(z, s)
			switch {
			case math.IsInf(norm, 0), norm > s*(1+1e-14) && s > 1e-300:
				if !clipped {
					t.Errorf("%v times the bound %v was not clipped", length, s)
				}
			case norm < s*(1-1e-14) && clipped:
				t.Errorf("%v times the bound %v was clipped", length, s)
			}
		}
	}
}
