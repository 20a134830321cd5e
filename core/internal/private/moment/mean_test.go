package moment

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/must"
)

// A mean is the quotient, rounded once to the nearest float64, for sums of any size and sign and any number of rows.
func TestMeansAreRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 3))
	for range 200_000 {
		v := new(big.Int).Rsh(new(big.Int).SetUint64(r.Uint64()), uint(r.IntN(65)))
		v.Lsh(v, uint(r.IntN(65)))
		switch r.IntN(3) {
		case 0:
			v.Or(v, new(big.Int).Rsh(new(big.Int).SetUint64(r.Uint64()), uint(r.IntN(65))))
		case 1: // ties and their neighbours
			v.SetUint64(r.Uint64() | 1<<63)
			v.Rsh(v, 10).SetBit(v, 0, 1).Lsh(v, uint(r.IntN(60))).Add(v, big.NewInt(r.Int64N(3)-1))
		}
		if r.IntN(2) == 0 {
			v.Neg(v)
		}
		n := 1 + r.Uint64()>>(1+r.IntN(63))
		if r.IntN(4) == 0 {
			n = 1 << r.IntN(63)
		}
		want, _ := new(big.Rat).SetFrac(v, new(big.Int).SetUint64(n)).Float64()
		if got := quotient(v, n); got != want {
			t.Fatalf("%v/%d is %v, want %v", v, n, got, want)
		}
	}
	for _, v := range []*big.Int{new(big.Int), big.NewInt(1),
		new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))} {
		for _, n := range []uint64{1, 3, math.MaxInt64} {
			want, _ := new(big.Rat).SetFrac(v, new(big.Int).SetUint64(n)).Float64()
			if got := quotient(v, n); got != want {
				t.Errorf("%v/%d is %v, want %v", v, n, got, want)
			}
		}
	}
}

// The mean has the bits that the grid gives for the sum.
func TestMeansAreThoseOfTheGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 4))
	for range 50 {
		g := must.Get(grid.New(1.5+3*r.Float64(), 1))(t)
		a, rows := NewAccumulator(g, 3), 1+r.IntN(40)
		for range rows {
			a.Add([]float64{r.NormFloat64(), 3 * r.NormFloat64(), 1e-9 * r.NormFloat64()})
		}
		s := a.Sum()
		mean, n := s.Mean(), new(big.Rat).SetInt64(s.Rows)
		for i := range s.Order {
			for j := i; j < s.Order; j++ {
				if want := g.Float(s.Entry(i, j), n); mean.At(i, j) != want || mean.At(j, i) != want || s.MeanOf(i, j) != want {
					t.Fatalf("entry (%d,%d) is %v, want %v", i, j, mean.At(i, j), want)
				}
			}
		}
	}
}
