package dataset

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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
		checkNeighbour(t, header, records, at, open, schema)
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
			file := strings.ReplaceAll(header, "\n", end) + end + strings.NewReplacer(",", "", ";", "", "\t", "").
				Replace("7") +
				end
			reader, err := NewTargetReader(strings.NewReader(file), schema)
			if err != nil {
				t.Errorf("%q: %v", file, err)
				continue
			}
			rows := 0
			for row := make([]float64, 2); reader.Next(row); {
				rows++
			}
			if report := reader.Report(); rows != 1 || len(report.MissingColumns) > 0 {
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

// The records of a file are those that ReadSource reads, also where they have several lines.
func TestCountRecords(t *testing.T) {
	for _, text := range []string{"a,y\n1,2\n2,3\n", "a;y\n1;2\n\"2\n\n3\";3\n4;5", "a\ty\n1\t2\n2\t3\n\n\n",
		"\ufeffa,y\n1,2\n3,4\n5,6"} {
		n, err := CountRecords(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if source, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "y"}); err == nil && source.Rows != n {
			t.Errorf("%q: %d records, and %d rows", text, n, source.Rows)
		}
	}
	for _, text := range []string{"", "PK\x03\x04", "a,y\n1\n", "a,y\n\"1,2\n"} {
		if n, err := CountRecords(strings.NewReader(text)); err == nil || n != 0 {
			t.Errorf("%q: %d records, %v", text, n, err)
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
	return rows
}

// Any rows of the corpus, in any order, are as many rows, and one that is replaced by any other changes one.
func TestRowsOfATableAreNeighbours(t *testing.T) {
	c := readCorpus(t)
	rng := rand.New(rand.NewPCG(93, 94))
	schema := numericSchema(c.Names[0], c.Names[2])
	for range 2_000 {
		style, order := csvStyles[rng.IntN(len(csvStyles))], rng.Perm(3)
		table := c.table(order)
		style.mark, style.last = "", false
		records := make([]string, 1+rng.IntN(5))
		for i := range records {
			records[i] = style.write([][]string{table[1+rng.IntN(len(c.Rows))]})
		}
		checkNeighbour(t, style.write(table[:1]), records, rng.IntN(len(records)),
			style.write([][]string{table[1+rng.IntN(len(c.Rows))]}), schema)
	}
}
