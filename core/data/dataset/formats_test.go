//go:build !js

package dataset

import (
	"testing"

	"privadapt/core/words"
)

// The first bytes decide, and a table in plain text whose first column has the name of a format is a table.
func TestTheFirstBytesDecide(t *testing.T) {
	for _, c := range []struct{ first, name string }{
		{"\x1f\x8b\x08\x00", "gzip"}, {"PAR1\x15\x04\x15\x00", "parquet"}, {"PK\x03\x04\x14\x00", "xlsx"},
		{"PAR1,x\n1,", ""}, {"PAR1", ""}, {"PAR1;PAR2", ""}, {"PK,x", ""}, {"a,b\n1,2", ""}, {"", ""},
	} {
		if f, _ := Of([]byte(c.first)); f.Name != c.name {
			t.Errorf("%q is %q, want %q", c.first, f.Name, c.name)
		}
	}
	for _, f := range Formats {
		if len(f.Magic) > FormatBytes {
			t.Errorf("%s: its first bytes are more than %d", f.Key, FormatBytes)
		}
	}
}

// Of each format there is all that is said of it, and of one that a decoder reads a sentence about a damaged file.
func TestNothingIsMissingOfAFormat(t *testing.T) {
	for _, f := range Formats {
		if f.Code == "" || words.New(f.Key).Text == "" {
			t.Errorf("the format that begins with %q has no code or no sentence", f.Magic)
		}
		if f.Name != "" && (f.Title == "" || len(f.Extensions) == 0 || len(f.Types) == 0) {
			t.Errorf("%s: the format has no title, no extension or no media type", f.Name)
		}
		if f.Decoded() && words.New("input.bad-"+f.Name).Text == "" {
			t.Errorf("there is no sentence about a damaged file of the format %s", f.Name)
		}
	}
}
