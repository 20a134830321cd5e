package dataset

import "io"

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
		return &CellReader{table, table.nextCells, table.readLabel(s)}, nil
	}
	table, err := NewTargetReader(r, s)
	if err != nil {
		return nil, err
	}
	return &CellReader{table, table.nextCells, table.readLabel(s)}, nil
}

// readLabel has the label read as the last of a row's cells, and returns how many these are.
func (t *targetTable) readLabel(s Schema) (width int) {
	if width = len(t.slots) + 1; t.label >= 0 {
		t.cells[t.label] = labelCell(s)
		t.cells[t.label].slot = width - 1
	}
	return width
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
