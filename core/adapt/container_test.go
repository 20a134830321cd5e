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
