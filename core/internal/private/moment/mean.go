package moment

import (
	"math"
	"math/big"
	"math/bits"

	"privadapt/core/data/grid"
	"privadapt/core/solve/symeigen"
)

// Mean returns (1/n) Σ xxᵀ rounded to float64, d×d; n ≥ 1. The matrix is the only copy that it makes.
func (s *Sum) Mean() *symeigen.Matrix {
	m := symeigen.NewMatrix(s.Order, nil)
	for i := range s.Order {
		for j := i; j < s.Order; j++ {
			m.Set(i, j, s.MeanOf(i, j))
		}
	}
	return m
}

// MeanOf returns element (i,j) of the mean, i ≤ j; n ≥ 1. It has the bits that grid.Float gives, whose rational numbers
// would leave copies of the sum in memory. Test: TestMeansAreRoundedOnce.
func (s *Sum) MeanOf(i, j int) float64 {
	return quotient(s.Entry(i, j), uint64(s.Rows)) / (grid.Steps * grid.Steps) * s.Grid.Radius() * s.Grid.Radius()
}

// quotient returns v/n rounded to the nearest float64, ties to even, for |v| < 2¹²⁸ and 1 ≤ n < 2⁶³. The entries of n
// rows are at most n·2⁶⁰.
func quotient(v *big.Int, n uint64) float64 {
	var high, low uint64
	size := uint(bits.UintSize) // of a word; a shift by all 64 bits leaves 0
	for words := v.Bits(); len(words) > 0; words = words[:len(words)-1] {
		high, low = high<<size|low>>(64-size), low<<size|uint64(words[len(words)-1])
	}
	// Four words of the quotient, two of them after the point: 64 bits or more after its first, because v/n is 0 or above
	// 2⁻⁶³.
	var q [4]uint64
	rest := uint64(0)
	for k, word := range [4]uint64{high, low} {
		q[k], rest = bits.Div64(rest, word, n)
	}
	exponent := 64
	for ; q[0] == 0 && exponent > -64; exponent -= 64 {
		q = [4]uint64{q[1], q[2], q[3]}
	}
	shift := bits.LeadingZeros64(q[0])
	top := q[0]<<shift | q[1]>>(64-shift)
	if q[1]<<shift != 0 || q[2] != 0 || q[3] != 0 || rest != 0 {
		top |= 1 // stands for all bits that follow
	}
	f := math.Ldexp(float64(top), exponent-shift)
	if v.Sign() < 0 {
		return -f
	}
	return f
}
