package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"privadapt/core/data/dataset/csv"
)

// ColumnStream is a private table that a program holds in memory, column by column. Numbers take eight bytes and never
// become text. It consists of little-endian uint32 lengths and what they count:
//
//	"cols", the number of columns, the number of bytes of the names
//	for each column 'n', if it has numbers of float64, 'i' of int64, 'u' of uint64, or 't', if it has texts
//	the names in UTF-8, a NUL between two
//	blocks of rows, each of
//		the number of rows, the number of bytes of the texts
//		for each column of numbers the number of each row
//		for each row and then for each column of texts the cell in UTF-8, and a NUL
//
// A block has as many rows as its first length says. No value that a program can hold therefore changes how a stream is
// divided.
type ColumnStream struct{ io.Reader }

// ColumnReader gives the rows of a [ColumnStream], encoded as [TargetReader] encodes the rows of a file. With the
// columns and the schema fixed, a row is a function of its own values, whatever they are: NaN is a missing cell,
// and an infinity or a text that cannot be read takes the source's mean too. A number has the same feature as its
// decimal in a file, to the bit, because that decimal is read as the same float64; TestColumnsAreReadAsTheirFile
// checks it.
type ColumnReader struct {
	targetTable
	stream ColumnStream
	kinds  []byte // of the columns
	width  int    // columns of numbers

	block  []byte   // memory of the present block
	count  int      // rows of the present block
	at     int      // the next row in it
	texts  []byte   // of the rows that were not read
	digits [32]byte // of a number that names a person
	err    error
}

// A block and the names are each at most this many bytes long.
const maxBlock = 1 << 26

// The kinds of columns.
const (
	textKind   = 't'
	int64Kind  = 'i'
	uint64Kind = 'u'
)

var nul = []byte{0}

var errBadColumns = errors.New("the columns do not have the form of a column stream")

// newColumnReader reads the names of the columns and aligns them with the schema, as [NewTargetReader] does. Its errors
// are an [*Error] of the code "no-common-columns" or "bad-schema", and the wrapped failure of the stream.
func newColumnReader(stream ColumnStream, s Schema) (*ColumnReader, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	t := &ColumnReader{stream: stream}
	head := t.read(12)
	if t.err == nil && string(head[:4]) != "cols" {
		t.err = errBadColumns
	}
	if t.err != nil {
		return nil, t.Err()
	}
	width, length := little(head[4:]), little(head[8:])
	head = t.read(width + length)
	if t.err != nil {
		return nil, t.Err()
	}
	var names []string
	for _, name := range bytes.Split(head[width:], nul) {
		names = append(names, columnName(name))
	}
	if len(names) != width {
		t.err = errBadColumns
		return nil, t.Err()
	}
	for _, kind := range head[:width] {
		t.kinds = append(t.kinds, kind)
		if kind != textKind {
			t.width++
		}
	}
	var err error
	t.targetTable, err = newTargetTable(align(names, s), s, 1)
	return t, err
}

// Next writes the features of the next row into dst, as [TargetReader.Next] does.
func (t *ColumnReader) Next(dst []float64) bool {
	if len(dst) != t.dim {
		panic("dataset: the row's length is not the schema's dimension")
	}
	return t.nextCells(t.scratch) && t.encode(dst)
}

// nextCells reads the next row as cells, as [CellReader.Next] returns it.
func (t *ColumnReader) nextCells(dst []float64) bool {
	for i := range dst {
		dst[i] = math.NaN()
	}
	for t.at == t.count {
		if !t.nextBlock() {
			return false
		}
	}
	t.unit = nil
	place, blank := 8*t.at, true
	for i := range t.cells {
		c := &t.cells[i]
		if t.kinds[i] == textKind {
			text := t.nextText()
			blank = blank && len(text) == 0
			if c.read(dst, text, t.row()+1); c.use == asUnit {
				t.unit = text
			}
			continue
		}
		v := stored{t.kinds[i], binary.LittleEndian.Uint64(t.block[place:])}
		blank = blank && math.IsNaN(v.float())
		switch {
		case c.use == asUnit && !math.IsNaN(v.float()):
			t.unit = v.decimal(t.digits[:0])
		case c.use != asUnit && c.use != unused:
			c.readNumber(dst, v, t.row()+1)
		}
		place += 8 * t.count
	}
	if blank {
		t.blank++
	}
	t.at++
	t.rows++
	return true
}

