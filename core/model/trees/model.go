package trees

// Model is a sum of trees.
type Model struct {
	columns []column
	classes int
	base    []float64 // the constant of each output
	trees   []tree    // first the first round's, one for each output, and so on
}

// Rounds is the number of trees for each output.
func (m *Model) Rounds() int { return len(m.trees) / len(m.base) }

// Predict implements basemodel.Model.
func (m *Model) Predict(scores, cells []float64) {
	own := make([]uint8, 2*len(m.columns))
	codes(own, m.columns, cells)
	copy(scores, m.base)
	output := 0
	for i := range m.trees {
		scores[output] += m.trees[i].leafOf(own)
		if output++; output == len(m.base) {
			output = 0
		}
	}
}

// Columns is the number of cells in a row.
func (m *Model) Columns() int { return len(m.columns) }

// Classes is their number, 0 where numbers are predicted.
func (m *Model) Classes() int { return m.classes }
