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
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/decimal"
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
				out.Write(decimal.Append(nil, c.numbers[i]+0))
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// readAll returns the bits of all rows, and the report.
func readAll(t testing.TB, r io.Reader, s Schema) (rows [][]uint64, report Report) {
	t.Helper()
	reader := must.Get(Target(r, s))(t)
	z := make([]float64, s.Dim())
	for reader.Next(z) {
		row := make([]uint64, len(z))
		for j, v := range z {
			row[j] = math.Float64bits(v)
		}
		rows = append(rows, row)
	}
	must.Do(t, reader.Err())
	return rows, reader.Report()
}

func checkSameAsFile(t *testing.T, columns []column, rows int, s Schema) {
	t.Helper()
	want, wantReport := readAll(t, strings.NewReader(columnFile(columns, rows)), s)
	for _, block := range []int{1, 7, max(1, rows)} {
		got, report := readAll(t, columnStream(columns, rows, block), s)
		if !reflect.DeepEqual(report, wantReport) {
			t.Fatalf("blocks of %d: the report is\n%+v, of the file\n%+v", block, report, wantReport)
		}
		if len(got) != len(want) {
			t.Fatalf("blocks of %d: %d rows, in the file %d", block, len(got), len(want))
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("blocks of %d: row %d is %x, in the file %x", block, i, got[i], want[i])
			}
		}
	}
}

// TestColumnsAreReadAsTheirFile compares a table in memory with the file of its values, to the bit, with all values that a
// program can hold.
func TestColumnsAreReadAsTheirFile(t *testing.T) {
	source := must.Get(ReadSource(
		strings.NewReader(
			"a,level,when,y\n0,1,2020-01-01,1\n1e-3,2,2020-01-02,2\n-3,NaN,2020-02-01,3\n5,1e-7,2020-03-01,4\n",
		),
		SourceOptions{Label: "y", Categorical: []string{"level"}},
	))(t)
	values := []float64{
		0, math.Copysign(0, -1), 1, 2, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1e21, 1e-7, 123456789012345680000, 1.5e-9, 18000,
	}
	texts := []string{
		"", "1", " 2 ", "NaN", "nan", "0x1", "1,234", "1.234,5", "2020-02-01", "01/02/2020", `"`, "\xff", "\r", "1e5",
		"1\n", "\n\"\n,\r\n",
	}
	for _, numbers := range []bool{true, false} {
		columns := []column{{name: "A"}, {name: "other"}, {name: "level"}, {name: "when"}, {name: "y"}}
		for i := range values {
			for k := range columns {
				if numbers != (k%2 == 1) {
					columns[k].numbers = append(columns[k].numbers, values[(i+k)%len(values)])
				} else {
					columns[k].texts = append(columns[k].texts, texts[(i+k)%len(texts)])
				}
			}
		}
		checkSameAsFile(t, columns, len(values), source.Schema)
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
		if got := decimal.Append(nil, v); !bytes.Equal(got, want) {
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
		reader, err := NewColumnReader(ColumnStream{bytes.NewReader(whole[:cut])}, schema)
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
		reader, err := NewColumnReader(stream, schema)
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
	var refused *Error
	if _, err := NewColumnReader(columnStream([]column{{name: "other", numbers: []float64{1}}}, 1, 1),
		schema); !errors.As(
		err,
		&refused,
	) ||
		refused.Code != CodeNoCommonColumns {
		t.Errorf("a table without a known column gives %v", err)
	}
}

// FuzzColumnReader: no stream of bytes makes the reader panic, and none gives a value that is not finite.
func FuzzColumnReader(f *testing.F) {
	schema := mixedSchema()
	for _, block := range []int{1, 2} {
		whole := must.Get(io.ReadAll(
			columnStream(
				[]column{{name: schema.Columns[0].Name, numbers: []float64{1, math.NaN()}},
					{name: "t", texts: []string{"a", ""}}},
				2,
				block,
			),
		))(f)
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		reader, err := NewColumnReader(ColumnStream{bytes.NewReader(stream)}, schema)
		if err != nil {
			return
		}
		z := make([]float64, schema.Dim())
		for rows := 0; rows < 1000 && reader.Next(z); rows++ {
			for _, v := range z {
				if !finite(v) {
					t.Fatal(fmt.Sprint("a row is not finite: ", z))
				}
			}
		}
	})
}
