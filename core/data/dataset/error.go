package dataset

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"privadapt/core/words"
)

// The codes an [Error] can carry.
const (
	CodeBadEncoding     = "bad-encoding"      // not UTF-8 text: UTF-16, binary, compressed
	CodeHTML            = "html"              // a web page instead of a table
	CodeEmptyFile       = "empty-file"        // not a single line of text
	CodeNoHeader        = "no-header"         // the first line looks like data
	CodeNoLabel         = "no-label"          // the label is not among the columns
	CodeNoCommonColumns = "no-common-columns" // the private header names none of the features
	CodeNoFeatures      = "no-features"       // no column is left to learn from
	CodeNoRows          = "no-rows"           // a header without rows
	CodeOneRow          = "one-row"           // a single row has no scale
	CodeDuplicateColumn = "duplicate-column"  // two columns of one name
	CodeUnknownColumn   = "unknown-column"    // an option names a column that does not exist
	CodeBadOption       = "bad-option"        // options that contradict each other
	CodeRaggedRow       = "ragged-row"        // more or fewer fields than the header
	CodeLineTooLong     = "line-too-long"     // a record of more than 1 MiB
	CodeBadQuote        = "bad-quote"         // a quote that is not closed, or text after one
	CodeNotANumber      = "not-a-number"      // text in a numeric column
	CodeNotFinite       = "not-finite"        // NaN or infinity in a numeric column
	// a magnitude beyond 1e100, a name of more than 1000 bytes, or more cells than memory holds.
	CodeTooLarge      = "too-large"
	CodeMissingLabel  = "missing-label"   // no row has a label
	CodeTooManyLevels = "too-many-levels" // a categorical column of more than 64 levels
	CodeBadSchema     = "bad-schema"      // a schema that cannot have come from ReadSource
	CodeDateOrder     = "date-order"      // dates whose order of day and month is open, or not the same everywhere
	CodeBadUnit       = "bad-unit"        // a column that cannot name the people
)

// Error says what is wrong with a file or a schema, where, and what to do.
// For a private file it depends only on the first bytes and the header, and it
// quotes neither.
type Error struct {
	Code    string         // one of the Code constants
	Line    int            // physical line of the file, from 1; 0 if no line is to blame
	Column  int            // column of the file, from 1; 0 if no column is to blame
	Name    string         // the column's name; may be empty
	Message string         // one sentence, which names the fix
	Reason  *words.Message // the same for other languages; nil where the code must do

	headers func() []string // see Headers; a function, so that nothing that prints an error prints them
}

// Headers are the headers of a private file in which no expected column was found. They are for its owner's screen
// alone.
func (e *Error) Headers() []string {
	if e.headers == nil {
		return nil
	}
	return e.headers()
}

// Unwrap has what a caller needs who does not know where the file is from.
func (e *Error) Unwrap() error {
	return &words.Error{Code: e.Code, Message: e.Message, Reason: e.Reason, Line: e.Line, Column: e.Column}
}

// Error begins with the place, as far as it is known.
func (e *Error) Error() string {
	var place []string
	if e.Line > 0 {
		place = append(place, fmt.Sprintf("line %d", e.Line))
	}
	if e.Column > 0 {
		place = append(place, fmt.Sprintf("column %d", e.Column))
		if e.Name != "" {
			place[len(place)-1] += fmt.Sprintf(" (%q)", e.Name)
		}
	}
	if place == nil {
		return e.Message
	}
	return strings.Join(place, ", ") + ": " + e.Message
}

func newError(code string, line int, format string, args ...any) *Error {
	return &Error{Code: code, Line: line, Message: fmt.Sprintf(format, args...)}
}

// in adds the column to an error, from 1, and its name.
func (e *Error) in(column int, name string) *Error {
	e.Column, e.Name = column, name
	return e
}

func sayError(code string, line int, reason words.Message) *Error {
	return &Error{Code: code, Line: line, Message: reason.Text, Reason: &reason}
}

// quoteCell quotes a public cell for a message.
func quoteCell(cell []byte) string { return strconv.Quote(shortened(string(cell))) }

// shortened is a text of at most 40 characters.
func shortened(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) > most {
		return string([]rune(text)[:most-1]) + "…"
	}
	return text
}

// quoteNames lists names for a message: the first dozen, then how many more.
func quoteNames(names []string) string {
	const most = 12
	var quoted []string
	for _, name := range names[:min(len(names), most)] {
		quoted = append(quoted, strconv.Quote(name))
	}
	list := strings.Join(quoted, ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return list
}

// mostProblems bounds what one message lists.
const mostProblems = 20

// problems collects the problems of a public file, so that its author sees them all at once: problems of the header
// and of the options about its columns, for each column the first cell with each kind of problem, and the first row
// with a wrong number of fields.
type problems struct {
	list  []*Error
	first map[problemKind]*problemCount
}

type problemKind struct {
	code   string
	column int
}

type problemCount struct {
	at    *Error
	cells int
}

// add records a problem. If the problem does not belong to a single cell or row, the file cannot be read further, and
// add returns the whole list as an error.
func (p *problems) add(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Column == 0 && e.Code != CodeRaggedRow {
		p.list = append(p.list, e)
		return p.all()
	}
	kind := problemKind{e.Code, e.Column}
	if known := p.first[kind]; known != nil {
		known.cells++
		return nil
	}
	if p.first == nil {
		p.first = map[problemKind]*problemCount{}
	}
	p.first[kind] = &problemCount{e, 1}
	p.list = append(p.list, e)
	return nil
}

// note adds a problem of the header or of the options, after which the rest can still be read.
func (p *problems) note(e *Error) { p.list = append(p.list, e) }

// all is nil if there was no problem. Otherwise it is the first problem, and its message continues with the others.
func (p *problems) all() error {
	if len(p.list) == 0 {
		return nil
	}
	for _, c := range p.first {
		if c.cells > 1 {
			c.at.Message += fmt.Sprintf(" (so in %d places)", c.cells)
		}
	}
	for i := range p.list {
		for k := i; k > 0 && p.list[k].before(p.list[k-1]); k-- {
			p.list[k-1], p.list[k] = p.list[k], p.list[k-1]
		}
	}
	whole := *p.list[0]
	for i, e := range p.list[1:] {
		if i+1 == mostProblems {
			whole.Message += fmt.Sprintf("; and %d more problems", len(p.list)-mostProblems)
			break
		}
		whole.Message += "; " + e.Error()
	}
	return &whole
}

// before reports whether an error's place comes before another's.
func (e *Error) before(o *Error) bool {
	return e.Line < o.Line || e.Line == o.Line && e.Column < o.Column
}
