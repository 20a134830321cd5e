// Dates, with or without a time of day, are read as days since 1970-01-01.
//
// A date whose order of day, month and year is plain is always read: 2021-04-03, also with / or . in place of -, and
// 03.04.2021. The order of 03/04/2021, 03-04-2021 and 03/04/21 is open. A column of a public sample settles it for
// itself ([DateColumn]), and only then are such dates read, in the private file by the same order. So a private cell
// is read by rules that were there before it.

package csv

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

// DateOrder is the order of day, month and year in dates that do not show it.
type DateOrder string

const (
	Open       DateOrder = "" // not settled, or not needed
	DayFirst   DateOrder = "dmy"
	MonthFirst DateOrder = "mdy"
	YearFirst  DateOrder = "ymd" // of years in two digits
)

// orders are those that can be settled.
var orders = [...]DateOrder{DayFirst, MonthFirst, YearFirst}

// Valid reports whether an order is one of the four.
func (o DateOrder) Valid() bool {
	return o == Open || o == DayFirst || o == MonthFirst || o == YearFirst
}

// Words names the order in a message.
func (o DateOrder) Words() string {
	switch o {
	case DayFirst:
		return "day, month, year"
	case MonthFirst:
		return "month, day, year"
	case YearFirst:
		return "year, month, day"
	}
	return "not settled"
}

// FirstYear is the year that 69 stands for; 68 is 99 years later. POSIX and most programs have the same rule.
const FirstYear = 1969

// Date is what a cell says that has the form of a date.
type Date struct {
	numbers [3]int // in the order of the cell
	digits  [3]int // of each
	mark    byte   // between them
	seconds float64
}

// Scan takes a trimmed cell apart:
//
//	number mark number mark number [(T | space) time]
//
// where a number has at most four digits, both marks are the same of - / . and a time is
//
//	h[h]:mm[:ss[.digits]] then nothing, [space] (AM | PM), or Z | [space] (UTC | GMT) | ±hh[[:]mm]
//
// with at most twelve digits after the seconds. The time is in UTC if the zone is stated.
func Scan(cell []byte) (d Date, ok bool) {
	s := scanner{cell, true}
	for i := range d.numbers {
		switch i {
		case 1:
			d.mark = s.oneOf('-', '/', '.')
		case 2:
			s.byte(d.mark)
		}
		d.numbers[i], d.digits[i] = s.number(4)
	}
	if len(s.rest) > 0 {
		d.seconds = s.time()
	}
	return d, s.ok && len(s.rest) == 0
}

// own is the order that the date shows, by a year of four digits before the others, or after points.
func (d Date) own() DateOrder {
	switch {
	case d.digits[0] == 4:
		return YearFirst
	case d.digits[2] == 4 && d.mark == '.':
		return DayFirst
	}
	return Open
}

// Days returns the days since 1970-01-01, with the time of day as a fraction, if the date shows its order or is one
// in this order. A month is never the first number before points.
func (d Date) Days(o DateOrder) (days float64, ok bool) {
	if own := d.own(); own != Open {
		o = own
	}
	var year, month, day int // their places
	switch {
	case o == DayFirst:
		year, month, day = 2, 1, 0
	case o == MonthFirst && d.mark != '.':
		year, month, day = 2, 0, 1
	case o == YearFirst:
		year, month, day = 0, 1, 2
	default:
		return 0, false
	}
	y, m := d.numbers[year], d.numbers[month]
	switch d.digits[year] {
	case 2:
		y += 100 * ((FirstYear + 99 - y) / 100)
	case 4:
	default:
		return 0, false
	}
	if y < 1 || d.digits[month] > 2 || d.digits[day] > 2 {
		return 0, false
	}
	number := dayNumber(y, m, d.numbers[day])
	if yy, mm, dd := dateOf(number); yy != y || mm != m || dd != d.numbers[day] {
		return 0, false // 30 February
	}
	return float64(number) + d.seconds/86400, true
}

