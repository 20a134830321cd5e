package dataset

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
)

// What few public files need, beside the way of every row in source.go: lines above the header, dates whose order is open, words for a missing value that are values or that no program shares, marks in numbers, and notes
// on values that may stand for no value.

// mostTitle is how many lines the search for the header of a public file looks at.
const mostTitle = 10

// passTitle passes over lines above the header of a public file, such as a title or a date, if there are any. The header
// is the first of ten lines that has the label. A line that has it is no header if it also has a number, or if a line
// above has as many cells that are not blank: then the line is a row with a value like the label's name, and the file is
// refused for the lack of that label.
//
// A private file has no such search, because which line is the header would depend on its records; see alignHeader.
func (l *layout) passTitle(lines *csv.Lines, label string) error {
	widest := make([]int, len(delimiters)) // cells of the lines above, under each delimiter
	ahead := csv.NewLines(bytes.NewReader(lines.Peek(csv.MaxLine)))
	for n := range mostTitle {
		for i, delim := range delimiters {
			h := headerUnder(ahead, delim)
			isNumber := func(name string) bool { return csv.IsNumber(name, delim != ',') }
			filled := len(filter(h.names, func(name string) bool { return name != "" }))
			if slices.Contains(h.names, label) && !slices.ContainsFunc(h.names, isNumber) && filled > widest[i] {
				for range n {
					lines.Take(lines.Line(0), 1)
				}
				l.above = lines.Number()
				note := fmt.Sprintf("The %d lines above the header are left out.", l.above)
				if l.above == 1 {
					note = "The line above the header is left out."
				}
				l.notes = append(l.notes, note)
				return checkHeader(lines.Text(lines.Line(0)), l.above+1)
			}
			widest[i] = max(widest[i], filled)
		}
		ahead.Take(max(ahead.Line(0), 0), 1)
	}
	return nil
}

// otherSeparator says by what the columns of a header seem to be separated, if this is no separator that is read and
// most of the wanted names show up under it; "" otherwise.
func otherSeparator(header string, wanted []string) string {
	for _, s := range []struct {
		called string
		names  []string
	}{
		{`"|"`, strings.Split(header, "|")},
		{`":"`, strings.Split(header, ":")},
		{"blanks", strings.Fields(header)},
	} {
		for i, name := range s.names {
			s.names[i] = foldLevel(strings.Trim(strings.TrimSpace(name), `"'`))
		}
		matched := len(filter(wanted, func(name string) bool { return slices.Contains(s.names, foldLevel(name)) }))
		if len(s.names) > 1 && 2*matched > len(wanted) {
			return s.called
		}
	}
	return ""
}

// settle ends what was open until the last row, and notes what the rows are.
func (b *builder) settle(task Task) {
	b.settleDates()
	b.settleStrays()
	if b.label < 0 {
		return
	}
	label, rows := &b.fields[b.label], b.unlabelled+len(b.labels)
	other := func(y float64) bool { return y != 0 && y != 1 }
	if b.unlabelled > 0 && len(b.labels) == 0 {
		b.found.note(newError(CodeMissingLabel, 0,
			"none of the %d rows has a label; fill the column in, or choose another label", rows).in(b.label+1, label.name))
	} else if b.unlabelled > 0 {
		b.notes = append(b.notes, fmt.Sprintf("Rows without a label are left out: %d of %d%s. The sample is the others, in their order.",
			b.unlabelled, rows, label.writtenAs()))
	}
	if task == AnyTask && !b.classes() && !slices.ContainsFunc(b.labels, other) {
		b.note(label.name,
			"has only the values 0 and 1 and is taken as a number; choose the task classification for probabilities of classes")
	}
}

// looksLike says what makes more than half of the texts in a column look like numbers, and the first record that has it;
// "" if nothing does.
func (b *builder) looksLike(j, texts int) (with string, first record) {
	var percents, marked []record
	for _, rec := range b.sample {
		switch cell := rec.cells[j]; {
		case csv.IsNumber(string(cell), rec.comma):
		case csv.IsPercent(cell):
			percents = append(percents, rec)
		case csv.IsMarked(cell):
			marked = append(marked, rec)
		}
	}
	switch {
	case 2*(len(percents)+len(marked)) <= texts:
		return "", record{}
	case len(percents) > len(marked):
		return "percent signs", percents[0]
	}
	return "marks between digits", marked[0]
}

