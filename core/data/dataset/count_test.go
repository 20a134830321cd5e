package dataset

import (
	"strings"
	"testing"
)

// The records of a file are those that ReadSource reads, also where they have several lines.
func TestCountRecords(t *testing.T) {
	for _, text := range []string{"a,y\n1,2\n2,3\n", "a;y\n1;2\n\"2\n\n3\";3\n4;5", "a\ty\n1\t2\n2\t3\n\n\n",
		"\ufeffa,y\n1,2\n3,4\n5,6"} {
		n, err := CountRecords(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if source, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "y"}); err == nil && source.Rows != n {
			t.Errorf("%q: %d records, and %d rows", text, n, source.Rows)
		}
	}
	for _, text := range []string{"", "PK\x03\x04", "a,y\n1\n", "a,y\n\"1,2\n"} {
		if n, err := CountRecords(strings.NewReader(text)); err == nil || n != 0 {
			t.Errorf("%q: %d records, %v", text, n, err)
		}
	}
}