// nextBlock reads the next block. It returns false at the end of the stream and after a failure.
func (t *ColumnReader) nextBlock() bool {
	head := t.read(8)
	if t.err == io.EOF && len(head) == 0 { // between two blocks
		t.err = nil
		return false
	}
	if t.err != nil {
		return false
	}
	rows, length := little(head), little(head[4:])
	if rows > maxBlock/8/max(1, t.width) {
		t.err = errBadColumns
		return false
	}
	numbers := 8 * rows * t.width
	block := t.read(numbers + length)
	if t.err == io.EOF { // not between two blocks
		t.err = io.ErrUnexpectedEOF
	}
	if t.err != nil {
		return false
	}
	t.count, t.at, t.texts = rows, 0, block[numbers:]
	return true
}

// nextText returns the next text of the block, trimmed. After the last one it is empty.
func (t *ColumnReader) nextText() []byte {
	cell, rest, _ := bytes.Cut(t.texts, nul)
	t.texts = rest
	return csv.TrimSpaces(cell)
}

// read returns the next n bytes of the stream, valid until the next call. If there are not as many it sets err, to
// io.EOF if there is none.
func (t *ColumnReader) read(n int) []byte {
	if n > maxBlock && t.err == nil {
		t.err = errBadColumns
	}
	if t.err != nil {
		return nil
	}
	if cap(t.block) < n {
		t.block = make([]byte, n)
	}
	t.block = t.block[:n]
	done, err := io.ReadFull(t.stream, t.block)
	t.err = err
	return t.block[:done]
}

// Err returns the failure that made [ColumnReader.Next] return false, or nil at a regular end; see [TargetReader.Err].
func (t *ColumnReader) Err() error {
	if t.err == nil {
		return nil
	}
	return fmt.Errorf("dataset: reading the columns failed: %w", t.err)
}

// stored is a number as a column of its kind stores it.
type stored struct {
	kind byte
	bits uint64
}

func (n stored) float() float64 {
	switch n.kind {
	case int64Kind:
		return float64(int64(n.bits))
	case uint64Kind:
		return float64(n.bits)
	}
	return math.Float64frombits(n.bits) + 0 // a file has no −0
}

// decimal writes it as JavaScript does.
func (n stored) decimal(text []byte) []byte {
	switch n.kind {
	case int64Kind:
		return strconv.AppendInt(text, int64(n.bits), 10)
	case uint64Kind:
		return strconv.AppendUint(text, n.bits, 10)
	}
	return csv.AppendDecimal(text, n.float())
}

// readNumber reads a number. In a column that does not take numbers it is read as the text that a file would have.
func (c *targetCell) readNumber(dst []float64, n stored, row int) {
	if v := n.float(); c.use == asNumber && c.usable(v) {
		dst[c.slot] = v
		return
	}
	var text [32]byte
	c.read(dst, n.decimal(text[:0]), row)
}

func little(b []byte) int { return int(binary.LittleEndian.Uint32(b)) }

// ValueRows gives the rows of a table that a program holds in memory as cells; see [CellReader]. A value that cannot be
// used is NaN.
type ValueRows struct {
	encoders []encoder
	values   []float64
	width    int
	rows     int
	at       int
	repaired int
}

// NewValueRows takes the values of the schema's columns, one column after the other, each with the values of all rows:
// numbers in raw units, dates as days since 1970-01-01, and categories as the index of the level among the schema's,
// from 0. NaN marks a missing value. It refuses a schema that is not valid with an [*Error] of the code "bad-schema",
// and a number of values that does not fit the rows with one of the code "bad-option".
func NewValueRows(values []float64, rows int, s Schema) (*ValueRows, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if rows < 0 || len(values) != rows*len(s.Columns) {
		return nil, newError(CodeBadOption, 0, "the values are not one for each row and column")
	}
	return &ValueRows{encoders: newEncoders(s), values: values, width: len(s.Used()), rows: rows}, nil
}

// Next writes the cells of the next row into dst, which has an entry for each used column. It returns false after the
// last row.
func (t *ValueRows) Next(dst []float64) bool {
	if len(dst) != t.width {
		panic("dataset: the row's length is not the number of the schema's used columns")
	}
	if t.at == t.rows {
		return false
	}
	at := 0
	for i := range t.encoders {
		e := &t.encoders[i]
		if e.use == unused {
			continue
		}
		if dst[at] = t.values[i*t.rows+t.at]; !e.usable(dst[at]) {
			dst[at] = math.NaN()
			t.repaired++
		}
		at++
	}
	t.at++
	return true
}

// Err returns nil, because no reader can fail.
func (t *ValueRows) Err() error { return nil }

// Report counts what Next has returned so far.
func (t *ValueRows) Report() Report {
	return Report{Rows: t.at, RepairedCells: t.repaired}
}
