package dataset

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

var valuesSchema = Schema{Label: "y", Columns: []Column{
	{Name: "a", Kind: Numeric, Mean: 1, Scale: 2, Min: 0, Max: 2},
	{Name: "skipped", Kind: Ignored},
	{Name: "c", Kind: Categorical, Levels: []Level{{"red", 0.25, math.Sqrt(0.1875)}, {"blue", 0.75, math.Sqrt(0.1875)}}},
}}

func allRows(rows Rows, dim int) (all [][]float64) {
	z := make([]float64, dim)
	for rows.Next(z) {
		all = append(all, slices.Clone(z))
	}
	return all
}

// The same values give the same bits, from a file or from memory.
func TestValuesAreEncodedAsThoseOfAFile(t *testing.T) {
	fromFile := must.Get(NewTargetReader(
		strings.NewReader("a,c\n1.25,red\n,blue\n-3e2,\n1e300,green\n1e999,red\n7,no\n8,no\n9,no\n"),
		valuesSchema,
	))(t)
	none := math.NaN()
	fromMemory := must.Get(NewValueRows([]float64{
		1.25, none, -300, 1e300, math.Inf(1), 7, 8, 9,
		0, 0, 0, 0, none, none, none, none,
		0, 1, none, 2, 0, -1, 0.5, math.Inf(1),
	}, 8, valuesSchema))(t)
	want, got := allRows(fromFile, 3), allRows(fromMemory, 3)
	if len(got) != 8 || !slices.EqualFunc(want, got, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
	if a, b := fromFile.Report(), fromMemory.Report(); a.Rows != b.Rows || a.RepairedCells != b.RepairedCells {
		t.Errorf("%+v, want %+v", b, a)
	}
}

func TestValuesOfOtherNumbersOfRowsAreRefused(t *testing.T) {
	for rows, values := range map[int]int{2: 5, 3: 6, -1: 0, 0: 3} {
		if _, err := NewValueRows(make([]float64, values), rows, valuesSchema); err == nil {
			t.Errorf("%d values passed for %d rows", values, rows)
		}
	}
}
