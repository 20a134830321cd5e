package baseline

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"privadapt/core/must"
)

// twoGaussians draws 600 source rows from N(0,I) and 500 target rows from N(shift,I) in three dimensions, with a first
// coordinate of 1 as the engine's rows have, and returns the true ratio of densities at the source rows.
func twoGaussians(seed uint64) (s Samples, ratio []float64) {
	r := rand.New(rand.NewPCG(seed, 0))
	shift := []float64{0.6, -0.4, 0}
	s.Order = 1 + len(shift)
	for range 600 {
		s.Source = append(s.Source, 1)
		exponent := 0.0
		for _, a := range shift {
			x := r.NormFloat64()
			s.Source = append(s.Source, x)
			exponent += a*x - a*a/2
		}
		ratio = append(ratio, math.Exp(exponent))
	}
	for range 500 {
		s.Target = append(s.Target, 1)
		for _, a := range shift {
			s.Target = append(s.Target, a+r.NormFloat64())
		}
	}
	return s, ratio
}

func TestWeightsFollowTheRatioOfTwoGaussians(t *testing.T) {
	s, ratio := twoGaussians(1)
	for name, method := range map[string]func(Samples) ([]float64, error){
		"KMM":      KMM,
		"KLIEP":    func(s Samples) ([]float64, error) { w, _, err := KLIEP(s); return w, err },
		"Logistic": Logistic,
	} {
		weights, err := method(s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if sum := floats.Sum(weights); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: the weights sum to %v", name, sum)
		}
		if least := floats.Min(weights); least < 0 {
			t.Errorf("%s: a weight of %v", name, least)
		}
		c := stat.Correlation(weights, ratio, nil)
		t.Logf("%s: correlation %.4f", name, c)
		if !(c > 0.9) {
			t.Errorf("%s: the correlation with the true ratio is %.3f", name, c)
		}
	}
}

// Kernel means on both sides nearly agree after KMM and do not before.
func TestKMMMatchesKernelMeans(t *testing.T) {
	s, _ := twoGaussians(2)
	weights := must.Get(KMM(s))(t)
	width := s.medianDistance()
	xx, xt, tt := kernel(s.source(), s.source(), width), kernel(s.source(), s.target(), width), kernel(s.target(),
		s.target(), width)
	distance := func(q []float64) float64 {
		m, n := xt.Dims()
		v, u := mat.NewVecDense(m, q), mat.NewVecDense(n, nil)
		for j := range n {
			u.SetVec(j, 1/float64(n))
		}
		return mat.Inner(v, xx, v) - 2*mat.Inner(v, xt, u) + mat.Inner(u, tt, u)
	}
	uniform := make([]float64, len(weights))
	floats.AddConst(1/float64(len(weights)), uniform)
	if before, after := distance(uniform), distance(weights); !(after < before/50) {
		t.Errorf("the squared distance of the kernel means went from %v to %v", before, after)
	}
}

// A quadratic whose minimisers can be computed by hand: K = diag(1,1,2), κ = (3,−1,½), 0 ≤ β ≤ 2, without and with a
// bound on the sum that matters.
func TestQuadraticIsMinimised(t *testing.T) {
	matrix := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 2})
	free := quadratic{matrix, []float64{3, -1, 0.5}, band{2, 0, 10}}
	beta := must.Get(free.minimise(1e-6))(t)
	if !floats.EqualApprox(beta, []float64{2, 0, 0.25}, 2e-3) { // a gap of 10⁻⁶ and a curvature of 1 or more
		t.Errorf("free sum: %v", beta)
	}
	bound := quadratic{matrix, []float64{3, -1, 0.5}, band{2, 3, 10}}
	beta = must.Get(bound.minimise(1e-6))(t)
	// β₁ = 2, at its bound; the slopes of the others are equal, β₂+1 = 2β₃−½, and β₂+β₃ = 1 if β₂ is not negative.
	if !floats.EqualApprox(beta, []float64{2, 1. / 6, 5. / 6}, 2e-3) {
		t.Errorf("sum of 3: %v", beta)
	}
}

