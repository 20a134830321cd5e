package discrepancy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/solve/symeigen"
)

// nastyMatrices are symmetric d×d matrices that eigensolvers find hard.
func nastyMatrices(r *rand.Rand, d int) map[string]*symeigen.Matrix {
	fill := func(entry func(i, j int) float64) *symeigen.Matrix {
		m := symeigen.NewMatrix(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				m.Set(i, j, entry(i, j))
			}
		}
		return m
	}
	x := make([]float64, d)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	noise := func(i, j int) float64 { return r.NormFloat64() }
	unit := func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	}
	return map[string]*symeigen.Matrix{
		"random":     fill(noise),
		"zero":       fill(func(i, j int) float64 { return 0 }),
		"identity":   fill(unit),
		"clustered":  fill(func(i, j int) float64 { return unit(i, j) + 1e-15*noise(i, j) }),
		"two sides":  fill(func(i, j int) float64 { return unit(i, j)*float64(1-2*(i%2)) + 1e-14*noise(i, j) }),
		"rank one":   fill(func(i, j int) float64 { return x[i] * x[j] }),
		"graded":     fill(func(i, j int) float64 { return noise(i, j) * math.Pow(10, -float64(i+j)) }),
		"scattered":  fill(func(i, j int) float64 { return noise(i, j) * math.Exp(-300*r.Float64()) }),
		"signs":      fill(func(i, j int) float64 { return float64(r.IntN(3) - 1) }),
		"wilkinson":  fill(func(i, j int) float64 { return unit(i, j)*math.Abs(float64(i)-float64(d-1)/2) + unit(i+1, j) }),
		"huge":       fill(func(i, j int) float64 { return 1e149 * noise(i, j) }),
		"tiny":       fill(func(i, j int) float64 { return 1e-290 * noise(i, j) }),
		"subnormal":  fill(func(i, j int) float64 { return 1e-320 * noise(i, j) }),
		"one corner": fill(func(i, j int) float64 { return unit(i, 0) * unit(j, d-1) * 1e-200 }),
	}
}

func stretch(s *spectrum, factor float64) {
	for i := range s.vectors {
		s.vectors[i] *= factor
	}
}

// The eigensolver has never been seen to need the repair.
func TestEigensolverMeetsItsCertificate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for trial := range 300 {
		d := 1 + r.IntN(12)
		if trial%100 == 0 {
			d = 60
		}
		for kind, m := range nastyMatrices(r, d) {
			var s spectrum
			if !s.decompose(m) || !s.holds(m) {
				t.Errorf("%s, d=%d: the decomposition does not hold", kind, d)
			}
		}
	}
}

// certify notices every kind of error in a decomposition and replaces the decomposition by a correct one; it keeps a
// good one.
func TestCertifyRepairsABadDecomposition(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	const d = 5
	faults := map[string]func(s *spectrum){
		"a value off by 10⁻¹²": func(s *spectrum) { s.values[d-1] *= 1 + 1e-12 },
		"values in another order": func(s *spectrum) {
			s.values[0], s.values[d-1] = s.values[d-1], s.values[0]
		},
		"a vector turned by 10⁻¹²": func(s *spectrum) {
			for i := range d {
				s.vectors[i] += 1e-12 * s.vectors[(d-1)*d+i]
			}
		},
		// An eigenvector for an eigenvalue, so that MV = VΛ holds.
		"a vector that is too long": func(s *spectrum) { stretch(s, 1+1e-12) },
		"no vectors":                func(s *spectrum) { clear(s.vectors) },
		"one vector for all": func(s *spectrum) {
			for k := range d {
				copy(s.vectors[k*d:], s.vectors[:d])
				s.values[k] = s.values[0]
			}
		},
		"NaN in the values":  func(s *spectrum) { s.values[2] = math.NaN() },
		"NaN in the vectors": func(s *spectrum) { s.vectors[d+1] = math.NaN() },
		"infinity":           func(s *spectrum) { s.vectors[d+1] = math.Inf(1) },
	}
	for name, spoil := range faults {
		m := randomSymmetric(r, d, 1)
		var s spectrum
		s.decompose(m)
		good := fmt.Sprint(s.values, s.vectors)
		if s.certify(m); fmt.Sprint(s.values, s.vectors) != good {
			t.Error("a good decomposition was replaced")
		}
		if spoil(&s); s.holds(m) {
			t.Errorf("%s: not noticed", name)
		}
		if s.certify(m); !s.holds(m) {
			t.Errorf("%s: not repaired", name)
		}
		// The repaired decomposition is as good as the solver's: it has the same eigenvalues, possibly in another order.
		var again spectrum
		again.decompose(m)
		sum := 0.0
		for k, v := range s.values {
			sum += v*v - again.values[k]*again.values[k]
		}
		if math.Abs(sum) > 1e-13 {
			t.Errorf("%s: the repaired eigenvalues differ by %g", name, sum)
		}
	}
}

// A gradient from a repaired decomposition is as good as any: Gradient after the solver has failed.
func TestScoreErrorHoldsAfterARepair(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	for range 300 {
		c := newRoundingCase(r, 4)
		o := c.objective
		ratio := c.ratio(t, func(dst []float64) {
			o.spectrum.decompose(o.matrix)
			stretch(&o.spectrum, 1+1e-9)
			o.spectrum.certify(o.matrix)
			o.lineariseSpectrum()
			for j := range dst {
				dst[j] = o.Score(j)
			}
		})
		if !(ratio <= 1) {
			t.Fatalf("%s: a score is off by %.3g·e", c.name, ratio)
		}
	}
}

// The slow decomposition on matrices that the fast one finds hard, including zero and order 1. bigDecomposition checks
// it to 90 bits, and rounded to float64 it has the accuracy that its proof states.
func TestJacobi(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	for _, d := range []int{1, 2, 3, 8} {
		for kind, m := range nastyMatrices(r, d) {
			bigDecomposition(t, preciseMatrix(d, m.At))
			var s spectrum
			if !s.repair(m) || !s.holds(m) {
				t.Errorf("%s, d=%d: the repaired decomposition does not hold", kind, d)
			}
		}
	}
	var s spectrum
	for _, v := range []float64{math.NaN(), math.Inf(-1)} {
		if s.repair(symeigen.NewMatrix(2, []float64{1, v, v, 1})) {
			t.Errorf("a matrix with %v was decomposed", v)
		}
	}
}
