package moment

import (
	"math/big"
	"math/bits"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/dataset"
)

// Accumulator adds the outer products xxᵀ of rows, one at a time, in memory that does not grow with their number.
type Accumulator struct {
	grid Grid
	rows int64
	row  []int64 // the row in grid steps, intercept first

	// Upper triangles, row-major. A product of two steps is at most 2⁶⁰ in size, so seven of them fit an int64: block
	// collects up to seven rows and is then added to the 128-bit sum (high, low).
	block   []int64
	pending int
	high    []int64
	low     []uint64
}

const blockRows = 7

// NewAccumulator returns an empty sum for rows of dim features.
func NewAccumulator(g Grid, dim int) *Accumulator {
	size := (dim + 1) * (dim + 2) / 2
	a := &Accumulator{
		grid:  g,
		row:   make([]int64, dim+1),
		block: make([]int64, size),
		high:  make([]int64, size),
		low:   make([]uint64, size),
	}
	a.row[0] = g.intercept
	return a
}

// Add clips the finite features z of a row in place, adds the row and reports whether it had to be clipped. The clipped
// and quantised row is the only one that enters.
func (a *Accumulator) Add(z []float64) (clipped bool) {
	clipped = dataset.Clip(z, a.grid.FeatureRadius())
	a.grid.quantise(a.row[1:], z)
	k := 0
	for i, v := range a.row {
		for _, w := range a.row[i:] {
			a.block[k] += v * w
			k++
		}
	}
	a.rows++
	a.pending++
	if a.pending == blockRows {
		a.flush()
	}
	return clipped
}

func (a *Accumulator) flush() {
	for k, v := range a.block {
		low, carry := bits.Add64(a.low[k], uint64(v), 0)
		a.low[k] = low
		a.high[k] += v>>63 + int64(carry) // v>>63 extends the sign
	}
	clear(a.block)
	a.pending = 0
}

// Sum returns Σ xxᵀ over the rows added so far.
func (a *Accumulator) Sum() *Sum {
	a.flush()
	s := &Sum{Grid: a.grid, Rows: a.rows, Order: len(a.row), entries: make([]big.Int, len(a.high))}
	for k := range s.entries {
		e := s.entries[k].SetInt64(a.high[k])
		e.Lsh(e, 64).Add(e, new(big.Int).SetUint64(a.low[k]))
	}
	return s
}

// Sum is an exact Σ xxᵀ in squared grid steps, over private rows: it must not leave without the noise of a mechanism.
type Sum struct {
	Grid    Grid
	Rows    int64 // n
	Order   int   // d, the features and the intercept
	entries []big.Int
}

// Entry returns element (i,j) with i ≤ j, an integer. The caller must not modify it.
func (s *Sum) Entry(i, j int) *big.Int {
	return &s.entries[i*s.Order-i*(i-1)/2+j-i]
}

// Mean returns (1/n) Σ xxᵀ rounded to float64, d×d; n ≥ 1.
func (s *Sum) Mean() *mat.SymDense {
	m := mat.NewSymDense(s.Order, nil)
	n := new(big.Rat).SetInt64(s.Rows)
	for i := range s.Order {
		for j := i; j < s.Order; j++ {
			m.SetSym(i, j, s.Grid.Float(s.Entry(i, j), n))
		}
	}
	return m
}

// Float returns v/n converted from squared grid steps, n > 0, with one rounding of the quotient and a few of the scale r²/N².
func (g Grid) Float(v *big.Int, n *big.Rat) float64 {
	quotient := new(big.Rat).SetFrac(v, big.NewInt(Steps*Steps))
	f, _ := quotient.Quo(quotient, n).Float64()
	return f * g.radius * g.radius
}
