//go:build !js

package mechanism

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"testing/cryptotest"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

// closenessCase has the parameters of a case with which Google's library differential-privacy tests the law of its
// Gaussian noise (proto/testing/gaussian_closeness_test_cases.textproto, version of August 2026).
type closenessCase struct {
	name        string
	atMost      float64 // the ℓ∞ sensitivity
	components  float64 // the ℓ₀ sensitivity
	epsilon     float64
	delta       float64
	input       float64
	variance    float64 // of the noise
	granularity float64 // of the returned value
}

var closenessCases = []closenessCase{
	{"default", 1, 1, log3, 1e-5, 0, 11.73597717285156, 1.0 / 128},
	{"low ℓ∞ sensitivity", 0.05, 1, log3, 1e-5, 0, 0.029339942932129, 1.0 / 1024},
	{"very low ℓ∞ sensitivity", 0.0005, 1, log3, 1e-5, 0, 0.000002933994293, 1.0 / 16384},
	{"high ℓ∞ sensitivity", 2, 1, log3, 1e-5, 0, 46.94390869140625, 1.0 / 64},
	{"very high ℓ∞ sensitivity", 250, 1, log3, 1e-5, 0, 733498.5733032227, 2},
	{"high ℓ₀ sensitivity", 1, 2, log3, 1e-5, 0, 23.47195434570314, 1.0 / 64},
	{"very high ℓ₀ sensitivity", 1, 1000, log3, 1e-5, 0, 11735.97717285156, 1.0 / 4},
	{"small ε", 1, 1, 0.01, 1e-5, 0, 59475.015625, 1},
	{"very small ε", 1, 1, 1e-6, 1e-5, 0, 1447650304, 16384},
	{"large ε", 1, 1, 2 * log3, 1e-5, 0, 3.363498687744140, 1.0 / 256},
	{"very large ε", 1, 1, 5, 1e-5, 0, 0.795824289321899, 1.0 / 512},
	{"small δ", 1, 1, log3, 1e-6, 0, 15.00049209594727, 1.0 / 64},
	{"very small δ", 1, 1, log3, 1e-10, 0, 28.76478576660156, 1.0 / 64},
	{"large δ", 1, 1, log3, 1e-4, 0, 8.605972290039062, 1.0 / 128},
	{"very large δ", 1, 1, log3, 1e-3, 0, 5.668491363525391, 1.0 / 128},
	{"small positive input", 1, 1, log3, 1e-5, 1, 11.73597717285156, 1.0 / 128},
	{"large positive input", 1, 1, log3, 1e-5, 1e6, 11.73597717285156, 1.0 / 128},
	{"very large positive input", 1, 1, log3, 1e-5, 1e12, 11.73597717285156, 1.0 / 128},
	{"small negative input", 1, 1, log3, 1e-5, -1, 11.73597717285156, 1.0 / 128},
	{"large negative input", 1, 1, log3, 1e-5, -1e6, 11.73597717285156, 1.0 / 128},
	{"very large negative input", 1, 1, log3, 1e-5, -1e12, 11.73597717285156, 1.0 / 128},
	{"fractional positive input", 1, 1, log3, 1e-5, 6.48074069840786023096, 11.73597717285156, 1.0 / 128},
	{"fractional negative input", 1, 1, log3, 1e-5, -125773.181179024284936, 11.73597717285156, 1.0 / 128},
}

const log3 = 1.09861228866810969140

// The cases are designed to detect a mean that is wrong by this part of σ, a variance that is wrong by this factor, and
// a Laplace distribution of the same variance.
const (
	closenessShift = 0.0375
	closenessScale = 1.0625
)

// sensitivity is the case's sensitivity in the ℓ₂ norm.
func (c closenessCase) sensitivity() float64 { return c.atMost * math.Sqrt(c.components) }

// grid is the one on which the second moment has the case's sensitivity, √2·r² without an intercept.
func (c closenessCase) grid(t *testing.T) grid.Grid {
	t.Helper()
	return must.Get(grid.New(math.Sqrt(c.sensitivity()/math.Sqrt2), 0))(t)
}

