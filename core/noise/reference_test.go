package noise

import (
	_ "embed"
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"privadapt/core/must"
)

//go:embed testdata/reference.json
var reference []byte

// Every conversion agrees with a second implementation of 50 digits (testdata/reference.py) on 160 cases: it is never
// optimistic, and it is pessimistic by less than 1e-7. A reference value is compared as an exact decimal. A smaller ε
// is optimistic, and so is a larger ρ or η.
func TestAgreesWithReference(t *testing.T) {
	var cases []struct {
		Kind                string
		K                   int
		Rho, Epsilon, Delta float64
		Value               string
	}
	must.Do(t, json.Unmarshal(reference, &cases))
	if len(cases) < 160 {
		t.Fatalf("only %d cases", len(cases))
	}
	worst := map[string]float64{}
	for _, c := range cases {
		want, ok := new(big.Rat).SetString(c.Value)
		if !ok {
			t.Fatalf("%q is no number", c.Value)
		}
		var got float64
		smallerIsOptimistic := true
		switch c.Kind {
		case "epsilon of rho":
			got = Epsilon(c.Rho, c.Delta)
		case "rho":
			got, smallerIsOptimistic = Rho(c.Epsilon, c.Delta), false
		case "eta":
			got, smallerIsOptimistic = BoundedRangeEta(c.K, c.Epsilon, c.Delta), false
		default:
			t.Fatalf("what is %q?", c.Kind)
		}
		sign := new(big.Rat).SetFloat64(got).Cmp(want)
		if smallerIsOptimistic && sign < 0 || !smallerIsOptimistic && sign > 0 {
			t.Errorf("%+v: %v is optimistic", c, got)
		}
		exact, _ := want.Float64()
		if off := math.Abs(got/exact - 1); off > worst[c.Kind] {
			worst[c.Kind] = off
		}
	}
	for kind, off := range worst {
		t.Logf("%s: pessimistic by at most %.1e", kind, off)
		if off > 1e-7 {
			t.Errorf("%s: off by %v", kind, off)
		}
	}
}

// gaussianDelta is the exact δ of the Gaussian mechanism with μ = Δ/σ (Balle and Wang 2018, theorem 8), and gaussianMu
// the largest μ that has at most this δ.
func gaussianDelta(mu, epsilon float64) float64 {
	tail := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	return tail(epsilon/mu-mu/2) - math.Exp(epsilon)*tail(epsilon/mu+mu/2)
}

func gaussianMu(epsilon, delta float64) float64 {
	return largest(func(mu float64) bool { return gaussianDelta(mu, epsilon) <= delta })
}

// Published values, to the digits printed there.
func TestPublishedValues(t *testing.T) {
	for _, c := range []struct {
		from              string
		got, want, within float64
	}{
		// Tests of Google's library differential-privacy, Gaussian privacy loss: standard deviation, sensitivity, ε →
		// δ.
		{"Google, σ = Δ, ε = 1", gaussianDelta(1, 1), 0.12693674, 5e-9},
		{"Google, 3σ = Δ, ε = 1", gaussianDelta(3, 1), 0.78760074, 5e-9},
		{"Google, σ = Δ, ε = 2", gaussianDelta(1, 2), 0.02092364, 5e-9},
		{"Google, σ for ε = 16, δ = 1e-5", 1 / gaussianMu(16, 1e-5), 0.344, 5e-4},
		// Documentation of the library diPLSlib, after the reference code of Balle and Wang, whose bisection stops at
		// 1e-12 in δ.
		{"Balle and Wang, σ for ε = 1, δ = 1e-5", 1 / gaussianMu(1, 1e-5), 3.730631634944469, 1e-6},
		// Bun and Steinke 2016, proposition 1.3, in closed form: the tight conversion is never above it.
		{"Bun and Steinke, ρ = 0.1, δ = 1e-6", math.Max(Epsilon(0.1, 1e-6), 0.1+2*math.Sqrt(0.1*math.Log(1e6))),
			0.1 + 2*math.Sqrt(0.1*math.Log(1e6)), 0},
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%s: %v, published %v", c.from, c.got, c.want)
		}
	}
}

// Calibrating Gaussian noise by zCDP costs what the design states: more noise than the exact curve, by 7 to 11% at
// usual budgets.
func TestGaussianNoiseByZCDP(t *testing.T) {
	for _, epsilon := range []float64{0.1, 1, 4} {
		for _, delta := range []float64{1e-5, 1e-6, 1e-8} {
			ratio := gaussianMu(epsilon, delta) / math.Sqrt(2*Rho(epsilon, delta))
			if ratio < 1.05 || ratio > 1.12 {
				t.Errorf("ε = %v, δ = %v: %v times the exact noise", epsilon, delta, ratio)
			}
		}
	}
}
