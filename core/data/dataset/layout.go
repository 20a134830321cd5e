package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/dataset/dates"
)

// layout holds what the header and the options say about a public file. The
// kinds of the columns complete it later.
type layout struct {
	names   []string
	kinds   []Kind          // for each field; "" until decided; the label keeps ""
	dates   []*dates.Column // for each field: not nil if it is numeric and its cells are dates
	label   int             // its field, or −1 where there is none, which is a problem
	classes bool            // the label is a class
	delim   byte
	comma   bool
	above   int // lines above the header
	notes   []string
	// values are, for each field, the words for a missing value that are values there; see decideWords.
	values []map[string]bool
}

// newLayout takes the header from the reader and notes the problems of the header and of the options. An error is what
// says that this line is no header at all.
func newLayout(lines *csv.Lines, o SourceOptions, found *problems) (*layout, error) {
	if err := checkTask(o.Task); err != nil {
		return nil, err
	}
	o = o.composed()
	above, err := passTitle(lines, o.Label)
	if err != nil {
		return nil, err
	}
	delim := detectDelimiter(lines, o.Label)
	header := lines.Take(headerOf(lines, delim))
	line := lines.First()
	if !utf8.Valid(header) {
		return nil, notUTF8(line)
	}
	names, misquoted := splitHeader(header, delim)
	l := &layout{
		names: names,
		kinds: make([]Kind, len(names)),
		dates: make([]*dates.Column, len(names)),
		delim: delim,
		comma: delim != ',',
		above: above,
	}
	if above > 0 {
		l.notes = append(l.notes, aboveHeader(above))
	}
	if misquoted {
		return nil, newError(CodeBadQuote, line,
			"a quote among the column names is not closed or has text after it; fix the first line")
	}
	isNumber := func(name string) bool {
		_, ok := csv.ParseNumber([]byte(name), l.comma)
		return ok
	}
	if !slices.ContainsFunc(names, func(name string) bool { return !isNumber(name) }) {
		return nil, newError(CodeNoHeader, line, "the first line holds only numbers; put a line of column names before it")
	}
	// A header may name a column 2024, and a row may hold texts. If the label is not there, a number means that the line
	// is a row.
	if at := slices.IndexFunc(names, isNumber); at >= 0 && !slices.Contains(names, o.Label) {
		return nil, &Error{Code: CodeNoHeader, Line: line, Column: at + 1,
			Message: fmt.Sprintf(
				"there is a number where a column name should be, and no label column %q; put a line of column names first",
				o.Label,
			)}
	}
	for i, name := range names {
		why, own := unusable(name)
		if why == "" {
			continue
		}
		if own == o.Label {
			return nil, &Error{Code: CodeNoLabel, Column: i + 1, Name: own,
				Message: fmt.Sprintf("the label %s, which cannot be predicted; choose another column", why)}
		}
		names[i], l.kinds[i] = "", Ignored
		l.notes = append(l.notes, fmt.Sprintf("Column %q %s and is left out.", own, why))
	}
	l.checkDuplicates(line, found)
	if l.label = slices.Index(names, o.Label); l.label < 0 || o.Label == "" {
		l.label = -1
		if other := otherSeparator(string(header), []string{o.Label}); other != "" {
			return nil, newError(CodeNoLabel, line,
				"the columns seem to be separated by %s, which is not read; save the file with commas, semicolons or tabs", other)
		}
		found.note(newError(CodeNoLabel, line, "there is no label column %q; choose one of %s", o.Label, quoteNames(names)))
	}
	l.declare(o, found)
	l.declareDates(o, found)
	for i, name := range names {
		if len(name) > mostName {
			found.note(
				&Error{
					Code:    CodeTooLarge,
					Line:    line,
					Column:  i + 1,
					Message: fmt.Sprintf("the name of the column has %d bytes; shorten it to at most %d", len(name), mostName),
				},
			)
		}
		if name == "" && l.kinds[i] != Ignored {
			l.kinds[i] = Ignored
			l.notes = append(l.notes, fmt.Sprintf("Column %d has no name and is left out.", i+1))
		}
	}
	return l, nil
}

func (l *layout) checkDuplicates(line int, found *problems) {
	seen := make(map[string]int, len(l.names))
	for i, name := range l.names {
		if at, ok := seen[name]; ok && name != "" {
			found.note(&Error{Code: CodeDuplicateColumn, Line: line, Column: i + 1, Name: name,
				Message: fmt.Sprintf("column %d has the same name; rename one of them", at+1)})
		}
		seen[name] = i
	}
}

