package csv

import (
	"math"
	"slices"
)

// DateColumn reads the dates of a public column, whose order they settle together: 25/11/2017 says of all that the day
// comes first. What was read before that waits, and is written to its place then. Every date must be one in the order
// of the column.
type DateColumn struct {
	Order DateOrder // of dates that do not show their own; Open until it is settled, and where all show theirs

	Short bool // there are years of two digits

	excluded [len(orders)]DateSample // for each order the first date that is none in it
	waiting  []waiting
	open     []DateSample // the first of them
	plain    bool         // there are dates that show their order
	seen     [2][100]bool // the numbers with which dates begin and end where both have two digits
}

// DateSample is a cell and the line on which its record begins.
type DateSample struct {
	Text string
	Line int
}

// waiting is a date whose place has not been written.
type waiting struct {
	place *float64
	days  [len(orders)]float64 // NaN for an order in which it is no date
}

// DateReading says what became of a cell.
type DateReading int

const (
	NoDate  DateReading = iota // the cell is a date in no order
	Another                    // it is a date, but not in the order of the others
	Waits                      // its days will be written when the order is settled
	Written                    // its days are at their place
)

// mostOpen bounds the dates that are kept for a message.
const mostOpen = 3

// Read reads a trimmed cell on this line. Of a date in another order than the column's it returns one that excludes
// that order, if there is one: the order may have been stated.
func (c *DateColumn) Read(cell []byte, line int, place *float64) (r DateReading, against DateSample) {
	d, ok := Scan(cell)
	if !ok {
		return NoDate, DateSample{}
	}
	if d.own() != Open {
		days, ok := d.Days(Open)
		if !ok {
			return NoDate, DateSample{}
		}
		*place, c.plain = days, true
		return Written, DateSample{}
	}
	if c.Order != Open {
		return c.inOrder(d, place)
	}
	w, fits, left := waiting{place: place}, -1, 0
	for i, o := range orders {
		if w.days[i], ok = d.Days(o); !ok {
			w.days[i] = math.NaN()
			continue
		}
		fits = i
		if c.possible(i) {
			left++
		}
	}
	switch {
	case fits < 0:
		return NoDate, DateSample{}
	case left == 0:
		return Another, c.excluded[fits]
	}
	c.note(d)
	for i := range orders {
		if c.excluded[i].Text == "" && math.IsNaN(w.days[i]) {
			c.excluded[i] = DateSample{string(cell), line}
		}
	}
	c.waiting = append(c.waiting, w)
	if left == 1 {
		c.settle()
		return Written, DateSample{}
	}
	if known := func(s DateSample) bool { return s.Text == string(cell) }; len(c.open) < mostOpen &&
		!slices.ContainsFunc(c.open, known) {
		c.open = append(c.open, DateSample{string(cell), line})
	}
	return Waits, DateSample{}
}

// inOrder reads a date whose order is open in itself, but not in its column.
func (c *DateColumn) inOrder(d Date, place *float64) (r DateReading, against DateSample) {
	if days, ok := d.Days(c.Order); ok {
		c.note(d)
		*place = days
		return Written, DateSample{}
	}
	for i, o := range orders {
		if _, ok := d.Days(o); ok {
			return Another, c.excluded[i]
		}
	}
	return NoDate, DateSample{}
}

// possible reports whether all dates up to now are dates in the i-th order.
func (c *DateColumn) possible(i int) bool { return c.excluded[i].Text == "" }

// note notes what decides about years of two digits.
func (c *DateColumn) note(d Date) {
	if d.digits[2] <= 2 {
		c.Short = true
		if d.digits[0] == 2 && d.digits[2] == 2 {
			c.seen[0][d.numbers[0]], c.seen[1][d.numbers[2]] = true, true
		}
	}
}

// settle takes the last of the orders that are possible and writes all that waits.
func (c *DateColumn) settle() {
	for i, o := range orders {
		if !c.possible(i) {
			continue
		}
		c.Order = o
		for _, w := range c.waiting {
			*w.place = w.days[i]
		}
		c.waiting = nil
		return
	}
}

// End settles the order after the last cell, if only years of two digits left it open: the year is the last number,
// unless the first has fewer values. It returns false if the order stays open. Then the places of dates that wait hold
// what the caller wrote there.
func (c *DateColumn) End() bool {
	year := len(orders) - 1
	if len(c.waiting) > 0 && c.possible(year) && count(c.seen[0]) >= count(c.seen[1]) {
		c.excluded[year] = c.open[0]
	}
	left := 0
	for i := range orders {
		if c.possible(i) {
			left++
		}
	}
	if len(c.waiting) > 0 && left == 1 {
		c.settle()
	}
	return len(c.waiting) == 0
}

func count(seen [100]bool) (n int) {
	for _, is := range seen {
		if is {
			n++
		}
	}
	return n
}

// Waiting returns how many dates wait, the first of them, and whether no date beside them shows its order.
func (c *DateColumn) Waiting() (count int, first []DateSample, alone bool) {
	return len(c.waiting), c.open, !c.plain
}
