package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// Sums of d² products in another order differ by at most d² ulp of the sum of absolute terms.
func TestQuadraticFormsAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range []int{1, 2, 3, 10, 33} {
		const m = 50
		rows := random(r, m*d)
		full := mat.NewSymDense(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				full.SetSym(i, j, r.NormFloat64())
			}
		}
		dense := mat.DenseCopyOf(full)
		packed := make([]float64, d*(d+1)/2)
		PackSymmetric(packed, dense.RawMatrix().Data, d)
		got := make([]float64, m)
		QuadraticForms(got, rows, d, packed)
		for j := range m {
			x := mat.NewVecDense(d, rows[j*d:(j+1)*d])
			if want := mat.Inner(x, full, x); math.Abs(got[j]-want) > 1e-15*float64(d*d*d) {
				t.Errorf("d=%d row %d: %v, want %v", d, j, got[j], want)
			}
		}
	}
}

func TestWeightedGramAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const m, d = 40, 6
	rows, q := random(r, m*d), random(r, m)
	q[5] = 0
	got := make([]float64, d*d)
	WeightedGram(got, rows, d, q)
	x := mat.NewDense(m, d, rows)
	var scaled, want mat.Dense
	scaled.Apply(func(i, _ int, v float64) float64 { return q[i] * v }, x)
	want.Mul(x.T(), &scaled)
	if !mat.EqualApprox(mat.NewDense(d, d, got), &want, 1e-13) {
		t.Error("the weighted Gram matrix differs")
	}
}

func BenchmarkQuadraticForms(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	const m, d = 10000, 20
	rows, packed, dst := random(r, m*d), random(r, d*(d+1)/2), make([]float64, m)
	for b.Loop() {
		QuadraticForms(dst, rows, d, packed)
	}
	b.ReportMetric(float64(m*d*(d+1)*b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
}