// declare applies the kinds the caller chose.
func (l *layout) declare(o SourceOptions, found *problems) {
	for _, list := range []struct {
		kind  Kind
		names []string
	}{{Categorical, o.Categorical}, {Ignored, o.Ignore}} {
		for _, name := range list.names {
			i := slices.Index(l.names, name)
			switch {
			case i < 0 && o.several: // see checkDeclared
			case i < 0 || name == "":
				found.note(
					newError(CodeUnknownColumn, 0, "there is no column %q to declare %s; the columns are %s", name, list.kind,
						quoteNames(l.names)),
				)
			case i == l.label:
				found.note(newError(CodeBadOption, 0, "the label %q cannot be %s; take it off that list", name, list.kind))
			case l.kinds[i] != "" && l.kinds[i] != list.kind:
				found.note(newError(CodeBadOption, 0, "the column %q is declared categorical and ignored; choose one", name))
			default:
				l.kinds[i] = list.kind
			}
		}
	}
}

// layout lists the columns of the parts, and for each part the field that holds a column, or −1.
func (u *Union) layout(kept []int) (*layout, [][]int, error) {
	label := u.options.Label
	var wanted []Column // their names alone
	places := make([][]int, len(kept))
	for i, k := range kept {
		t := u.tables[k]
		a := align(t.names, Schema{Label: label, Columns: wanted})
		for j, name := range t.names {
			if (i == 0 || u.options.AllColumns) && name != "" && j != t.label && !slices.Contains(a.columns, j) {
				wanted, a.columns = append(wanted, Column{Name: name}), append(a.columns, j)
			}
		}
		places[i] = a.columns
	}
	l := &layout{
		names:   []string{label},
		kinds:   []Kind{""},
		dates:   []*dates.Column{nil},
		classes: u.tables[kept[0]].classes,
	}
	common := make([][]int, len(kept))
	for c, column := range wanted {
		lacking := ""
		for i, k := range kept {
			for len(places[i]) <= c {
				places[i] = append(places[i], -1) // of a column that a later file added
			}
			if places[i][c] < 0 {
				lacking = u.Parts[k].Name
			}
		}
		kind, days, err := u.kind(kept, places, c)
		if err != nil {
			return nil, nil, err
		}
		if lacking != "" && kind != Ignored {
			if !u.options.AllColumns {
				l.notes = append(l.notes, fmt.Sprintf("Column %q is not in %s and is left out.", column.Name, lacking))
				continue
			}
			l.notes = append(l.notes,
				fmt.Sprintf("Column %q is not in %s, whose rows take the mean of the others.", column.Name, lacking))
		}
		l.names, l.kinds, l.dates = append(l.names, column.Name), append(l.kinds, kind), append(l.dates, days)
		for i := range kept {
			common[i] = append(common[i], places[i][c])
		}
	}
	for _, k := range kept {
		t := u.tables[k]
		l.comma = l.comma || t.comma
		if t.classes != l.classes {
			return nil, nil, &Error{
				Code:   CodeBadOption,
				File:   u.Parts[k].Name,
				Column: t.label + 1,
				Name:   label,
				Message: fmt.Sprintf(
					"the label is text in one file and a number in another, unlike in %s; choose the task classification or regression",
					u.Parts[kept[0]].Name,
				),
			}
		}
		for _, note := range t.notes {
			l.notes = append(l.notes, u.Parts[k].Name+": "+note)
		}
	}
	return l, common, nil
}

// kind returns how a column is read, which must be the same in all files that have values in it. The order of dates
// comes from the files that settle one.
func (u *Union) kind(kept []int, places [][]int, c int) (kind Kind, days *dates.Column, err error) {
	first := -1
	for i, k := range kept {
		t, j := u.tables[k], places[i][c]
		if j < 0 {
			continue
		}
		if t.kinds[j] == Ignored { // it has no cells
			return Ignored, nil, nil
		}
		own := t.dates[j]
		switch empty := t.cells.empty(t.slots[j]); {
		case kind == "" || first < 0 && !empty:
			kind, days = t.kinds[j], own
			if !empty {
				first = k
			}
		case empty:
		case kind != t.kinds[j] || !agree(days, own):
			return "", nil, &Error{
				Code:   CodeBadOption,
				File:   u.Parts[k].Name,
				Column: j + 1,
				Name:   t.names[j],
				Message: fmt.Sprintf(
					"the column holds %s here and %s in %s; write it in one way, or declare it categorical or ignored",
					holding(t.kinds[j], own), holding(kind, days), u.Parts[first].Name),
			}
		case days != nil:
			days = &dates.Column{Order: cmp.Or(days.Order, own.Order), Short: days.Short || own.Short}
		}
	}
	return kind, days, nil
}

// agree reports whether two columns hold dates, in the same order if both settle one, or neither does.
func agree(a, b *dates.Column) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Order == b.Order || a.Order == dates.Open || b.Order == dates.Open
}

func holding(kind Kind, days *dates.Column) string {
	switch {
	case days != nil && days.Order != dates.Open:
		return "dates in the order " + days.Order.Words()
	case days != nil:
		return "dates"
	case kind == Numeric:
		return "numbers"
	}
	return "texts"
}