// ParseDate reads a trimmed cell that is a date, of this order where it does not show its own.
func ParseDate(cell []byte, o DateOrder) (days float64, ok bool) {
	d, ok := Scan(cell)
	if !ok {
		return 0, false
	}
	return d.Days(o)
}

// IsDate reports whether a trimmed cell is a date in some order.
func IsDate(cell []byte) bool {
	d, ok := Scan(cell)
	if !ok {
		return false
	}
	for _, o := range orders {
		if _, fits := d.Days(o); fits {
			return true
		}
	}
	return false
}

// scanner reads a text from left to right. ok becomes false, and stays false, when something other than the requested
// item comes next.
type scanner struct {
	rest []byte
	ok   bool
}

// time reads a time of day and returns it in seconds.
func (s *scanner) time() (seconds float64) {
	s.oneOf('T', ' ')
	h, _ := s.number(2)
	s.byte(':')
	m := s.digits(2)
	sec := 0
	fraction := float64(0)
	if s.next() == ':' {
		s.byte(':')
		sec = s.digits(2)
		if s.next() == '.' {
			s.byte('.')
			fraction = s.fraction()
		}
	}
	if h, s.ok = s.half(h); !s.ok || h > 23 || m > 59 || sec > 59 {
		s.ok = false
	}
	return float64(3600*h+60*m+sec) + fraction - float64(s.zone())
}

// half reads AM or PM, if one comes next, and returns the hour of the day.
func (s *scanner) half(h int) (hour int, ok bool) {
	rest := s.rest
	if len(rest) == 3 && rest[0] == ' ' {
		rest = rest[1:]
	}
	if len(rest) != 2 || rest[1]|0x20 != 'm' || rest[0]|0x20 != 'a' && rest[0]|0x20 != 'p' {
		return h, s.ok
	}
	s.rest = nil
	hour = h % 12
	if rest[0]|0x20 == 'p' {
		hour += 12
	}
	return hour, s.ok && h >= 1 && h <= 12
}

// zone reads a zone, if one comes next, and returns by how many seconds it is ahead of UTC.
func (s *scanner) zone() (ahead int) {
	if rest := string(bytes.TrimPrefix(s.rest, []byte(" "))); rest == "UTC" || rest == "GMT" {
		s.rest = nil
		return 0
	}
	sign := s.next()
	switch sign {
	case 'Z':
		s.byte('Z')
		return 0
	case '+', '-':
	default:
		return 0
	}
	s.byte(sign)
	ahead = 3600 * s.digits(2)
	if len(s.rest) > 0 {
		if s.next() == ':' {
			s.byte(':')
		}
		ahead += 60 * s.digits(2)
	}
	if sign == '-' {
		return -ahead
	}
	return ahead
}

// fraction reads up to twelve digits after a point. Both operands of the division are exact, so it rounds once.
func (s *scanner) fraction() float64 {
	whole, power := s.digits(1), 10
	for ; power < 1e12 && len(s.rest) > 0 && s.rest[0]-'0' <= 9; power *= 10 {
		whole = 10*whole + s.digits(1)
	}
	return float64(whole) / float64(power)
}

// next is the next byte, 0 at the end.
func (s *scanner) next() byte {
	if len(s.rest) == 0 {
		return 0
	}
	return s.rest[0]
}

// byte reads the byte c.
func (s *scanner) byte(c byte) {
	if s.ok = s.ok && s.next() == c; s.ok {
		s.rest = s.rest[1:]
	}
}

// oneOf reads one of these bytes.
func (s *scanner) oneOf(bytes ...byte) byte {
	c := s.next()
	for _, b := range bytes {
		if b == c {
			s.byte(c)
			return c
		}
	}
	s.ok = false
	return 0
}

// digits reads n digits.
func (s *scanner) digits(n int) (v int) {
	for ; n > 0; n-- {
		d := s.next() - '0'
		if s.ok = s.ok && d <= 9; !s.ok {
			return 0
		}
		v = 10*v + int(d)
		s.rest = s.rest[1:]
	}
	return v
}

