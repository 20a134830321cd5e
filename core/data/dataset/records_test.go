package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/kernel"
	"privadapt/core/must"
)

// recordsOf divides a text into records by the rule of package csv, with what ends them, and counts those whose quotes
// are not closed. What is well formed is a regular expression here: the grammar of RFC 4180, and spaces around quotes.
func recordsOf(text, delim string) (records []string, unclosed int) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	isOpen := func(line string) bool { return strings.Count(line, `"`)%2 == 1 }
	for len(lines) > 0 {
		end := 1
		if isOpen(lines[0]) {
			if next := slices.IndexFunc(lines[1:], isOpen); next >= 0 && conforms(strings.Join(lines[:next+2], ""), delim) {
				end = next + 2
			} else {
				unclosed++
			}
		}
		records, lines = append(records, strings.Join(lines[:end], "")), lines[end:]
	}
	return records, unclosed
}

// conforming are the records of a delimiter, without their ends.
var conforming = map[string]*regexp.Regexp{}

func init() {
	for _, delim := range []string{",", ";", "\t"} {
		space := strings.ReplaceAll(" \t", delim, "")
		field := `(?:[` + space + `]*"(?:[^"]|"")*"[` + space + `]*|[^"\n` + delim + `]*)`
		conforming[delim] = regexp.MustCompile(`(?s)\A` + field + `(?:` + delim + field + `)*\z`)
	}
}

func conforms(record, delim string) bool {
	text := strings.TrimSuffix(strings.TrimSuffix(record, "\n"), "\r")
	// The expression is one of characters. What is no UTF-8 is read byte by byte, as characters of one byte.
	runes := make([]rune, len(text))
	for i := range len(text) {
		runes[i] = rune(text[i])
	}
	return conforming[delim].MatchString(string(runes))
}

// A line whose quotes are not closed changes its own row alone, unless all from it to the next such line is well formed
// by chance. In a file without records of several lines there is no other such line, and so no such chance.
func TestALineWithAnOpenQuoteChangesItsOwnRowAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	schema := plainSchema()
	alone, among, chances := 0, 0, 0
	for range 6_000 {
		form := rng.IntN(3)
		header, delim := []string{"temp,id,colour", "temp;colour;y", "id\tcolour\ttemp"}[form],
			[]string{",", ";", "\t"}[form]
		records := make([]string, 1+rng.IntN(6))
		several := false
		for i := range records {
			records[i] = randomRecord(rng, delim)
			several = several || strings.Contains(records[i], "\n")
		}
		open := strings.ReplaceAll(randomBytes(rng), "\n", "")
		if strings.Count(open, `"`)%2 == 0 {
			open = `"` + open
		}
		at := rng.IntN(len(records))
		rest := append([]string{open}, records[at+1:]...)
		if of, _ := recordsOf(strings.Join(rest, "\n")+"\n", delim); of[0] != open+"\n" {
			if !several {
				t.Fatalf("%q swallows records of one line", open)
			}
			chances++
			continue
		}
		if several {
			among++
		} else {
			alone++
		}
		checkNeighbour(t, rowBits, header, records, at, open, schema)
	}
	if alone < 500 || among < 500 || chances < 5 {
		t.Errorf("%d files without records of several lines, %d with some, %d chances", alone, among, chances)
	}
}

// A quoted name of a column may have line breaks. They count as a blank.
func TestHeadersOfSeveralLines(t *testing.T) {
	schema := numericSchema("blood pressure", "age")
	for _, header := range []string{
		"\"blood\npressure\",age", "age,\"blood\n\npressure\"", "\"blood\npressure\"\t\"a\"\"\t\nb\"\tage",
		"\"\n\"\"; \";\"blood \npressure\n\";age",
		"age,blood pressure,\"a\nlast one\"", "\n \n\"Blood\nPressure\",Age",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			file := strings.ReplaceAll(header, "\n", end) + end + "7" + end
			if _, report := readTarget(t, file, schema); report.Rows != 1 || len(report.MissingColumns) > 0 {
				t.Errorf("%q: %+v", file, report)
			}
		}
	}
	source := readSource(t, "\"blood\npressure\";\"age,\n(years)\";y\n1;2;3\n2;3;4\n", SourceOptions{Label: "y"})
	if got := source.Schema.FeatureNames(); !slices.Equal(got, []string{"blood pressure", "age, (years)"}) {
		t.Errorf("the columns are %q", got)
	}
}

