package discrepancy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/solve/symeigen"
)

// No E with ‖E‖₂ ≤ τ gives a lower value: the moved eigenvalues are the minimum of the definition.
func TestTolerantIsTheLeastValueWithinTheDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, f := range []Smoothing{Softmax{3}, PNorm{2.5}} {
		for range 2000 {
			d, tau := 1+r.IntN(4), math.Exp(r.NormFloat64()-1)
			m := randomSymmetric(r, d, 1)
			least := evaluate(t, Tolerant{f, tau}, m)
			e := randomSymmetric(r, d, 1)
			scale(tau/SpectralNorm(e), e)
			moved := symeigen.NewMatrix(d, nil)
			dense(moved).AddSym(dense(m), dense(e))
			if value := evaluate(t, f, moved); value < least-1e-12 {
				t.Fatalf("%T, d = %d, τ = %v: %v within the distance, the minimum is said to be %v", f, d, tau, value, least)
			}
		}
	}
}

func evaluate(t *testing.T, f Smoothing, m *symeigen.Matrix) float64 {
	t.Helper()
	var s spectrum
	if !s.decomposeValues(m) {
		t.Fatal("not finite")
	}
	return f.Evaluate(s.values, make([]float64, len(s.values)))
}

func TestTolerantSlopesAreTheDerivatives(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for _, f := range []Smoothing{Softmax{3}, PNorm{2.5}} {
		for range 500 {
			eigenvalues := []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}
			soft := Tolerant{f, 0.7}
			slopes, scratch := make([]float64, 3), make([]float64, 3)
			soft.Evaluate(eigenvalues, slopes)
			for i := range eigenvalues {
				const h = 1e-6
				up, down := slices.Clone(eigenvalues), slices.Clone(eigenvalues)
				up[i] += h
				down[i] -= h
				difference := (soft.Evaluate(up, scratch) - soft.Evaluate(down, scratch)) / (2 * h)
				// A jump of the second derivative within h, at |λ| = τ, adds an error of up to h times the curvature.
				if math.Abs(difference-slopes[i]) > 1e-4*(1+math.Abs(slopes[i])) {
					t.Fatalf("%T at %v: slope %v, difference %v", f, eigenvalues, slopes[i], difference)
				}
			}
		}
	}
}

func TestNothingIsLeftWithinTheTolerance(t *testing.T) {
	slopes := make([]float64, 2)
	soft := Tolerant{Softmax{10}, 1}
	if value := soft.Evaluate([]float64{-0.9, 0.4}, slopes); math.Abs(value-math.Log(4)/10) > 1e-15 || slopes[0] != 0 ||
		slopes[1] != 0 {
		t.Errorf("value %v, slopes %v", value, slopes)
	}
}
