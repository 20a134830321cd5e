package dates

import "testing"

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
			if got, ok := Parse([]byte(cell), o); !ok || got != want || !Is([]byte(cell)) {
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
		if days, ok := Parse([]byte(c.cell), Open); ok {
			t.Errorf("%s is read as %v although its order is open", c.cell, days)
		}
		some := false
		for i, want := range []float64{c.dmy, c.mdy, c.ymd} {
			days, ok := Parse([]byte(c.cell), orders[i])
			if ok != (want != none) || ok && days != want {
				t.Errorf("%s as %s: %v, %v; want %v", c.cell, orders[i], days, ok, want)
			}
			some = some || ok
		}
		if Is([]byte(c.cell)) != some {
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
			if got, ok := Parse([]byte(cell), o); ok {
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
			if days, ok := Parse(cell, o); ok && !(days > -719164 && days < 2932899+5) {
				t.Errorf("%q is read as %v", cell, days)
			}
		}
	})
}
