package dataset

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
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

// TestColumnsAreReadAsTheirFile compares a table in memory with the file of its values, to the bit: on every real task,
// and with all values that a program can hold.
func TestColumnsAreReadAsTheirFile(t *testing.T) {
	t.Run("irregular values", func(t *testing.T) {
		source := must.Get(ReadSource(
			strings.NewReader(
				"a,level,when,y\n0,1,2020-01-01,1\n1e-3,2,2020-01-02,2\n-3,NaN,2020-02-01,3\n5,1e-7,2020-03-01,4\n",
			),
			SourceOptions{Label: "y", Categorical: []string{"level"}},
		))(t)
		values := []float64{
			0,
			math.Copysign(0, -1),
			1,
			2,
			math.NaN(),
			math.Inf(1),
			math.Inf(-1),
			math.MaxFloat64,
			-math.MaxFloat64,
			math.SmallestNonzeroFloat64,
			1e21,
			1e-7,
			123456789012345680000,
			1.5e-9,
			18000,
		}
		texts := []string{
			"",
			"1",
			" 2 ",
			"NaN",
			"nan",
			"0x1",
			"1,234",
			"1.234,5",
			"2020-02-01",
			"01/02/2020",
			`"`,
			"\xff",
			"\r",
			"1e5",
			"1\n",
			"\n\"\n,\r\n",
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
	})
	paths, _ := filepath.Glob("../../../../shared/data/*/source.csv")
	if len(paths) == 0 {
		t.Skip("the real tasks are not beside the checkout")
	}
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			file := must.Get(os.ReadFile(path))(t)
			source := must.Get(ReadSource(bytes.NewReader(file), SourceOptions{Label: "y"}))(t)
			private := must.Get(os.ReadFile(filepath.Join(filepath.Dir(path), "target.csv")))(t)
			lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(private), "\r", "")), "\n")
			var columns []column
			for k, name := range strings.Split(lines[0], ",") {
				c := column{name: name}
				numeric := false
				for _, known := range source.Schema.Columns {
					numeric = numeric || known.Name == name && known.Kind == Numeric && !known.Dates
				}
				for _, line := range lines[1:] {
					cell := strings.Split(line, ",")[k]
					if v, ok := csv.ParseNumber([]byte(cell), false); numeric {
						if !ok {
							v = math.NaN()
						}
						c.numbers = append(c.numbers, v)
					} else {
						c.texts = append(c.texts, cell)
					}
				}
				columns = append(columns, c)
			}
			checkSameAsFile(t, columns, len(lines)-1, source.Schema)
		})
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
