//go:build linux

package warehouse

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/dates"
	"privadapt/core/must"
)

// A database reads the dates that package dates reads, to the last bit, in a column of each order, and nothing else: no
// text, with a line break at its end or without, ends the query.
func TestDatesOfADatabaseAreTheReaders(t *testing.T) {
	texts := append(dateTexts(3000), "", "29/02/1900", "29/02/2000", "31/04/2020", "2020-01-01T10:00:00.123456789012",
		"2020-01-01T10:00:00.1234567890123", "12:00 AM", "1/1/20 12:00 AM", "1/1/20 12:59:59.5 pm", "01.01.20 0:00",
		"1/1/2020 00:00AM", strings.Repeat("1", 5000), "2020-01-01T10:00:00."+strings.Repeat("1", 5000))
	for i, end := range lineEnds {
		texts = append(texts, texts[i]+end, "2020-02-29"+end, "2020-02-29 10:00"+end, "1/2/20"+end, "1/2/2020 9:00 PM"+end,
			end+"2020-02-29")
	}
	for _, d := range databases(t) {
		for _, order := range everyOrder {
			w := writer{dialect: dialects[d.dialect]}
			var values []string
			for i, text := range texts {
				values = append(values, fmt.Sprintf("(%d, %s)", i, w.text(text)))
			}
			prepare, table := d.given(values, "number", "sold")
			w.from = "FROM (SELECT * FROM " + table + ") AS " + rowsName
			w.kept = []string{"number"}
			w.cells(
				dataset.Schema{
					Columns: []dataset.Column{{Name: "sold", Kind: dataset.Numeric, Scale: 1, Dates: true, DateOrder: order}},
				},
				false,
				"",
			)
			days := call("COALESCE", cast("v0", w.varchar), "'none'")
			out := must.Get(d.run(t, prepare+"SELECT "+days+" "+w.from+" ORDER BY number;\n"))(t)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			if len(lines) != len(texts) {
				t.Fatalf("%s: %d lines of %d texts", d.dialect, len(lines), len(texts))
			}
			read := 0
			for i, text := range texts {
				want, ok := dates.Parse([]byte(strings.Trim(text, " \t")), order)
				got, err := strconv.ParseFloat(lines[i], 64)
				if (err == nil) != ok || ok && got != want {
					t.Errorf("%s, order %q: %.60q is %s, want %v, %v", d.dialect, order, text, lines[i], want, ok)
				}
				if ok {
					read++
				}
			}
			if read < len(texts)/20 {
				t.Errorf("only %d of %d texts are dates", read, len(texts))
			}
		}
	}
}
