package dataset

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/kernel"
	"privadapt/core/must"
)

// column is one of a table in memory: numbers, or else texts.
type column struct {
	name    string
	numbers []float64
	texts   []string
}

// columnStream writes a table as a program in JavaScript does, in blocks of this many rows.
func columnStream(columns []column, rows, block int) ColumnStream {
	var out bytes.Buffer
	length := func(n int) { out.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	var kinds, names []string
	for _, c := range columns {
		kind := "t"
		if c.numbers != nil {
			kind = "n"
		}
		kinds, names = append(kinds, kind), append(names, c.name)
	}
	joined := strings.Join(names, "\x00")
	out.WriteString("cols")
	length(len(columns))
	length(len(joined))
	out.WriteString(strings.Join(kinds, "") + joined)
	for from := 0; from < rows; from += block {
		to := min(rows, from+block)
		var texts strings.Builder
		for i := from; i < to; i++ {
			for _, c := range columns {
				if c.numbers == nil {
					texts.WriteString(c.texts[i] + "\x00")
				}
			}
		}
		length(to - from)
		length(texts.Len())
		for _, c := range columns {
			if c.numbers != nil {
				for _, v := range c.numbers[from:to] {
					out.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
				}
			}
		}
		out.WriteString(texts.String())
	}
	return ColumnStream{&out}
}

// columnFile writes the same table as a CSV file, numbers as JavaScript prints them: by their shortest decimals.
func columnFile(columns []column, rows int) string {
	var out strings.Builder
	for k, c := range columns {
		if k > 0 {
			out.WriteByte(',')
		}
		out.WriteString(c.name)
	}
	out.WriteByte('\n')
	for i := range rows {
		for k, c := range columns {
			if k > 0 {
				out.WriteByte(',')
			}
			if c.numbers == nil {
				out.WriteString(`"` + strings.ReplaceAll(c.texts[i], `"`, `""`) + `"`)
			} else {
				out.Write(csv.AppendDecimal(nil, c.numbers[i]+0))
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// readAll returns the bits of all rows, and the report.
func readAll(t testing.TB, r io.Reader, s Schema) (rows [][]uint64, report Report) {
	t.Helper()
	return bitsOf(t, must.Get(Target(r, s))(t), s.Dim())
}

func bitsOf(t testing.TB, reader UnitRows, width int) (rows [][]uint64, report Report) {
	t.Helper()
	for z := make([]float64, width); reader.Next(z); {
		row := make([]uint64, len(z))
		for j, v := range z {
			row[j] = math.Float64bits(v)
		}
		rows = append(rows, row)
	}
	must.Do(t, reader.Err())
	return rows, reader.Report()
}

// checkSameAsFile compares features, and cells with the label.
func checkSameAsFile(t *testing.T, columns []column, rows int, s Schema) {
	t.Helper()
	for i, read := range []func(io.Reader, Schema) (UnitRows, error){Target, Labelled} {
		width := []int{s.Dim(), len(s.Used()) + 1}[i]
		want, wantReport := bitsOf(t, must.Get(read(strings.NewReader(columnFile(columns, rows)), s))(t), width)
		for _, block := range []int{1, 3, max(1, rows)} {
			got, report := bitsOf(t, must.Get(read(columnStream(columns, rows, block), s))(t), width)
			if len(got) != rows || !reflect.DeepEqual(report, wantReport) || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v in blocks of %d: the report is\n%+v, of the file\n%+v, the rows are\n%x, in the file\n%x", columns,
					block, report, wantReport, got, want)
			}
		}
	}
}

// TestNumbersAreWrittenAsJavaScriptDoes compares with package json, which writes numbers by the rules of JavaScript.
func TestNumbersAreWrittenAsJavaScriptDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		v := math.Float64frombits(random.Uint64())
		if random.IntN(2) == 0 {
			v = float64(random.IntN(1000)) * math.Pow(10, float64(random.IntN(60)-30))
		}
		if !finite(v) {
			continue
		}
		want := must.Get(json.Marshal(v))(t)
		if got := csv.AppendDecimal(nil, v); !bytes.Equal(got, want) {
			t.Fatalf("%x is written %s, in JavaScript %s", math.Float64bits(v), got, want)
		}
	}
}

// TestBrokenColumnStreamsAreErrors cuts a stream at every byte: only the ends of blocks are ends of a table.
func TestBrokenColumnStreamsAreErrors(t *testing.T) {
	schema := mixedSchema()
	columns := []column{
		{name: schema.Columns[0].Name, numbers: []float64{1, 2, 3}},
		{name: "other", texts: []string{"a", "b", "c"}},
	}
	whole := must.Get(io.ReadAll(columnStream(columns, 3, 2)))(t)
	ends := 0
	for cut := range len(whole) + 1 {
		reader, err := newColumnReader(ColumnStream{bytes.NewReader(whole[:cut])}, schema)
		if err != nil {
			continue
		}
		z := make([]float64, schema.Dim())
		for reader.Next(z) {
		}
		if reader.Err() == nil {
			ends++
		} else if reader.Next(z) {
			t.Errorf("cut at %d: a row after a failure", cut)
		}
	}
	if ends != 3 { // no block, one, both
		t.Errorf("%d cuts pass for a whole table, want 3", ends)
	}
	read := func(stream ColumnStream) error {
		reader, err := newColumnReader(stream, schema)
		for z := make([]float64, schema.Dim()); err == nil && reader.Next(z); {
		}
		if err == nil {
			err = reader.Err()
		}
		return err
	}
	number := func(at, n int) func([]byte) []byte {
		return func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[at:], uint32(n))
			return b
		}
	}
	block := 12 + 2 + len("temp\x00other") // where the first one begins
	for what, change := range map[string]func([]byte) []byte{
		"another mark":               func(b []byte) []byte { return append([]byte("COLS"), b[4:]...) },
		"more names than columns":    func(b []byte) []byte { b[14] = 0; return b },
		"fewer names than columns":   func(b []byte) []byte { b[18] = '.'; return b },
		"more names than memory has": number(8, maxBlock-1),
		"more rows than memory has":  number(block, maxBlock/8+1),
		"more texts than it has":     number(block+4, maxBlock-15),
	} {
		if err := read(ColumnStream{bytes.NewReader(change(bytes.Clone(whole)))}); !errors.Is(err, errBadColumns) {
			t.Errorf("%s: %v", what, err)
		}
	}
	failure := errors.New("the connection is gone")
	for what, stream := range map[string]io.Reader{
		"the mark":  iotest.ErrReader(failure),
		"the names": io.MultiReader(bytes.NewReader(whole[:12]), iotest.ErrReader(failure)),
		"a block":   io.MultiReader(bytes.NewReader(whole[:block]), iotest.ErrReader(failure)),
	} {
		if err := read(ColumnStream{stream}); !errors.Is(err, failure) {
			t.Errorf("reading %s: %v", what, err)
		}
	}
	strange := columnStream([]column{{name: "other", numbers: []float64{1}}}, 1, 1)
	if _, err := newColumnReader(strange, schema); codeOf(err) != CodeNoCommonColumns {
		t.Errorf("a table without a known column gives %v", err)
	}
}

