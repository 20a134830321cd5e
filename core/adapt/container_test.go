//go:build !js

package adapt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
)

// The container of a private file is recognised by its first bytes and its header line alone. (Not again as wasm:
// the readers are the same code, and TestNeighboursWithABrokenRow runs there.)

var momentsOnly = Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}

// A file without rows is refused by its number of rows, which is public, whatever its end looks like; and a file with
// one row, however empty, is not.
func TestOnlyTheNumberOfRowsDecidesThatThereAreNone(t *testing.T) {
	source := totalitySource(t)
	for _, header := range []string{"a,c,b", "\ufeffa,c,b", "\n\na", "a;c"} {
		for _, end := range []string{"", "\n", "\r\n"} {
			if got := outcome(t, source, momentsOnly, strings.NewReader(header+end)); !strings.HasPrefix(
				got,
				"refused: no-rows",
			) {
				t.Errorf("%q: %.80s", header+end, got)
			}
		}
		for _, row := range []string{"\n", "\r\n", " ", "\r", ",", "\x00", `"`} {
			if got := outcome(t, source, momentsOnly, strings.NewReader(header+"\n"+row)); strings.HasPrefix(got, "refused") {
				t.Errorf("%q: %.80s", header+"\n"+row, got)
			}
		}
	}
}

// Several files are one population: a broken row in one of them changes nothing about the others.
func TestBrokenRowInOneOfSeveralFiles(t *testing.T) {
	source := totalitySource(t)
	see := func(row string) string {
		files := []io.Reader{strings.NewReader("a,c\n1,red\n"), strings.NewReader("b;a\n" + row),
			strings.NewReader("c\nblue\n")}
		target, _, err := ReadTarget(source, momentsOnly, files, nil)
		if err != nil {
			return codeOf(err)
		}
		r, err := target.Adapt(release.Engine{}, free, nil)
		if err != nil {
			return codeOf(err)
		}
		return fmt.Sprint(target.Warnings()) + shapeOf(r) + string(publicPart(t, r))
	}
	for _, cell := range brokenCells {
		if got, want := see(cell+"\n"), see("1;2\n"); got != want {
			t.Fatalf("%q: %s\n%s", cell, got, want)
		}
	}
}