// decideWords decides where words for a missing value, such as NA, ? and -, are values. In a column of categories or of
// classes whose values are not all numbers they are where - stands beside +, and, unless a column of numbers uses the
// word for what is missing, where the word is in this column alone, has one other value beside it, or is as long as all
// others. A note names it.
func (b *builder) decideWords() {
	words := make([]map[string]bool, len(b.fields))  // for each field, those in it
	others := make([]map[string]bool, len(b.fields)) // and the values beside them, up to two more than levels can be
	columns := map[string]int{}                      // that have the word
	numbers := map[string]bool{}                     // the word is in a column of numbers or dates
	for j, f := range b.fields {
		words[j], others[j] = map[string]bool{}, map[string]bool{}
		for _, rec := range b.sample {
			switch cell := rec.cells[j]; {
			case len(cell) == 0:
			case csv.IsMissing(cell):
				words[j][string(cell)] = true
			case len(others[j]) <= maxLevels:
				others[j][string(cell)] = true
			}
		}
		for word := range words[j] {
			columns[word]++
			numbers[word] = numbers[word] || f.kind == Numeric
		}
	}
	isText := func(value string) bool { return !csv.IsNumber(value, b.comma) }
	for j := range b.fields {
		f, values := &b.fields[j], slices.Collect(maps.Keys(others[j]))
		if f.kind != Categorical || !slices.ContainsFunc(values, isText) {
			continue
		}
		for _, word := range slices.Sorted(maps.Keys(words[j])) {
			longer := func(value string) bool { return utf8.RuneCountInString(value) != len(word) }
			alone := columns[word] == 1 || len(values) == 1 || !slices.ContainsFunc(values, longer)
			if word == "-" && others[j]["+"] || !numbers[word] && alone && !csv.IsMarker([]byte(word)) {
				f.values = append(f.values, word)
				b.note(f.name, "has %s among its values, which counts as a value there and not as a missing one; where a value is missing, leave the cell empty",
					quoteCell([]byte(word)))
			}
		}
	}
}

// fewestStrays is how often a word for a missing value that programs do not share is there. Below that it may be a slip,
// and is refused.
const fewestStrays = 3

// stray is what a column of numbers has of other texts. A word for a missing value that programs do not share, such as
// "mq" or "Unknown", is known by this: it is the only text there, and stands in several cells, of this column or of
// another.
type stray struct {
	text  string
	first *Error // of the first cell
	cells int
	mixed bool // there are several such texts
}