// FuzzColumnReader: no stream of bytes makes the reader panic, and none gives a value that is not finite.
func FuzzColumnReader(f *testing.F) {
	schema := mixedSchema()
	for _, block := range []int{1, 2} {
		columns := []column{{name: schema.Columns[0].Name, numbers: []float64{1, math.NaN()}},
			{name: "t", texts: []string{"a", ""}}}
		f.Add(must.Get(io.ReadAll(columnStream(columns, 2, block)))(f))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		reader, err := newColumnReader(ColumnStream{bytes.NewReader(stream)}, schema)
		if err != nil {
			return
		}
		z := make([]float64, schema.Dim())
		for rows := 0; rows < 1000 && reader.Next(z); rows++ {
			if slices.ContainsFunc(z, notFinite) {
				t.Fatal("a row is not finite: ", z)
			}
		}
	})
}

// checkUnits reads whose the rows are, by readers of features and of cells, with other cells and without.
func checkUnits(t *testing.T, file func() io.Reader, s Schema, want []string) {
	t.Helper()
	for _, cells := range []bool{false, true} {
		for _, alone := range []bool{false, true} {
			read, width := Target, s.Dim()
			if cells {
				read, width = Labelled, len(s.Used())+1
			}
			rows := must.Get(read(file(), s))(t)
			must.Do(t, rows.NameUnit("who"))
			if alone {
				rows.UnitsAlone()
			}
			k := 0
			for row := make([]float64, width); rows.Next(row); k++ {
				if got := rows.Unit(); k >= len(want) || string(got) != want[k] {
					t.Fatalf("row %d is %.40q's, want %.40q (cells %v, alone %v)", k+1, got, want[k:], cells, alone)
				}
			}
			if rows.Err() != nil || k < len(want) {
				t.Fatalf("%d rows of %d: %v", k, len(want), rows.Err())
			}
		}
	}
}

