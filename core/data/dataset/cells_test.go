package dataset

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

const cellsTable = "a,junk,b,c,y\n1,x,red,5,1\n2.5,x,blue,?,2\nNA,x,green,7,3\n4,x,,5,4\n"

// Cells are numbers in raw units and indices of levels; a missing, unknown or unreadable cell is NaN.
func TestCells(t *testing.T) {
	source, err := ReadSource(strings.NewReader(cellsTable), SourceOptions{Label: "y", Ignore: []string{"junk"}})
	if err != nil {
		t.Fatal(err)
	}
	read := func(table string) string {
		reader := must.Get(NewCellReader(strings.NewReader(table), source.Schema))(t)
		text := ""
		for row := make([]float64, len(source.Schema.Used())); reader.Next(row); {
			text += fmt.Sprint(row)
		}
		if reader.Err() != nil {
			t.Fatal(reader.Err())
		}
		return text
	}
	if got, want := read(cellsTable), "[1 0 5][2.5 1 NaN][NaN 2 7][4 NaN 5]"; got != want {
		t.Errorf("the source's cells are %s, want %s", got, want)
	}
	if got, want := read("c,b\n-1e3,black\n\"3\",\"blue\"\nx\n\n\x00,red\n8,\x00red\n8,red,9\n1e400,green\n"),
		"[NaN NaN -1000][NaN 1 3][NaN NaN NaN][NaN NaN NaN][NaN NaN NaN][NaN NaN NaN][NaN 0 8][NaN 2 NaN]"; got != want {
		t.Errorf("the target's cells are %s, want %s", got, want)
	}
}

// Cells and features are two forms of one row: whatever the bytes, the features follow from the cells.
func FuzzCellsAndFeatures(f *testing.F) {
	f.Add("1,x,red,5\n?,,blue,1e9\n")
	f.Add("1;2\n\"a\"\"b\",\"red\n")
	source, err := ReadSource(strings.NewReader(cellsTable), SourceOptions{Label: "y", Ignore: []string{"junk"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, records string) {
		table := "a,junk,b,c\n" + records
		target, err := NewTargetReader(strings.NewReader(table), source.Schema)
		if err != nil {
			t.Skip("the private reader refuses the table")
		}
		cells := must.Get(NewCellReader(strings.NewReader(table), source.Schema))(t)
		z, row := make([]float64, source.Schema.Dim()), make([]float64, 3)
		encoders := newEncoders(Schema{Columns: source.Schema.Used()})
		for target.Next(z) {
			if !cells.Next(row) {
				t.Fatal("there are fewer rows of cells")
			}
			want := make([]float64, len(z))
			encodeRow(want, row, []int{0, 1, 2}, encoders)
			if fmt.Sprint(z) != fmt.Sprint(want) {
				t.Fatalf("features %v, of the cells %v: %v", z, row, want)
			}
		}
		if cells.Next(row) {
			t.Fatal("there are more rows of cells")
		}
	})
}

// A public sample that memory could not hold is refused in words, at the row for which there is no room, as soon as it
// is read.
func TestSampleBeyondMemoryIsRefused(t *testing.T) {
	table := newCellTable(20)
	row := table.addRow() // of the last block
	table.blocks = append(make([][]float64, mostCells/tableBlock-1), table.blocks...)
	rows := 1
	for ; table.noRoom(7) == nil; rows++ {
		row = table.addRow()
	}
	if rows != table.blockRows || len(row) != 20 {
		t.Errorf("the last block has %d rows, not %d", rows, table.blockRows)
	}
	b := &sourceBuilder{layout: &layout{label: -1}, cells: table}
	var failure *Error
	if err := b.add(record{line: 7}); !errors.As(err, &failure) || failure.Code != CodeTooLarge || failure.Line != 7 ||
		!strings.Contains(failure.Message, "random part") {
		t.Errorf("%v", err)
	}
}

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
	fromMemory := must.Get(NewValueRows([]float64{1.25, none, -300, 1e300, math.Inf(1), 7, 8, 9,
		0, 0, 0, 0, none, none, none, none, 0, 1, none, 2, 0, -1, 0.5, math.Inf(1)}, 8, valuesSchema))(t)
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