// A header whose quotes are not closed is its first line, as far as what follows it names no columns: whatever the
// records are, none of them makes a column missing or is an error.
func TestAHeaderWithAnOpenQuoteKeepsItsColumns(t *testing.T) {
	for _, body := range []string{"12,7\n", "12,\"7\n", "12\",7\n", "12,\"7\n8\",5\n", "\",\",\",\"\n\x00\",",
		"\r\",9\n"} {
		rows, report := readTarget(t, "a,\"b\n"+body, numericSchema("a", "b"))
		if records, _ := recordsOf(body, ","); len(report.MissingColumns) > 0 || len(rows) != 2*len(records) {
			t.Errorf("%q: %v, %+v", body, rows, report)
		}
	}
}

// recordCorpus is testdata/records.json. The tests of the warehouse and of the npm package use it too.
type recordCorpus struct {
	Columns, Names []string
	Label          string
	Sample         []struct {
		Cells []string
		Label string
	}
	Rows []struct{ Cells, Reads []string }
}

func readCorpus(t *testing.T) (c recordCorpus) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/records.json"))(t)
	must.Do(t, json.Unmarshal(text, &c))
	return c
}

// csvStyle is a way to write a table by RFC 4180.
type csvStyle struct {
	mark, delim, end string
	all              bool // all cells in quotes
	last             bool // the last record has an end
}

var csvStyles = []csvStyle{
	{"", ",", "\n", false, true}, {"", ",", "\r\n", true, true}, {"\ufeff", ";", "\r\n", false, false}, {"", "\t", "\n", true, false},
	{"\ufeff", ";", "\n", true, true},
}

func (s csvStyle) write(rows [][]string) string {
	var b strings.Builder
	b.WriteString(s.mark)
	for i, cells := range rows {
		for k, cell := range cells {
			if k > 0 {
				b.WriteString(s.delim)
			}
			if s.all || strings.ContainsAny(cell, "\"\r\n"+s.delim) {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		if s.last || i < len(rows)-1 {
			b.WriteString(s.end)
		}
	}
	return b.String()
}

// table is the corpus with its columns in this order, the header first.
func (c recordCorpus) table(order []int) [][]string {
	pick := func(cells []string) (picked []string) {
		for _, k := range order {
			picked = append(picked, cells[k])
		}
		return picked
	}
	rows := [][]string{pick(c.Columns)}
	for _, r := range c.Rows {
		rows = append(rows, pick(r.Cells))
	}
	return rows
}

// A table gives the same rows, one for each record, in whatever way of RFC 4180 it is written, in memory, to each
// reader, and however reads are cut.
func TestATableIsReadAsItsRows(t *testing.T) {
	c := readCorpus(t)
	var sample, plain [][]string
	sample = append(sample, append(slices.Clone(c.Columns), c.Label))
	for _, r := range c.Sample {
		sample = append(sample, append(slices.Clone(r.Cells), r.Label))
	}
	plain = append(plain, c.Names[:2])
	for _, r := range c.Rows {
		plain = append(plain, r.Reads)
	}
	for _, style := range csvStyles {
		source := readSource(t, style.write(sample), SourceOptions{Label: c.Label, Ignore: c.Names[2:]})
		if source.Rows != len(c.Sample) {
			t.Fatalf("%+v: the sample has %d rows", style, source.Rows)
		}
		schema := source.Schema
		want, wantReport := readAll(t, strings.NewReader(csvStyles[0].write(plain)), schema)
		wantCells := cellsOf(t, csvStyles[0].write(plain), schema)
		if wantReport.Rows != len(c.Rows) || wantReport.RepairedCells != 6 {
			t.Fatalf("what the rows count as is %+v", wantReport)
		}
		for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}} {
			rows := c.table(order)
			file := style.write(rows)
			got, report := readAll(t, strings.NewReader(file), schema)
			byByte, _ := readAll(t, iotest.OneByteReader(strings.NewReader(file)), schema)
			var columns []column
			for k, name := range rows[0] {
				columns = append(columns, column{name: name})
				for _, cells := range rows[1:] {
					columns[k].texts = append(columns[k].texts, cells[k])
				}
			}
			inMemory, memoryReport := readAll(t, columnStream(columns, len(c.Rows), 5), schema)
			for i := range want {
				for how, rows := range map[string][][]uint64{"in the file": got, "byte by byte": byByte,
					"in memory": inMemory} {
					if len(rows) != len(want) || !slices.Equal(rows[i], want[i]) {
						t.Fatalf("%+v, columns %v, %s: %d rows, row %d is not %q", style, order, how, len(rows), i+1,
							c.Rows[i].Reads)
					}
				}
			}
			if report.RepairedCells != wantReport.RepairedCells ||
				report.RaggedRows+report.UnusableRows+report.UnclosedRows != 0 ||
				memoryReport.Rows != len(want) {
				t.Errorf("%+v: the report is %+v", style, report)
			}
			if got := cellsOf(t, file, schema); !slices.Equal(got, wantCells) {
				t.Errorf("%+v: the cells are\n%v, not\n%v", style, got, wantCells)
			}
		}
	}
}

