//go:build linux

package adapt

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/memory"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// The row that was read last is overwritten too, whether the reading ends well, with a failing file or by a cancel; of
// labelled rows the cells. (Models make copies of what they compute from these, which are freed and not overwritten.)
func TestNoRowIsLeftInMemory(t *testing.T) {
	source, plain := publicSource(t), privateTable(2500)
	labelled := someLabels(plain)
	for way, c := range map[string]struct {
		rows int // that are read
		end  io.Reader
		stop Progress
	}{
		"whole": {2500, strings.NewReader(""), nil}, "cancelled": {1024, strings.NewReader(""), stopAtRows},
		"a failing file": {2500, iotest.ErrReader(errStop), nil},
	} {
		for table, row := range map[string][][]byte{plain: rowSecrets(t, source, plain, c.rows),
			labelled: cellSecrets(t, source, labelled, c.rows)} {
			o := budget(func(o *Options) { o.UseLabels, o.Base = table == labelled, method.Linear })
			memory.WithoutCollector(func() {
				target, _, err := ReadTarget(source, o, []io.Reader{io.MultiReader(strings.NewReader(table), c.end)}, c.stop)
				if (err != nil) != (way != "whole") || (err == nil) != (target != nil) {
					t.Errorf("%s: %v", way, err)
				}
				if n := memory.Found(t, row); n > 0 || len(row) != 2 {
					t.Errorf("%s, labels %v: the last row is still there, %d numbers", way, o.UseLabels, n)
				}
			})
		}
	}
}

// What was kept of a file, to look for names that repeat, is overwritten too where its reading ends early.
func TestWhatIsKeptOfAFileIsOverwrittenWhenItsReadingEnds(t *testing.T) {
	var table []byte
	memory.Apart(func() {
		table = []byte(named(privateTable(20_000), func(i int) string { return fmt.Sprint("p", i%100) }))
		memory.Veil(table)
	})
	kept := [][]byte{slices.Clone(table[5000:5048])} // of the beginning, which the reader has written over by then
	source, read := publicSource(t), 0
	stop := func(stage string, done, _ int64) error {
		if stage != "target" || done < 16_384 {
			return nil
		}
		read = memory.Found(t, kept)
		return errStop
	}
	memory.WithoutCollector(func() {
		if _, _, err := ReadTarget(source, budget(nil), []io.Reader{&unveiled{table}}, stop); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		if n := memory.Found(t, kept); read != 1 || n > 0 {
			t.Errorf("memory has the piece %d times during the reading and %d times after it", read, n)
		}
	})
}

func stopAtRows(stage string, _, _ int64) error {
	if stage == "target" {
		return errStop
	}
	return nil
}

// rowSecrets are the numbers of a row of a table, the first and the last of its features.
func rowSecrets(t *testing.T, source *dataset.Source, table string, row int) [][]byte {
	t.Helper()
	rows := must.Get(dataset.Target(strings.NewReader(table), source.Schema))(t)
	return endsOf(rows, source.Schema.Dim(), row)
}

// cellSecrets are the same of a row as a record has them: an age and an income.
func cellSecrets(t *testing.T, source *dataset.Source, table string, row int) [][]byte {
	t.Helper()
	rows := must.Get(dataset.Labelled(strings.NewReader(table), source.Schema))(t)
	return endsOf(rows, len(source.Schema.Used())+1, row)
}

func endsOf(rows dataset.Rows, width, row int) [][]byte {
	z := make([]float64, width)
	defer clear(z)
	for range row {
		rows.Next(z)
	}
	last := width - 1
	if z[last] == math.Trunc(z[last]) {
		last-- // a label
	}
	return [][]byte{memory.Word(math.Float64bits(z[0])), memory.Word(math.Float64bits(z[last]))}
}
