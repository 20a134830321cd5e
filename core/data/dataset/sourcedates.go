package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privadapt/core/data/dataset/dates"
)

// Columns of dates in a public file. The column settles the order of day, month and year where its dates do not show
// it.

// declareDates applies the orders that the caller stated.
func (l *layout) declareDates(o SourceOptions, found *problems) {
	for i, name := range l.names {
		order, stated := o.DateOrder[name]
		switch {
		case !stated || name == "":
		case order == dates.Open || !order.Valid():
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
			l.kinds[i], l.dates[i] = Numeric, &dates.Column{Order: order}
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
	case dates.NoDate:
		return b.cellError(CodeNotANumber, rec, j,
			"%s is not a date such as 2024-12-31; fix the cell or declare the column categorical or ignored", quoteCell(cell))
	case dates.Another:
		why := "as was stated"
		if against.Text != "" {
			why = fmt.Sprintf("as %s shows", b.place(against))
		}
		return b.cellError(CodeDateOrder, rec, j,
			"%s is no date in the order of the column, %s; fix the cell, or write dates as 2024-12-31", quoteCell(cell), why)
	case dates.Waits:
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
func (b *sourceBuilder) place(s dates.Sample) string {
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
func describeDates(c *dates.Column) string {
	order, years := "", ""
	if c.Order != dates.Open {
		order = " in the order " + c.Order.Words()
	}
	if c.Short {
		years = fmt.Sprintf("; years of two digits are those from %d to %d", dates.FirstYear, dates.FirstYear+99)
	}
	return "holds dates" + order + ", which count as days since 1970-01-01" + years +
		"; declare it ignored to leave it out"
}
