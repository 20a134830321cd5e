package csv

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// Dates that show their order are read in any column, whatever order it has.
func TestDatesAreDays(t *testing.T) {
	for cell, want := range map[string]float64{
		"1970-01-01": 0, "1970-01-02": 1, "1969-12-31": -1, "2024-02-29": 19782, "2024/02/29": 19782, "29.02.2024": 19782,
		"2024-2-29": 19782, "2024.02.29": 19782, "29.2.2024": 19782, "1.1.1970": 0, "0001-01-01": -719162,
		"9999-12-31":       2932896,
		"1970-01-02T12:00": 1.5, "1970-01-02 06:00:00": 1.25, "1970-01-02T00:00:00.000Z": 1,
		"1970-01-02 06:00:00 UTC": 1.25, "1970-01-02 06:00UTC": 1.25, "1970-01-02 06:00:00.000 GMT": 1.25,
		"1970-01-02T12:00:00+12:00": 1, "1970-01-02T12:00-1200": 2, "1970-01-02T12:00+12": 1,
		"1970-1-2 6:00": 1.25, "2.1.1970 18:00": 1.75, "1970-01-02 6:00 PM": 1.75, "1970-01-02 12:00am": 1,
		"1970-01-02 12:00:00 pm":   1.5,
		"1970-01-02T00:00:00.0864": 1 + 0.0864/86400, "1970-01-02T00:00:00.086400000001": 1 + 0.086400000001/86400,
	} {
		for _, o := range append(orders[:], Open) {
			if got, ok := ParseDate([]byte(cell), o); !ok || got != want || !IsDate([]byte(cell)) {
				t.Errorf("%s in a column of %q: %v, %v; want %v", cell, o, got, ok, want)
			}
		}
	}
}

// Other dates are read by the order of their column alone.
func TestOpenDatesAreReadByTheOrderOfTheirColumn(t *testing.T) {
	const none = -1e9
	for _, c := range []struct {
		cell          string
		dmy, mdy, ymd float64
	}{
		{"03/04/1970", 92, 62, none}, {"3/4/1970", 92, 62, none}, {"3-4-1970", 92, 62, none},
		{"13/05/2004", 12551, none, none}, {"05/13/2004", none, 12551, none},
		{"03/04/70", 92, 62, none}, {"25/11/17", 17495, none, 20409}, {"11/25/17", none, 17495, none},
		{"99/12/31", none, none, 10956}, {"31/12/99", 10956, none, none},
		{"1/2/03", 12084, 12054, none}, {"01/02/03", 12084, 12054, 11356}, {"01.02.03", 12084, none, 11356},
		{"29/02/00", 11016, none, none}, {"29/02/01", none, none, 21581},
		{"10/2/2012 9:00", 15380.375, 15615.375, none}, {"10/2/2012 9:00 PM", 15380.875, 15615.875, none},
		{"1/1/69", -365, -365, none}, {"1/1/68", 35794, 35794, none},
		{"31/31/2020", none, none, none}, {"0/1/2020", none, none, none}, {"01/02/2020x", none, none, none},
		{"01/02-2020", none, none, none}, {"1/2/3", none, none, none},
		{"001/02/2020", none, none, none}, {"01/02/020", none, none, none}, {"01/02/", none, none, none},
		{"1//2", none, none, none},
	} {
		if days, ok := ParseDate([]byte(c.cell), Open); ok {
			t.Errorf("%s is read as %v although its order is open", c.cell, days)
		}
		some := false
		for i, want := range []float64{c.dmy, c.mdy, c.ymd} {
			days, ok := ParseDate([]byte(c.cell), orders[i])
			if ok != (want != none) || ok && days != want {
				t.Errorf("%s as %s: %v, %v; want %v", c.cell, orders[i], days, ok, want)
			}
			some = some || ok
		}
		if IsDate([]byte(c.cell)) != some {
			t.Errorf("%s: Is says %v", c.cell, !some)
		}
	}
}

