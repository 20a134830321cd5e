package dataset

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/must"
)

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
	{
		"",
		",",
		"\n",
		false,
		true,
	}, {"", ",", "\r\n", true, true}, {"\ufeff", ";", "\r\n", false, false}, {"", "\t", "\n", true, false},
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