// columnsOf writes rows of privateTable as a column stream of one block.
func columnsOf(t *testing.T, rows [][3]string) dataset.ColumnStream {
	t.Helper()
	var out, texts bytes.Buffer
	length := func(n int) { out.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	const names = "income\x00age\x00colour"
	out.WriteString("cols")
	length(3)
	length(len(names))
	out.WriteString("nnt" + names)
	for _, row := range rows {
		texts.WriteString(row[2] + "\x00")
	}
	length(len(rows))
	length(texts.Len())
	for k := range 2 {
		for _, row := range rows {
			v := must.Get(strconv.ParseFloat(row[k], 64))(t)
			out.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	return dataset.ColumnStream{Reader: io.MultiReader(&out, &texts)}
}

// Whatever the values of one row of a table are, the run ends as it does with any other row.
func TestNeighboursInColumns(t *testing.T) {
	rows := [][3]string{{"1", "40", "red"}, {"2", "50", "blue"}, {"3", "45", "red"}}
	want := outcome(t, publicSource(t), momentsOnly, columnsOf(t, rows))
	for _, v := range []string{"NaN", "Inf", "-Inf", "1e308", "-0", "5e-324"} {
		for _, cell := range []string{"", "red", "\x00", "\xff", `"`, "unknown", strings.Repeat("x", 2<<20)} {
			rows[1] = [3]string{v, v, cell}
			if got := outcome(t, publicSource(t), momentsOnly, columnsOf(t, rows)); got != want {
				t.Errorf("%s and %.20q:\n%s\ninstead of\n%s", v, cell, got, want)
			}
		}
	}
}

// pairUp compares a file whose row %s is sound with the same file with every broken cell in its place, alone and in a
// row.
func pairUp(t *testing.T, format string) {
	t.Helper()
	source := totalitySource(t)
	file := func(row string) []byte { return []byte(strings.Replace(format, "%s", row, 1)) }
	want := outcome(t, source, momentsOnly, bytes.NewReader(file("1,red,2")))
	for _, cell := range brokenCells {
		for _, row := range []string{cell, cell + "," + cell} {
			if row == "" && strings.HasSuffix(format, "%s") {
				continue // an empty last row without its newline is no row
			}
			if got := outcome(t, source, momentsOnly, bytes.NewReader(file(row))); got != want {
				t.Errorf("row %.80q:\n%s\ninstead of\n%s", row, got, want)
			}
		}
	}
}

func TestBrokenRowAtTheEdgesOfAFile(t *testing.T) {
	for name, format := range map[string]string{
		"the only row":                  "a,c,b\n%s\n",
		"the only row, no newline":      "a,c,b\n%s",
		"the first row":                 "a,c,b\n%s\n2,blue,1\n",
		"the last row":                  "a,c,b\n2,blue,1\n%s\n",
		"the last row, no newline":      "a,c,b\n2,blue,1\n%s",
		"after a byte order mark":       "\ufeffa,c,b\n%s\n2,blue,1\n",
		"carriage returns":              "a,c,b\r\n%s\r\n2,blue,1\r\n",
		"carriage returns in some":      "a,c,b\n%s\r\n2,blue,1\n3,red,1\r\n",
		"carriage return at the end":    "a,c,b\r\n2,blue,1\n%s\r",
		"after blank lines":             "\n \r\n\t\na,c,b\n%s\n2,blue,1\n",
		"before blank rows":             "a,c,b\n2,blue,1\n%s\n\n\r\n\n",
		"one column of a single letter": "a\n%s\n", // the first bytes that are looked at reach into the row
	} {
		t.Run(name, func(t *testing.T) { pairUp(t, format) })
	}
}

// The reader works by blocks of 64 KiB: a row may end before a border, after it, on it, or reach over it.
func TestBrokenRowAtTheBordersOfBlocks(t *testing.T) {
	source := totalitySource(t)
	const block = 64 << 10
	for _, border := range []int{block, 2 * block} {
		for _, offset := range []int{-9, -8, -1, 0, 1, 8} {
			header := "a,c,b\n"
			first := border + offset - len(header)
			filler := "1" + strings.Repeat(" ", first-len("1,red,2\n")) + ",red,2\n"
			file := func(row string) []byte { return []byte(header + filler + row + "\n2,blue,1\n") }
			for _, row := range []string{"", "1", `"`, "\r", "\x00", "1e999,,", "\xff\xff,\"", strings.Repeat("x", block),
				strings.Repeat(`"`, block-1), strings.Repeat("9", 1<<20+1)} {
				compare(t, source, momentsOnly, file("1,red,2"), file(row), whole, whole)
				compare(t, source, momentsOnly, file("1,red,2"), file(row), whole, iotest.HalfReader)
			}
		}
	}
}

// Whether a first line can be a header is decided by that line: the outcome is the same whatever two rows follow.
func TestTheHeaderAloneDecidesWhetherItIsOne(t *testing.T) {
	source := totalitySource(t)
	headers := []string{
		"a,c,b", "A;C;B", "a\tc", "c", "b,b,b,b", "a,c,b,y", "y", "x,y,z", "1,red,2", "red", "1.5", ",,,",
		`"a","c"`, `"a,c`, `a"`, "a b", "a|c|b", "\x00", "a,\x00", "\xff", "\xffa,c", "a\r,c", "\r", "<html>",
		"<HTML lang=en>", "<!DOCTYPE html>", "PK\x03\x04", "PK\x03", "\x1f\x8b", "PAR1", "PAR1\x15", "\xff\xfea",
		"\xfe\xffa", "\xef\xbb", "\ufeff", "\ufeff\ufeffa,c", "\ufeffPK\x03\x04", strings.Repeat("a,", 1<<19),
		"a," + strings.Repeat("x", 1<<20), "\x15", "P", "<", "<h", "null", "?",
	}
	bodies := []string{
		"1,red,2\n2,blue,3\n", "\x00\n\xff\n", "a,c,b\na,c,b\n", "\"\n\"\n\"\"\n", "\x03\x04\n\x15\n",
		"<html>\n\n", ",,,,\r\n;;\t\n", strings.Repeat("9", 1<<20+1) + "\nx\n", "\ufeffa\n1",
	}
	for _, header := range headers {
		for _, end := range []string{"\n", "\r\n"} {
			first := ""
			for i, body := range bodies {
				got := outcome(t, source, momentsOnly, strings.NewReader(header+end+body))
				if i == 0 {
					first = got
				}
				// If the header is blank, "\r" or a mark alone, the next line is the header; then these bodies have
				// different headers.
				if blank := strings.Trim(strings.TrimPrefix(header, "\ufeff"), " \t\r") == ""; got != first && !blank {
					t.Fatalf("%.40q before %.40q:\n%.300s\nand before %.40q:\n%.300s", header+end, body, got, bodies[0], first)
				}
			}
		}
	}
}
