package dataset

import "math"

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
