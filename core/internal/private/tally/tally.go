// Package tally counts private rows in public places, exactly.
package tally

import "privadapt/core/release/appraisal"

// Sum is the exact count of rows in each cell, in parts of 1/Unit² of a row. It is private.
type Sum struct {
	layout appraisal.Layout
	cells  []int64
}

// New returns counts of no rows.
func New(l appraisal.Layout) *Sum { return &Sum{l, make([]int64, l.Cells())} }

// Clone returns a copy.
func (s *Sum) Clone() *Sum { return &Sum{s.layout, append([]int64(nil), s.cells...)} }

// Len returns the number of cells, which is public.
func (s *Sum) Len() int { return len(s.cells) }

// Cell returns the exact content of a cell.
func (s *Sum) Cell(k int) int64 { return s.cells[k] }

// Wipe overwrites the counts.
func (s *Sum) Wipe() { clear(s.cells) }

// Add counts a row. Whatever its places are, it adds Unit² non-negative parts to the table of all rows and, with
// groups, as many to one group's. It holds 2⁴³ rows. Test: TestEveryRowIsAUnit.
func (s *Sum) Add(r appraisal.Row) { s.AddShare(r, 1, 1) }

// AddShare counts row k of a person's rows, from 1; the parameter of is their number. All of them together add
// Unit² parts to the table of all rows and, with groups, as many to the groups' tables. Test: TestEveryPersonIsAUnit.
func (s *Sum) AddShare(r appraisal.Row, k, of int64) {
	const whole = appraisal.Unit * appraisal.Unit
	share := whole*k/of - whole*(k-1)/of
	size := s.layout.Table()
	s.add(s.cells[:size], r, share)
	if groups := s.layout.Groups; groups > 0 {
		at := size * (1 + min(max(r.Group, 0), groups-1))
		s.add(s.cells[at:at+size], r, share)
	}
}

// Block is rows at the same nodes of a table: their number, and three sums over them: of the parts at the next node
// of the first axis, of the parts at the next node of the second, and of the products of the two. The parts in At
// do not count. Where there is one axis, First is in parts of Unit² of a row, and the others are 0.
type Block struct {
	At                        appraisal.Row
	Rows, First, Second, Both int64
}

// mostRows is the largest number of rows of blocks that are added to a sum.
const mostRows = 1 << 42

// AddBlock counts the rows of a block as Add counts each of them, and reports false, and counts none, where no rows
// have such sums. Tests: TestABlockCountsAsItsRows, TestBlocksThatNoRowsHaveAreRefused.
func (s *Sum) AddBlock(b Block) bool {
	first, second := int64(appraisal.Unit), int64(appraisal.Unit)
	if s.layout.Places > 0 {
		first, second = appraisal.Unit*appraisal.Unit, 1
	}
	if b.Rows < 0 || b.Rows > mostRows-s.rows() {
		return false
	}
	rows, columns := s.layout.Rows(), s.layout.Columns()
	inside := func(node, nodes int, sum, unit int64) bool { // at the last node there is no next one
		return node >= 0 && node < nodes && sum >= 0 && sum <= b.Rows*unit && (node+1 < nodes || sum == 0)
	}
	if !b.At.Labelled {
		if b.First != 0 || b.Second != 0 || b.Both != 0 {
			return false
		}
	} else if !inside(b.At.First.Node, rows, b.First, first) || !inside(b.At.Second.Node, columns, b.Second, second) ||
		b.Both < 0 || b.Both > b.Rows*first*second {
		return false
	}
	// Rows·Unit² is Σ(a + a′)(b + b′) with a and a′ the parts at the two nodes of one axis and b and b′ the parts at
	// the other's.
	corners := [2][2]int64{
		{b.Rows*first*second - b.First*second - b.Second*first + b.Both, b.Second*first - b.Both},
		{b.First*second - b.Both, b.Both},
	}
	for _, side := range corners {
		if side[0] < 0 || side[1] < 0 {
			return false
		}
	}
	size := s.layout.Table()
	tables := [][]int64{s.cells[:size]}
	if groups := s.layout.Groups; groups > 0 {
		if b.At.Group < 0 || b.At.Group >= groups {
			return false
		}
		at := size * (1 + b.At.Group)
		tables = append(tables, s.cells[at:at+size])
	}
	for _, cells := range tables {
		if !b.At.Labelled {
			cells[0] += corners[0][0]
			continue
		}
		for i, side := range corners {
			for j, weight := range side {
				cells[1+min(b.At.First.Node+i, rows-1)*columns+min(b.At.Second.Node+j, columns-1)] += weight
			}
		}
	}
	return true
}

// rows is the number of rows that were counted.
func (s *Sum) rows() int64 {
	parts := int64(0)
	for _, v := range s.cells[:s.layout.Table()] {
		parts += v
	}
	return parts / (appraisal.Unit * appraisal.Unit)
}

// add divides a share of a row's parts among its cells in their proportion.
func (s *Sum) add(cells []int64, r appraisal.Row, share int64) {
	if !r.Labelled {
		cells[0] += share
		return
	}
	const whole = appraisal.Unit * appraisal.Unit
	passed, given := int64(0), int64(0)
	put := func(cell int, weight int64) {
		passed += weight
		cells[cell] += passed*share/whole - given
		given = passed * share / whole
	}
	if places := s.layout.Places; places > 0 {
		for k := range places {
			put(1+k, shareOf(r.Shares, k, places, whole-passed))
		}
		return
	}
	columns := s.layout.Columns()
	firsts, seconds := parts(r.First, s.layout.Rows()), parts(r.Second, columns)
	for _, a := range firsts {
		for _, b := range seconds {
			put(1+a.node*columns+b.node, a.weight*b.weight)
		}
	}
}

type part struct {
	node   int
	weight int64
}

// shareOf is what a row has at a place: what is stated, at most what is left, and at the last place all of that.
func shareOf(shares []int64, place, places int, left int64) int64 {
	if place == places-1 {
		return left
	}
	if place >= len(shares) {
		return 0
	}
	return min(max(shares[place], 0), left)
}

// parts divides Unit parts between a node and the one after it. Both exist.
func parts(p appraisal.Place, nodes int) [2]part {
	node := min(max(p.Node, 0), nodes-1)
	upper := int64(min(max(p.Upper, 0), appraisal.Unit))
	return [2]part{{node, appraisal.Unit - upper}, {min(node+1, nodes-1), upper}}
}
