package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privadapt/core/data/dataset/csv"
)

// How a cell of a public file is read: a number, a level, a date, or a word for a missing value. Labels that are
// classes are in kinds.go.

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
		b.found.add(s.first) // of a column: the rest is read anyway
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

// Columns of dates in a public file. The column settles the order of day, month and year where its dates do not show
// it.

// declareDates applies the orders that the caller stated.
func (l *layout) declareDates(o SourceOptions, found *problems) {
	for i, name := range l.names {
		order, stated := o.DateOrder[name]
		switch {
		case !stated || name == "":
		case order == csv.Open || !order.Valid():
			found.note(
				newError(CodeBadOption, 0, "the order of the dates in the column %q is stated as %q; choose dmy, mdy or ymd", name,
					order),
			)
		case i == l.label || l.kinds[i] != "":
			found.note(
				newError(CodeBadOption, 0,
					"the column %q has an order of dates, and is the label or declared categorical or ignored; choose one", name),
			)
		default:
			l.kinds[i], l.dates[i] = Numeric, &csv.DateColumn{Order: order}
		}
	}
	for name := range o.DateOrder {
		if name == "" || !slices.Contains(l.names, name) {
			found.note(
				newError(CodeUnknownColumn, 0, "there is no column %q whose dates have an order; the columns are %s", name,
					quoteNames(l.names)),
			)
		}
	}
}

// date reads a cell of a column of dates into its place in a row. While the order is open the cell counts as a text
// too: if the order stays open, the column is categorical.
func (b *sourceBuilder) date(rec record, j int, place *float64) error {
	cell := rec.cell(j)
	*place = math.NaN()
	if b.missing(rec, j) {
		return nil
	}
	column := b.dates[j]
	reading, against := column.Read(cell, rec.line, place)
	switch reading {
	case csv.NoDate:
		return b.cellError(CodeNotANumber, rec, j,
			"%s is not a date such as 2024-12-31; fix the cell or declare the column categorical or ignored", quoteCell(cell))
	case csv.Another:
		why := "as was stated"
		if against.Text != "" {
			why = fmt.Sprintf("as %s shows", b.place(against))
		}
		return b.cellError(CodeDateOrder, rec, j,
			"%s is no date in the order of the column, %s; fix the cell, or write dates as 2024-12-31", quoteCell(cell), why)
	case csv.Waits:
		if k, ok := b.levels[j].add(cell); ok {
			*place = float64(k)
		}
	}
	return nil
}

// settleDates ends the columns of dates after the last row. A column whose order stays open is categorical if it has
// few values, and else a problem.
func (b *sourceBuilder) settleDates() {
	for j, column := range b.dates {
		if column == nil || column.End() {
			continue
		}
		count, first, alone := column.Waiting()
		var examples []string
		for _, s := range first {
			examples = append(examples, b.place(s))
		}
		found, advice := strings.Join(examples, ", "), fmt.Sprintf(
			"state it in the option dateOrder, as dmy, mdy or ymd for %q, or write dates as 2024-12-31",
			b.names[j],
		)
		if alone && b.levels[j].total() == count { // there was a level for each
			b.kinds[j], b.dates[j] = Categorical, nil
			b.note(
				j,
				"may hold dates, but the order of day and month is open ("+found+"). Its values count as categories; to have days, "+advice,
			)
			continue
		}
		e := &Error{Code: CodeDateOrder, Line: first[0].Line, Column: j + 1, Name: b.names[j]}
		if b.several { // it is a line of one of them
			e.Line = 0
		}
		e.Message = "the column holds dates, but the order of day and month is open (" + found + "); " + advice +
			", or ignore the column"
		b.found.note(e)
	}
}

// place quotes a date, and says on which line it is, where all rows are of one file.
func (b *sourceBuilder) place(s csv.DateSample) string {
	if b.several {
		return quoteCell([]byte(s.Text))
	}
	return fmt.Sprintf("%s on line %d", quoteCell([]byte(s.Text)), s.Line)
}

// total is the number of cells that were counted.
func (s *levelSet) total() (n int) {
	for _, count := range s.counts {
		n += count
	}
	return n
}

// describeDates is the note on a column of dates.
func describeDates(c *csv.DateColumn) string {
	order, years := "", ""
	if c.Order != csv.Open {
		order = " in the order " + c.Order.Words()
	}
	if c.Short {
		years = fmt.Sprintf("; years of two digits are those from %d to %d", csv.FirstYear, csv.FirstYear+99)
	}
	return "holds dates" + order + ", which count as days since 1970-01-01" + years +
		"; declare it ignored to leave it out"
}
