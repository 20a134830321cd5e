//go:build !js

package formats

import (
	"os"
	"strings"
	"testing"
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
	for _, f := range All {
		if len(f.Magic) > Bytes {
			t.Errorf("%s: its first bytes are more than %d", f.Called, Bytes)
		}
	}
}

// What can be read is named where people look: in the README and, by the generated list, in the command's help and on
// the page.
func TestEveryFormatIsNamedToPeople(t *testing.T) {
	text, err := os.ReadFile("../../../jsbridge/npm/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range All {
		if (f.Name == "") != (f.Title == "") {
			t.Errorf("%s: the name is %q, and for people %q", f.Called, f.Name, f.Title)
		} else if !strings.Contains(string(text), f.Title) {
			t.Errorf("jsbridge/npm/README.md does not say that %s can be read", f.Title)
		}
	}
}
