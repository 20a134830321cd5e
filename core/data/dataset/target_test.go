package dataset

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/must"
)

// plainSchema has z = (cell − 10)/2 for temp and the share ½ for each colour, so
// that the features of a colour are ±1.
func plainSchema() Schema {
	return Schema{Label: "y", Columns: []Column{
		{Name: "temp", Kind: Numeric, Mean: 10, Scale: 2, Min: 0, Max: 20},
		{Name: "id", Kind: Ignored},
		{Name: "colour", Kind: Categorical, Levels: []Level{{"red", 0.5, 0.5}, {"blue", 0.5, 0.5}}},
	}}
}

// readTarget returns all rows of a private file one after another.
func readTarget(t *testing.T, text string, s Schema) ([]float64, Report) {
	t.Helper()
	reader, err := NewTargetReader(strings.NewReader(text), s)
	if err != nil {
		t.Fatalf("NewTargetReader(%.60q): %v", text, err)
	}
	var rows []float64
	row := make([]float64, s.Dim())
	for i := range row {
		row[i] = math.NaN() // the caller's earlier values must not remain
	}
	for reader.Next(row) {
		rows = append(rows, row...)
	}
	must.Do(t, reader.Err())
	return rows, reader.Report()
}

// Every sequence of bytes is a record with a row. Columns: temp, id, colour.
func TestTargetRecords(t *testing.T) {
	zero := []float64{0, 0, 0}
	repaired := func(names ...string) Report {
		r := Report{RepairedByColumn: map[string]int{}}
		for _, name := range names {
			r.RepairedByColumn[name]++
			r.RepairedCells++
		}
		return r
	}
	ragged := func(r Report) Report { r.RaggedRows = 1; return r }
	unusable := func() Report { r := repaired(); r.UnusableRows = 1; return r }
	blank := func(r Report) Report {
		r.BlankRows = 1
		return r
	}
	unclosed := func(r Report) Report { r.UnclosedRows = 1; return r }
	tests := []struct {
		name   string
		record string
		want   []float64
		report Report
	}{
		{"plain", "12,7,red", []float64{1, 1, -1}, repaired()},
		{"other level", "7.0,7,blue", []float64{-1.5, -1, 1}, repaired()},
		{"spaces", " 12 ,7,\tred ", []float64{1, 1, -1}, repaired()},
		{"quotes", `"12","a,b",  "red" `, []float64{1, 1, -1}, repaired()},
		{"doubled quotes", `12,"a "",b"" c",red`, []float64{1, 1, -1}, repaired()},
		{"line breaks in a cell", "12,\"a\n\n\"\"b\"\",\r\nc\",red", []float64{1, 1, -1}, repaired()},
		{"line breaks in each cell", "\"12\n\",\"\n\"\t,\"red\n\"", []float64{0, 1, -1}, repaired("temp")},
		{"a NUL byte after a line break", "12,\"a\n\x00\",red", zero, unusable()},
		{"lines that are too long together", "12,\"" + strings.Repeat("x\n", csv.MaxLine/2) + "\",red", zero, unusable()},
		{"not clipped", "1e99,7,red", []float64{(1e99 - 10) / 2, 1, -1}, repaired()},
		{"larger than any feature may be", "1e300,7,red", []float64{0, 1, -1}, repaired("temp")},

		{"text for a number", "warm,7,red", []float64{0, 1, -1}, repaired("temp")},
		{"empty number", ",7,red", []float64{0, 1, -1}, repaired("temp")},
		{"missing token", "NA,7,?", zero, repaired("temp", "colour")},
		{"NaN", "NaN,7,red", []float64{0, 1, -1}, repaired("temp")},
		{"infinity", "-Inf,7,red", []float64{0, 1, -1}, repaired("temp")},
		{"beyond float64", "1e999,7,red", []float64{0, 1, -1}, repaired("temp")},
		{"hexadecimal", "0x1p3,7,red", []float64{0, 1, -1}, repaired("temp")},
		{"decimal comma, quoted", `"12,5",7,red`, []float64{1.25, 1, -1}, repaired()},
		{"unseen level", "12,7,green", []float64{1, 0, 0}, repaired("colour")},
		{"level in other letters", "12,7,RED", []float64{1, 1, -1}, repaired()},
		{"invalid bytes", "\xff\xfe,7,r\xe9d", zero, repaired("temp", "colour")},
		{"unused cell of any content", "12,\xff\x01??,red", []float64{1, 1, -1}, repaired()},

		{"too few fields", "12,7", []float64{1, 0, 0}, ragged(repaired())},
		{"too many fields", "12,7,red,8,9", []float64{1, 1, -1}, ragged(repaired())},
		{"blank", "", zero, blank(ragged(repaired("temp")))},
		{"spaces only", "   ", zero, blank(ragged(repaired("temp")))},
		{"delimiters only", ",,", zero, blank(repaired("temp", "colour"))},
		{"empty quotes", `"", "",""`, zero, blank(repaired("temp", "colour"))},
		{"quote not closed", `12,"7,red`, []float64{1, 0, 0}, unclosed(ragged(repaired()))},
		{"quote not closed in the last field", `12,7,"red`, []float64{1, 1, -1}, unclosed(repaired())},
		{"text after a quote", `12,7,"re"d`, []float64{1, 1, -1}, repaired()},
		{"another delimiter", "12;7;red", zero, ragged(repaired("temp"))},

		{"NUL byte", "12,\x00,red", zero, unusable()},
		{"longest usable", "12,7,red," + strings.Repeat("x", csv.MaxLine-9), []float64{1, 1, -1}, ragged(repaired())},
		{"too long", "12,7,red," + strings.Repeat("x", csv.MaxLine-8), zero, unusable()},
		{"far too long", strings.Repeat("12,7,red,", csv.MaxLine/2), zero, unusable()},
	}
	for _, tt := range tests {
		tt.report.Rows = 1
		tt.report.MissingColumns = []string{}
		tt.report.SurplusColumns = []string{}
		tt.report.MappedColumns = []Mapped{}
		for _, end := range []string{"\n", "\r\n", ""} {
			if tt.record == "" && end == "" {
				continue // an empty file has no record
			}
			if len(tt.record) == csv.MaxLine && end == "\r\n" {
				continue // the carriage return is the byte too many
			}
			t.Run(fmt.Sprintf("%s%q", tt.name, end), func(t *testing.T) {
				rows, report := readTarget(t, "temp,id,colour\n"+tt.record+end, plainSchema())
				if !slices.Equal(rows, tt.want) {
					t.Errorf("row %v, want %v", rows, tt.want)
				}
				report.Findings = nil // see TestFindingsSayWhatWasReadAndWhatWasNot
				if !reflect.DeepEqual(report, tt.report) {
					t.Errorf("report %+v, want %+v", report, tt.report)
				}
			})
		}
	}
}

