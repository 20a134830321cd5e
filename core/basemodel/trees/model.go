package trees

// Model is a sum of trees.
type Model struct {
	columns []column
	classes int
	base    []float64 // the constant of each output
	trees   []tree    // those of the first round, one for each output, and so on
}

// Rounds is the number of trees for each output.
func (m *Model) Rounds() int { return len(m.trees) / len(m.base) }

// Predict implements basemodel.Model.
func (m *Model) Predict(scores, cells []float64) {
	bins := make([]uint8, len(m.columns))
	for i, c := range m.columns {
		bins[i] = c.bin(cells[i])
	}
	copy(scores, m.base)
	for i, t := range m.trees {
		scores[i%len(m.base)] += t.leafOf(m.columns, bins)
	}
}

// Columns is the number of cells in a row.
func (m *Model) Columns() int { return len(m.columns) }

// Classes is their number, 0 where numbers are predicted.
func (m *Model) Classes() int { return m.classes }
