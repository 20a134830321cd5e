package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
	"testing/iotest"

	"privadapt/core/must"
)

// TestBrokenColumnStreamsAreErrors cuts a stream at every byte: only the ends of blocks are ends of a table.
func TestBrokenColumnStreamsAreErrors(t *testing.T) {
	schema := mixedSchema()
	columns := []column{
		{name: schema.Columns[0].Name, numbers: []float64{1, 2, 3}},
		{name: "other", texts: []string{"a", "b", "c"}},
	}
	whole := must.Get(io.ReadAll(columnStream(columns, 3, 2)))(t)
	ends := 0
	for cut := range len(whole) + 1 {
		reader, err := NewColumnReader(ColumnStream{bytes.NewReader(whole[:cut])}, schema)
		if err != nil {
			continue
		}
		z := make([]float64, schema.Dim())
		for reader.Next(z) {
		}
		if reader.Err() == nil {
			ends++
		} else if reader.Next(z) {
			t.Errorf("cut at %d: a row after a failure", cut)
		}
	}
	if ends != 3 { // no block, one, both
		t.Errorf("%d cuts pass for a whole table, want 3", ends)
	}
	read := func(stream ColumnStream) error {
		reader, err := NewColumnReader(stream, schema)
		for z := make([]float64, schema.Dim()); err == nil && reader.Next(z); {
		}
		if err == nil {
			err = reader.Err()
		}
		return err
	}
	number := func(at, n int) func([]byte) []byte {
		return func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[at:], uint32(n))
			return b
		}
	}
	block := 12 + 2 + len("temp\x00other") // where the first one begins
	for what, change := range map[string]func([]byte) []byte{
		"another mark":               func(b []byte) []byte { return append([]byte("COLS"), b[4:]...) },
		"more names than columns":    func(b []byte) []byte { b[14] = 0; return b },
		"fewer names than columns":   func(b []byte) []byte { b[18] = '.'; return b },
		"more names than memory has": number(8, maxBlock-1),
		"more rows than memory has":  number(block, maxBlock/8+1),
		"more texts than it has":     number(block+4, maxBlock-15),
	} {
		if err := read(ColumnStream{bytes.NewReader(change(bytes.Clone(whole)))}); !errors.Is(err, errBadColumns) {
			t.Errorf("%s: %v", what, err)
		}
	}
	failure := errors.New("the connection is gone")
	for what, stream := range map[string]io.Reader{
		"the mark":  iotest.ErrReader(failure),
		"the names": io.MultiReader(bytes.NewReader(whole[:12]), iotest.ErrReader(failure)),
		"a block":   io.MultiReader(bytes.NewReader(whole[:block]), iotest.ErrReader(failure)),
	} {
		if err := read(ColumnStream{stream}); !errors.Is(err, failure) {
			t.Errorf("reading %s: %v", what, err)
		}
	}
	var refused *Error
	if _, err := NewColumnReader(columnStream([]column{{name: "other", numbers: []float64{1}}}, 1, 1),
		schema); !errors.As(
		err,
		&refused,
	) ||
		refused.Code != CodeNoCommonColumns {
		t.Errorf("a table without a known column gives %v", err)
	}
}

// FuzzColumnReader: no stream of bytes makes the reader panic, and none gives a value that is not finite.
func FuzzColumnReader(f *testing.F) {
	schema := mixedSchema()
	for _, block := range []int{1, 2} {
		whole := must.Get(io.ReadAll(
			columnStream(
				[]column{{name: schema.Columns[0].Name, numbers: []float64{1, math.NaN()}},
					{name: "t", texts: []string{"a", ""}}},
				2,
				block,
			),
		))(f)
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		reader, err := NewColumnReader(ColumnStream{bytes.NewReader(stream)}, schema)
		if err != nil {
			return
		}
		z := make([]float64, schema.Dim())
		for rows := 0; rows < 1000 && reader.Next(z); rows++ {
			for _, v := range z {
				if !finite(v) {
					t.Fatal(fmt.Sprint("a row is not finite: ", z))
				}
			}
		}
	})
}
