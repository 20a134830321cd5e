package symeigen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// (That eigenvalues are gonum's, and decompositions as exact as an eigensolver's can be, is tested in package
// discrepancy, on matrices that are difficult for eigensolvers.)

func TestEigenRefusesWhatIsNotFinite(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		var e Eigen
		if e.Decompose([]float64{1, v, v, 1}, 2) || e.DecomposeValues([]float64{1, 0, 0, v}, 2) {
			t.Errorf("a matrix with %v was decomposed", v)
		}
	}
}

// A step that ends early because its block has split has also rotated the entry that joins the parts.
func TestEigenAfterASplitInAStep(t *testing.T) {
	const d = 4
	couplings := []float64{1e-10, 1e-132, 1}
	m := make([]float64, d*d)
	for i, v := range couplings {
		m[i*d+i+1] = v
	}
	var e Eigen
	if !e.Decompose(m, d) {
		t.Fatal("no decomposition")
	}
	for k, value := range e.Values {
		own := e.Vectors[k*d : (k+1)*d]
		for i := range d {
			residual := -value * own[i]
			if i > 0 {
				residual += couplings[i-1] * own[i-1]
			}
			if i < d-1 {
				residual += couplings[i] * own[i+1]
			}
			if !(math.Abs(residual) <= 1e-15) { // a few ulp of the norm, 1
				t.Errorf("residual %g of the eigenvalue %g", residual, value)
			}
		}
	}
}

// gonum's matrices may hold anything below the diagonal.
func TestEigenReadsTheUpperTriangleAlone(t *testing.T) {
	for _, below := range []float64{math.NaN(), 1e300} {
		var e Eigen
		if !e.Decompose([]float64{0, 3, below, 0}, 2) ||
			math.Abs(e.Values[0]+3)+math.Abs(e.Values[1]-3) > 1e-14 { // a few ulp
			t.Errorf("with %v below the diagonal the eigenvalues are %v", below, e.Values)
		}
	}
}

// A factor and its solutions are, to the bit, what the textbook's loops give that add in the order of the rows:
// releases of before can be computed again.
func TestCholeskyKeepsItsOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 7))
	var f Factor
	for _, d := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 21, 30, 43, 207} {
		m := make([]float64, d*d)
		for i := range d {
			for j := range i {
				m[i*d+j] = r.NormFloat64()
			}
			m[i*d+i] = 3*float64(d) + r.NormFloat64()
		}
		want, b := slices.Clone(m), make([]float64, d)
		for i := range b {
			b[i] = r.NormFloat64()
		}
		for j := range d {
			for i := j; i < d; i++ {
				sum := 0.0
				for k := range j {
					sum += float64(want[i*d+k] * want[j*d+k])
				}
				if want[i*d+j] -= sum; i == j {
					want[j*d+j] = math.Sqrt(want[j*d+j])
				} else {
					want[i*d+j] /= want[j*d+j]
				}
			}
		}
		x := slices.Clone(b)
		for i := range d {
			sum := 0.0
			for k := range i {
				sum += float64(want[i*d+k] * x[k])
			}
			x[i] = (x[i] - sum) / want[i*d+i]
		}
		for i := d - 1; i >= 0; i-- {
			x[i] /= want[i*d+i]
			for j := range i {
				x[j] -= float64(want[i*d+j] * x[i])
			}
		}
		if !f.Of(m, d) {
			t.Errorf("d=%d: there is no factor", d)
		}
		for i := range d {
			for j := range i + 1 {
				if got := f.upper[j*f.stride+i]; got != want[i*d+j] {
					t.Fatalf("d=%d: entry %d,%d of the factor has other bits", d, i, j)
				}
			}
			if f.Diagonal(i) != want[i*d+i] {
				t.Errorf("d=%d: another diagonal", d)
			}
		}
		if f.Solve(b); !slices.Equal(b, x) {
			t.Errorf("d=%d: the solution has other bits", d)
		}
	}
}
