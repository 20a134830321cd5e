package figure1

import (
	"math"
	"math/rand/v2"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/regression"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// The setting of the paper's section 7: d = 10, the target P_X a spherical Gaussian around (−1,1,−1,1,…)/√(2d), the
// source a quarter P_X and three quarters Q_X around (1,…,1)/√(2d), variance 1/(9d) in each coordinate.
const (
	dim        = 10
	sourceRows = 1000
	testRows   = 10000
	radius     = 1 // r = r̂
)

// sample is a labelled sample without an intercept: rows, m×d row-major, in the unit ball.
type sample struct {
	Rows   []float64
	Labels []float64
}

// domain is one draw of the paper's setting.
type domain struct {
	Source, Target, Test sample
	moment               *moment.Sum // of the target, exact; its first coordinate is an intercept of 0
}

// draw draws the setting with n target rows. The seed fixes the data and no privacy noise.
func draw(n int, seed uint64) *domain {
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	rows := func(count int, share float64) (s sample) {
		for range count {
			fromTarget := r.Float64() < share
			x := make([]float64, dim)
			for i := range x {
				centre := 1 / math.Sqrt(2*dim)
				if fromTarget && i%2 == 0 {
					centre = -centre
				}
				x[i] = centre + r.NormFloat64()/math.Sqrt(9*dim)
			}
			s.Rows, s.Labels = append(s.Rows, x...), append(s.Labels, label(x))
		}
		return s
	}
	d := &domain{Source: rows(sourceRows, 0.25), Target: rows(n, 1), Test: rows(testRows, 1)}
	grid, err := grid.New(radius, 0)
	if err != nil {
		panic(err) // constants
	}
	// The labels belong to the rows as drawn; the methods get the clipped rows, without the intercept of 0.
	clipped, _ := grid.ClipRows(d.Source.Rows, dim)
	d.Source.Rows = nil
	for j := 0; j < len(clipped); j += dim + 1 {
		d.Source.Rows = append(d.Source.Rows, clipped[j+1:j+1+dim]...)
	}
	sum := moment.NewAccumulator(grid, dim)
	for j := range n {
		sum.Add(d.Target.Rows[j*dim : (j+1)*dim])
	}
	d.moment = sum.Sum()
	return d
}

// label returns f(x): x·1̄ if that is above 0, else half of it, with 1̄ = (1,…,1)/√d.
func label(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	sum /= math.Sqrt(float64(len(x)))
	if sum <= 0 {
		sum /= 2
	}
	return sum
}

// exactMoment returns M₀, d×d.
func (d *domain) exactMoment() *symeigen.Matrix { return dropFirst(d.moment.Mean()) }

// privateMoment returns M̂₀, d×d, released with ρ. The noise on the coordinate that is 0 is drawn and left out, which
// is post-processing.
func (d *domain) privateMoment(rho float64, s *sampler.Sampler) *symeigen.Matrix {
	released, _ := mechanism.NewMoment(d.moment.Grid, method.ReplaceOne, rho).Release(d.moment, s)
	return dropFirst(released)
}

func dropFirst(m *symeigen.Matrix) *symeigen.Matrix {
	kept := symeigen.NewMatrix(m.Order-1, nil)
	for i := range kept.Order {
		for j := i; j < kept.Order; j++ {
			kept.Set(i, j, m.At(i+1, j+1))
		}
	}
	return kept
}

// weighted returns the sample with weights q, as the second stage takes it.
func (s sample) weighted(q []float64) regression.Sample {
	return regression.Sample{Rows: s.Rows, Labels: s.Labels, Weights: q}
}

// meanSquaredError returns the mean of (w·x − y)² over the sample.
func (s sample) meanSquaredError(w []float64) float64 {
	total := 0.0
	for j, y := range s.Labels {
		p := -y
		for i, v := range s.Rows[j*len(w) : (j+1)*len(w)] {
			p += w[i] * v
		}
		total += p * p
	}
	return total / float64(len(s.Labels))
}
