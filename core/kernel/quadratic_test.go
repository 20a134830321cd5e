package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
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

func randomSymmetric(r *rand.Rand, d int) *mat.SymDense {
	full := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			full.SetSym(i, j, r.NormFloat64())
		}
	}
	return full
}

// For any number of rows, features and requested results. Sums of d² products in another order differ by at most d²
// roundings of the sum of absolute terms, which is below 10·(d+2) in this test.
func TestQuadraticFormsAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range []int{1, 2, 3, 10, 33} {
		for _, m := range []int{1, 7, 8, 50, 3000} {
			rows := random(r, m*d)
			full := randomSymmetric(r, d)
			upper := full.RawSymmetric().Data
			wide, narrow, narrowForm := NewForms(d), NewTiles(rows, d), NewForm[float32](d)
			wide.Set(upper, -1)
			narrowForm.Set(upper, d, -1)
			got, padded := make([]float64, m), make([]float32, narrow.Padded())
			wide.Rows(got, rows)
			narrow.QuadraticForms(padded, narrowForm)
			for j := range m {
				x := mat.NewVecDense(d, rows[j*d:(j+1)*d])
				want := -mat.Inner(x, full, x)
				if tolerance := 10 * math.Pow(float64(d+2), 3); !(math.Abs(got[j]-want) <= 0x1p-53*tolerance) ||
					!(math.Abs(float64(padded[j])-want) <= 0x1p-24*tolerance) {
					t.Errorf("d=%d row %d: %v and %v, want %v", d, j, got[j], padded[j], want)
				}
			}
			for _, v := range padded[m:] {
				if v != padded[m-1] {
					t.Errorf("a row that fills up has the form %v, the last one %v", v, padded[m-1])
				}
			}
		}
	}
}

// The forms of rows that are put into the order of tiles one tile after the other equal the forms of tiles of all
// rows, to the last bit.
func TestFormsOfRowsEqualThoseOfTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for _, d := range []int{1, 2, 7, 20, 21} {
		for _, m := range []int{1, 7, 8, 9, 8*callTiles - 1, 8 * callTiles, 8*callTiles + 1, 3000} {
			rows, padded := random(r, m*d), (m+7)/8*8
			f := NewForms(d)
			f.Set(random(r, d*d), -1)
			got, want, tiles := make([]float64, m), make([]float64, padded), make([]float64, padded*even(d))
			f.Rows(got, rows)
			portableArrange(tiles, rows, d)
			portableForms(want, tiles, f.form, even(d))
			if !slices.Equal(got, want[:m]) {
				t.Errorf("%d rows of %d features: the forms differ", m, d)
			}
		}
	}
}

func TestProductAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for _, n := range []int{4, 8, 12, 100} {
		a := mat.DenseCopyOf(randomSymmetric(r, n))
		var b, want mat.Dense
		b.Mul(a, a) // which commutes with a
		want.Mul(a, &b)
		got := make([]float64, n*n)
		Product(got, a.RawMatrix().Data, b.RawMatrix().Data, n)
		if !mat.EqualApprox(mat.NewDense(n, n, got), &want, 1e-13*float64(n*n)) {
			t.Errorf("n=%d: the product differs", n)
		}
		for i := range n {
			for j := range i {
				if got[i*n+j] != got[j*n+i] {
					t.Errorf("n=%d: entry (%d,%d) is %v, its mirror image %v", n, i, j, got[i*n+j], got[j*n+i])
				}
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

// Weigh compared with its definition, at steps that are written out in the test.
func TestWeigh(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	whole, part := make([]uint64, 32), make([]uint64, 1024)
	for i := range whole {
		whole[i] = r.Uint64N(1<<31 + 1)
	}
	for i := range part {
		part[i] = r.Uint64N(1<<32 + 1)
	}
	scores := []float64{2, 2 + 0.5/1024, 2 + 1.5/1024, 3 - 1e-6, 33.9, 34, 100, 1e12}
	steps := []int{0, 0, 1, 1023, 31*1024 + 921, 32767, 32767, 32767}
	sums, sum := make([]uint64, len(scores)), uint64(0)
	Weigh(sums, scores, 2, 1024, whole, part)
	for j, s := range steps {
		sum += whole[s/1024]*part[s%1024]/(1<<23) + 1
		if sums[j] != sum {
			t.Errorf("sum %d is %d, want %d", j, sums[j], sum)
		}
	}
}

// Every number below the sum of some weights belongs to one of them, also if adjacent weights are 1.
func TestFind(t *testing.T) {
	weights := []uint64{3, 1, 1, 5, 1, 2}
	var sums []uint64
	sum := uint64(0)
	for _, w := range weights {
		sum += w
		sums = append(sums, sum)
	}
	u := uint64(0)
	for j, w := range weights {
		for range w {
			if at, weight := Find(sums, u); at != j || weight != w {
				t.Errorf("%d is found in weight %d of %d, want %d of %d", u, at, weight, j, w)
			}
			u++
		}
	}
}
