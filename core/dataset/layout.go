package dataset

import (
	"fmt"
	"slices"
)

// kindSample is how many records decide the kinds of the columns.
const kindSample = 1000

// layout holds what the header and the options say about a public file. The
// kinds of the columns complete it later.
type layout struct {
	names   []string
	kinds   []Kind // for each field; "" until decided; the label keeps ""
	dates   []bool // for each field: numeric, and the cells are dates
	label   int    // its field, or −1 where there is none, which is a problem
	classes bool   // the label is a class
	delim   byte
	comma   bool
	notes   []string
}

// newLayout notes the problems of a header and of the options. An error is what says that this line is no header at all.
func newLayout(header []byte, line int, o SourceOptions, found *problems) (*layout, error) {
	if err := checkTask(o.Task); err != nil {
		return nil, err
	}
	delim := detectDelimiter(header)
	names, misquoted := splitHeader(header, delim)
	l := &layout{names: names, kinds: make([]Kind, len(names)), dates: make([]bool, len(names)), delim: delim, comma: delim != ','}
	if misquoted {
		return nil, newError(CodeBadQuote, line, "a quote among the column names is not closed or has text after it; fix the first line")
	}
	isNumber := func(name string) bool {
		_, ok := parseNumber([]byte(name), l.comma)
		return ok
	}
	if !slices.ContainsFunc(names, func(name string) bool { return !isNumber(name) }) {
		return nil, newError(CodeNoHeader, line, "the first line holds only numbers; put a line of column names before it")
	}
	// A header may name a column 2024, and a row may hold texts. If the label is not there, a number means that the line is a row.
	if at := slices.IndexFunc(names, isNumber); at >= 0 && !slices.Contains(names, o.Label) {
		return nil, &Error{Code: CodeNoHeader, Line: line, Column: at + 1,
			Message: fmt.Sprintf("there is a number where a column name should be, and no label column %q; put a line of column names first", o.Label)}
	}
	l.checkDuplicates(line, found)
	if l.label = slices.Index(names, o.Label); l.label < 0 || o.Label == "" {
		l.label = -1
		found.note(newError(CodeNoLabel, line, "there is no label column %q; choose one of %s", o.Label, quoteNames(names)))
	}
	l.declare(o, found)
	for i, name := range names {
		if name == "" {
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
				found.note(newError(CodeUnknownColumn, 0, "there is no column %q to declare %s; the columns are %s", name, list.kind, quoteNames(l.names)))
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

// decideKinds decides the kinds of the columns that the options do not declare:
// numeric if at least half of the cells that are not missing are numbers, or
// dates. NaN and infinity count as numbers here, and are refused later.
func (l *layout) decideKinds(sample []record) {
	for j := range l.kinds {
		if l.kinds[j] != "" || j == l.label {
			continue
		}
		numbers, dates, texts := 0, 0, 0
		for _, rec := range sample {
			cell := rec.cells[j]
			if isMissing(cell) {
				continue
			}
			if _, ok := parseNumber(cell, l.comma); ok || isNonFiniteWord(cell) {
				numbers++
			} else if _, ok := parseDate(cell); ok {
				dates++
			} else {
				texts++
			}
		}
		l.kinds[j] = Numeric
		if l.dates[j] = dates > numbers && dates >= texts+numbers; !l.dates[j] && texts+dates > numbers {
			l.kinds[j] = Categorical
		}
	}
}
