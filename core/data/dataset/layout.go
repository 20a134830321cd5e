package dataset

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
)

// layout holds what the header and the options say about a public file. The
// kinds of the columns complete it later.
type layout struct {
	names   []string
	kinds   []Kind            // for each field; "" until decided; the label keeps ""
	dates   []*csv.DateColumn // for each field: not nil if it is numeric and its cells are dates
	label   int               // its field, or −1 where there is none, which is a problem
	classes bool              // the label is a class
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
		dates: make([]*csv.DateColumn, len(names)),
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
	// A header may name a column 2024, and a row may hold texts. If the label is not there, a number means that the
	// line is a row.
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
