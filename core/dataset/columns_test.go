package dataset

import (
	"math"
	"slices"
	"strings"
	"testing"
)

var columnsSchema = Schema{Label: "y", Columns: []Column{
	{Name: "a,b", Kind: Numeric, Mean: 1, Scale: 2, Min: 0, Max: 2},
	{Name: "skipped", Kind: Ignored},
	{Name: "c", Kind: Categorical, Levels: []Level{{"red", 0.25, math.Sqrt(0.1875)}, {"blue", 0.75, math.Sqrt(0.1875)}}},
}}

func readAll(t *testing.T, rows Rows, dim int) (all [][]float64) {
	t.Helper()
	z := make([]float64, dim)
	for rows.Next(z) {
		all = append(all, slices.Clone(z))
	}
	return all
}

// The same cells give the same bits, from a file or from columns.
func TestColumnsAreReadAsTheirFile(t *testing.T) {
	file := "\"a,b\",c\n1.25,red\n,blue\n-3e2,\nNA, red \n1e300,green\n"
	fromFile, err := NewTargetReader(strings.NewReader(file), columnsSchema)
	if err != nil {
		t.Fatal(err)
	}
	texts := func(list ...string) (all [][]byte) {
		for _, text := range list {
			all = append(all, []byte(text))
		}
		return all
	}
	fromColumns, err := NewColumnReader([]ColumnValues{
		{Name: "c", Numbers: make([]float64, 5), Codes: []int32{1, 2, 3, 4, 5}, Texts: texts("red", "blue", "", " red ", "green")},
		{Name: "a,b", Numbers: []float64{1.25, 0, 0, 0, 1e300}, Codes: []int32{0, 1, 2, 3, 0}, Texts: texts("", "-3e2", "NA")},
		{Name: "unknown", Numbers: make([]float64, 5)},
	}, 5, columnsSchema)
	if err != nil {
		t.Fatal(err)
	}
	want, got := readAll(t, fromFile, 3), readAll(t, fromColumns, 3)
	if len(got) != 5 || !slices.EqualFunc(want, got, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
	if fromColumns.Err() != nil || fromColumns.Report().RepairedCells != fromFile.Report().RepairedCells {
		t.Errorf("%v, %+v, want %+v", fromColumns.Err(), fromColumns.Report(), fromFile.Report())
	}
}

func TestColumnsNameTheRowAndColumnOfWhatIsNoNumber(t *testing.T) {
	for _, c := range []struct {
		values ColumnValues
		code   string
		says   string
	}{
		{ColumnValues{Numbers: []float64{1, math.NaN()}}, CodeNotFinite, `row 2, column "a,b": NaN is not`},
		{ColumnValues{Numbers: []float64{1, math.Inf(-1)}}, CodeNotFinite, `row 2, column "a,b": -Inf is not`},
		{ColumnValues{Numbers: []float64{1, 0}, Codes: []int32{0, 1}, Texts: [][]byte{[]byte("nan")}}, CodeNotFinite, `row 2, column "a,b": "nan" is not`},
		{ColumnValues{Numbers: []float64{1, 0}, Codes: []int32{0, 1}, Texts: [][]byte{[]byte("ten")}}, CodeNotANumber, `row 2, column "a,b": "ten" is not`},
	} {
		c.values.Name = "a,b"
		reader, err := NewColumnReader([]ColumnValues{c.values}, 2, columnsSchema)
		if err != nil {
			t.Fatal(err)
		}
		if rows := readAll(t, reader, 3); len(rows) != 1 {
			t.Errorf("%s: %d rows before the error", c.says, len(rows))
		}
		failure, ok := reader.Err().(*Error)
		if !ok || failure.Code != c.code || !strings.Contains(failure.Error(), c.says) {
			t.Errorf("%v, want %s: %s", reader.Err(), c.code, c.says)
		}
		if !slices.Equal(reader.Report().MissingColumns, []string{"c"}) {
			t.Errorf("missing columns %v", reader.Report().MissingColumns)
		}
	}
}

func TestColumnsOfOtherLengthsAreRefused(t *testing.T) {
	for _, values := range []ColumnValues{
		{Name: "c", Numbers: make([]float64, 2)},
		{Name: "c", Numbers: make([]float64, 3), Codes: make([]int32, 2)},
		{Name: "c", Numbers: make([]float64, 3), Codes: []int32{0, 1, 0}},
		{Name: "c", Numbers: make([]float64, 3), Codes: []int32{0, -1, 0}},
	} {
		if _, err := NewColumnReader([]ColumnValues{values}, 3, columnsSchema); err == nil {
			t.Errorf("%+v passed", values)
		}
	}
}
