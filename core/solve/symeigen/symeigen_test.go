package symeigen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// hard are symmetric d×d matrices that are difficult for eigensolvers. (Package discrepancy's go through its
// certificate too.)
func hard(r *rand.Rand, d int) map[string]*mat.SymDense {
	fill := func(entry func(i, j int) float64) *mat.SymDense {
		m := mat.NewSymDense(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				m.SetSym(i, j, entry(i, j))
			}
		}
		return m
	}
	noise := func(i, j int) float64 { return r.NormFloat64() }
	unit := func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	}
	return map[string]*mat.SymDense{
		"random":    fill(noise),
		"reversed":  fill(func(i, j int) float64 { return unit(i, d-1-j) }),
		"zero":      fill(func(i, j int) float64 { return 0 }),
		"diagonal":  fill(func(i, j int) float64 { return unit(i, j) * noise(i, j) }),
		"clustered": fill(func(i, j int) float64 { return unit(i, j) + 1e-15*noise(i, j) }),
		"ones":      fill(func(i, j int) float64 { return 1 }),
		"graded":    fill(func(i, j int) float64 { return noise(i, j) * math.Pow(10, -float64(i+j)) }),
		"upwards":   fill(func(i, j int) float64 { return noise(i, j) * math.Pow(10, float64(i+j-2*d)) }),
		"wilkinson": fill(func(i, j int) float64 { return unit(i, j)*math.Abs(float64(i)-float64(d-1)/2) + unit(i+1, j) }),
		"faint": fill(
			func(i, j int) float64 { return unit(i+1, j) * math.Pow(10, -float64(r.IntN(300))) },
		), // beside zeros on the diagonal
		"huge":      fill(func(i, j int) float64 { return 1e300 * math.Copysign(1, noise(i, j)) }),
		"subnormal": fill(func(i, j int) float64 { return 1e-320 * noise(i, j) }),
	}
}

// Eigenvalues agree with gonum's to a few ulp of the norm (each solver has an error of about d ulp; ten times that is
// allowed) and ascend. The vectors are orthonormal and satisfy Mv = λv equally well.
func TestEigenAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for trial := range 150 {
		d := 1 + r.IntN(14)
		if trial%75 == 0 {
			d = 90
		}
		for kind, m := range hard(r, d) {
			var e, only Eigen
			var reference mat.EigenSym
			data := m.RawSymmetric().Data
			if !e.Decompose(data, d) || !only.DecomposeValues(data, d) || !reference.Factorize(m, true) {
				t.Fatalf("%s, d=%d: no decomposition", kind, d)
			}
			want := reference.Values(nil)
			norm := math.Max(math.Abs(want[0]), math.Abs(want[d-1]))
			tolerance := 10 * float64(d+10) * (0x1p-53*norm + 5e-324)
			for k, v := range e.Values {
				if !(math.Abs(v-want[k]) <= tolerance && math.Abs(only.Values[k]-want[k]) <= tolerance) {
					t.Errorf("%s, d=%d: eigenvalue %d is %v and %v, want %v", kind, d, k, v, only.Values[k], want[k])
				}
				if k > 0 && v < e.Values[k-1] {
					t.Errorf("%s, d=%d: not ascending", kind, d)
				}
				own := e.Vectors[k*d : (k+1)*d]
				for j := range d {
					inner := dot(own, e.Vectors[j*d:(j+1)*d])
					if j == k {
						inner--
					}
					if !(math.Abs(inner) <= 10*float64(d+10)*0x1p-53) {
						t.Errorf("%s, d=%d: vectors %d and %d have the product %g", kind, d, j, k, inner)
					}
					residual := -v * own[j]
					for i := range d {
						residual += m.At(j, i) * own[i]
					}
					if !(math.Abs(residual) <= tolerance) {
						t.Errorf("%s, d=%d: residual %g of norm %g", kind, d, residual, norm)
					}
				}
			}
		}
	}
}

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
