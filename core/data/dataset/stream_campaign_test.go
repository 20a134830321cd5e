//go:build campaign

package dataset

import (
	"testing"

	"privadapt/core/must"
)

// A file of 6 GB and 1.2·10⁸ rows, read as a whole.
func TestCampaignTargetReaderReadsBeyond32Bits(t *testing.T) {
	const size, line = 6 << 30, "7.4,0.7,-0.1234,1.9,0.076,11,34,0.9978,1,2.5,0.25\n"
	schema := numericSchema("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
	reader := must.Get(NewTargetReader(stream(schema, line, size), schema))(t)
	row := make([]float64, 11)
	sum := 0.0
	for reader.Next(row) {
		sum += row[0] - 7.4
	}
	if r := reader.Report(); r.Rows < 1.2e8 || r.RepairedCells > 1 || r.RaggedRows > 1 || sum > 8 || sum < -8 {
		t.Errorf("%+v, sum of deviations %v", r, sum)
	}
}
