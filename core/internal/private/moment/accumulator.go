// Package moment accumulates the exact second moment of clipped rows on an integer grid.
//
// The sum Σ xxᵀ is a sum of integers. It is exact, it does not depend on the order of the rows, and its sensitivity is
// the mathematical one, without rounding errors. (Floating-point sums do not have this property and have broken
// differential privacy before.) The sum is private: core/architecture_lists_test.go lists the packages that may import
// this one.
package moment

import (
	"math/big"

	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
)

// Accumulator adds the outer products xxᵀ of rows, one at a time, in memory that does not grow with their number.
type Accumulator struct {
	grid    grid.Grid
	radius  float64 // of the features
	rows    int64
	row     []int64    // the row in grid steps, intercept first
	block   [][8]int64 // for each coordinate, intercept first, its values in up to blockRows rows that are not added yet
	waiting int        // rows in block
	sums    []split    // upper triangle, row-major: the products added since the last carry
	blocks  int        // number of blocks in sums
	total   []big.Int  // the sums carried so far
}

// blockRows is the number of products of two steps, each at most 2⁶⁰ in size, whose sum fits into an int64. A whole
// block is multiplied at once, so that a sum is loaded and stored once for all its rows.
const blockRows = 7

// split is the number high·2³² + low. Additions need no carry: a block adds at most 2³¹ to the size of high and less
// than 2³² to low, so an int64 takes 2³⁰ blocks of either.
type split struct{ high, low int64 }

const maxBlocks = 1 << 30

// NewAccumulator returns an empty sum for rows of dim features.
func NewAccumulator(g grid.Grid, dim int) *Accumulator {
	size := (dim + 1) * (dim + 2) / 2
	return &Accumulator{
		grid:   g,
		radius: g.FeatureRadius(),
		row:    make([]int64, dim+1),
		block:  make([][8]int64, dim+1),
		sums:   make([]split, size),
		total:  make([]big.Int, size),
	}
}

// Add clips the finite features z of a row in place, adds the row and reports whether it had to be clipped. Only the
// clipped and quantised row enters the sum.
func (a *Accumulator) Add(z []float64) (clipped bool) { return a.AddShare(z, 1) }

// AddShare adds one of the r ≥ 1 rows of a person: as Add does, but after the row, with its intercept, was shrunk by
// √r. All r rows together then add a positive semidefinite matrix of trace at most N². Tests:
// TestSharesOfAPersonAreOneRow, TestOnePersonMovesASumByOneRow.
func (a *Accumulator) AddShare(z []float64, r int64) (clipped bool) {
	clipped = dataset.Clip(z, a.radius)
	a.row[0] = a.grid.InterceptSteps()
	a.grid.Quantise(a.row[1:], z)
	grid.Shrink(a.row, r)
	block, at := a.block, a.waiting
	for i, v := range a.row[:len(block)] {
		block[i][at&7] = v // at is below 7; the mask removes the bounds check
	}
	a.rows++
	a.waiting++
	if a.waiting == blockRows {
		a.addBlock()
	}
	return clipped
}

// addBlock adds the rows of the block.
func (a *Accumulator) addBlock() {
	sums := a.sums
	for i := range a.block {
		x := &a.block[i]
		x0, x1, x2, x3, x4, x5, x6 := x[0], x[1], x[2], x[3], x[4], x[5], x[6]
		rest := a.block[i:]
		row := sums[:len(rest)]
		sums = sums[len(rest):]
		for j := range row {
			y := &rest[j]
			sum := x0*y[0] + x1*y[1] + x2*y[2] + x3*y[3] + x4*y[4] + x5*y[5] + x6*y[6]
			row[j].high += sum >> 32
			row[j].low += sum & (1<<32 - 1)
		}
	}
	a.waiting = 0
	a.blocks++
	if a.blocks == maxBlocks {
		a.carry()
	}
}

// carry moves the sums to the total, which cannot overflow.
func (a *Accumulator) carry() {
	for k, s := range a.sums {
		high, low := big.NewInt(s.high), big.NewInt(s.low)
		a.total[k].Add(&a.total[k], high.Lsh(high, 32)).Add(&a.total[k], low)
	}
	clear(a.sums)
	a.blocks = 0
}

// Wipe overwrites everything that the accumulator holds about the rows. It must not be used afterwards.
func (a *Accumulator) Wipe() {
	clear(a.row)
	clear(a.block)
	clear(a.sums)
	Wipe(a.total)
	a.rows, a.waiting = 0, 0
}

// Sum returns Σ xxᵀ over the rows added so far.
func (a *Accumulator) Sum() *Sum {
	for i := range a.block {
		clear(a.block[i][a.waiting:]) // rows of zeros add nothing
	}
	a.addBlock()
	a.carry()
	s := &Sum{Grid: a.grid, Rows: a.rows, Order: len(a.block), entries: make([]big.Int, len(a.total))}
	for k := range s.entries {
		s.entries[k].Set(&a.total[k])
	}
	return s
}

// Sum is an exact Σ xxᵀ in squared grid steps, over private rows. It must not be released without the noise of a
// mechanism.
type Sum struct {
	Grid    grid.Grid
	Rows    int64 // n: of rows or, after CountPeople, of people
	Order   int   // d, the features and the intercept
	entries []big.Int
}

// Entry returns element (i,j) with i ≤ j, an integer. The caller must not modify it.
func (s *Sum) Entry(i, j int) *big.Int {
	return &s.entries[i*s.Order-i*(i-1)/2+j-i]
}

// Total returns the sum of the first coordinates, order of them, of the rows of two sums on one grid. It has to be
// wiped separately.
func Total(a, b *Sum, order int) *Sum {
	s := &Sum{Grid: a.Grid, Rows: a.Rows + b.Rows, Order: order, entries: make([]big.Int, order*(order+1)/2)}
	for i := range order {
		for j := i; j < order; j++ {
			s.Entry(i, j).Add(a.Entry(i, j), b.Entry(i, j))
		}
	}
	return s
}

// CountPeople makes n the number of people whose shares were added.
func (s *Sum) CountPeople(people int64) { s.Rows = people }

// Clone returns a copy, which has to be wiped separately.
func (s *Sum) Clone() *Sum {
	twin := *s
	twin.entries = make([]big.Int, len(s.entries))
	for k := range s.entries {
		twin.entries[k].Set(&s.entries[k])
	}
	return &twin
}

// Wipe overwrites the entries and the number of rows with zeros. The order and the grid, which are public, stay.
func (s *Sum) Wipe() {
	s.Rows = 0
	Wipe(s.entries)
}

// Wipe overwrites every word that the numbers own, including those beyond their length, and sets each number to 0.
func Wipe(numbers []big.Int) {
	for k := range numbers {
		overwrite(&numbers[k])
	}
}

func overwrite(x *big.Int) {
	words := x.Bits()
	clear(words[:cap(words)])
	x.SetInt64(0)
}
