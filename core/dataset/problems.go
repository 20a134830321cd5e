package dataset

import (
	"errors"
	"fmt"
	"strings"
)

// mostProblems bounds what one message lists.
const mostProblems = 20

// problems collects the problems of a public file, so that its author sees them all at once: those of the header and of the
// options about its columns, for each column the first cell with each kind of problem, and the first row with a wrong number of
// fields.
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

// add records a problem. If the problem does not belong to a single cell or row, the file cannot be read further, and add
// returns the whole list as an error.
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
		whole.Message += "; " + strings.TrimPrefix(e.Error(), "dataset: ")
	}
	return &whole
}

// before reports whether the place of an error comes before that of another.
func (e *Error) before(o *Error) bool {
	return e.Line < o.Line || e.Line == o.Line && e.Column < o.Column
}
