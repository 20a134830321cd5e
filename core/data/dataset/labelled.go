package dataset

import (
	"encoding/binary"
	"io"
	"math"
)

// Labelled reads the rows of a private table whose labels are to be used, from a file or a [ColumnStream]. Its rows
// have one cell more than the rows of a [CellReader], the last: the label, in raw units or as the place among the
// schema's classes. It is NaN where the record has no label: the table has no column of that name, or the cell is
// missing, is no number that can be read, or is no class of the schema. Labels are read by the rules for columns of
// their kind, so that a row remains a function of its record alone. It returns the same errors as [Target]. Tests:
// TestLabelledRowsAreFunctionsOfTheirRecord, TestLabelledColumnsAreReadAsTheirFile.
func Labelled(r io.Reader, s Schema) (UnitRows, error) {
	if stream, ok := r.(ColumnStream); ok {
		table, err := NewColumnReader(stream, s)
		if err != nil {
			return nil, err
		}
		c := &columnCells{ColumnReader: table}
		c.slots, c.cellWidth = table.labelledSlots(s)
		return c, nil
	}
	table, err := NewTargetReader(r, s)
	if err != nil {
		return nil, err
	}
	c := &CellReader{table: table}
	c.slots, c.width = table.labelledSlots(s)
	return c, nil
}

// labelledSlots are the slots of a row of cells and of the label after them.
func (t *targetTable) labelledSlots(s Schema) (slots []int, width int) {
	slots, width = t.slots(s)
	if t.label >= 0 {
		t.cells[t.label] = labelCell(s)
		slots[t.label] = width
	}
	return slots, width + 1
}

// labelCell reads the label as a cell of a column.
func labelCell(s Schema) targetCell {
	if s.Classes == nil {
		return targetCell{name: s.Label, encoder: encoder{use: asNumber, scale: 1}}
	}
	levels := make(map[string]int, len(s.Classes))
	for k, name := range s.Classes {
		levels[name] = k
	}
	return targetCell{name: s.Label, encoder: encoder{use: asLevel, levels: levels}, folded: foldLevels(levels)}
}

// columnCells gives the rows of a [ColumnReader] as cells.
type columnCells struct {
	*ColumnReader
	slots     []int
	cellWidth int
}

// Next writes the cells of the next row into dst. It returns false at the end of the stream and after a failed read.
func (c *columnCells) Next(dst []float64) bool {
	if len(dst) != c.cellWidth {
		panic("dataset: the row's length is not the number of its cells")
	}
	t := c.ColumnReader
	for t.at == t.count {
		if !t.nextBlock() {
			return false
		}
	}
	for i := range dst {
		dst[i] = math.NaN()
	}
	t.unit = nil
	place, blank := 8*t.at, true
	for i := range t.cells {
		cell, slot := &t.cells[i], c.slots[i]
		var v float64
		var usable bool
		if t.kinds[i] == textKind {
			text := t.nextText()
			if blank = blank && len(text) == 0; slot >= 0 {
				v, usable = cell.cell(text, false, t.row()+1)
			} else if cell.use == asUnit {
				t.unit = text
			}
		} else {
			n := stored{t.kinds[i], binary.LittleEndian.Uint64(t.block[place:])}
			if blank = blank && math.IsNaN(n.float()); cell.use == asUnit {
				t.unit = t.unitNumber(n)
			} else if slot >= 0 {
				v, usable = cell.stored(n, t.row()+1)
			}
			place += 8 * t.count
		}
		if usable {
			dst[slot] = v
		}
	}
	if blank {
		t.blank++
	}
	t.at++
	t.rows++
	return true
}

// stored reads a number as a cell. In a column that does not take numbers it is read as the text that a file would
// have.
func (c *targetCell) stored(n stored, row int) (float64, bool) {
	if v := n.float(); c.use == asNumber && usual((v-c.mean)/c.scale) {
		return v, true
	}
	var text [32]byte
	return c.cell(n.decimal(text[:0]), false, row)
}
