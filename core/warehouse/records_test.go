//go:build linux

package warehouse

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// A table with line breaks, quotes and separators in its cells is one row for each record in a database too, the row
// that the file reader makes of it: the corpus of package dataset, as a file that the database itself reads.
func TestATableIsReadAsItsRows(t *testing.T) {
	text := must.Get(os.ReadFile("../data/dataset/testdata/records.json"))(t)
	var c struct {
		Columns, Names []string
		Label          string
		Sample         []struct {
			Cells []string
			Label string
		}
		Rows []struct{ Cells, Reads []string }
	}
	must.Do(t, json.Unmarshal(text, &c))
	write := func(rows [][]string) string {
		var b strings.Builder
		must.Do(t, csv.NewWriter(&b).WriteAll(rows))
		return b.String()
	}
	sample := [][]string{append(slices.Clone(c.Columns), c.Label)}
	for _, r := range c.Sample {
		sample = append(sample, append(slices.Clone(r.Cells), r.Label))
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(write(sample)),
		dataset.SourceOptions{Label: c.Label, Ignore: c.Names[2:]}))(t)
	p := planOf(t, source, 0)
	file, plain := [][]string{append(slices.Clone(c.Columns), "number")}, [][]string{c.Names[:2]}
	for i, r := range c.Rows {
		file, plain = append(file, append(slices.Clone(r.Cells), strconv.Itoa(i))), append(plain, r.Reads)
	}
	if n := differences(readerSum(t, p, write(file)), readerSum(t, p, write(plain))); n != 0 {
		t.Fatalf("the file's sum differs in %d entries", n)
	}
	for _, d := range databases(t) {
		columns := append(slices.Clone(c.Names), "number")
		for end, text := range map[string]string{`\n`: write(file), `\r\n`: withCRLF(file)} {
			d := d
			if d.dialect == "duckdb" {
				load := d.load
				d.load = func(table, file string, columns []string) string {
					return strings.Replace(load(table, file, columns), "header", "new_line = '"+end+"', header", 1)
				}
			}
			for i, sum := range d.sumsOfEachRow(t, p, text, columns, len(c.Rows)) {
				if differences(sum, readerSum(t, p, write([][]string{c.Names[:2], c.Rows[i].Reads}))) != 0 {
					t.Errorf("%s, records that end in %s: row %d is not %q", d.dialect, end, i+1, c.Rows[i].Reads)
				}
			}
			sum := must.Get(d.querySum(t, p,
				"DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", text), columns), "people"))(t)
			if differences(sum, readerSum(t, p, write(plain))) != 0 {
				t.Errorf("%s, records that end in %s: the sum is another one", d.dialect, end)
			}
		}
	}
}

// withCRLF writes all cells in quotes, and leaves their line breaks as they are.
func withCRLF(rows [][]string) string {
	var b strings.Builder
	for _, cells := range rows {
		for k, cell := range cells {
			if k > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + strings.ReplaceAll(cell, `"`, `""`) + `"`)
		}
		b.WriteString("\r\n")
	}
	return b.String()
}