// stray holds back the error of a cell that is no number until the column is read. While the text is the only one the
// cell counts as missing.
func (b *builder) stray(j int, cell []byte, e *Error) error {
	s := &b.fields[j].stray
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
func (b *builder) refuse(s *stray) {
	for range s.cells {
		b.found.add(s.first) // of a column: the rest is read anyway
	}
}

// settleStrays ends the columns of numbers after the last row.
func (b *builder) settleStrays() {
	known := map[string]bool{}
	for _, f := range b.fields {
		known[f.stray.text] = known[f.stray.text] || !f.stray.mixed && f.stray.cells >= fewestStrays
	}
	for j := range b.fields {
		f := &b.fields[j]
		switch s := &f.stray; {
		case s.cells == 0 || s.mixed:
		case !known[s.text]:
			b.refuse(s)
		default:
			b.note(f.name, "holds %s among its numbers; such cells count as missing, in the private file too",
				quoteCell([]byte(s.text)))
		}
	}
}

// declareDates applies the orders of day, month and year that the caller stated.
func (l *layout) declareDates(o SourceOptions, found *problems) {
	for _, name := range slices.Sorted(maps.Keys(o.DateOrder)) {
		order := o.DateOrder[name]
		switch i := l.field(name); {
		case i < 0:
			found.note(newError(CodeUnknownColumn, 0, "there is no column %q whose dates have an order; the columns are %s", name,
				quoteNames(l.names())))
		case order == csv.Open || !order.Valid():
			found.note(newError(CodeBadOption, 0,
				"the order of the dates in the column %q is stated as %q; choose dmy, mdy or ymd", name, order))
		case i == l.label || l.fields[i].kind != "":
			found.note(newError(CodeBadOption, 0,
				"the column %q has an order of dates, and is the label or declared categorical or ignored; choose one", name))
		default:
			l.fields[i].kind, l.fields[i].dates = Numeric, &csv.DateColumn{Order: order}
		}
	}
}

// date reads a cell of a column of dates into its place in a row. While the order is open the cell counts as a text
// too: if the order stays open, the column is categorical.
func (b *builder) date(rec record, j int, place *float64) error {
	cell, f := rec.cells[j], &b.fields[j]
	*place = math.NaN()
	if b.missing(rec, j) {
		return nil
	}
	reading, against := f.dates.Read(cell, rec.line, place)
	switch reading {
	case csv.NoDate:
		return b.cellError(CodeNotANumber, rec, j,
			"%s is not a date such as 2024-12-31; fix the cell or declare the column categorical or ignored", quoteCell(cell))
	case csv.Another:
		why := "as was stated"
		if against.Text != "" {
			why = fmt.Sprintf("as %s shows", placeOf(against))
		}
		return b.cellError(CodeDateOrder, rec, j,
			"%s is no date in the order of the column, %s; fix the cell, or write dates as 2024-12-31", quoteCell(cell), why)
	case csv.Waits:
		if k, ok := f.levels.add(cell); ok {
			*place = float64(k)
		}
	}
	return nil
}

// settleDates ends the columns of dates after the last row. A column whose order stays open is categorical if it has
// few values, and else a problem.
func (b *builder) settleDates() {
	for j := range b.fields {
		f := &b.fields[j]
		if f.dates == nil || f.dates.End() {
			continue
		}
		count, first, alone := f.dates.Waiting()
		var examples []string
		for _, s := range first {
			examples = append(examples, placeOf(s))
		}
		found := strings.Join(examples, ", ")
		advice := fmt.Sprintf("state it in the option dateOrder, as dmy, mdy or ymd for %q, or write dates as 2024-12-31", f.name)
		if alone && f.levels.total == count { // there was a level for each
			f.kind, f.dates = Categorical, nil
			b.note(f.name, "may hold dates, but the order of day and month is open (%s). Its values count as categories; to have days, %s",
				found, advice)
			continue
		}
		b.found.note(newError(CodeDateOrder, first[0].Line,
			"the column holds dates, but the order of day and month is open (%s); %s, or ignore the column", found, advice).in(j+1, f.name))
	}
}

// placeOf quotes a date, and says on which line it is.
func placeOf(s csv.DateSample) string {
	return fmt.Sprintf("%s on line %d", quoteCell([]byte(s.Text)), s.Line)
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

// mostWatched is how many rows are looked at for spikes, taken evenly from all.
const mostWatched = 1 << 16

// noteSpikes says which values of a field, in this slot of a table, may stand for a missing one, although they are
// numbers.
func (b *builder) noteSpikes(f *field, table cellTable, slot int) {
	b.scratch = table.column(b.scratch[:0], slot, len(b.labels)/mostWatched+1)
	text := func(v float64) string {
		if f.dates != nil {
			return csv.DateText(v)
		}
		return string(csv.AppendDecimal(nil, v))
	}
	if far, ok := farValue(b.scratch); ok {
		b.note(f.name, "has one value that is far from all others, %s, and outweighs them; correct it or delete its row", text(far))
	}
	for _, s := range spikesOf(b.scratch) {
		var list []string
		for _, v := range s.values {
			list = append(list, text(v))
		}
		b.note(f.name, "holds %s in %.3g%% of its cells, far from the others (%s to %s): if that stands for a missing value, leave these cells blank, in the private file too",
			strings.Join(list, ", "), 100*float64(s.cells)/float64(len(b.scratch)), text(s.least), text(s.most))
	}
}

// farShare is the share of a column's variance from which a single value is told, because it is then the only one that
// counts: a slip, or a unit that one row has alone.
const farShare = 0.99

// farValue returns a single value that is far from all others of a column, which vary themselves.
func farValue(column []float64) (far float64, ok bool) {
	mean, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for _, v := range column {
		mean += v / float64(len(column))
		least, most = math.Min(least, v), math.Max(most, v)
	}
	if far = most; mean-least > most-mean {
		far = least
	}
	squares, others := 0.0, []float64{}
	for _, v := range column {
		squares += (v - mean) * (v - mean)
		if v != far && len(others) < 2 && !slices.Contains(others, v) {
			others = append(others, v)
		}
	}
	return far, len(others) == 2 && (far-mean)*(far-mean) > farShare*squares
}

// spike is a group of values at an end of a public column that may stand for "no value": −200, 999 or 9999 in many cells,
// and far outside the rest. Nothing is computed of private rows: what is found is for the author of the public file.
type spike struct {
	values      []float64 // in increasing order
	cells       int       // that hold one of them
	least, most float64   // of all other cells
}

// What makes a spike: at most mostValues values, each in leastCells cells and in a share of leastShare of all; and
// farther from the nearest other value than this value is from half of the others, which have leastOthers different
// values there, or else from all others leastTimes as far as they are from each other. By the last condition a column
// of few values, such as 0 and 1, has no spike, nor has one of counts in which 0 is frequent. A zero in most cells is what
// usually happens, as of rare events.
const (
	mostValues  = 3
	leastCells  = 5
	leastShare  = 1e-3
	leastOthers = 10
	leastTimes  = 20
)

// spikesOf returns the spikes of a column, the lower one first. It puts the values in order where an end of them is
// frequent.
func spikesOf(column []float64) (found []spike) {
	least := max(leastCells, int(math.Ceil(leastShare*float64(len(column)))))
	if !frequentEnd(column, least) {
		return nil
	}
	slices.Sort(column)
	if s := lowest(column, least); s.cells > 0 {
		found = append(found, s)
	}
	mirror(column)
	if s := lowest(column, least); s.cells > 0 {
		mirror(s.values)
		s.least, s.most = -s.most, -s.least
		found = append(found, s)
	}
	return found
}

// frequentEnd reports whether the least or the largest value is in that many cells. In most columns of measurements
// neither is.
func frequentEnd(column []float64, cells int) bool {
	var counts [2]int
	var ends [2]float64
	for i, v := range column {
		for k := range ends {
			switch {
			case i == 0 || v < ends[k]:
				ends[k], counts[k] = v, 1
			case v == ends[k]:
				counts[k]++
			}
			v = -v
		}
	}
	return max(counts[0], counts[1]) >= cells
}

// mirror reverses values and their signs, so that they are in order again.
func mirror(values []float64) {
	slices.Reverse(values)
	for i := range values {
		values[i] = -values[i]
	}
}

// lowest returns the largest group of the lowest values that is a spike, with no cells if none is.
func lowest(column []float64, least int) (s spike) {
	var values []float64
	for at := 0; len(values) < mostValues; {
		next := at
		for next < len(column) && column[next] == column[at] {
			next++
		}
		if next-at < least || next == len(column) || column[at] == 0 && 2*next > len(column) {
			break
		}
		values = append(values, column[at])
		if at = next; apart(column[at:], column[at]-column[at-1]) {
			s = spike{slices.Clone(values), at, column[at], column[len(column)-1]}
		}
	}
	return s
}

// apart reports whether values in order are near to each other, beside a gap before the first of them.
func apart(others []float64, gap float64) bool {
	first, most := others[0], others[len(others)-1]
	near, different := 0, 0
	for near < len(others) && others[near]-first < gap {
		if near == 0 || others[near] != others[near-1] {
			different++
		}
		near++
	}
	varied := different >= leastOthers || most > first && gap >= leastTimes*(most-first)
	return 2*near >= len(others) && varied
}
