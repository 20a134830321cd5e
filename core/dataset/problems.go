package dataset

import (
	"errors"
	"fmt"
	"strings"
)

// mostProblems bounds what one message lists.
const mostProblems = 20

// problems collects what is wrong with a public file, so that whoever mends it learns all of it at once: what is wrong with the header
// and the options about its columns, of each column the first cell with each kind of problem, of the rows the first whose number of
// fields is wrong.
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

// add takes note of a problem. It returns an error, the whole list, if the problem is none of a single cell or row: after
// that nothing can be read.
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

// note takes note of a problem of the header or the options, after which the rest can be read all the same.
func (p *problems) note(e *Error) { p.list = append(p.list, e) }

// all is nil if there was no problem, else the first one, whose message goes on with the others.
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

// before reports whether an error stands before another one in the file.
func (e *Error) before(o *Error) bool {
	return e.Line < o.Line || e.Line == o.Line && e.Column < o.Column
}
