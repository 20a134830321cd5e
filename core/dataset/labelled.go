package dataset

import "io"

// NewLabelledReader reads the header of a private table whose labels are to be used. The rows of its reader have one cell more than
// those of [NewCellReader], the last: the label, in raw units or as the place among the schema's classes. It is NaN where the record
// has no label: the table has no column of that name, or the cell is missing, is no number that can be read, or is no class of the
// schema. Labels are read by the rules for columns of their kind, so that a row remains a function of its record alone.
// It returns the same errors as [NewTargetReader].
// Test: TestLabelledRowsAreFunctionsOfTheirRecord.
func NewLabelledReader(r io.Reader, s Schema) (*CellReader, error) {
	c, err := NewCellReader(r, s)
	if err != nil {
		return nil, err
	}
	if at := c.table.label; at >= 0 {
		c.table.cells[at] = labelCell(s)
		c.slots[at] = c.width
	}
	c.width++
	return c, nil
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
