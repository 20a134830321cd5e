package csv

import "testing"

// Every byte is a character; those from 0x80 to 0x9f are not as in Latin-1.
func TestWindows1252(t *testing.T) {
	if got := string(FromWindows1252([]byte("\x80 \x9f \xff a"))); got != "€ Ÿ ÿ a" {
		t.Errorf("%q", got)
	}
	if len(windows1252) != 32 {
		t.Errorf("%d characters", len(windows1252))
	}
}
