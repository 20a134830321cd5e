package dates

import (
	"testing"
	"time"
)

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
		if got := Text(days); got != want {
			t.Errorf("%v days: %s, not %s", days, got, want)
		}
	}
}