// cellsOf are the rows of a file as cells.
func cellsOf(t *testing.T, file string, s Schema) (rows []string) {
	t.Helper()
	reader := must.Get(NewCellReader(strings.NewReader(file), s))(t)
	for row := make([]float64, len(s.Used())); reader.Next(row); {
		rows = append(rows, fmt.Sprint(row))
	}
	must.Do(t, reader.Err())
	return rows
}

// after is longer than what a reader may look at beyond a record.
var after = strings.Repeat("1,2,red\n", kernel.DecimalReach)

// needsKernel skips a test of what the kernel alone does.
func needsKernel(t *testing.T) {
	t.Helper()
	if !kernel.SIMD {
		t.Skip("the kernel is in wasm alone: make test-part PARTS=wasm runs this")
	}
}

// readBothWays reads a file at once and byte by byte, as features, as cells and as cells with the last column as the label, and requires
// the same bits and the same report. Byte by byte, no record ever has enough bytes after it in the buffer for the short
// cut.
func readBothWays(t *testing.T, file string, s Schema) {
	t.Helper()
	needsKernel(t)
	target := func(r io.Reader) UnitRows { return must.Get(Target(r, s))(t) }
	cells := func(r io.Reader) UnitRows { return must.Get(NewCellReader(r, s))(t) }
	last := len(s.Columns) - 1
	own := Schema{Label: s.Columns[last].Name, Columns: s.Columns[:last]}
	labelled := func(r io.Reader) UnitRows { return must.Get(Labelled(r, own))(t) }
	for _, open := range []func(io.Reader) UnitRows{target, cells, labelled}[:min(2+last, 3)] {
		row, want := make([]float64, last+1), make([]float64, last+1)
		short, general := open(strings.NewReader(file)), open(iotest.OneByteReader(strings.NewReader(file)))
		for i := 1; general.Next(want); i++ {
			if !short.Next(row) || fmt.Sprintf("%x", row) != fmt.Sprintf("%x", want) {
				t.Fatalf("record %d of %.2000q: %x by the general way, %x by the short cut", i, file, want, row)
			}
		}
		if got, want := short.Report(), general.Report(); short.Next(row) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%.2000q: the report is %v by the general way, %v by the short cut", file, want, got)
		}
	}
}