func TestWhatIsNoDate(t *testing.T) {
	for _, cell := range []string{
		"", "2024", "20240229", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "0000-01-01",
		"2024-001-01", "2024-01-001", "2024-1-", "2024-01-2024",
		"2024-01/02", "2024-01-01x", "2024-01-01T", "2024-01-01T25:00", "2024-01-01T10:60", "2024-01-01T10:00:60",
		"2024-01-01T1:5", "2024-01-01T:05", "2024-01-01T010:05",
		"2024-01-01T10:00:", "2024-01-01T10:00:00.", "2024-01-01T10:00:00+1", "2024-01-01T10:00:00+",
		"2024-01-01T10:00:00+01:", "2024-01-01T10:00:00+01:0", "2024-01-01  10:00",
		"-024-01-01", "2024-01-01\x00", "2024-01-01\n", "\n2024-01-01", "2024-01-01 13:00 PM", "2024-01-01 0:00 AM",
		"2024-01-01 1:00  PM", "2024-01-01 1:00 P", "2024-01-01 1:00 PMZ",
		"2024-01-01T10:00.5", "2024-01-01T10:00:00.1234567890123", "24:00", "10:00", "2024-01-01T10:00Z ", "2024-01-01 UTC",
		"2024-01-01 10:00  UTC", "2024-01-01 10:00 utc", "2024-01-01 10:00 CET", "2024-01-01 10:00 PM UTC", "٣/٤/٢٠٢١",
	} {
		for _, o := range append(orders[:], Open) {
			if got, ok := ParseDate([]byte(cell), o); ok {
				t.Errorf("%q in a column of %q is read as %v", cell, o, got)
			}
		}
	}
}

// No text makes the reader fail, and it reads none beyond the calendar.
func FuzzParse(f *testing.F) {
	for _, cell := range []string{"2024-02-29", "13/05/04 9:00 PM", "31.12.1999T23:59:59.999+02:00", "", "99/99/99"} {
		f.Add([]byte(cell))
	}
	f.Fuzz(func(t *testing.T, cell []byte) {
		for _, o := range append(orders[:], Open) {
			if days, ok := ParseDate(cell, o); ok && !(days > -719164 && days < 2932899+5) {
				t.Errorf("%q is read as %v", cell, days)
			}
		}
	})
}

// read reads a column of cells.
func read(c *DateColumn, cells ...string) (days []float64, readings []DateReading, settled bool) {
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
		want  DateOrder
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
		var column DateColumn
		cells := strings.Split(c.cells, "|")
		days, _, settled := read(&column, cells...)
		if !settled || column.Order != c.want {
			t.Errorf("%s: %q, settled: %v; want %q", c.cells, column.Order, settled, c.want)
			continue
		}
		for i, cell := range cells {
			if want, ok := ParseDate([]byte(cell), c.want); !ok || days[i] != want {
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
		var column DateColumn
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
	var column DateColumn
	var day float64
	for i, c := range []struct {
		cell    string
		want    DateReading
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
	stated := DateColumn{Order: MonthFirst}
	if r, against := stated.Read([]byte("13/05/2004"), 2, &day); r != Another || against.Text != "" {
		t.Errorf("a stated order: %v, %v", r, against)
	}
	if r, _ := stated.Read([]byte("05/13/04"), 2, &day); r != Written || day != 12551 || !stated.Short || !stated.End() {
		t.Errorf("a stated order: %v, %v", r, day)
	}
}

// Every day of the years 1 to 9999 has the date that package time gives it.
func TestCalendar(t *testing.T) {
	for date := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC); date.Year() < 10000; date = date.AddDate(0, 0, 1) {
		number := int(date.Unix() / 86400)
		year, month, day := date.Date()
		if got := dayNumber(year, int(month), day); got != number {
			t.Fatalf("%v is day %d, not %d", date, got, number)
		}
		if y, m, d := dateOf(number); y != year || m != int(month) || d != day {
			t.Fatalf("day %d is %d-%d-%d, not %v", number, y, m, d, date)
		}
	}
	for days, want := range map[float64]string{0: "1970-01-01", -0.5: "1969-12-31", 19782.99: "2024-02-29",
		-719162: "0001-01-01"} {
		if got := DateText(days); got != want {
			t.Errorf("%v days: %s, not %s", days, got, want)
		}
	}
}