// Whose a row is follows from its record: it is the trimmed cell, whatever else the record holds, the same by the short
// cut and by the general way, for features and for cells. Records without one name nobody.
func TestThePersonOfARowIsAFunctionOfItsRecord(t *testing.T) {
	s := readSource(t, "x,c,y\n1,red,1\n2,blue,2\n3,red,3\n", SourceOptions{Label: "y"}).Schema
	records := []struct{ record, who string }{
		{"1,anna,red,2", "anna"}, {"1, anna ,red,2", "anna"}, {`1,"anna",red,2`, "anna"}, {`1,"an""na",red,2`, `an"na`},
		{`1,"an,na",red,2`, "an,na"}, {"1,\"an\nna\",red,2", "an\nna"}, {"1,Anna,red,2", "Anna"}, {"oops,b,green,", "b"},
		{"1,1,red,2", "1"}, {"1,1.0,red,2", "1.0"}, {"1,01,red,2", "01"}, {"1,__proto__,red,2", "__proto__"},
		{"1,\xff\xfe,red,2", "\xff\xfe"},
		{"1,,red,2", ""}, {"1,NA,red,2", ""}, {"1, ? ,red,2", ""}, {"1", ""}, {"", ""}, {"1,late", "late"},
		{"1,more,red,2,3,4,5", "more"},
		{"1,a\x00b,red,2", ""}, {"1,a\ufffdb,red,2", ""}, {"1,\xef\xbf,red,2", "\xef\xbf"}, {"1,anna,r\x00ed,2", ""},
		{"1," + strings.Repeat("w", 5000) + ",red,2", strings.Repeat("w", 5000)},
		{"1," + strings.Repeat("w", csv.MaxLine) + ",red,2", ""}, {"1.5e3,e,blue,2", "e"},
	}
	r := rand.New(rand.NewPCG(30, 3))
	for range 40 {
		text, want := "x,who,c,y\n", []string(nil)
		for range 60 {
			k := records[r.IntN(len(records))]
			if len(k.record) > 10000 && r.IntN(20) > 0 {
				continue
			}
			text, want = text+k.record+"\n", append(want, k.who)
		}
		checkUnits(t, func() io.Reader { return strings.NewReader(text) }, s, want)
		checkUnits(t, func() io.Reader { return iotest.HalfReader(strings.NewReader(text)) }, s, want)
		followed := slices.Concat(want, slices.Repeat([]string{"2"}, kernel.DecimalReach))
		checkUnits(t, func() io.Reader { return strings.NewReader(text + after) }, s, followed)
	}
}

// A record of more than 1 MiB names nobody, however much of it the reader holds before its turn: all of it, where an
// open quote had the reader look for the line that closes it. Else the two readings of a file would differ by that.
func TestARecordThatIsTooLongNamesNobodyAheadOfItsTurn(t *testing.T) {
	s := readSource(t, "x,y\n1,1\n2,2\n", SourceOptions{Label: "y"}).Schema
	for _, length := range []int{csv.MaxLine, csv.MaxLine + 1} {
		long := "1,anna,"
		long += strings.Repeat("w", length-len(long))
		text, want := "x,who,note\n2,otto,\"open\n"+long+"\n3,emil,last\n", []string{"otto", "", "emil"}
		if length == csv.MaxLine {
			want[1] = "anna"
		}
		checkUnits(t, func() io.Reader { return strings.NewReader(text) }, s, want)
	}
}

// In a table in memory a number names a person by its shortest decimal, and NaN nobody.
func TestPeopleOfAColumnStream(t *testing.T) {
	s := readSource(t, "x,y\n1,1\n2,2\n", SourceOptions{Label: "y"}).Schema
	numbers := []column{{"who", []float64{7, 0.1, math.NaN(), math.Copysign(0, -1), 1e21, 7}, nil},
		{"x", []float64{1, 2, 3, 4, 5, 6}, nil}}
	checkUnits(t, func() io.Reader { return columnStream(numbers, 6, 4) }, s, []string{"7", "0.1", "", "0", "1e+21", "7"})
	long := strings.Repeat("w", csv.MaxLine)
	texts := []column{{"x", []float64{1, 2, 3, 4, 5}, nil}, {"who", nil, []string{" a ", "", "1.0", long, long + "w"}}}
	checkUnits(t, func() io.Reader { return columnStream(texts, 5, 2) }, s, []string{"a", "", "1.0", long, ""})
}

