package embedding

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/projectedgradient"
	"privadapt/core/solve/simplex"
)

// squares is ½‖Fᵀq − t‖² + (λ/2)‖q‖².
type squares struct {
	f        *mat.Dense
	t        []float64
	lambda   float64
	q        []float64
	residual *mat.VecDense
}

func (s *squares) Start(q []float64) {
	s.q = q
	s.residual = mat.NewVecDense(len(s.t), nil)
	s.residual.MulVec(s.f.T(), mat.NewVecDense(len(q), q))
	s.residual.SubVec(s.residual, mat.NewVecDense(len(s.t), s.t))
}

func (s *squares) StartAt(q, residual []float64) {
	s.q, s.residual = q, mat.NewVecDense(len(residual), residual)
}

// Image is the residual.
func (s *squares) Image() []float64 { return slices.Clone(s.residual.RawVector().Data) }

func (s *squares) Point() []float64 { return s.q }

func (s *squares) Value() float64 {
	v := mat.Dot(s.residual, s.residual) / 2
	for _, q := range s.q {
		v += s.lambda / 2 * q * q
	}
	return v
}

func (s *squares) Gradient(dst []float64) float64 {
	g := mat.NewVecDense(len(dst), dst)
	g.MulVec(s.f, s.residual)
	for j, q := range s.q {
		dst[j] += s.lambda * q
	}
	return s.Value()
}

// leastRows is the effective sample size below which no closer match is sought.
const leastRows = 30

// match returns the most even weights whose mean of F is within √limit of t: λ is found by bisection of its logarithm.
func match(f *mat.Dense, t []float64, limit float64) ([]float64, error) {
	m, _ := f.Dims()
	s := &squares{f: f, t: t}
	s.Start(simplex.Uniform(m))
	start := mat.Dot(s.residual, s.residual)
	if start <= limit {
		return simplex.Uniform(m), nil
	}
	low, high := math.Log(1e-4*float64(m)), math.Log(1e4*start*float64(m))
	var best []float64
	for range 14 {
		middle := (low + high) / 2
		s.lambda = math.Exp(middle)
		if _, err := projectedgradient.Minimise(s, dualgap.Settings{Curvature: s.lambda, Relative: 2e-3, Rounds: 400}); err != nil {
			return nil, err
		}
		if mat.Dot(s.residual, s.residual) <= limit || simplex.EffectiveSampleSize(s.q) < leastRows {
			low = middle
		} else {
			high = middle
		}
		best = append(best[:0], s.q...)
	}
	simplex.Normalise(best)
	return best, nil
}

// weights draws the noisy mean of a statistic in its principal directions (see principal) and returns weights that
// match it as closely as its noise allows, or uniform ones where noise explains the difference.
//
// Without a shift, a direction in which the public rows have the deviation v has the variance 1 + v²/n + v²/m in units
// of the noise: that of the noise and of two samples. Directions in which the public rows vary by less than the noise
// are left out.
func weights(s statistic, deviations []float64, rho float64, noise func() float64) ([]float64, error) {
	n, _ := s.target.Dims()
	m, _ := s.source.Dims()
	scale := float64(n) * math.Sqrt(2*rho) / s.sensitivity
	const fewest = 3
	k := min(fewest, len(deviations))
	for k < len(deviations) && deviations[k]*scale >= 1 {
		k++
	}
	f, t, square := mat.NewDense(m, k, nil), make([]float64, k), 0.0
	for c := range k {
		v := deviations[c] * scale
		unit := 1 / math.Sqrt(1+v*v*(1/float64(n)+1/float64(m)))
		for j := range m {
			f.Set(j, c, s.source.At(j, c)*scale*unit)
		}
		t[c] = noise()
		for i := range n {
			t[c] += s.target.At(i, c) * scale / float64(n)
		}
		t[c] *= unit
		square += t[c] * t[c]
	}
	// Two and a half deviations of χ²_k above its mean, and a little for its skewness.
	if square <= float64(k)+2.5*math.Sqrt(float64(2*k))+3 {
		return simplex.Uniform(m), nil
	}
	return match(f, t, float64(k))
}
