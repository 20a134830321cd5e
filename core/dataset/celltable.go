package dataset

import "iter"

// cellTable stores rows of parsed cells. It grows by blocks, because one slice
// that doubles would need more than twice the memory while it is copied, and
// linear memory in WebAssembly never shrinks again.
type cellTable struct {
	width     int
	blockRows int
	blocks    [][]float64
}

func newCellTable(width int) cellTable {
	const blockCells = 1 << 15
	return cellTable{width: width, blockRows: max(1, blockCells/max(1, width))}
}

// addRow appends a row of zeros and returns it for the caller to fill in.
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
