//go:build !js

package dataset

import (
	"os"
	"strings"
	"testing"

	"privadapt/core/must"
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

// Of each format there is all that is said of it. Of one that a decoder reads the package has the script, and the
// engine a sentence about a damaged file.
func TestNothingIsMissingOfAFormat(t *testing.T) {
	read := func(name string) string {
		text := must.Get(os.ReadFile("../../../jsbridge/" + name))(t)
		return string(text)
	}
	files, messages := read("npm/package.json"), read("values_js.go")
	for _, f := range Formats {
		if f.Code == "" || words.New(f.Key).Text == "" {
			t.Errorf("the format that begins with %q has no code or no sentence", f.Magic)
		}
		if f.Name != "" && (f.Title == "" || len(f.Extensions) == 0 || len(f.Types) == 0) {
			t.Errorf("%s: the format has no title, no extension or no media type", f.Name)
		}
		if f.Decoded() && !strings.Contains(files, `"dist/`+f.Name+`.js"`) {
			t.Errorf("jsbridge/npm/package.json does not publish dist/%s.js", f.Name)
		}
		if f.Decoded() && !strings.Contains(messages, `"bad-`+f.Name+`"`) {
			t.Errorf("jsbridge/values_js.go has no message for bad-%s", f.Name)
		}
	}
}
