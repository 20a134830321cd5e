package dataset

import (
	"io"
	"math"
)

// CellReader reads the rows of a table as cells instead of features. A row has one cell for every column of the schema
// that is not ignored: a number in raw units, or the index of the level, or NaN where the cell is missing, cannot be
// read or has an unknown level. Models that handle missing values and categories take rows in this form. As with
// [TargetReader], a row is a function of its record alone.
type CellReader struct {
	UnitRows
	next  func(cells []float64) bool
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
	return &CellReader{table, table.nextCells, len(table.slots)}, nil
}

// Next writes the cells of the next record into dst, which must have one entry for each used column. It returns false
// at the end of the table and after a failed read.
func (c *CellReader) Next(dst []float64) bool {
	if len(dst) != c.width {
		panic("dataset: the row's length is not the number of the schema's used columns")
	}
	return c.next(dst)
}

// Rows are the rows of a table, one after the other: encoded, from a [TargetReader], or as cells,
// from a [CellReader] or [ValueRows].
type Rows interface {
	Next(dst []float64) bool
	Err() error
	Report() Report
}

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