// Google's cases on the entries of a released second moment. Each case's input is placed in every entry of a sum,
// and the noise has the case's variance, half of it off the diagonal. The released entries, less the input and
// divided by their σ, must have the mean 0 and the variance 1 to 6 standard errors, and a distribution function
// that differs from the normal one by at most the bound of Dvoretzky, Kiefer, Wolfowitz and Massart at 1e-9: 46
// samples, so that a false alarm has a probability below 3e-7 in all. (The stream is fixed, so the result is always
// the same.) Like the library, the test also changes the samples in each of the library's ways and requires that at
// least nine in ten of the changed samples fail.
func TestEntriesPassGooglesClosenessCases(t *testing.T) {
	const releases = 44_000
	cryptotest.SetGlobalRandom(t, 1)
	passed := map[string]int{}
	for _, c := range closenessCases {
		g := c.grid(t)
		m := NewMoment(g, method.ReplaceOne, c.sensitivity()*c.sensitivity()/(2*c.variance))
		if v := m.StandardDeviation(1) * m.StandardDeviation(1); math.Abs(v/c.variance-1) > 1e-9 {
			t.Errorf("%s: the noise has the variance %v, not %v", c.name, v, c.variance)
		}
		if step := g.Float(big.NewInt(1), big.NewRat(1, 1)); step > c.granularity {
			t.Errorf("%s: entries are multiples of %v, coarser than %v", c.name, step, c.granularity)
		}
		sum := c.sum(g)
		s, sigma := sampler.New(), math.Sqrt(c.variance)
		var diagonal, off []float64
		for range releases {
			released, _ := m.Release(sum, s)
			for i := range sum.Order {
				for j := max(i, 1); j < sum.Order; j++ {
					z := (released.At(i, j) - c.input) / sigma
					if i == j {
						diagonal = append(diagonal, z)
					} else {
						off = append(off, z*math.Sqrt2)
					}
				}
			}
		}
		for where, z := range map[string][]float64{"on": diagonal, "off": off} {
			slices.Sort(z)
			if fault := closenessFault(z, func(z float64) float64 { return z }); fault != "" {
				t.Errorf("%s, %s the diagonal: %s", c.name, where, fault)
			}
			for what, change := range map[string]func(z float64) float64{
				"shifted by a part of σ":  func(z float64) float64 { return z + closenessShift },
				"with a larger variance":  func(z float64) float64 { return z * math.Sqrt(closenessScale) },
				"with a smaller variance": func(z float64) float64 { return z / math.Sqrt(closenessScale) },
				"of Laplace's shape":      laplaceOfNormal,
			} {
				if closenessFault(z, change) == "" {
					passed[what]++
				}
			}
		}
	}
	for what, n := range passed {
		if samples := 2 * len(closenessCases); 10*n > samples {
			t.Errorf("%d of %d samples %s pass", n, samples, what)
		}
	}
}

// sum is the sum of a single row, with the input in each entry except the public one.
func (c closenessCase) sum(g grid.Grid) *moment.Sum {
	a := moment.NewAccumulator(g, 1)
	a.Add([]float64{0})
	sum := a.Sum()
	input, _ := new(big.Float).SetFloat64(c.input / (g.Radius() * g.Radius()) * grid.Steps * grid.Steps).Int(nil)
	for i := range sum.Order {
		for j := max(i, 1); j < sum.Order; j++ {
			sum.Entry(i, j).Set(input)
		}
	}
	return sum
}

// closenessFault says how a sorted sample, after an increasing change, differs from a sample of the standard normal
// law.
func closenessFault(sorted []float64, change func(float64) float64) string {
	n := float64(len(sorted))
	var mean, square, furthest float64
	for i, z := range sorted {
		z = change(z)
		mean += z / n
		square += z * z / n
		p := math.Erfc(-z/math.Sqrt2) / 2
		furthest = max(furthest, p-float64(i)/n, float64(i+1)/n-p)
	}
	switch {
	case math.Abs(mean) > 6/math.Sqrt(n):
		return "the mean is off"
	case math.Abs(square-1) > 6*math.Sqrt(2/n):
		return "the variance is off"
	case furthest > math.Sqrt(math.Log(2/1e-9)/(2*n)):
		return "the distribution function is off"
	}
	return ""
}

// laplaceOfNormal turns a standard normal variable into a Laplace one of variance 1.
func laplaceOfNormal(z float64) float64 {
	return math.Copysign(math.Log(math.Erfc(math.Abs(z)/math.Sqrt2))/math.Sqrt2, z)
}
