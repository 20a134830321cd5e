package dataset

import (
	"bytes"
	"fmt"
)

// Rows are the encoded rows of a table, one after the other: those of a [TargetReader] or a [ColumnReader].
type Rows interface {
	Next(dst []float64) bool
	Err() error
	Report() Report
}

// ColumnValues is one column of a table that a program holds in memory. Row i has the text Texts[Codes[i]-1] where Codes[i] > 0,
// and otherwise the number Numbers[i]. Codes may be nil if there are no texts. A text that many rows share is there once.
type ColumnValues struct {
	Name    string
	Numbers []float64 // one for each row
	Codes   []int32   // one for each row, from 0 to len(Texts)
	Texts   [][]byte
}

// ColumnReader gives the rows of a table that is held by columns, encoded as TargetReader encodes them. It is for rows that their
// holder wants predictions of, not for a private sample: what is no number in a numeric column is an error that names its row
// and column. A missing value, which is an empty text or a missing token, and a level that the source does not have stand for the
// source's mean.
type ColumnReader struct {
	columns []valueColumn
	dim     int
	rows    int
	at      int
	missing []string
	err     error
}

// valueColumn is one column of the schema with its values.
type valueColumn struct {
	encoder
	ColumnValues
	cells    []textCell // what each of Texts means
	repaired int
}

// textCell is the meaning of a text: a number, a level, or nothing that can be used.
type textCell struct {
	number float64
	level  int
	usable bool
	code   string // of the error that the text is in a numeric column; empty for none
}

// NewColumnReader aligns columns of rows values each with the schema, by exact names. Columns that the schema does not know are left
// out. The error is an [*Error] with code "bad-schema", or "bad-option" for columns that are not of that many rows.
func NewColumnReader(columns []ColumnValues, rows int, s Schema) (*ColumnReader, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	byName := map[string]ColumnValues{}
	for _, c := range columns {
		if err := c.check(rows); err != nil {
			return nil, err
		}
		byName[c.Name] = c
	}
	t := &ColumnReader{dim: s.Dim(), rows: rows, missing: []string{}}
	for i, e := range newEncoders(s) {
		if e.use == unused {
			continue
		}
		values, there := byName[s.Columns[i].Name]
		if !there {
			t.missing = append(t.missing, s.Columns[i].Name)
			continue
		}
		column := valueColumn{encoder: e, ColumnValues: values}
		for _, text := range values.Texts {
			column.cells = append(column.cells, e.cell(trimSpaces(text)))
		}
		t.columns = append(t.columns, column)
	}
	return t, nil
}

// check refuses columns that Next could not read to the last row.
func (c ColumnValues) check(rows int) error {
	if len(c.Numbers) != rows || c.Codes != nil && len(c.Codes) != rows {
		return newError(CodeBadOption, 0, "column %q has %d values, but the table has %d rows; columns must be of one length", c.Name, max(len(c.Numbers), len(c.Codes)), rows)
	}
	for _, code := range c.Codes {
		if code < 0 || int(code) > len(c.Texts) {
			return newError(CodeBadOption, 0, "column %q has a code that stands for no text", c.Name)
		}
	}
	return nil
}

// cell finds out what a trimmed text means in the column.
func (e *encoder) cell(text []byte) textCell {
	if e.use == asLevel {
		level, ok := e.levels[string(text)]
		return textCell{level: level, usable: ok}
	}
	v, ok := parseNumber(text, false)
	switch {
	case ok:
		return textCell{number: v, usable: true}
	case isMissing(text):
		return textCell{}
	case isNonFiniteWord(text):
		return textCell{code: CodeNotFinite}
	}
	return textCell{code: CodeNotANumber}
}

// Next writes the features of the next row into dst, as [TargetReader.Next] does. It returns false after the last row and at a value
// that is no number in a numeric column; see [ColumnReader.Err].
func (t *ColumnReader) Next(dst []float64) bool {
	if len(dst) != t.dim {
		panic("dataset: the row's length is not the schema's dimension")
	}
	if t.at == t.rows || t.err != nil {
		return false
	}
	clear(dst)
	for i := range t.columns {
		c := &t.columns[i]
		usable, code := c.write(dst, t.at)
		if code != "" {
			t.err = c.error(code, t.at)
			return false
		}
		if !usable {
			c.repaired++
		}
	}
	t.at++
	return true
}

// write writes the value of a row. It returns false if the value stands for the source's mean, and a code if it is an error.
func (c *valueColumn) write(dst []float64, row int) (usable bool, code string) {
	if c.Codes != nil && c.Codes[row] > 0 {
		cell := c.cells[c.Codes[row]-1]
		switch {
		case !cell.usable:
			return false, cell.code
		case c.use == asLevel:
			c.level(dst, cell.level)
			return true, ""
		}
		return c.number(dst, cell.number), ""
	}
	v := c.Numbers[row]
	switch {
	case c.use == asLevel:
		return false, ""
	case !finite(v):
		return false, CodeNotFinite
	}
	return c.number(dst, v), ""
}

func (c *valueColumn) error(code string, row int) *Error {
	value := fmt.Sprint(c.Numbers[row])
	if c.Codes != nil && c.Codes[row] > 0 {
		value = quoteCell(bytes.TrimSpace(c.Texts[c.Codes[row]-1]))
	}
	return newError(code, 0, "row %d, column %q: %s is not a finite number; correct it, or give null where a value is missing", row+1, c.Name, value)
}

// Err returns why Next returned false before the last row, or nil.
func (t *ColumnReader) Err() error {
	if t.err == nil {
		return nil
	}
	return t.err
}

// Report counts what Next met so far, as [TargetReader.Report] does.
func (t *ColumnReader) Report() Report {
	r := Report{Rows: t.at, RepairedByColumn: map[string]int{}, MissingColumns: t.missing, SurplusColumns: []string{}}
	for _, c := range t.columns {
		if c.repaired > 0 {
			r.RepairedByColumn[c.Name] = c.repaired
			r.RepairedCells += c.repaired
		}
	}
	return r
}