// number reads a number of at most `most` digits, and returns how many it has.
func (s *scanner) number(most int) (v, length int) {
	v, length = s.digits(1), 1
	for ; s.ok && length < most && s.next()-'0' <= 9; length++ {
		v = 10*v + s.digits(1)
	}
	return v, length
}

// The Gregorian calendar, for the years 1 to 9999. Package time would bring in its code for formats and time zones,
// which is one per cent of what an owner's page loads.

// dayNumber returns the days from 1970-01-01 to a date. Its years begin in March, so that a leap day is the last day of
// its year; (153k+2)/5 days, rounded down, come before the month k of such a year.
func dayNumber(year, month, day int) int {
	if month < 3 {
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719469
}

// dateOf is the inverse of dayNumber. An era is 400 years.
func dateOf(number int) (year, month, day int) {
	const era = 146097
	number += 719468
	inEra := number % era
	yearOfEra := (inEra - inEra/1460 + inEra/36524 - inEra/(era-1)) / 365
	inYear := inEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	k := (5*inYear + 2) / 153
	year, month, day = number/era*400+yearOfEra, k+3, inYear-(153*k+2)/5+1
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// DateText writes the date that is this many days after 1970-01-01. The fraction of a day is the time of day.
func DateText(days float64) string {
	year, month, day := dateOf(int(math.Floor(days)))
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

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
	values   [2]int       // how many they are
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
	if days, ok := d.Days(c.Order); ok {
		*place = days
		c.note(d)
		return Written, DateSample{}
	}
	w, fits, left := waiting{place: place}, -1, 0
	for i, o := range orders {
		if w.days[i], ok = d.Days(o); !ok {
			w.days[i] = math.NaN()
			continue
		}
		if fits < 0 {
			fits = i
		}
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
	sample := DateSample{string(cell), line}
	for i := range orders {
		if c.possible(i) && math.IsNaN(w.days[i]) {
			c.excluded[i] = sample
		}
	}
	if c.waiting = append(c.waiting, w); c.settle() {
		return Written, DateSample{}
	}
	known := func(s DateSample) bool { return s.Text == sample.Text }
	if len(c.open) < mostOpen && !slices.ContainsFunc(c.open, known) {
		c.open = append(c.open, sample)
	}
	return Waits, DateSample{}
}

// possible reports whether all dates up to now are dates in the i-th order.
func (c *DateColumn) possible(i int) bool {
	return c.excluded[i].Text == "" && (c.Order == Open || c.Order == orders[i])
}

// note notes what decides about years of two digits.
func (c *DateColumn) note(d Date) {
	if d.own() != Open {
		c.plain = true
		return
	}
	c.Short = c.Short || d.digits[2] <= 2
	if d.digits[0] != 2 || d.digits[2] != 2 {
		return
	}
	for end, number := range [2]int{d.numbers[0], d.numbers[2]} {
		if !c.seen[end][number] {
			c.seen[end][number] = true
			c.values[end]++
		}
	}
}

// settle takes the order that is possible, if it is the only one, and writes all that waits. It reports whether nothing
// waits any more.
func (c *DateColumn) settle() bool {
	only, left := 0, 0
	for i := range orders {
		if c.possible(i) {
			only = i
			left++
		}
	}
	if left == 1 && len(c.waiting) > 0 {
		c.Order = orders[only]
		for _, w := range c.waiting {
			*w.place = w.days[only]
		}
		c.waiting = nil
	}
	return len(c.waiting) == 0
}

// End settles the order after the last cell, if only years of two digits left it open: the year is the last number,
// unless the first has fewer values. It returns false if the order stays open. Then the places of dates that wait hold
// what the caller wrote there.
func (c *DateColumn) End() bool {
	year := len(orders) - 1
	if len(c.waiting) > 0 && c.possible(year) && c.values[0] >= c.values[1] {
		c.excluded[year] = c.open[0]
	}
	return c.settle()
}

// Waiting returns how many dates wait, the first of them, and whether no date beside them shows its order.
func (c *DateColumn) Waiting() (count int, first []DateSample, alone bool) {
	return len(c.waiting), c.open, !c.plain
}