// nearlyPlainNumber makes numbers of all kinds and, sometimes, texts that are not numbers.
func nearlyPlainNumber(rng *rand.Rand) string {
	v := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(24)-16))
	switch rng.IntN(7) {
	case 0:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case 1:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case 2:
		return strconv.FormatFloat(v, 'f', rng.IntN(25), 64)
	case 3:
		return strconv.Itoa(rng.IntN(20001) - 10000)
	case 4:
		return strconv.FormatUint(rng.Uint64()>>rng.IntN(64), 10)
	case 5:
		return []string{"", ".", "-", "-.", "5.", ".5", "-.5", "00.50", "007", "+3", " 4", "-0", "0.", "NA", "1e5", "1..2",
			"--1", "1-2", "\"6\"", "1e400", "00000000000000000000.1", "0.00000000000000000000000001"}[rng.IntN(22)]
	default:
		return fmt.Sprintf("%.*f", rng.IntN(5), rng.NormFloat64()*10)
	}
}

// plainNumber makes decimals of many digits, in ways that are hard to round.
func plainNumber(rng *rand.Rand) string {
	text := ""
	switch rng.IntN(4) {
	case 0: // 17 digits of any size; most need the correction that quotient makes
		text = strconv.FormatFloat(rng.NormFloat64()*math.Pow(10, float64(rng.IntN(12)-6)), 'f', -1, 64)
	case 1: // up to 19 digits with the point anywhere
		digits := strconv.FormatUint(rng.Uint64()>>rng.IntN(50), 10)
		at := rng.IntN(len(digits) + 1)
		text = digits[:at] + "." + digits[at:]
	case 2: // close to half-way between two float64
		v := math.Float64frombits(uint64(1023-rng.IntN(8))<<52 | rng.Uint64()>>12)
		text = strconv.FormatFloat(v+(math.Nextafter(v, 2)-v)/2, 'f', 18, 64)
	case 3: // around powers of two, where the distance between floats changes
		text = strconv.FormatFloat(math.Ldexp(1, rng.IntN(12)-4)*(1+float64(rng.IntN(9)-4)*0x1p-53), 'f', 14+rng.IntN(6),
			64)
	}
	if rng.IntN(2) == 0 {
		text = "-" + text
	}
	return text
}

// A whole part that is a multiple of 2⁶⁴ is not zero. Otherwise a record would give another row at the end of the
// buffer, and the length of one record would change the rows of others.
func TestPlainWholePartsThatAreMultiplesOf64Bits(t *testing.T) {
	var records strings.Builder
	for _, factor := range []int64{1, 2, 10, 5421} {
		whole := new(big.Int).Lsh(big.NewInt(factor), 64).String()
		for _, zeros := range []string{"", "0", "000"} {
			for _, decimals := range []string{"", ".", ".5", ".000000000000000000025"} {
				records.WriteString(zeros + whole + decimals + "\n-" + zeros + whole + decimals + "\n")
			}
		}
	}
	readBothWays(t, "temp\n"+records.String()+strings.Repeat("1\n", 2*kernel.DecimalReach), numericSchema("temp"))
}

// Records of numbers, or nearly so, with other columns among them, at any place in the buffer.
func TestPlainBlocksAreReadAsAnyOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 60 {
		for _, form := range []struct{ delim, point string }{{",", "."}, {";", ","}, {";", "."}, {"\t", ","}, {"\t", "."}} {
			var records strings.Builder
			for range 300 {
				cells := make([]string, 3+rng.IntN(12)/11)
				for i := range cells {
					text := plainNumber(rng)
					if rng.IntN(20) == 0 {
						text = nearlyPlainNumber(rng)
					}
					cells[i] = strings.Replace(text, ".", form.point, 1)
				}
				records.WriteString(strings.Join(cells, form.delim) + []string{"\n", "\n", "\r\n"}[rng.IntN(3)])
			}
			readBothWays(t, strings.Join([]string{"c", "a", "b"}, form.delim)+"\n"+records.String(),
				numericSchema("a", "b", "c"))
		}
	}
}

