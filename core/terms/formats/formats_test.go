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

// What can be read is named where people look: in the command's help, in the declarations and in the README.
func TestEveryFormatIsNamedToPeople(t *testing.T) {
	for _, name := range []string{"terminal/help.js", "types/tables.d.ts", "README.md"} {
		text, err := os.ReadFile("../../../jsbridge/npm/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range All {
			if f.Name != "" && !strings.Contains(strings.ToLower(string(text)), f.Name) {
				t.Errorf("jsbridge/npm/%s does not say that %s can be read", name, f.Name)
			}
		}
	}
}
