package dataset

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"privadapt/core/must"
)

// endlessRows synthesises a CSV file of a given size without storing it: a
// header, then the same lines over and over.
type endlessRows struct {
	text string // header and lines
	body int    // where the lines start
	at   int
	left int // bytes still to come
}

func (e *endlessRows) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	if e.at == len(e.text) {
		e.at = e.body
	}
	n := copy(p[:min(len(p), e.left)], e.text[e.at:])
	e.at += n
	e.left -= n
	return n, nil
}

// numericSchema has plain columns with mean 0 and scale 1.
func numericSchema(names ...string) Schema {
	s := Schema{Label: "y"}
	for _, name := range names {
		s.Columns = append(s.Columns, Column{Name: name, Kind: Numeric, Scale: 1, Min: -1, Max: 1})
	}
	return s
}

// streams are the shapes of cells that benchmarks and memory tests read.
var streams = []struct {
	name   string
	schema Schema
	lines  string
}{
	{"short", numericSchema("a", "b", "c", "d", "e", "f", "g", "h"),
		"7.4,0.7,0,1.9,0.076,11,34,0.9978\n-6.3,0.3,0.34,1.6,0.049,14,132,0.994\n"},
	{"digits17", numericSchema("a", "b", "c", "d", "e", "f", "g", "h"),
		"0.47110000000000013,0.9351234567890123,-12.345678901234567,0.1234567890123456,123.45678901234567,0.30000000000000004,1.0000000000000002,0.8414709848078965\n"},
	{"categorical", Schema{Label: "y", Columns: []Column{
		{Name: "a", Kind: Categorical, Levels: []Level{{"red", 0.5, 0.5}, {"green", 0.5, 0.5}}},
		{Name: "b", Kind: Numeric, Scale: 1},
	}}, "red,1.5\ngreen,2.5\n\"red\",3.5\nblue,NA\n"},
}

func stream(schema Schema, lines string, size int) io.Reader {
	var names []string
	for _, c := range schema.Columns {
		names = append(names, c.Name)
	}
	header := strings.Join(names, ",") + "\n"
	// Many copies of the lines make the synthesis cost nothing in comparison.
	return &endlessRows{text: header + strings.Repeat(lines, 1000), body: len(header), left: size}
}

func TestTargetReaderDoesNotAllocatePerField(t *testing.T) {
	for _, s := range streams {
		reader := must.Get(NewTargetReader(stream(s.schema, s.lines, 1<<30), s.schema))(t)
		row := make([]float64, s.schema.Dim())
		if allocs := testing.AllocsPerRun(10_000, func() { reader.Next(row) }); allocs != 0 {
			t.Errorf("%s: %v allocations a row", s.name, allocs)
		}
	}
}

// An overlong line of any length is skipped in constant memory: as much as the longest record of several lines
// takes, and a third more.
func TestTargetReaderSkipsAnEndlessLineInConstantMemory(t *testing.T) {
	schema := numericSchema("a")
	reader := must.Get(NewTargetReader(stream(schema, strings.Repeat("1", 1000), 200<<20), schema))(t)
	row := make([]float64, 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for reader.Next(row) {
	}
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
	reader, err := NewTargetReader(io.MultiReader(strings.NewReader("a\n1\n2\n3"), failingReader{broken}), schema)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 1)
	for reader.Next(row) {
	}
	if !errors.Is(reader.Err(), broken) {
		t.Errorf("Err() = %v, want the reader's failure", reader.Err())
	}
	if rows := reader.Report().Rows; rows != 2 {
		t.Errorf("%d rows, want the 2 whole lines", rows)
	}
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }
