// Package synthetic draws tasks whose truth is known: the setting of the paper's experiment, and families of shifts.
package synthetic

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
	Order      = 10
	SourceRows = 1000
	testRows   = 10000
	Radius     = 1 // r = r̂
)

// Sample is a labelled sample without an intercept: rows, m×d row-major, in the unit ball.
type Sample struct {
	Rows   []float64
	Labels []float64
}

// Domain is one draw of the paper's setting.
type Domain struct {
	Source, Target, Test Sample
	moment               *moment.Sum // of the target, exact; its first coordinate is an intercept of 0
}

// Draw draws the setting with n target rows, in the paper's or another even dimension. The seed fixes the data and no
// privacy noise.
func Draw(n, order int, seed uint64) *Domain {
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	draw := func(rows int, share float64) Sample {
		s := Sample{}
		for range rows {
			fromTarget := r.Float64() < share
			x := make([]float64, order)
			for i := range x {
				centre := 1 / math.Sqrt(2*float64(order))
				if fromTarget && i%2 == 0 {
					centre = -centre
				}
				x[i] = centre + r.NormFloat64()/math.Sqrt(9*float64(order))
			}
			s.Rows = append(s.Rows, x...)
			s.Labels = append(s.Labels, label(x))
		}
		return s
	}
	d := &Domain{Source: draw(SourceRows, 0.25), Target: draw(n, 1), Test: draw(testRows, 1)}
	grid, err := grid.New(Radius, 0)
	if err != nil {
		panic(err) // constants
	}
	// The labels belong to the rows as drawn; the methods get the clipped rows.
	clipped, _ := grid.ClipRows(d.Source.Rows, order)
	d.Source.Rows = withoutIntercept(clipped, order)
	sum := moment.NewAccumulator(grid, order)
	for j := range n {
		sum.Add(d.Target.Rows[j*order : (j+1)*order])
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

// withoutIntercept drops the first coordinate of rows of a grid whose intercept is 0.
func withoutIntercept(rows []float64, order int) []float64 {
	var kept []float64
	for j := 0; j < len(rows); j += order + 1 {
		kept = append(kept, rows[j+1:j+1+order]...)
	}
	return kept
}

// ExactMoment returns M₀, d×d.
func (d *Domain) ExactMoment() *symeigen.Matrix { return dropFirst(d.moment.Mean()) }

// PrivateMoment returns M̂₀, d×d, released with ρ. The noise on the coordinate that is 0 is drawn and left out, which
// is post-processing.
func (d *Domain) PrivateMoment(rho float64, s *sampler.Sampler) *symeigen.Matrix {
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

// Weighted returns the sample with weights q, as the second stage takes it.
func (s Sample) Weighted(q []float64) regression.Sample {
	return regression.Sample{Rows: s.Rows, Labels: s.Labels, Weights: q}
}

// MeanSquaredError returns the mean of (w·x − y)² over a sample.
func (s Sample) MeanSquaredError(w []float64) float64 {
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
