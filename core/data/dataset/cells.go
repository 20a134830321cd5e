package dataset

import (
	"bytes"
	"io"
	"math"

	"privadapt/core/data/dataset/csv"
)

// CellReader reads the rows of a table as cells instead of features. A row has one cell for every column of the schema
// that is not ignored: a number in raw units, or the index of the level, or NaN where the cell is missing, cannot be
// read or has an unknown level. Models that handle missing values and categories take rows in this form. As with
// [TargetReader], a row is a function of its record alone.
type CellReader struct {
	table *TargetReader
	slots []int // for each field of the header, its index in a row of cells, or −1
	width int
}

// Used returns the columns of a schema that are not ignored, in the order in which a row of cells has them.
func (s Schema) Used() []Column {
	var used []Column
	for _, c := range s.Columns {
		if c.Kind != Ignored {
			used = append(used, c)
		}
	}
	return used
}

// NewCellReader reads the header of a table. It returns the same errors as [NewTargetReader].
func NewCellReader(r io.Reader, s Schema) (*CellReader, error) {
	table, err := NewTargetReader(r, s)
	if err != nil {
		return nil, err
	}
	slots, width := table.slots(s)
	return &CellReader{table: table, slots: slots, width: width}, nil
}

// slots returns, for each field of the header, its index in a row of cells, or −1, and the number of cells.
func (t *targetTable) slots(s Schema) (slots []int, width int) {
	places := map[string]int{}
	for _, column := range s.Used() {
		places[column.Name] = width
		width++
	}
	for _, cell := range t.cells {
		slot := -1
		if cell.use != unused {
			slot = places[cell.name]
		}
		slots = append(slots, slot)
	}
	return slots, width
}

// Next writes the cells of the next record into dst, which must have one entry for each used column. It returns false
// at the end of the table and after a failed read; see [CellReader.Err].
func (c *CellReader) Next(dst []float64) bool {
	if len(dst) != c.width {
		panic("dataset: the row's length is not the number of the schema's used columns")
	}
	t := c.table
	record, tooLong, ok := t.lines.Next(t.fields.Delim)
	if !ok {
		return false
	}
	t.rows++
	t.unit = nil
	for i := range dst {
		dst[i] = math.NaN()
	}
	if tooLong || bytes.IndexByte(record, 0) >= 0 {
		t.unusable++
		return true
	}
	if t.isBlank(record) {
		t.blank++
	}
	t.fields.Reset(record)
	field := 0
	for ; t.fields.More(); field++ {
		if field >= len(c.slots) || c.slots[field] < 0 {
			if text := t.fields.Field(); field < len(t.cells) && t.cells[field].use == asUnit {
				t.unit = csv.TrimSpaces(text)
			}
			continue
		}
		if v, usable := t.readCell(&t.cells[field]); usable {
			dst[c.slots[field]] = v
		}
	}
	if field != len(t.cells) {
		t.ragged++
	}
	return true
}

// readCell reads the next field of a record: its number, or the index of its level.
func (t *TargetReader) readCell(c *targetCell) (v float64, usable bool) {
	return c.cell(csv.TrimSpaces(t.fields.Field()), t.fields.Comma, t.row())
}

// cell reads a trimmed cell: its number, or the index of its level.
func (c *targetCell) cell(cell []byte, comma bool, row int) (v float64, usable bool) {
	switch c.use {
	case asNumber:
		v, usable = csv.ParseNumber(cell, comma)
		usable = usable && usual((v-c.mean)/c.scale)
	case asDate:
		v, usable = csv.ParseDate(cell, c.order)
		usable = usable && usual((v-c.mean)/c.scale)
	case asLevel:
		var k int
		k, usable = c.levels[string(cell)]
		v = float64(k)
	}
	if usable {
		return v, true
	}
	v, cause := c.lenient(cell)
	c.note(cause, row, cell)
	return v, cause.IsRead()
}

// Report counts what [CellReader.Next] has read so far; see [TargetReader.Report].
func (c *CellReader) Report() Report { return c.table.Report() }

// Err returns the failure that ended the reading; see [TargetReader.Err].
func (c *CellReader) Err() error { return c.table.Err() }

// Rows are the rows of a table, one after the other: encoded, from a [TargetReader] or [ValueRows], or as cells,
// from a [CellReader] or [ValueCells].
type Rows interface {
	Next(dst []float64) bool
	Err() error
	Report() Report
}

// ValueRows gives the rows of a table that a program holds in memory, encoded as [TargetReader] encodes them. A value
// that cannot be used is replaced by the source's mean.
type ValueRows struct {
	encoders []encoder
	values   []float64
	dim      int
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
	return &ValueRows{encoders: newEncoders(s), values: values, dim: s.Dim(), rows: rows}, nil
}

// Next writes the features of the next row into dst, as [TargetReader.Next] does. It returns false after the last row.
func (t *ValueRows) Next(dst []float64) bool {
	if len(dst) != t.dim {
		panic("dataset: the row's length is not the schema's dimension")
	}
	if t.at == t.rows {
		return false
	}
	clear(dst)
	for i := range t.encoders {
		e := &t.encoders[i]
		v := t.values[i*t.rows+t.at]
		usable := true
		switch e.use {
		case asNumber, asDate:
			usable = e.number(dst, v)
		case asLevel:
			usable = v >= 0 && v < float64(len(e.on)) && v == math.Trunc(v)
			if usable {
				e.level(dst, int(v))
			}
		}
		if !usable {
			t.repaired++
		}
	}
	t.at++
	return true
}

// ValueCells gives the same rows as cells; see [CellReader].
type ValueCells struct{ rows *ValueRows }

// Cells returns the rows as cells. They are read once, in the one form or the other.
func (t *ValueRows) Cells() ValueCells { return ValueCells{t} }

// Next writes the cells of the next row into dst, which has an entry for each used column. It returns false after the
// last row.
func (c ValueCells) Next(dst []float64) bool {
	t := c.rows
	if t.at == t.rows {
		return false
	}
	at := 0
	for i := range t.encoders {
		e := &t.encoders[i]
		if e.use == unused {
			continue
		}
		v := t.values[i*t.rows+t.at]
		if e.use == asLevel && !(v >= 0 && v < float64(len(e.on)) && v == math.Trunc(v)) ||
			e.use != asLevel && !usual((v-e.mean)/e.scale) {
			v = math.NaN()
			t.repaired++
		}
		dst[at] = v
		at++
	}
	if at != len(dst) {
		panic("dataset: the row's length is not the number of the schema's used columns")
	}
	t.at++
	return true
}

// Err returns nil, because no reader can fail.
func (c ValueCells) Err() error { return nil }

// Report counts what Next met so far.
func (c ValueCells) Report() Report { return c.rows.Report() }

// Err returns nil, because no reader can fail.
func (t *ValueRows) Err() error { return nil }

// Report counts what Next has returned so far.
func (t *ValueRows) Report() Report {
	return Report{Rows: t.at, RepairedCells: t.repaired}
}