func TestProjectionOntoTheBand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for _, b := range []band{{1, 2, 3}, {0.5, 0.1, 8}, {1, 9.5, 20}} {
		for range 100 {
			point, inside, vertex := make([]float64, 10), make([]float64, 10), make([]float64, 10)
			for i := range point {
				point[i], inside[i] = 3*r.NormFloat64(), r.Float64()
			}
			projected := append([]float64(nil), point...)
			b.project(projected)
			if sum := floats.Sum(projected); sum < b.least-1e-9 || sum > b.most+1e-9 || floats.Min(projected) < 0 ||
				floats.Max(projected) > b.largest {
				t.Fatalf("%v was projected to %v, outside %v", point, projected, b)
			}
			// p is the projection of x if ⟨x−p, v−p⟩ ≤ 0 for all v of the set, that is for the v at which it is largest.
			outward := make([]float64, 10)
			floats.SubTo(outward, projected, point)
			b.minimise(vertex, outward)
			if excess := floats.Dot(outward, projected) - floats.Dot(outward, vertex); excess > 1e-8 {
				t.Fatalf("%v was projected to %v, which is not nearest: %v", point, projected, excess)
			}
		}
	}
}

// The constraint of KLIEP, mean weight 1 over the source, and its optimality: no kernel has a slope above 1.
func TestKLIEPSatisfiesItsOptimalityConditions(t *testing.T) {
	s, _ := twoGaussians(4)
	around := s.table(s.Target, centres)
	all := func(int) bool { return true }
	phi := kernelShares(s.source(), s.target(), around, 1)
	pi := fitShares(phi, all, all)
	n, b := phi.Dims()
	slope := make([]float64, b)
	for j := range n {
		floats.AddScaled(slope, 1/float64(n)/floats.Dot(phi.RawRowView(j), pi), phi.RawRowView(j))
	}
	if most := floats.Max(slope); most > 1+1e-3 {
		t.Errorf("the slope of a kernel is %v", most)
	}
	atSource := kernelShares(s.source(), s.source(), around, 1)
	m, _ := atSource.Dims()
	mean := 0.0
	for i := range m {
		mean += floats.Dot(atSource.RawRowView(i), pi) / float64(m)
	}
	if math.Abs(mean-1) > 1e-9 {
		t.Errorf("the mean ratio over the source is %v", mean)
	}
}

func TestKLIEPChoosesAWidthOfTheRightSize(t *testing.T) {
	s, _ := twoGaussians(5)
	_, width := must.Both(KLIEP(s))(t)
	// The ratio varies over a distance of about 1; the grid reaches from 0.2 to 20.
	if width < 0.5 || width > 8 {
		t.Errorf("the width is %v", width)
	}
}

// Two Gaussians of equal covariance have a linear log-ratio with slopes equal to the shift.
func TestLogisticRegressionFindsTheShift(t *testing.T) {
	s, _ := twoGaussians(6)
	var both mat.Dense
	both.Stack(s.source(), s.target())
	f := must.Get(classifier{&both, 600}.fit(1e-6, func(int) bool { return true }))(t)
	// The standard error of a slope is about √(1/600+1/500)·1.2 = 0.07; six of them.
	for i, want := range []float64{0, 0.6, -0.4, 0} {
		if math.Abs(f[i]-want) > 0.42 {
			t.Errorf("slope %d is %.3f, the shift %v", i, f[i], want)
		}
	}
}

func TestSamplesTooSmallAreRefused(t *testing.T) {
	few := Samples{Source: make([]float64, 4), Target: make([]float64, 10), Order: 1}
	if _, err := KMM(few); err == nil {
		t.Error("KMM took 4 rows")
	}
	if _, _, err := KLIEP(few); err == nil {
		t.Error("KLIEP took 4 rows")
	}
	if _, err := Logistic(few); err == nil {
		t.Error("Logistic took 4 rows")
	}
}
