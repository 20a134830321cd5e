package warehouse

import (
	"bytes"
	"fmt"
	"math/big"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
)

// Before the sums a query returns what their owner should see before anything is spent, as the reader of files reports
// it: of each column how many cells count as the mean, and how many rows were shortened. The numbers are as private as
// the rows; no release is computed from them.

// checkMark begins this part of the text, which the mark of the sums ends.
const checkMark = "privadapt-check"

// Check is that part.
type Check struct {
	Unread  []int64 // cells that count as the mean, by the columns in use
	Clipped int64   // rows that were shortened; 0 for a report
}

// unread is 1 where the cell of a column counts as the mean, else 0. clipped likewise of a row.
func unread(i int) string { return fmt.Sprintf("unread%d", i) }

const clipped = "clipped"

// note adds these columns to every layer that follows.
func (w *writer) note(schema dataset.Schema, names []string) {
	flags := make([]string, 0, len(schema.Used()))
	for i, c := range schema.Used() {
		usable := fmt.Sprintf("l%d IS NOT NULL", i)
		if c.Kind == dataset.Numeric {
			usable = w.within(fmt.Sprintf("v%d", i), c.Mean, c.Scale, dataset.Largest)
		}
		flags = append(flags, as(either(usable, "0", "1"), unread(i)))
		w.noted = append(w.noted, unread(i))
	}
	noted := w.noted
	w.noted = nil
	w.layer(append(names, flags...)...)
	w.noted = noted
}

// totals are the sums of what was noted, as columns of a query that groups the rows.
func (w *writer) totals() []string {
	list := make([]string, len(w.noted))
	for k, name := range w.noted {
		list[k] = as(call("SUM", name), name)
	}
	return list
}

// checked is the text of what was noted, which stands before the text of the sums.
func (w *writer) checked() string {
	parts := []string{quotedText(checkMark)}
	for _, name := range w.noted {
		parts = append(parts, "' ' || "+cast(call("COALESCE", call("SUM", name), "0"), w.varchar))
	}
	return joined(append(parts, "' '"))
}

// ReadCheck reads what a query returned beside its sums: nil where an earlier version wrote the query. It keeps nothing
// of the text. Errors are of type [*Error]. Test: TestDatabasesReturnTheReadersCheck.
func ReadCheck(text []byte, p Plan) (*Check, error) {
	words := bytes.FieldsFunc(text, isMark)
	for at, word := range words {
		if string(word) == checkMark {
			return p.checkOf(words[at+1:])
		}
	}
	return nil, nil
}

func (p Plan) checkOf(words [][]byte) (*Check, error) {
	count := len(p.Source.Schema.Used())
	size := count
	if p.Report == nil {
		size++
	}
	whole := len(words) > size && string(words[size]) == mark
	numbers := make([]big.Int, size)
	defer moment.Wipe(numbers)
	for k := range numbers {
		if !whole || !setDecimal(&numbers[k], words[k]) || !numbers[k].IsInt64() || numbers[k].Sign() < 0 {
			return nil, refuse(
				CodeBadSums,
				"the check before the sums is not whole: the query returns %d numbers there; run it again and keep all that it returns",
				size,
			)
		}
	}
	check := &Check{Unread: make([]int64, count)}
	for k := range check.Unread {
		check.Unread[k] = numbers[k].Int64()
	}
	if p.Report == nil {
		check.Clipped = numbers[count].Int64()
	}
	return check, nil
}
