package adapt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// The owner is told of a column that repeats as people with several rows would, where none was named; not of one that
// does not, of a category, or of a column that is read.
func TestAColumnThatRepeatsIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		who  func(int) string
		told bool
	}{
		"people of four rows": {func(i int) string { return fmt.Sprint("p", i%100) }, true},
		"one row each":        {func(i int) string { return fmt.Sprint("p", i) }, false},
		"a category":          {func(i int) string { return fmt.Sprint("c", i%3) }, false},
		"almost all alone":    {func(i int) string { return fmt.Sprint("p", max(i, 20)) }, false},
		"measured":            {func(i int) string { return fmt.Sprint(float64(i%100) + 0.5) }, false},
		"dates":               {func(i int) string { return fmt.Sprintf("2024-03-%02d", 1+i%28) }, false},
		"nobody":              {func(int) string { return "NA" }, false},
	} {
		table := named(privateTable(400), c.who)
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(table), nil))(t)
		if told := len(report.Repeating) == 1; told != c.told ||
			told != strings.Contains(strings.Join(report.Warnings, " "), "names people") {
			t.Errorf("%s: %+v, %q", name, report.Repeating, report.Warnings)
		}
		_, report, err := readPeople(t, budget(nil), table)
		if err != nil || len(report.Repeating) > 0 {
			t.Errorf("%s: %v, %+v", name, err, report.Repeating)
		}
	}
}

// So is one in which nobody has two rows before the second mebibyte, in a file or a table in memory, one in which all
// have a row in each of two files, and one beyond twenty others.
func TestWhatRepeatsLateIsTold(t *testing.T) {
	const rows = 30_000
	wide := strings.Repeat("0", 40)
	once := func(i int) string { return fmt.Sprintf("%s%d", wide, i) }
	first := named(privateTable(rows), once)
	_, second, _ := strings.Cut(first, "\n")
	var columns bytes.Buffer
	columns.WriteString("cols\x02\x00\x00\x00\x0a\x00\x00\x00ntincome\x00who")
	for range 2 {
		block := []byte{}
		for i := range rows {
			block = binary.LittleEndian.AppendUint64(block, math.Float64bits(float64(i)))
		}
		for i := range rows {
			block = append(block, once(i)+"\x00"...)
		}
		columns.Write(binary.LittleEndian.AppendUint32(nil, rows))
		columns.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(block)-8*rows)))
		columns.Write(block)
	}
	for name, files := range map[string][]io.Reader{
		"late": {strings.NewReader(first + second)}, "a table in memory": {dataset.ColumnStream{Reader: &columns}},
		"in two files": {strings.NewReader(named(privateTable(50), once)),
			strings.NewReader(named(privateTable(50), once))},
		"far right": {strings.NewReader(farRight(25))},
	} {
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), files, nil))(t)
		if len(report.Repeating) != 1 || report.Repeating[0].Column != "who" {
			t.Errorf("%s: %+v", name, report.Repeating)
		}
		if r := report.Repeating; name == "late" && (r[0].Values < rows*9/10 || r[0].Values > rows*11/10) {
			t.Errorf("%+v", r)
		}
	}
}

// farRight is a table of 100 people with four rows each, whose names come after that number of other columns.
func farRight(others int) string {
	lines := strings.SplitAfter(strings.TrimSuffix(named(privateTable(400),
		func(i int) string { return fmt.Sprint("p", i%100) }), "\n"), "\n")
	for i := range lines {
		for k := range others {
			if cell := "c"; i == 0 {
				lines[i] = fmt.Sprint(cell, k, ";") + lines[i]
			} else {
				lines[i] = cell + ";" + lines[i]
			}
		}
	}
	return strings.Join(lines, "") + "\n"
}

// What was kept of a file to look for such columns is overwritten.
func TestWhatIsKeptOfAFileIsOverwritten(t *testing.T) {
	r := newRepeats(publicSource(t).Schema, 1)
	file := r.keep(strings.NewReader(named(privateTable(5000), func(i int) string { return fmt.Sprint(i % 100) })))
	must.Get(io.Copy(io.Discard, file))(t)
	pieces := slices.Clone(r.pieces)
	r.count(file)
	if len(pieces) < 2 || len(r.found()) != 1 {
		t.Fatalf("%d pieces, %+v", len(pieces), r.found())
	}
	for _, piece := range pieces {
		if slices.Max(piece[:cap(piece)]) > 0 {
			t.Error("a part of the file is left")
		}
	}
	hashes := r.columns[0].hashes
	if r.wipe(); len(hashes) > 0 {
		t.Error("hashes of names are left")
	}
}
