package discrepancy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

var smoothings = []Smoothing{
	Softmax{0.5},
	Softmax{5},
	Softmax{40},
	PNorm{1},
	PNorm{1.3},
	PNorm{2},
	PNorm{4.75},
	PNorm{20},
}

func name(s Smoothing) string { return fmt.Sprintf("%T%v", s, s) }

func randomValues(r *rand.Rand, d int) []float64 {
	values := make([]float64, d)
	for i := range values {
		if r.IntN(3) > 0 {
			values[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(8)-4))
		}
	}
	return values
}

// ‖M‖₂ ≤ F̃ ≤ ‖M‖₂ + log(2d)/μ, and neither overflows nor loses the bound for large μ, zero or singular M.
func TestSoftmaxBoundsTheSpectralNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		d := 1 + r.IntN(6)
		mu := math.Pow(10, 8*r.Float64()-3)
		values, slopes := randomValues(r, d), make([]float64, d)
		f, s := Softmax{mu}.Evaluate(values, slopes), norm(values)
		slack := 1e-12 * (s + 1/mu)
		if f < s-slack || f > s+math.Log(2*float64(d))/mu+slack {
			t.Fatalf("μ=%g values=%v: F̃ = %v, norm %v", mu, values, f, s)
		}
		total := 0.0
		for _, v := range slopes {
			total += math.Abs(v)
		}
		if !(total <= 1+1e-12) {
			t.Fatalf("μ=%g values=%v: slopes sum to %v in absolute value", mu, values, total)
		}
	}
}

// ‖M‖₂² ≤ G_p ≤ rank^{1/p}‖M‖₂², and the slopes are the slopes of the square of a norm: λ·slopes = 2G_p (Euler),
// none above 2‖M‖₂ (so says Geometry.PNormLipschitz) and of the signs of λ.
func TestPNormBoundsTheSquaredSpectralNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 2000 {
		d := 1 + r.IntN(6)
		p := 1 + math.Pow(10, 5*r.Float64()-3) // to p = 101
		values, slopes := randomValues(r, d), make([]float64, d)
		g, s := PNorm{p}.Evaluate(values, slopes), norm(values)
		rank, inner := 0.0, 0.0
		for i, v := range values {
			if v != 0 {
				rank++
			}
			inner += v * slopes[i]
			if math.Abs(slopes[i]) > 2*s*(1+1e-12) || v*slopes[i] < 0 {
				t.Fatalf("p=%g values=%v: slope %v", p, values, slopes[i])
			}
		}
		if g < s*s*(1-1e-12) || g > math.Pow(rank, 1/p)*s*s*(1+1e-12) {
			t.Fatalf("p=%g values=%v: G = %v, norm %v", p, values, g, s)
		}
		if math.Abs(inner-2*g) > 1e-12*g {
			t.Fatalf("p=%g values=%v: λ·slopes = %v, 2G = %v", p, values, inner, 2*g)
		}
	}
}

// M = 0, subnormal and huge eigenvalues, ties and opposite signs.
func TestSmoothingsAtTheEndsOfTheRange(t *testing.T) {
	for _, s := range smoothings {
		for _, values := range [][]float64{{0, 0, 0}, {0}, {5e-324, 0, 0}, {1e-200, -1e-200, 0}, {1e150, 1, -1e150},
			{-3, 3, 3}} {
			slopes := make([]float64, len(values))
			value := s.Evaluate(values, slopes)
			if !(value >= 0) || math.IsInf(value, 1) {
				t.Errorf("%s %v: value %v", name(s), values, value)
			}
			for i, v := range slopes {
				if math.IsNaN(v) || math.IsInf(v, 0) || norm(values) == 0 && v != 0 {
					t.Errorf("%s %v: slope %d is %v", name(s), values, i, v)
				}
			}
		}
	}
}

// G₁ is the squared Frobenius norm, and an integer power needs no absolute value: G₂ = Tr[M⁴]^{1/2}.
func TestPNormByHand(t *testing.T) {
	for _, c := range []struct {
		p      float64
		value  float64
		slopes []float64
	}{
		{1, 14, []float64{2, -4, 6}},
		// Tr M⁴ = 98; the slopes are 2λ³/√98.
		{2, math.Sqrt(98), []float64{2 / math.Sqrt(98), -16 / math.Sqrt(98), 54 / math.Sqrt(98)}},
	} {
		slopes := make([]float64, 3)
		if got := (PNorm{c.p}).Evaluate([]float64{1, -2, 3}, slopes); math.Abs(got-c.value) > 1e-14*c.value {
			t.Errorf("p=%v: G = %v, want %v", c.p, got, c.value)
		}
		for i, want := range c.slopes {
			if math.Abs(slopes[i]-want) > 1e-14*6 {
				t.Errorf("p=%v: slope %d is %v, want %v", c.p, i, slopes[i], want)
			}
		}
	}
}
