package release

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A document of more than 32 MB, or deeper than 64, is refused before it is parsed: these are not even JSON, and the
// error names their size or depth.
func TestTooLargeOrTooDeepIsRefusedAtOnce(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"a byte more than 32 MB", strings.Repeat("x", MostBytes+1), "32 MB"},
		{"65 arrays", strings.Repeat("[", 65), "64 deep"},
		{"65 objects", strings.Repeat(`{"a":`, 65), "64 deep"},
		{"a million arrays", strings.Repeat("[", 1_000_000), "64 deep"},
		{"64 arrays", strings.Repeat("[", 64), "not a JSON document"},
		{"brackets side by side", "[" + strings.Repeat("[],", 100), "not a JSON document"},
		{"brackets in a string", `["` + strings.Repeat("[", 100) + `\"` + strings.Repeat("[", 100), "not a JSON document"},
	} {
		_, err := Decode([]byte(c.text))
		if _, ok := err.(*Error); !ok || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// White space, the order of fields and other spellings of the same number or letter make no difference.
func TestDecodeReadsTheSameDocumentInOtherWords(t *testing.T) {
	r := modelDocument()
	r.Provenance.Schema.Columns[0].Name, r.Provenance.Schema.Label = `a "quoted\ <name>`, "x y"
	r.Values.Coefficients[0].Column = r.Provenance.Schema.Columns[0].Name
	written, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, written); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"as written":        string(written),
		"compact":           compact.String(),
		"tabs and returns":  strings.ReplaceAll(string(written), "\n ", "\r\n\t"),
		"letters unescaped": strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(written)),
		"0 as 0e3":          strings.Replace(compact.String(), `"epsilon":0`, `"epsilon":0e3`, 1),
		"another order": strings.Replace(strings.Replace(compact.String(), `"version":1,`, "", 1),
			`"kind":"model",`, `"kind":"model","version":1,`, 1),
	} {
		read, err := Decode([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if again, _ := read.Encode(); !bytes.Equal(again, written) {
			t.Errorf("%s: read as another document", name)
		}
	}
	for name, text := range map[string]string{
		"a space in a string": strings.Replace(compact.String(), `"x y"`, `"x  y"`, 1),
		"a space less":        strings.Replace(compact.String(), `"x y"`, `"xy"`, 1),
	} {
		if read, err := Decode([]byte(text)); err != nil || read.Provenance.Schema.Label == r.Provenance.Schema.Label {
			t.Errorf("%s: %v", name, err)
		}
	}
}
