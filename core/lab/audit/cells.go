package audit

import "slices"

// Cells returns every claim that the audit tests.
func Cells() []Cell {
	return slices.Concat(momentCells(), labelCells(), countCells(), selectionCells(), gradientCells(), peopleCells(),
		runCells())
}
