package dataset

import "fmt"

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
			b.note(j, fmt.Sprintf(
				"holds %s among its numbers; such cells count as missing, in the private file too",
				quoteCell([]byte(s.text)),
			))
		}
	}
}
