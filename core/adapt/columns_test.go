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
)

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

// A table in memory and the file of its values have the same second moment, exactly.
func TestColumnsHaveTheSumOfTheirFile(t *testing.T) {
	table := privateTable(300)
	var rows [][3]string
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		rows = append(rows, [3]string(strings.Split(line, ";")))
	}
	read := func(file io.Reader) (*Target, OwnerReport) {
		target, report := must.Both(ReadTarget(publicSource(t), budget(nil), []io.Reader{file}, nil))(t)
		return target, report
	}
	want, wantReport := read(strings.NewReader(table))
	got, report := read(columnsOf(t, rows))
	if fmt.Sprint(report) != fmt.Sprint(wantReport) {
		t.Errorf("the report is %v, of the file %v", report, wantReport)
	}
	for i := range want.sum.Order {
		for j := i; j < want.sum.Order; j++ {
			if got.sum.Entry(i, j).Cmp(want.sum.Entry(i, j)) != 0 {
				t.Fatalf("entry (%d,%d) is %v, of the file %v", i, j, got.sum.Entry(i, j), want.sum.Entry(i, j))
			}
		}
	}
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
