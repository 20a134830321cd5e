package projectedgradient

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// plain is the objective computed by gonum alone: dense products and LAPACK's eigenvectors, without the kernel.
type plain struct {
	*discrepancy.Objective
	q []float64
}

func (p *plain) Start(q []float64)      { p.q = q }
func (p *plain) StartAt(q, _ []float64) { p.Start(q) }
func (p *plain) Image() []float64       { return nil }
func (p *plain) Point() []float64       { return p.q }

func (p *plain) Value() float64 { return p.Gradient(make([]float64, len(p.q))) }

func (p *plain) Gradient(dst []float64) float64 {
	d := p.Target.Order
	rows := mat.NewDense(len(p.q), d, p.Rows)
	var weighted, gram, vectors, scaled, g, product mat.Dense
	weighted.Apply(func(j, _ int, v float64) float64 { return p.q[j] * v }, rows)
	gram.Mul(weighted.T(), rows)
	matrix := mat.NewSymDense(d, nil)
	for i := range d {
		for k := i; k < d; k++ {
			matrix.SetSym(i, k, p.Target.At(i, k)-gram.At(i, k))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(matrix, true) {
		panic("no decomposition")
	}
	eigen.VectorsTo(&vectors)
	slopes := make([]float64, d)
	value := p.Smoothing.Evaluate(eigen.Values(nil), slopes)
	scaled.Apply(func(_, k int, v float64) float64 { return v * slopes[k] }, &vectors)
	g.Mul(&scaled, vectors.T())
	product.Mul(rows, &g)
	for j, v := range p.q {
		dst[j] = p.Lambda*v - mat.Dot(product.RowView(j), rows.RowView(j))
		value += p.Lambda / 2 * v * v
	}
	return value
}

// With and without the kernel, the same released moment gives the same weights to 1e-9: both solve to a gap of 1e-4 by
// the same steps, in which only the order of sums differs. This test also runs with SIMD (make test-wasm).
func TestWeightsAreThoseOfPlainAlgebra(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	for trial := range 20 {
		m, d := 30+r.IntN(300), 2+r.IntN(12)
		rows := make([]float64, m*d)
		for i := range rows {
			rows[i] = r.NormFloat64() / math.Sqrt(float64(d))
		}
		target := symeigen.NewMatrix(d, nil)
		for i := range d {
			for k := i; k < d; k++ {
				target.Set(i, k, 0.1*r.NormFloat64()/float64(d))
			}
			target.Set(i, i, target.At(i, i)+1.5*r.Float64()/float64(d))
		}
		objective := func() *discrepancy.Objective {
			return &discrepancy.Objective{
				Target:      target,
				Rows:        rows,
				Smoothing:   discrepancy.Softmax{Mu: 100},
				Lambda:      5,
				Uncertified: true,
			}
		}
		own, reference := objective(), &plain{Objective: objective()}
		own.Start(simplex.Uniform(m))
		reference.Start(simplex.Uniform(m))
		settings := dualgap.Settings{Curvature: 5}
		a, errA := Minimise(own, settings)
		b, errB := Minimise(reference, settings)
		if errA != nil || errB != nil || a.Rounds != b.Rounds {
			t.Fatalf("trial %d: %+v and %+v, errors %v and %v", trial, a, b, errA, errB)
		}
		for j, v := range own.Point() {
			if math.Abs(v-reference.Point()[j]) > 1e-9 {
				t.Errorf("trial %d: weight %d is %v, by plain algebra %v", trial, j, v, reference.Point()[j])
			}
		}
	}
}
