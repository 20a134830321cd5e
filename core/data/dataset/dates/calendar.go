package dates

import (
	"fmt"
	"math"
)

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

// Text writes the date that is this many days after 1970-01-01. The fraction of a day is the time of day.
func Text(days float64) string {
	year, month, day := dateOf(int(math.Floor(days)))
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}