// A finite number whose standardised value is beyond Largest counts as its column's mean.
func TestPlainBlocksAreBelowTheLargest(t *testing.T) {
	for _, scale := range []float64{1e-300, 1 / Largest, 1e-95} {
		schema := numericSchema("a", "b")
		schema.Columns[0].Scale = scale
		numbers := "a,b\n0.5,1\n123456789,2\n-999999999999,3\n0,4\n1,5\n1.0000000000001,6\n-1.0000000000001,7\n99999,8\n"
		readBothWays(t, numbers+after, schema)
	}
}

// Any byte of a plain file replaced by any other.
func TestPlainBlocksWithHostileBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	const hostile = "0123456789..,,;\t-+eE \"\n\r\x00/:\x80\xff\xb0\xbd"
	for range 1500 {
		var file []byte
		for range 12 {
			file = append(file, strings.Join([]string{plainNumber(rng), "text", plainNumber(rng)}, ",")+"\n"...)
		}
		for range 1 + rng.IntN(6) {
			file[rng.IntN(len(file))] = hostile[rng.IntN(len(hostile))]
		}
		readBothWays(t, "a,id,b\n"+string(file)+after, numericSchema("a", "b"))
	}
}

// A line of more than MaxLine bytes is unusable, even if its numbers are plain.
func TestPlainBlocksEndWithTheLongestLine(t *testing.T) {
	for _, length := range []int{csv.MaxLine - 1, csv.MaxLine, csv.MaxLine + 1} {
		line := strings.Repeat("x", length-len(",-12.5")) + ",-12.5\n"
		readBothWays(t, "id,a\n"+strings.Repeat(line+"x,2\n", 3)+after, numericSchema("a"))
	}
}

func TestPlainBlocksAreBitIdenticalWithStrconv(t *testing.T) {
	needsKernel(t)
	rng := rand.New(rand.NewPCG(21, 22))
	const count = 200_000
	var file strings.Builder
	wants := make([]float64, count)
	for i := range wants {
		text := plainNumber(rng)
		if rng.IntN(4) == 0 {
			text = fmt.Sprintf("%.*f", rng.IntN(5), rng.NormFloat64()*math.Pow(10, float64(rng.IntN(6))))
		}
		wants[i], _ = strconv.ParseFloat(text, 64)
		file.WriteString(text + "\n")
	}
	reader := must.Get(NewTargetReader(strings.NewReader("a\n"+file.String()+after), numericSchema("a")))(t)
	reader.plain = newPlainBlock(reader.cells, reader.dim, true)
	blocks := 0
	row := []float64{0}
	for i, want := range wants {
		if reader.plain.next(reader, row) {
			blocks++
		} else if !reader.Next(row) {
			t.Fatal("the file ends early")
		}
		if math.Float64bits(row[0]) != math.Float64bits(want) {
			t.Fatalf("number %d is %v, want %v", i, row[0], want)
		}
	}
	if blocks < count*9/10 {
		t.Errorf("the kernel read %d of %d plain numbers", blocks, count)
	}
}

