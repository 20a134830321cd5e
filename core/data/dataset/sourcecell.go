package dataset

import (
	"fmt"
	"math"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privadapt/core/data/dataset/csv"
)

// How a cell of a public file is read: a number, a level, or a word for a missing value. Dates are in sourcedates.go,
// and labels that are classes in classes.go.

// number reads a cell of a numeric column or of the label: NaN if it is missing.
func (b *sourceBuilder) number(rec record, j int) (float64, error) {
	cell := rec.cell(j)
	v, ok := csv.ParseNumber(cell, rec.comma)
	switch {
	case ok && math.Abs(v) <= Largest:
		return v, nil
	case ok:
		return 0, b.cellError(CodeTooLarge, rec, j, "%s is beyond ±1e100; fix the cell or change the column's unit",
			quoteCell(cell))
	case b.missing(rec, j):
		return math.NaN(), nil
	case csv.IsFormula(cell):
		return 0, b.formula(rec, j)
	case csv.IsNonFinite(cell):
		return 0, b.cellError(CodeNotFinite, rec, j,
			"%s is not a finite number; fix the cell, or empty it if the value is missing", quoteCell(cell))
	case j != b.label:
		return math.NaN(), b.stray(j, cell, b.cellError(CodeNotANumber, rec, j,
			"%s is not a number; fix the cell or declare the column categorical or ignored", quoteCell(cell)))
	}
	return 0, b.cellError(CodeNotANumber, rec, j, "%s is not a number; fix the cell or choose another label",
		quoteCell(cell))
}

// level reads a cell of a categorical column: the index of its level, NaN if it
// is missing.
func (b *sourceBuilder) level(rec record, j int) (float64, error) {
	cell := rec.cell(j)
	if b.missing(rec, j) {
		return math.NaN(), nil
	}
	if csv.IsFormula(cell) {
		return 0, b.formula(rec, j)
	}
	if !utf8.Valid(cell) {
		return 0, b.cellError(CodeBadEncoding, rec, j, "%s is not UTF-8; save the file as CSV in UTF-8", quoteCell(cell))
	}
	if len(cell) > mostName {
		return 0, b.cellError(CodeTooLarge, rec, j,
			"the cell has %d bytes, and a level at most %d; shorten it or ignore the column", len(cell), mostName)
	}
	k, ok := b.levels[j].add(norm.NFC.Bytes(cell))
	if !ok {
		return 0, b.cellError(CodeTooManyLevels, rec, j, "the column has more than %d levels; ignore it or merge its levels",
			maxLevels)
	}
	return float64(k), nil
}

func (b *sourceBuilder) formula(rec record, j int) *Error {
	return b.cellError(CodeNotANumber, rec, j,
		"%s is a formula without its value; open the file in a spreadsheet and save it, so that it holds the values", quoteCell(rec.cell(j)))
}

func (b *sourceBuilder) cellError(code string, rec record, j int, format string, args ...any) *Error {
	return &Error{Code: code, File: b.found.file, Line: rec.lineOf(j), Column: rec.field(j) + 1, Name: b.names[j],
		Message: fmt.Sprintf(format, args...)}
}

// A word for a missing value that programs do not share, such as "mq" or "Unknown", is known in a public column of
// numbers by this: it is the only text there, and stands in several cells, of this column or of another.

// fewestStrays is how often such a word is there. Below that it may be a slip, and is refused.
const fewestStrays = 3

// stray is what a column of numbers has of other texts.
type stray struct {
	text  string
	first *Error // of the first cell
	cells int
	mixed bool // there are several such texts
}

// stray holds back the error of a cell that is no number until the column is read. While the text is the only one the
// cell counts as missing.
func (b *sourceBuilder) stray(j int, cell []byte, e *Error) error {
	s := &b.strays[j]
	switch {
	case s.cells == 0:
		s.text, s.first = string(cell), e
	case s.mixed:
		return e
	case s.text != string(cell):
		s.mixed = true
		b.refuse(s)
		return e
	}
	s.cells++
	return nil
}

// refuse adds the errors that were held back.
func (b *sourceBuilder) refuse(s *stray) {
	for range s.cells {
		b.found.add(s.first) // of a column: the rest is read all the same
	}
}

// settleStrays ends the columns of numbers after the last row.
func (b *sourceBuilder) settleStrays() {
	known := map[string]bool{}
	for _, s := range b.strays {
		if !s.mixed && s.cells >= fewestStrays {
			known[s.text] = true
		}
	}
	for j := range b.strays {
		switch s := &b.strays[j]; {
		case s.cells == 0 || s.mixed:
		case !known[s.text]:
			b.refuse(s)
		default:
			b.note(j, fmt.Sprintf("holds %s among its numbers; such cells count as missing, in the private file too",
				quoteCell([]byte(s.text))))
		}
	}
}
