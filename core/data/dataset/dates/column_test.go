package dates

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// read reads a column of cells, which are divided by blanks, or by | where they have blanks.
func read(c *Column, cells ...string) (days []float64, readings []Reading, settled bool) {
	days = make([]float64, len(cells))
	for i, cell := range cells {
		days[i] = math.NaN()
		r, _ := c.Read([]byte(cell), i+2, &days[i])
		readings = append(readings, r)
	}
	return days, readings, c.End()
}

// A column settles its order by any of its cells, the last one too, and what came before it is read by that order.
func TestAColumnSettlesItsOwnOrder(t *testing.T) {
	for _, c := range []struct {
		cells string
		want  Order
	}{
		{"03/04/2004|05/06/2004|13/05/2004", DayFirst},
		{"13/05/2004|03/04/2004", DayFirst},
		{"03/04/2004|05/13/2004|06/07/2004", MonthFirst},
		{"10/2/2012 9:00|10/13/2012 9:00 PM", MonthFirst},
		{"25/11/17|03/04/17", DayFirst},
		{"03/04/17|11/25/17", MonthFirst},
		{"3/4/17|13/4/17", DayFirst},
		{"99/12/31|00/01/01", YearFirst},
		{"31.12.99|01.01.00", DayFirst},
		{"2004-02-29|13-05-2004", DayFirst},
		{"31/12/99|05/06/2004", DayFirst},
		{"2004-02-29|29.02.2004", Open}, // all show theirs
	} {
		var column Column
		cells := strings.Split(c.cells, "|")
		days, _, settled := read(&column, cells...)
		if !settled || column.Order != c.want {
			t.Errorf("%s: %q, settled: %v; want %q", c.cells, column.Order, settled, c.want)
			continue
		}
		for i, cell := range cells {
			if want, ok := Parse([]byte(cell), c.want); !ok || days[i] != want {
				t.Errorf("%s: %s is %v, want %v", c.cells, cell, days[i], want)
			}
		}
	}
}

// What can be read in two orders stays open: no date is written, and the first ones are kept for the message.
func TestAnOpenColumnStaysOpen(t *testing.T) {
	for _, cells := range []string{
		"03/04/2004|05/06/2004|01/02/2005|09/09/2009",
		"01/01/2020|02/01/2020|12/01/2020",
		"17/11/25|17/04/03|17/04/29", // 17 may be the year
		"31/03/01|31/03/02|31/03/03", // 31 too
		"2004-02-29|03/04/2004",
	} {
		var column Column
		list := strings.Split(cells, "|")
		days, readings, settled := read(&column, list...)
		count, first, alone := column.Waiting()
		open := slices.DeleteFunc(slices.Clone(list), func(cell string) bool { return strings.Contains(cell, "-") })
		if settled || column.Order != Open || count != len(open) || first[0].Text != open[0] || len(first) > mostOpen ||
			alone != (count == len(list)) {
			t.Errorf("%s: order %q, %d wait, %v, alone: %v", cells, column.Order, count, first, alone)
		}
		for i, r := range readings {
			if (r == Waits) != math.IsNaN(days[i]) {
				t.Errorf("%s: %s is %v", cells, list[i], days[i])
			}
		}
	}
}

// A date in another order than the column's is refused, and the message can name a date that excludes its order.
func TestADateInAnotherOrderIsRefused(t *testing.T) {
	var column Column
	var day float64
	for i, c := range []struct {
		cell    string
		want    Reading
		against string
	}{
		{"03/04/2004", Waits, ""}, {"13/05/2004", Written, ""}, {"05/13/2004", Another, "13/05/2004"},
		{"99/12/31", Another, "03/04/2004"}, {"31/31/2004", NoDate, ""},
		{"soon", NoDate, ""}, {"2004-02-30", NoDate, ""}, {"06/07/08", Written, ""},
	} {
		r, against := column.Read([]byte(c.cell), i+2, &day)
		if r != c.want || against.Text != c.against {
			t.Errorf("%s: %v, %q; want %v, %q", c.cell, r, against.Text, c.want, c.against)
		}
	}
	stated := Column{Order: MonthFirst}
	if r, against := stated.Read([]byte("13/05/2004"), 2, &day); r != Another || against.Text != "" {
		t.Errorf("a stated order: %v, %v", r, against)
	}
	if r, _ := stated.Read([]byte("05/13/04"), 2, &day); r != Written || day != 12551 || !stated.Short || !stated.End() {
		t.Errorf("a stated order: %v, %v", r, day)
	}
}
