// Package tally counts private rows in public places, exactly.
package tally

import "privadapt/core/appraisal"

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

// Add counts a row. Whatever its places are, it adds Unit² non-negative parts to the table of all rows and, with groups, as many to one
// group's. It holds 2⁴³ rows.
// Test: TestEveryRowIsAUnit.
func (s *Sum) Add(r appraisal.Row) {
	size := s.layout.Table()
	s.add(s.cells[:size], r)
	if groups := s.layout.Groups; groups > 0 {
		at := size * (1 + min(max(r.Group, 0), groups-1))
		s.add(s.cells[at:at+size], r)
	}
}

func (s *Sum) add(cells []int64, r appraisal.Row) {
	if !r.Labelled {
		cells[0] += appraisal.Unit * appraisal.Unit
		return
	}
	columns := s.layout.Columns()
	firsts, seconds := parts(r.First, s.layout.Rows()), parts(r.Second, columns)
	for _, a := range firsts {
		for _, b := range seconds {
			cells[1+a.node*columns+b.node] += a.weight * b.weight
		}
	}
}

type part struct {
	node   int
	weight int64
}

// parts divides Unit parts between a node and the one after it, both of which there are.
func parts(p appraisal.Place, nodes int) [2]part {
	node := min(max(p.Node, 0), nodes-1)
	upper := int64(min(max(p.Upper, 0), appraisal.Unit))
	return [2]part{{node, appraisal.Unit - upper}, {min(node+1, nodes-1), upper}}
}