// Whole numbers of 64 bits are people by their exact decimals, and of a column that is read what that decimal is in a
// file.
func TestWholeNumbersOfAColumnStreamAreExact(t *testing.T) {
	s := readSource(t, "x,level,y\n1,7,1\n2,9007199254740993,2\n3,7,1\n",
		SourceOptions{Label: "y", Categorical: []string{"level"}}).Schema
	values := []uint64{1<<53 + 1, 1<<53 + 2, 7, 1<<64 - 1}
	for kind, who := range map[byte][]string{
		'i': {"9007199254740993", "9007199254740994", "7", "-1"},
		'u': {"9007199254740993", "9007199254740994", "7", "18446744073709551615"},
	} {
		stream := append([]byte("cols\x03\x00\x00\x00\x0b\x00\x00\x00"), kind, kind, kind)
		stream = append(append(stream, "who\x00x\x00level"...), 4, 0, 0, 0, 0, 0, 0, 0)
		for range 3 {
			for _, v := range values {
				stream = binary.LittleEndian.AppendUint64(stream, v)
			}
		}
		file := "who,x,level\n"
		for _, name := range who {
			file += name + "," + name + "," + name + "\n"
		}
		checkUnits(t, func() io.Reader { return ColumnStream{bytes.NewReader(stream)} }, s, who)
		for _, cells := range []bool{false, true} {
			read, width := Target, s.Dim()
			if cells {
				read, width = Labelled, len(s.Used())+1
			}
			rows := must.Get(read(ColumnStream{bytes.NewReader(stream)}, s))(t)
			same := must.Get(read(strings.NewReader(file), s))(t)
			for a, b := make([]float64, width), make([]float64, width); rows.Next(a) && same.Next(b); {
				if fmt.Sprint(a) != fmt.Sprint(b) {
					t.Errorf("%c: %v, and of a file %v", kind, a, b)
				}
			}
			if rows.Report().Rows != 4 {
				t.Errorf("%d rows", rows.Report().Rows)
			}
		}
	}
}

// A column that cannot name the people is refused by the header alone.
func TestUnitsAreRefusedByTheHeader(t *testing.T) {
	s := readSource(t, "x,c,y\n1,red,1\n2,blue,2\n", SourceOptions{Label: "y", Ignore: []string{"c"}}).Schema
	for header, fits := range map[string]bool{
		"who,x,y": true, "x,y,WHO": true, "x,WHO,who": true, "x,y": false, "who,x,who": false, "Who,x,WHO": false,
	} {
		rows := must.Get(Target(strings.NewReader(header+"\n1,2,3\n"), s))(t)
		err := rows.NameUnit("who")
		if fits != (err == nil) || err != nil && codeOf(err) != CodeBadUnit {
			t.Errorf("%s: %v", header, err)
		}
	}
	for column, fits := range map[string]bool{"x": false, "y": false, "c": true} {
		rows := must.Get(Target(strings.NewReader("x,c,y\n1,2,3\n"), s))(t)
		if err := rows.NameUnit(column); fits != (err == nil) {
			t.Errorf("%s: %v", column, err)
		}
		if report := rows.Report(); fits && fmt.Sprint(report.SurplusColumns) != "[]" {
			t.Errorf("%v", report.SurplusColumns)
		}
	}
}

// Numbers with decimals and dates, with or without a time, name nobody; whole numbers and other texts may.
func TestWhatIsMeasuredNamesNobody(t *testing.T) {
	for text, measured := range map[string]bool{
		"1.5": true, "1,5": true, "-0.25": true, "2020-01-02": true, "2020-01-02 10:30": true, "31.12.1999": true,
		"17": false, "1e3": false, "anna": false, "": false, "A-17": false,
	} {
		if IsMeasured([]byte(text)) != measured {
			t.Errorf("%q is measured: %v", text, !measured)
		}
	}
}
