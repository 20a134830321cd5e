package experiment

import (
	"math"
	"math/rand/v2"

	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/grid"
	"privadapt/core/method"
	"privadapt/core/moment"
	"privadapt/core/symeigen"
)

// The setting of the paper's section 7: d = 10, the target P_X a spherical Gaussian around (−1,1,−1,1,…)/√(2d), the
// source a quarter P_X and three quarters Q_X around (1,…,1)/√(2d), variance 1/(9d) in each coordinate.
const (
	paperOrder      = 10
	paperSourceRows = 1000
	paperTestRows   = 10000
	paperRadius     = 1
)

// sample is a labelled sample without an intercept: rows, m×d row-major, in the unit ball.
type sample struct {
	rows   []float64
	labels []float64
}

// domain is one draw of the paper's setting.
type domain struct {
	source, target, test sample
	moment               *moment.Sum // of the target, exact; its first coordinate is an intercept of 0
}

// drawDomain draws the setting with n target rows, in the paper's or another even dimension. The seed fixes the data, never a
// privacy noise.
func drawDomain(n, order int, seed uint64) *domain {
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	draw := func(rows int, share float64) sample {
		s := sample{}
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
			s.rows = append(s.rows, x...)
			s.labels = append(s.labels, paperLabel(x))
		}
		return s
	}
	d := &domain{source: draw(paperSourceRows, 0.25), target: draw(n, 1), test: draw(paperTestRows, 1)}
	grid, err := grid.New(paperRadius, 0)
	if err != nil {
		panic(err) // constants
	}
	// The labels are those of the rows as drawn; the methods get the clipped rows.
	clipped, _ := grid.ClipRows(d.source.rows, order)
	d.source.rows = withoutIntercept(clipped, order)
	sum := moment.NewAccumulator(grid, order)
	for j := range n {
		sum.Add(d.target.rows[j*order : (j+1)*order])
	}
	d.moment = sum.Sum()
	return d
}

// paperLabel is f(x) = x·1̄ where that is above 0, and half of it elsewhere, 1̄ = (1,…,1)/√d.
func paperLabel(x []float64) float64 {
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

// exactMoment returns M₀, d×d.
func (d *domain) exactMoment() *symeigen.Matrix { return dropFirst(d.moment.Mean()) }

// privateMoment returns M̂₀, d×d, released with ρ. The noise on the coordinate that is 0 is drawn and left out, which is
// post-processing.
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

// meanSquaredError returns the mean of (w·x − y)² over a sample.
func (s sample) meanSquaredError(w []float64) float64 {
	total := 0.0
	for j, y := range s.labels {
		p := -y
		for i, v := range s.rows[j*len(w) : (j+1)*len(w)] {
			p += w[i] * v
		}
		total += p * p
	}
	return total / float64(len(s.labels))
}
