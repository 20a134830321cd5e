package dataset

import (
	"iter"
	"math"
	"slices"
)

// cellTable stores the parsed cells of a public sample, row by row. It grows by blocks, because one slice that doubles
// would need more than twice the memory while it is copied, and linear memory in WebAssembly never shrinks again.
type cellTable struct {
	width     int
	blockRows int
	blocks    [][]float64
}

const tableBlock = 1 << 15

// mostCells is what a public sample may hold: 0.8 GB, of the 4 that WebAssembly addresses.
const mostCells = 100_000_000

// noRoom returns the error of a row, in a line of its file, for which there is no room, or nil if there is.
func (t *cellTable) noRoom(line int) *Error {
	if last := len(t.blocks) - 1; last+1 < mostCells/tableBlock || len(t.blocks[last])+t.width <= cap(t.blocks[last]) {
		return nil
	}
	return newError(
		CodeTooLarge,
		line,
		"the rows before this one have about %d million cells, which is what memory holds; take a random part of the rows (a million are plenty), or declare columns ignored",
		mostCells/1_000_000,
	)
}

func newCellTable(width int) cellTable {
	return cellTable{width: width, blockRows: max(1, tableBlock/max(1, width))}
}

// addRow returns a new row of zeros to fill in.
func (t *cellTable) addRow() []float64 {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last])+t.width > cap(t.blocks[last]) {
		t.blocks = append(t.blocks, make([]float64, 0, t.blockRows*t.width))
		last++
	}
	n := len(t.blocks[last])
	t.blocks[last] = t.blocks[last][:n+t.width]
	return t.blocks[last][n : n+t.width]
}

// rows walks the rows in order.
func (t cellTable) rows() iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		for _, block := range t.blocks {
			for ; len(block) > 0; block = block[t.width:] {
				if !yield(block[:t.width]) {
					return
				}
			}
		}
	}
}

// column appends the cells of a column, of every n-th row, that are not missing.
func (t cellTable) column(values []float64, slot, step int) []float64 {
	for at := 0; at/t.blockRows < len(t.blocks); at += step {
		block, place := t.blocks[at/t.blockRows], at%t.blockRows*t.width
		if place >= len(block) {
			break
		}
		if v := block[place+slot]; !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// Cells returns the rows as cells, m×used columns, row-major: what [CellReader] reads from the same file. It is a copy,
// which is made when it is asked for.
func (s *Source) Cells() []float64 {
	cells := make([]float64, 0, s.Rows*len(s.slots))
	for row := range s.cells.rows() {
		for _, slot := range s.slots {
			cells = append(cells, row[slot])
		}
	}
	return cells
}

// Lacking is the share of the rows without a value in a column that is not ignored.
func (s *Source) Lacking(column string) float64 {
	used := slices.IndexFunc(s.Schema.Used(), func(c Column) bool { return c.Name == column })
	cells := 0
	for row := range s.cells.rows() {
		if math.IsNaN(row[s.slots[used]]) {
			cells++
		}
	}
	return float64(cells) / float64(s.Rows)
}
