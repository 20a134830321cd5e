package warehouse

import (
	"io"

	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/release/appraisal"
)

// ReadCounts reads what the query of a plan with a report returned, as [Read] reads sums. rows is the number of all
// rows, and labelled the number of rows with a label. All three are private; whoever takes them wipes the counts.
// Tests: TestCountsOfAnotherPlanAreRefused, TestCountsThatNoRowsHaveAreRefused.
func ReadCounts(r io.Reader, p Plan) (counts *tally.Sum, rows, labelled int64, err error) {
	l, size := p.Report.Layout, p.Report.cells()
	numbers, err := p.read(r, size, numbersOfCell*size)
	if err != nil {
		return nil, 0, 0, err
	}
	defer moment.Wipe(numbers)
	counts = tally.New(l)
	for cell := range size {
		var own [numbersOfCell]int64
		for k := range own {
			n := &numbers[cell*numbersOfCell+k]
			if !n.IsInt64() {
				counts.Wipe()
				return nil, 0, 0, refuse(CodeBadSums, "cell %d of the counts has a number that is larger than any table's",
					cell)
			}
			own[k] = n.Int64()
		}
		block := tally.Block{Rows: own[0], First: own[1], Second: own[2], Both: own[3]}
		block.At.Group = cell / l.Table()
		if place := cell % l.Table(); place > 0 {
			block.At.Labelled = true
			block.At.First, block.At.Second = appraisal.Place{
				Node: (place - 1) / l.Columns(),
			}, appraisal.Place{
				Node: (place - 1) % l.Columns(),
			}
		}
		if !counts.AddBlock(block) {
			counts.Wipe()
			return nil, 0, 0, refuse(CodeBadSums, "no rows have the counts of cell %d; write the query anew and run it", cell)
		}
		if rows += block.Rows; block.At.Labelled {
			labelled += block.Rows
		}
	}
	return counts, rows, labelled, nil
}