// For any bytes and declared columns, ReadSource gives an *Error with its place or a source that keeps its promises.
// The private reader gives the same rows for the same file, as far as the two readers follow the same rules.
func FuzzReadSource(f *testing.F) {
	for _, seed := range []string{
		"a,y\n1,2\n3,4\n",
		"a;c;y\r\n1,5;red;2\r\n,5;blue;3\r\n;NA;4\r\n\r\n",
		"\ufeffa\t\"y\"\n 1 \t2\n\"3\"\t4",
		"c,y\n\"say \"\"hi\"\"\",1\n\"two\nlines\",2\n5\" pipe,3\n",
		"a,y\n1e99,2\n-1e99,3\n1e-320,1\n",
		"a,y\nNaN,2\ninf,3\n",
		"<html>", "PK\x03\x04", "\xff\xfe", "\x00", "1,2\n3,4\n", "\"\n", "y\n1\n2\n", ",,y,\n1,2,3,4\n5,6,7,8\n",
		"a,y\n1,2\n\n3,4\n", "a,y\n\"1,2\n", "a,y\n1,\n2,3\n", "a,c,y\n1,x,2\n2,\xff,3\n", "a,y\n1e101,2\n3,4\n",
	} {
		f.Add([]byte(seed), "", "")
		f.Add([]byte(seed), "a", "c")
		f.Add([]byte(seed), "c", "a")
	}
	f.Fuzz(func(t *testing.T, file []byte, categorical, ignored string) {
		o := SourceOptions{Label: "y"}
		if categorical != "" {
			o.Categorical = []string{categorical}
		}
		if ignored != "" {
			o.Ignore = []string{ignored}
		}
		source, err := ReadSource(bytes.NewReader(file), o)
		if err != nil {
			checkSourceError(t, err, file)
			return
		}
		checkSource(t, source)
		target, err := NewTargetReader(bytes.NewReader(file), source.Schema)
		if err != nil {
			t.Fatalf("the private reader refuses it: %v", err)
		}
		row, i := make([]float64, source.Schema.Dim()), 0
		for want := range source.Standardised() {
			if !target.Next(row) || fmt.Sprintf("%x", row) != fmt.Sprintf("%x", want) {
				t.Fatalf("row %d is %v for the private reader, %v for the public one", i, row, want)
			}
			i++
		}
	})
}

// placeless are the codes of errors that belong to no line.
var placeless = []string{CodeEmptyFile, CodeHTML, CodeNoRows, CodeOneRow, CodeNoFeatures, CodeUnknownColumn,
	CodeBadOption}

// checkSourceError requires a code, a message and, unless the code is placeless, a place inside the file.
func checkSourceError(t *testing.T, err error, file []byte) {
	t.Helper()
	e, ok := err.(*Error)
	if !ok || e.Code == "" || e.Message == "" {
		t.Fatalf("error %#v", err)
	}
	contained := slices.ContainsFunc(Formats, func(f Format) bool {
		return e.Code == f.Code && bytes.HasPrefix(file, []byte(f.Magic))
	})
	if wants := !contained && !slices.Contains(placeless, e.Code); (e.Line >= 1) != wants ||
		e.Line > 1+bytes.Count(file, []byte("\n")) {
		t.Fatalf("line %d in %q: %v", e.Line, file, err)
	}
	if e.Column < 0 || e.Column > 1+len(file) {
		t.Fatalf("column %d in %q: %v", e.Column, file, err)
	}
}

func checkSource(t *testing.T, s *Source) {
	t.Helper()
	must.Do(t, s.Schema.Validate())
	features := standardised(s)
	if s.Rows < 2 || len(s.Labels) != s.Rows || len(features) != s.Rows*s.Schema.Dim() {
		t.Fatalf("%d rows, %d labels, %d features of dimension %d", s.Rows, len(s.Labels), len(features), s.Schema.Dim())
	}
	if slices.ContainsFunc(features, notFinite) || slices.ContainsFunc(s.Labels, notFinite) {
		t.Fatalf("features %v, labels %v", features, s.Labels)
	}
}

// headers under which the three columns of plainSchema are found, in several orders, containers and with others among
// them.
var headers = []string{"temp,id,colour\n", "\ufeffcolour;temp;y\r\n", "id\tcolour\tTEMP\n",
	"\n  \r\n\"temp\",,\"colour\"\n", "colour\n", "\"a\n,\"\"\";\"temp\";colour\r\n"}

// delimitersOf are the delimiters of the headers.
var delimitersOf = []string{",", ";", "\t", ",", ",", ";"}

