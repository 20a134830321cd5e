//go:build !js

package adapt

import (
	"bytes"
	"encoding/binary"
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
