package dataset

import (
	"fmt"
	"math"
)

// parseDate reads a trimmed cell that is a date, with or without a time, as days since 1970-01-01. The time of day is the
// fraction of a day:
//
//	YYYY-MM-DD | YYYY/MM/DD | DD.MM.YYYY, then nothing or (T | space) hh:mm [:ss [. digits]] [Z | ±hh:mm | ±hhmm]
//
// These are the forms in which day and month cannot be confused; 03/04/2021 is not one of them.
func parseDate(cell []byte) (days float64, ok bool) {
	s := dateScanner{cell, true}
	var year, month, day int
	if len(cell) > 2 && cell[2] == '.' {
		day = s.digits(2)
		s.byte('.')
		month = s.digits(2)
		s.byte('.')
		year = s.digits(4)
	} else if len(cell) > 4 {
		year = s.digits(4)
		mark := cell[4]
		s.ok = s.ok && (mark == '-' || mark == '/')
		s.byte(mark)
		month = s.digits(2)
		s.byte(mark)
		day = s.digits(2)
	}
	if !s.ok || year < 1 {
		return 0, false
	}
	number := dayNumber(year, month, day)
	if y, m, d := dateOf(number); y != year || m != month || d != day {
		return 0, false // 30 February
	}
	seconds := float64(0)
	if len(s.rest) > 0 {
		seconds = s.time()
	}
	return float64(number) + seconds/86400, s.ok && len(s.rest) == 0
}

// dateScanner reads a text from left to right. ok becomes false, and stays false, when something other than the requested
// item comes next.
type dateScanner struct {
	rest []byte
	ok   bool
}

// time reads a time of day and returns it in seconds, in UTC if the zone is stated.
func (s *dateScanner) time() (seconds float64) {
	if s.rest[0] == 'T' {
		s.byte('T')
	} else {
		s.byte(' ')
	}
	h := s.digits(2)
	s.byte(':')
	m := s.digits(2)
	sec := 0
	if s.next() == ':' {
		s.byte(':')
		sec = s.digits(2)
	}
	s.ok = s.ok && h < 24 && m < 60 && sec < 60
	seconds = float64(3600*h + 60*m + sec)
	if s.next() == '.' {
		end, _ := scanDigits(s.rest, 1, 0)
		fraction, _ := parseNumber(s.rest[:end], false)
		seconds += fraction
		s.ok = s.ok && end > 1
		s.rest = s.rest[end:]
	}
	switch zone := s.next(); zone {
	case 'Z':
		s.byte('Z')
	case '+', '-':
		s.byte(zone)
		ahead := 3600 * s.digits(2)
		if s.next() == ':' {
			s.byte(':')
		}
		ahead += 60 * s.digits(2)
		if zone == '-' {
			ahead = -ahead
		}
		seconds -= float64(ahead)
	}
	return seconds
}

// next is the next byte, 0 at the end.
func (s *dateScanner) next() byte {
	if len(s.rest) == 0 {
		return 0
	}
	return s.rest[0]
}

// byte reads the byte c.
func (s *dateScanner) byte(c byte) {
	if s.ok = s.ok && s.next() == c; s.ok {
		s.rest = s.rest[1:]
	}
}

// digits reads n digits.
func (s *dateScanner) digits(n int) (v int) {
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

// isSlashDate reports whether a cell is two short numbers and a year between slashes: a date in which day and month can be
// confused.
func isSlashDate(cell []byte) bool {
	numbers, digits := 1, 0
	for _, c := range cell {
		switch {
		case c == '/' && digits >= 1 && digits <= 2 && numbers < 3:
			numbers, digits = numbers+1, 0
		case c-'0' <= 9:
			digits++
		default:
			return false
		}
	}
	return numbers == 3 && (digits == 2 || digits == 4)
}

// The Gregorian calendar, for the years 1 to 9999. Package time would bring in its code for formats and time zones, which is
// one per cent of what an owner's page loads.

// dayNumber returns the days from 1970-01-01 to a date. Its years begin in March, so that a leap day is the last day of its
// year; (153k+2)/5 days, rounded down, come before the month k of such a year.
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

// Text returns a cell of a base model's table as a reader of the column knows it: the name of its level, or its date. It is "" where
// the cell is a number.
func (c Column) Text(cell float64) string {
	switch {
	case c.Kind == Categorical:
		return c.Levels[int(cell)].Name
	case c.Dates:
		return DateText(cell)
	}
	return ""
}
