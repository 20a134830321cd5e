package dataset

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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

func TestTargetHeaders(t *testing.T) {
	numbers := func(names ...string) *Schema { s := numericSchema(names...); return &s }
	umlauts := numbers("K\u00f6ln N\u00e4he")
	tests := []struct {
		name    string
		header  string
		record  string
		want    []float64
		label   bool
		missing []string
		surplus []string
		schema  *Schema // nil: plainSchema
	}{
		{"as in the source", "temp,id,colour", "12,7,red", []float64{1, 1, -1}, false, nil, nil, nil},
		{"other order", "colour,temp", "red,12", []float64{1, 1, -1}, false, nil, nil, nil},
		{"semicolons, decimal commas", "temp;colour", "12,5;red", []float64{1.25, 1, -1}, false, nil, nil, nil},
		{"tabs, decimal commas", "temp\tcolour", "12,5\tred", []float64{1.25, 1, -1}, false, nil, nil, nil},
		{"most names, not most delimiters", `temp;colour;"x,x,x,x,x"`, "12;red;5", []float64{1, 1, -1}, false, nil,
			[]string{"x,x,x,x,x"}, nil},
		{"byte order mark", "\ufefftemp,colour", "12,red", []float64{1, 1, -1}, false, nil, nil, nil},
		{"quotes and spaces", ` "temp" ,"colour"`, "12,red", []float64{1, 1, -1}, false, nil, nil, nil},
		{"blank lines before", "\n\r\n \ntemp,colour", "12,red", []float64{1, 1, -1}, false, nil, nil, nil},
		{"other letters", "Temp,COLOUR", "12,red", []float64{1, 1, -1}, false, nil, nil, nil},
		{"exact name first", "TEMP,temp,colour", "0,12,red", []float64{1, 1, -1}, false, nil, []string{"TEMP"}, nil},
		{"label present", "temp,y,colour", "12,1e999,red", []float64{1, 1, -1}, true, nil, nil, nil},
		{"label in other letters", "temp,Y,colour", "12,secret,red", []float64{1, 1, -1}, true, nil, nil, nil},
		{"missing column", "temp", "12", []float64{1, 0, 0}, false, []string{"colour"}, nil, nil},
		{"a surplus column twice", "u,temp,u,colour", "5,12,6,red", []float64{1, 1, -1}, false, nil, []string{"u", "u"}, nil},
		{"surplus columns", "u,temp,v,colour,", "5,12,6,red,7", []float64{1, 1, -1}, false, nil, []string{"u", "v"}, nil},
		// A column may be named like a format, and two that differ in case need their exact names.
		{"the name of a format", "PAR1,PAR2", "3,4", []float64{3, 4}, false, nil, nil, numbers("PAR1", "PAR2")},
		{"in another case of two", "A,b", "1,2", []float64{0, 1, 2}, false, []string{"a"}, nil, numbers("a", "A", "b")},
		{"in no case of two", "Temp,b", "1,2", []float64{0, 0, 2}, false, []string{"temp", "TEMP"}, []string{"Temp"},
			numbers("temp", "TEMP", "b")},
		// Composed and decomposed letters, and no-break spaces.
		{"composed", "\u00a0K\u00f6ln\u00a0N\u00e4he ", "2", []float64{2}, false, nil, nil, umlauts},
		{"decomposed", "KO\u0308LN  N\u00c4HE", "2", []float64{2}, false, nil, nil, umlauts},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			schema := plainSchema()
			if tt.schema != nil {
				schema = *tt.schema
			}
			rows, report := readTarget(t, tt.header+"\n"+tt.record+"\n", schema)
			if !slices.Equal(rows, tt.want) {
				t.Errorf("row %v, want %v", rows, tt.want)
			}
			if report.LabelPresent != tt.label || !slices.Equal(report.MissingColumns, tt.missing) ||
				!slices.Equal(report.SurplusColumns, tt.surplus) {
				t.Errorf("report %+v", report)
			}
			if report.Rows != 1 || report.RepairedCells != 0 || report.RaggedRows != 0 {
				t.Errorf("report %+v, want one whole row", report)
			}
		})
	}
}

