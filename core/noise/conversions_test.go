package noise

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"privadapt/core/must"
)

var update = flag.Bool("update", false, "write testdata/conversions.json anew")

// conversions are the cases with which jsbridge/npm/ledger/budget.js is compared: this package is the accountant, and
// its copy in JavaScript must not grant more.
type conversions struct {
	Epsilon [][3]float64 `json:"epsilon"` // ρ, δ, Epsilon(ρ, δ)
	Rho     [][3]float64 `json:"rho"`     // ε, δ, Rho(ε, δ)
}

func computeConversions() conversions {
	var c conversions
	random := rand.New(rand.NewPCG(1, 2))
	logUniform := func(low, high float64) float64 {
		return low * math.Pow(high/low, random.Float64())
	}
	for range 300 {
		delta := logUniform(1e-15, 0.9)
		rho := logUniform(1e-25, 1e4)
		c.Epsilon = append(c.Epsilon, [3]float64{rho, delta, Epsilon(rho, delta)})
		delta = logUniform(1e-15, 0.9)
		epsilon := logUniform(1e-5, 1e3)
		c.Rho = append(c.Rho, [3]float64{epsilon, delta, Rho(epsilon, delta)})
	}
	for _, delta := range []float64{1e-9, 1e-6, 1e-5, 1.0 / 8000, 1e-3} {
		for _, x := range []float64{0.01, 0.1, 0.5, 1, 2, 3, 5, 10} {
			c.Rho = append(c.Rho, [3]float64{x, delta, Rho(x, delta)})
			c.Epsilon = append(c.Epsilon, [3]float64{x / 20, delta, Epsilon(x/20, delta)})
		}
	}
	return c
}

// The file holds what this package computes today. 1e-11 allows for mathematical functions that differ between
// platforms.
func TestConversionsFile(t *testing.T) {
	const path = "testdata/conversions.json"
	now := computeConversions()
	if *update {
		text := must.Get(json.Marshal(now))(t)
		must.Do(t, os.WriteFile(path, append(text, '\n'), 0o644))
	}
	text := must.Get(os.ReadFile(path))(t)
	var file conversions
	must.Do(t, json.Unmarshal(text, &file))
	same := func(what string, a, b [][3]float64) {
		if len(a) != len(b) {
			t.Fatalf("%d cases of %s in the file, %d computed; run the test with -update", len(a), what, len(b))
		}
		for i := range a {
			for j := range a[i] {
				if math.Abs(a[i][j]-b[i][j]) > 1e-11*b[i][j] {
					t.Errorf("%s, case %d: %v in the file, %v computed; run the test with -update", what, i, a[i], b[i])
				}
			}
		}
	}
	same("epsilon", file.Epsilon, now.Epsilon)
	same("rho", file.Rho, now.Rho)
}
