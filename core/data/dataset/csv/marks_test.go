package csv

import (
	"strings"
	"testing"
)

func TestNumbersWithMarks(t *testing.T) {
	for cell, want := range map[string]float64{
		"1.234,5": 1234.5, "1,234.5": 1234.5, "1 234": 1234, "1'234,5": 1234.5, "1\u00a0234": 1234, "1\u202f234,50": 1234.5,
		"1’234.5":   1234.5,
		"1.234.567": 1234567, "1,234,567": 1234567, "1,234,567.25": 1234567.25, "-12.345,75": -12345.75, "+1 000 000": 1e6,
		"0,5": 0.5, "1,5": 1.5, "12,75": 12.75, "0,123": 0.123, "1234,567": 1234.567,
	} {
		if v, ok, ambiguous := MarkedNumber([]byte(cell)); !ok || ambiguous || v != want {
			t.Errorf("%q: %v, %v, %v; want %v", cell, v, ok, ambiguous, want)
		}
	}
	for _, cell := range []string{"1,234", "12,345", "-999,000"} {
		if _, ok, ambiguous := MarkedNumber([]byte(cell)); ok || !ambiguous {
			t.Errorf("%q is thousands or decimals, and was taken for one of them", cell)
		}
	}
	for _, cell := range []string{
		"-", "x", "12", ".", ",", "1.", "1,,2", "1.23.456", "1.2345,6", "1234.567,8", "1.234,5,6", "1,234.567.8", "1 23",
		"12 34", "1 234 5", "1, 5",
		"1.234 567", "1'234 567", "1.234,", "1,2,3", "1,5 kg", "5%", "1e3,5", "192.168.0.1", "12.5.2020",
		strings.Repeat("1,", 200),
	} {
		if v, ok, ambiguous := MarkedNumber([]byte(cell)); ok || ambiguous {
			t.Errorf("%q is read as %v", cell, v)
		}
	}
}