func TestNewTargetReaderErrors(t *testing.T) {
	tests := []struct{ name, text, code, want string }{
		{"no bytes", "", CodeEmptyFile, "empty"},
		{"gzip", "\x1f\x8b\x08\x00temp,colour\n", CodeBadEncoding, "unpack"},
		{"NUL in the header", "temp,\x00\n", CodeBadEncoding, "UTF-8"},
		{"header not UTF-8", "t\xe9mp,\xe9\n", CodeBadEncoding, "UTF-8"},
		{"carriage returns alone", "temp\r1\r2\r", CodeBadEncoding, "line feeds"},
		{"a column twice", "temp,temp,colour\n", CodeDuplicateColumn, "columns “temp”, “temp”"},
		{"a column twice in other letters", "Temp,TEMP,colour\n", CodeDuplicateColumn, "columns “Temp”, “TEMP”"},
		{"the label twice", "temp,y,y\n", CodeDuplicateColumn, "columns “y”, “y”"},
		{"no header", "12,7,red\n", CodeNoCommonColumns, `expected are "temp", "colour"`},
		{"only the label", "y\n12\n", CodeNoCommonColumns, `expected are "temp", "colour"`},
		{"only an ignored column", "id\n12\n", CodeNoCommonColumns, `expected are "temp", "colour"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewTargetReader(strings.NewReader(tt.text), plainSchema())
			if codeOf(err) != tt.code || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want code %s with %q", err, tt.code, tt.want)
			}
		})
	}
}

// What the owner says that a column is called is a rule of the header: the rows are the same as in a file with the
// sample's names.
func TestTheOwnersHeadersAreFound(t *testing.T) {
	want := []float64{1, 1, -1}
	for _, c := range []struct {
		name, text string
		headers    map[string]string
	}{
		{"German, with semicolons", "Temperatur;Farbe\n12;red\n",
			map[string]string{"temp": "Temperatur", "colour": "Farbe"}},
		{"a line break in a name", "\"Temperatur\r\n(in C)\",colour\n12,red\n",
			map[string]string{"temp": "Temperatur (in C)"}},
		{"in Windows-1252", "W\xe4rme;colour\n12;red\n", map[string]string{"temp": "W\u00e4rme"}},
		{"before a column of that name", "temp,warm,colour\n7,12,red\n", map[string]string{"temp": "warm"}},
		{"a file without that header", "temp,colour\n12,red\n", map[string]string{"temp": "warm"}},
	} {
		rows, report := readTarget(t, c.text, plainSchema().Under(c.headers))
		if !slices.Equal(rows, want) || len(report.MissingColumns) > 0 || report.RepairedCells > 0 {
			t.Errorf("%s: rows %v, report %+v", c.name, rows, report)
		}
	}
	named := plainSchema().Under(map[string]string{"colour": "Farbe", "y": "Ziel"})
	_, report := readTarget(t, "temp;Farbe;Ziel\n12;red;3\n", named)
	if !slices.Equal(report.MappedColumns, []Mapped{{"colour", "Farbe"}}) || !report.LabelPresent {
		t.Errorf("the owner is told %+v", report)
	}
	twice := plainSchema().Under(map[string]string{"temp": "warm", "colour": "warm"})
	if _, err := NewTargetReader(strings.NewReader("warm\n12\n"), twice); codeOf(err) != CodeDuplicateColumn {
		t.Errorf("one column for two: %v", err)
	}
}

// An error that the owner can answer has the headers, and prints none of them: if the header was forgotten, the first
// line is a person's data.
func TestForeignHeadersAreToldToTheOwnerAlone(t *testing.T) {
	for text, want := range map[string][]string{
		"Temperatur;Secret;id\n12;red;7\n": {"Temperatur", "Secret"},
		"W\xe4rme;Secret\n12;red\n":        {"W\u00e4rme", "Secret"},
		"Secret\ntemp,colour\n12,red\n":    {"Secret"},
		"Secret,7,blue\n":                  nil,
		"Secret\x00\n":                     nil,
		"<html Secret":                     nil,
		"PK\x03\x04Secret":                 nil,
		"[{\"Secret\":1,\"b\":2}]\n":       nil,
	} {
		_, err := NewTargetReader(strings.NewReader(text), plainSchema())
		var refused *Error
		told := errors.As(err, &refused) && slices.Equal(refused.Headers(), want)
		shown := fmt.Sprint(err)
		if told && want == nil {
			shown += fmt.Sprintf("%+v", *refused)
		}
		if !told || strings.Contains(shown, "Secret") {
			t.Errorf("%q: %v with %q", text, err, refused.Headers())
		}
	}
}

// rowBits reads a private file and returns each row's exact bits as text.
func rowBits(t *testing.T, header string, records []string, s Schema) (bits []string) {
	t.Helper()
	// A newline ends each record, so that an empty last one is a record too.
	rows, report := readTarget(t, header+"\n"+strings.Join(records, "\n")+"\n", s)
	for row := range slices.Chunk(rows, s.Dim()) {
		bits = append(bits, fmt.Sprintf("%x", row))
	}
	if slices.ContainsFunc(rows, notFinite) || report.Rows != len(bits) {
		t.Fatalf("%q: %d rows reported, of %d read: %v", records, report.Rows, len(bits), rows)
	}
	return bits
}

func notFinite(x float64) bool { return !finite(x) }

// telling are bytes that are special to a CSV reader.
const telling = "\"\",;\t\r\n\x00 0123456789.-+eENA\xff\xef\xbb\xbf<html>redblue"

func randomBytes(rng *rand.Rand) string {
	b := make([]byte, rng.IntN(60))
	for i := range b {
		b[i] = telling[rng.IntN(len(telling))]
		if rng.IntN(8) == 0 {
			b[i] = byte(rng.Uint32())
		}
	}
	return string(b)
}

// randomRecord is a record by the rules 1 and 2 of csv/records.go under any delimiter: a line of any bytes with an even
// number of quotes, or what a conforming writer makes of cells of any bytes.
func randomRecord(rng *rand.Rand, delim string) string {
	if rng.IntN(2) == 0 {
		cells := make([]string, 1+rng.IntN(4))
		for i := range cells {
			cells[i] = quotedCell(rng, randomBytes(rng), delim)
		}
		return strings.Join(cells, delim)
	}
	line := strings.ReplaceAll(randomBytes(rng), "\n", "")
	if strings.Count(line, `"`)%2 == 1 {
		line += `"`
	}
	return line
}

// quotedCell writes a cell as RFC 4180 says, in quotes if it must or might be.
func quotedCell(rng *rand.Rand, cell, delim string) string {
	if !strings.ContainsAny(cell, "\"\r\n"+delim) && rng.IntN(2) == 0 {
		return cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

// Replacing one record by any other changes that record's row and nothing else: not the number of rows, no other row,
// no error.
func TestTargetRowsAreFunctionsOfTheirRecord(t *testing.T) {
	schema := plainSchema()
	checkNeighbours(t, rowBits, 1_500, schema)
	for _, extreme := range []string{
		strings.Repeat("x", csv.MaxLine+1),
		strings.Repeat(`"`, 3*csv.MaxLine),
		strings.Repeat(",", csv.MaxLine),
		strings.Repeat("9", csv.MaxLine),
		"1,\"" + strings.Repeat("\"\"\n,", csv.MaxLine) + "\",red",
	} {
		checkNeighbour(t, rowBits, "temp,id,colour", []string{"12,7,red", "1,2,blue", "5,6,red"}, 1, extreme, schema)
	}
}

// Nor does replacing the label with the record: what is read of it is in the row of its record alone.
func TestLabelledRowsAreFunctionsOfTheirRecord(t *testing.T) {
	classes := plainSchema()
	classes.Classes = []string{"no", "yes"}
	checkNeighbours(t, labelledRows, 500, plainSchema())
	checkNeighbours(t, labelledRows, 500, classes)
}

// checkNeighbours draws as many files of each form, and another record for one of theirs.
func checkNeighbours(t *testing.T, read rowReader, files int, s Schema) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	for header, delim := range map[string]string{"temp,id,colour,y": ",", "y;temp;colour": ";", "id\tcolour\ttemp": "\t"} {
		for range files {
			records := make([]string, 1+rng.IntN(6))
			for i := range records {
				if records[i] = "12,7,red,3"; rng.IntN(2) == 0 {
					records[i] = randomRecord(rng, delim)
				}
			}
			checkNeighbour(t, read, header, records, rng.IntN(len(records)), randomRecord(rng, delim), s)
		}
	}
}

// rowReader is rowBits or labelledRows.
type rowReader func(t *testing.T, header string, records []string, s Schema) []string

func checkNeighbour(t *testing.T, read rowReader, header string, records []string, at int, other string, s Schema) {
	t.Helper()
	before := read(t, header, records, s)
	neighbour := slices.Clone(records)
	neighbour[at] = other
	after := read(t, header, neighbour, s)
	if len(before) != len(records) || len(after) != len(records) {
		t.Fatalf("%d records became %d rows, their neighbour's %d", len(records), len(before), len(after))
	}
	for i := range records {
		if i != at && before[i] != after[i] {
			t.Fatalf("row %d of %.200q changed as record %d became %.200q", i, records, at, other)
		}
	}
	// The row depends on its record alone: by itself it is the same.
	if alone := read(t, header, []string{other}, s); alone[0] != after[at] {
		t.Fatalf("record %.200q is %s alone and %s among others", other, alone[0], after[at])
	}
}

// numericSchema has plain columns with mean 0 and scale 1.
func numericSchema(names ...string) Schema {
	s := Schema{Label: "y"}
	for _, name := range names {
		s.Columns = append(s.Columns, Column{Name: name, Kind: Numeric, Scale: 1, Min: -1, Max: 1})
	}
	return s
}

func TestTargetReaderDoesNotAllocatePerField(t *testing.T) {
	categorical := Schema{Label: "y", Columns: []Column{
		{Name: "a", Kind: Categorical, Levels: []Level{{"red", 0.5, 0.5}, {"green", 0.5, 0.5}}},
		{Name: "b", Kind: Numeric, Scale: 1},
	}}
	for name, c := range map[string]struct {
		schema Schema
		lines  string
	}{
		"short":       {numericSchema("a", "b", "c"), "7.4,0.7,0\n-6.3,0.3,0.34\n"},
		"digits17":    {numericSchema("a", "b", "c"), "0.47110000000000013,0.9351234567890123,-12.345678901234567\n"},
		"categorical": {categorical, "red,1.5\ngreen,2.5\n\"red\",3.5\nblue,NA\n"},
	} {
		file := strings.NewReader("a,b,c\n" + strings.Repeat(c.lines, 20_000))
		reader := must.Get(NewTargetReader(file, c.schema))(t)
		row := make([]float64, c.schema.Dim())
		if allocs := testing.AllocsPerRun(10_000, func() { reader.Next(row) }); allocs != 0 {
			t.Errorf("%s: %v allocations a row", name, allocs)
		}
	}
}

// ones is a line without an end.
type ones struct{}

func (ones) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '1'
	}
	return len(p), nil
}