func TestEveryRecordOfAPrivateFileIsARow(t *testing.T) {
	tests := []struct {
		name, body string
		rows       int
	}{
		{"none", "", 0},
		{"one", "1\n", 1},
		{"without a final newline", "1\n2", 2},
		{"blank lines in the middle", "1\n\n\n2\n", 4},
		{"blank lines at the end", "1\n2\n\n\n", 4},
		{"carriage return as the last byte", "1\n\r", 2},
		{"a line break in quotes", "1\n\"2\n3\"\n4\n", 3},
		{"a blank line in quotes", "\"1\n\n3\"\n", 1},
		{"quotes that are not closed", "\"1\n2\n3\n", 3},
		{"quotes that are not closed before the last line", "1\n\"2\n3", 3},
		{"quotes that close before text", "\"1\n2\n\"3\n", 3},
		{"quotes in the middle of a cell", "1\"\n2\n3\"\n", 3},
		{"text after quotes", "\"1\"2\n3\n", 2},
		{"a space between two quotes", "\"1\n2\" \"\"\n3\n", 3},
		{"spaces around quotes", "\t \"1\n2\" \t\n3\n", 2},
		{"a line that is too long", "1\n" + strings.Repeat("2", 3*csv.MaxLine) + "\n3\n", 3},
		{"a last line that is too long", "1\n" + strings.Repeat("2", 3*csv.MaxLine), 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, report := readTarget(t, "a\n"+tt.body, numericSchema("a")); report.Rows != tt.rows {
				t.Errorf("%d rows, want %d", report.Rows, tt.rows)
			}
		})
	}
}

// If the header was forgotten, the first line is a person's data.
func TestPrivateErrorsQuoteNothingOfTheFile(t *testing.T) {
	for _, text := range []string{"secret,7,red\n", "secret\xe9\n", "secret\x00\n", "<html secret", "PK\x03\x04secret"} {
		_, err := NewTargetReader(strings.NewReader(text), plainSchema())
		if err == nil || strings.Contains(err.Error(), "secret") ||
			strings.Contains(fmt.Sprintf("%+v", *err.(*Error)), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestColumnNamedLikeAFormatIsNoFormat(t *testing.T) {
	rows, _ := readTarget(t, "PAR1,PAR2\n3,4\n", numericSchema("PAR1", "PAR2"))
	if !slices.Equal(rows, []float64{3, 4}) {
		t.Errorf("rows %v", rows)
	}
}

// (v − mean)/scale can overflow though v is finite.
func TestCellsThatStandardiseToInfinityAreRepaired(t *testing.T) {
	schema := numericSchema("a")
	schema.Columns[0].Scale = 1e-10
	rows, report := readTarget(t, "a\n1e300\n-1e300\n1\n", schema)
	if want := []float64{0, 0, 1e10}; !slices.Equal(rows, want) || report.RepairedByColumn["a"] != 2 {
		t.Errorf("rows %v, report %+v", rows, report)
	}
}

func TestReportIsStableJSON(t *testing.T) {
	_, report := readTarget(t, "temp,u,y\n1,2,3\nx,2\n", plainSchema())
	text, err := json.Marshal(report)
	const want = `{"rows":2,"repairedCells":1,"repairedByColumn":{"temp":1},` +
		`"findings":[{"column":"temp","cause":"not-a-number","cells":1,"examples":[{"file":1,"row":3,"value":"x"}]}],"raggedRows":1,"unusableRows":0,"blankRows":0,"unclosedRows":0,` +
		`"labelPresent":true,"missingColumns":["colour"],"mappedColumns":[],"surplusColumns":["u"]}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

func TestNextRefusesARowOfAnotherLength(t *testing.T) {
	reader := must.Get(NewTargetReader(strings.NewReader("a\n1\n"), numericSchema("a")))(t)
	defer func() {
		if recover() == nil {
			t.Error("Next took a row of the wrong length")
		}
	}()
	reader.Next(make([]float64, 2))
}
