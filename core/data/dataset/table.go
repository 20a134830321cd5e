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

func newCellTable(width int) cellTable {
	return cellTable{width: width, blockRows: max(1, tableBlock/max(1, width))}
}

// addRow returns a new row of zeros to fill in, for a line of its file; an error if there is no room.
func (t *cellTable) addRow(line int) ([]float64, error) {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last])+t.width > cap(t.blocks[last]) {
		if last+1 >= mostCells/tableBlock {
			return nil, newError(CodeTooLarge, line,
				"the rows before this one have about %d million cells, which is what memory holds; take a random part of the rows (a million are plenty), or declare columns ignored",
				mostCells/1_000_000)
		}
		t.blocks = append(t.blocks, make([]float64, 0, t.blockRows*t.width))
		last++
	}
	n := len(t.blocks[last])
	t.blocks[last] = t.blocks[last][:n+t.width]
	return t.blocks[last][n : n+t.width], nil
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

// Standardised walks the rows in order, each as its d features: standardised by the source's own means and scales,
// finite, not clipped. They are computed from the cells; a row is good until the next.
func (s *Source) Standardised() iter.Seq[[]float64] {
	return func(yield func(z []float64) bool) {
		encoders := newEncoders(Schema{Columns: s.Schema.Used()})
		z := make([]float64, s.Schema.Dim())
		for row := range s.cells.rows() {
			clear(z)
			encodeRow(z, row, s.slots, encoders)
			if !yield(z) {
				return
			}
		}
	}
}

// encodeRow writes the features of one row of cells into dst, which must be all zeros. Each encoder has a slot in the
// row.
func encodeRow(dst, row []float64, slots []int, encoders []encoder) {
	for c := range encoders {
		encoders[c].encode(dst, row[slots[c]])
	}
}

// measures are the statistics of the cells of a column that are not missing.
type measures struct {
	count       int
	mean, scale float64 // scale: population standard deviation
	min, max    float64
}

// measure takes two passes over all columns: squares are summed around the mean, so that a
// large mean cannot cancel a small variance, and the sum of the deviations
// corrects what rounding left in the mean (Chan, Golub and LeVeque 1983).
func (t cellTable) measure() []measures {
	all := make([]measures, t.width)
	for i := range all {
		all[i].min, all[i].max = math.Inf(1), math.Inf(-1)
	}
	for row := range t.rows() {
		for i, v := range row {
			m := &all[i]
			if math.IsNaN(v) {
				continue
			}
			m.count++
			m.mean += v
			if v <= m.min { // min and max alone would take longer than all the rest
				m.min = min(m.min, v)
			}
			if v >= m.max {
				m.max = max(m.max, v)
			}
		}
	}
	for i := range all {
		all[i].mean /= float64(all[i].count)
	}
	deviations, squares := make([]float64, t.width), make([]float64, t.width)
	for row := range t.rows() {
		for i, v := range row {
			if !math.IsNaN(v) {
				v -= all[i].mean
				deviations[i] += v
				squares[i] += v * v
			}
		}
	}
	for i := range all {
		m := &all[i]
		if n := float64(m.count); n > 0 {
			m.mean += deviations[i] / n
			m.scale = math.Sqrt(max(0, squares[i]/n-(deviations[i]/n)*(deviations[i]/n)))
		}
	}
	return all
}

// varies reports whether standardising makes sense: the scale must be well above
// the rounding of values this large, which a division by it would amplify, and
// above underflow.
func (m measures) varies() bool {
	const relative, smallest = 1e-12, 1e-100
	return m.scale > max(relative*max(-m.min, m.max), smallest)
}