// For any bytes after the header, each record by the rule of package csv is one finite row, the same as if the record
// were alone, and there is no error.
func FuzzTargetReader(f *testing.F) {
	for i := range headers {
		for _, seed := range []string{
			"12,7,red\n", "\n\n\n", "12", "\r", "\"\n\"", "12,7,\"red\n1,2,blue\n", "red;12,5;3\r\nblue;1.5", "7\tred\t1e3",
			"1e999,NaN,green\n,,\n,,,,,,\n\x00\xff\xfe\n", "12,\"\n,\"\"\n\",red\r\n\"\n\"\"\",\n7",
			"\",\",\"\n\",\",\"\n\",\",\"\n", "\"a\n\" \"\"\n7", "0x1p3,1_0,  red\t\r\n",
			strings.Repeat("9", 99) + ",1,blue\n-0.0000001,,\n",
		} {
			f.Add(uint8(i), []byte(seed))
		}
	}
	schema := plainSchema()
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		header := headers[int(which)%len(headers)]
		records, unclosed := recordsOf(string(body), delimitersOf[int(which)%len(headers)])
		rows, report := readTarget(t, header+string(body), schema)
		if report.Rows != len(records) || report.UnclosedRows != unclosed {
			t.Fatalf("%d rows, %d of them not closed, of %d and %d records", report.Rows, report.UnclosedRows, len(records),
				unclosed)
		}
		d := schema.Dim()
		for i, record := range records {
			alone, _ := readTarget(t, header+record, schema)
			row := rows[i*d : (i+1)*d]
			if fmt.Sprintf("%x", alone) != fmt.Sprintf("%x", row) {
				t.Fatalf("record %d gives %v among others, %v alone", i, row, alone)
			}
			if slices.ContainsFunc(row, notFinite) {
				t.Fatalf("row %d is %v", i, row)
			}
		}
	})
}

// For any header whose quotes are closed, that record alone decides whether and why the file is refused; the bytes
// after it decide the rows. A header whose quotes are not closed may be joined to what follows, and is never refused
// for it.
func FuzzTargetHeader(f *testing.F) {
	for _, header := range []string{"temp", "Temp;COLOUR", "\"temp", "1,2,3", "temp,temp", "<html", "PK\x03\x04",
		"\x1f\x8b", "PAR1", "\xff", "temp\x00", "temp\rid", "\xef\xbb", "id", "y",
		"\"te\nmp\",colour", "\"a;\r\n\";temp", "temp,\"id\n\"\"\tcolour"} {
		f.Add([]byte(header), []byte("12,7,red\n"))
		f.Add([]byte(header), []byte("\x15\x04\n\x00,"))
		f.Add([]byte(header), []byte("\"\n\",temp,\"colour\n"))
	}
	schema := plainSchema()
	f.Fuzz(func(t *testing.T, header, body []byte) {
		first, _, _ := bytes.Cut(header, []byte("\n"))
		if len(bytes.Trim(bytes.TrimPrefix(first, []byte(byteOrderMark)), " \t\r")) == 0 {
			return // blank: the header is the line after it
		}
		file := string(header) + "\n" + string(body)
		open := func(file string) (*TargetReader, string) {
			reader, err := NewTargetReader(strings.NewReader(file), schema)
			if err == nil {
				return reader, ""
			}
			if e, ok := err.(*Error); !ok || e.Code == "" {
				t.Fatalf("error %#v", err)
			}
			return nil, err.Error()
		}
		_, want := open(string(first) + "\n")
		reader, got := open(file)
		if closed := bytes.Count(first, []byte{'"'})%2 == 0; closed && got != want || want == "" && got != "" {
			t.Fatalf("the header %q gives %q before nothing and %q in %q", first, want, got, file)
		}
		if reader == nil {
			return
		}
		rows := 0
		for row := make([]float64, schema.Dim()); reader.Next(row); rows++ {
			if slices.ContainsFunc(row, notFinite) {
				t.Fatalf("row %v", row)
			}
		}
		file = strings.TrimPrefix(file, byteOrderMark)
		joined, _ := recordsOf(file, string(reader.fields.Delim))
		alone, _ := recordsOf(file[strings.Index(file, "\n")+1:], string(reader.fields.Delim))
		if err := reader.Err(); err != nil || rows != len(joined)-1 && rows != len(alone) {
			t.Fatalf("%d rows of %d records, %d if the header is its first line, %v", rows, len(joined)-1, len(alone), err)
		}
	})
}