// An overlong line of any length is skipped in constant memory: as much as the longest record of several lines
// takes, and a third more.
func TestTargetReaderSkipsAnEndlessLineInConstantMemory(t *testing.T) {
	file := io.MultiReader(strings.NewReader("a\n"), io.LimitReader(ones{}, 200<<20))
	reader := must.Get(NewTargetReader(file, numericSchema("a")))(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	allRows(reader, 1)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 32<<20 {
		t.Errorf("%d bytes were allocated to skip one line", grown)
	}
	if r := reader.Report(); r.Rows != 1 || r.UnusableRows != 1 {
		t.Errorf("report %+v, want one unusable row", r)
	}
}

func TestTargetReaderReportsAFailedRead(t *testing.T) {
	broken := errors.New("the disk is gone")
	schema := numericSchema("a")
	file := io.MultiReader(strings.NewReader("a\n1\n2\n3"), iotest.ErrReader(broken))
	reader := must.Get(NewTargetReader(file, schema))(t)
	allRows(reader, 1)
	if !errors.Is(reader.Err(), broken) {
		t.Errorf("Err() = %v, want the reader's failure", reader.Err())
	}
	if rows := reader.Report().Rows; rows != 2 {
		t.Errorf("%d rows, want the 2 whole lines", rows)
	}
}

// exactNorm is the Euclidean norm to 200 bits, without overflow or underflow.
func exactNorm(z []float64) *big.Float {
	sum := new(big.Float).SetPrec(2400) // holds the squares of 1e308 and 5e-324 together
	for _, x := range z {
		b := new(big.Float).SetPrec(2400).SetFloat64(x)
		sum.Add(sum, b.Mul(b, b))
	}
	return new(big.Float).SetPrec(200).Sqrt(sum.SetPrec(400))
}

// normBound is s(1+4u·d) with u = 2⁻⁵².
func normBound(s float64, d int) *big.Float {
	factor := new(big.Float).SetPrec(200).SetFloat64(4 * 0x1p-52 * float64(d))
	factor.Add(factor, big.NewFloat(1))
	return factor.Mul(factor, new(big.Float).SetFloat64(s))
}

func TestClip(t *testing.T) {
	const tiny = math.SmallestNonzeroFloat64
	tests := []struct {
		name    string
		z       []float64
		s       float64
		want    []float64
		clipped bool
	}{
		{"shorter than s", []float64{0.3, -0.4}, 1, []float64{0.3, -0.4}, false},
		{"as long as s", []float64{3, -4}, 5, []float64{3, -4}, false},
		{"longer than s", []float64{3, -4}, 1, []float64{0.6, -0.8}, true},
		{"zeros", []float64{0, 0}, 1, []float64{0, 0}, false},
		{"zeros at radius 0", []float64{0, 0}, 0, []float64{0, 0}, false},
		{"radius 0", []float64{3, -4}, 0, []float64{0, math.Copysign(0, -1)}, true},
		{"no features", []float64{}, 1, []float64{}, false},
		{"squares overflow", []float64{1e308, 0}, 2, []float64{2, 0}, true},
		{"norm overflows", []float64{1.5e308, 1.5e308}, math.Sqrt2, []float64{1, 1}, true},
		{"subnormal", []float64{tiny, 0}, 1, []float64{tiny, 0}, false},
		{"subnormal radius", []float64{1, 0}, tiny, []float64{tiny, 0}, true},
		{"an infinity", []float64{math.Inf(1), 1}, 1, []float64{0, 0}, true},
		{"NaN", []float64{1e9, math.NaN()}, 1, []float64{0, 0}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			z := slices.Clone(tt.z)
			if clipped := Clip(z, tt.s); clipped != tt.clipped {
				t.Errorf("Clip reports %v", clipped)
			}
			for i := range z {
				if !(math.Abs(z[i]-tt.want[i]) <= 1e-15*math.Abs(tt.want[i])) { // NaN fails
					t.Errorf("z = %v, want %v", z, tt.want)
				}
			}
		})
	}
}

func TestClipNeverLeavesANormAboveTheBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5_000 {
		z := make([]float64, 1+rng.IntN(40))
		spread := rng.Float64() * 300
		for i := range z {
			z[i] = rng.NormFloat64() * math.Pow(10, spread*(2*rng.Float64()-1))
			if rng.IntN(10) == 0 {
				z[i] = []float64{0, 1e308, -1e308, math.MaxFloat64, math.SmallestNonzeroFloat64}[rng.IntN(5)]
			}
		}
		s := math.Exp(rng.NormFloat64() * 5)
		before := slices.Clone(z)
		clipped := Clip(z, s)
		if norm := exactNorm(z); norm.Cmp(normBound(s, len(z))) > 0 {
			t.Fatalf("Clip(%v, %v) leaves norm %v", before, s, norm)
		}
		if !clipped && !slices.Equal(z, before) {
			t.Fatalf("Clip(%v, %v) changed an unclipped row to %v", before, s, z)
		}
	}
}

// The quick check that most rows pass agrees with the exact calculation around the bound, and where squares overflow or
// underflow.
func TestClipDecidesAlikeWithAndWithoutTheQuickLook(t *testing.T) {
	for _, s := range []float64{5e-324, 1e-200, 1e-165, 1e-100, 1e-3, 1, 7.25, 1e150, 1e200, math.MaxFloat64} {
		for _, length := range []float64{0, 1e-9, 0.5, 1 - 1e-5, 1 - 1e-7, 1, 1 + 1e-12, 1 + 1e-7, 2, 1e5} {
			z := []float64{0.6 * s * length, -0.8 * s * length}
			norm := math.Hypot(z[0], z[1])
			clipped := Clip(z, s)
			switch {
			case math.IsInf(norm, 0), norm > s*(1+1e-14) && s > 1e-300:
				if !clipped {
					t.Errorf("%v times the bound %v was not clipped", length, s)
				}
			case norm < s*(1-1e-14) && clipped:
				t.Errorf("%v times the bound %v was clipped", length, s)
			}
		}
	}
}
