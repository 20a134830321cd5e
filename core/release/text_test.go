package release

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// A document of more than 32 MB, or deeper than 64, is refused before it is parsed: these are not even JSON, and the
// error names their size or depth.
func TestTooLargeOrTooDeepIsRefusedAtOnce(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"a byte more than 32 MB", strings.Repeat("x", MostBytes+1), "32 MB"},
		{"32 MB", strings.Repeat(" ", MostBytes), "not a JSON document"},
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
	written := must.Get(r.Encode())(t)
	var compact bytes.Buffer
	must.Do(t, json.Compact(&compact, written))
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

// Two texts may differ in white space, but not in the white space of a string. A string ends at a quote that is not
// escaped.
func TestSameButSpace(t *testing.T) {
	for _, c := range []struct {
		text, compact string
		same          bool
	}{
		{`{"a":1}`, `{"a":1}`, true}, {" {\t\"a\" :\r\n1 } ", `{"a":1}`, true}, {`{"a b":1}`, `{"a b":1}`, true},
		{`{"a b":1}`, `{"ab":1}`, false}, {`{"a  b":1}`, `{"a b":1}`, false}, {`{"a":"b c"}`, `{"a":"bc"}`, false},
		{"{\"a\tb\":1}", `{"ab":1}`, false}, {"{\"a\nb\":1}", `{"ab":1}`, false}, {"{\"a\rb\":1}", `{"ab":1}`, false},
		{`{"a\" b":1}`, `{"a\"b":1}`, false}, {`{"a\\" :1}`, `{"a\\":1}`, true}, {`{"a\\\" :1}`, `{"a\\\":1}`, false},
		{`{"a\"":1}`, `{"a\\":1}`, false}, {`"\u0022x"`, `"\"y"`, false}, {`"\u0022"`, `"\u0022"`, true},
		{`{"a":1}x`, `{"a":1}`, false}, {`{"a":1`, `{"a":1}`, false}, {`"\`, `"\"`, false}, {`"\"`, `"\`, false},
		{``, ``, true}, {` `, ``, true}, {`1`, ``, false}, {``, `1`, false}, {`1 2`, `12`, true}, {`1`, `2`, false},
	} {
		if got := sameButSpace([]byte(c.text), []byte(c.compact)); got != c.same {
			t.Errorf("%q and %q: %v", c.text, c.compact, got)
		}
	}
}

// A field that is there twice is seen, wherever it stands: before or after a letter that is spelled otherwise.
func TestAFieldTwiceIsSeenBesideOtherSpellings(t *testing.T) {
	r := modelDocument()
	r.Provenance.Schema.Label = `the "label"`
	text := must.Get(r.Encode())(t)
	spelled := strings.Replace(string(text), `the \"label`, `the \u0022label`, 1)
	if spelled == string(text) {
		t.Fatal("nothing is spelled otherwise")
	}
	for name, c := range map[string]struct {
		field, twice string
		read         bool
	}{
		"once":   {`"draws": 0`, `"draws": 0`, true},
		"before": {`"draws": 0`, `"draws": 7, "draws": 0`, false},
		"after":  {`"engineVersion": "1.2.3"`, `"engineVersion": "9.9.9", "engineVersion": "1.2.3"`, false},
		"a part": {`"provenance": {`, `"provenance": {}, "provenance": {`, false},
	} {
		changed := strings.Replace(spelled, c.field, c.twice, 1)
		if _, err := Decode([]byte(changed)); (err == nil) != c.read || !strings.Contains(changed, c.twice) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever the weights, the document is the one that encoding/json indents, to the last byte.
func TestManyWeightsAreWrittenAsJSONIndentsThem(t *testing.T) {
	tricky := "\"weights\": [\n   1\n"
	for _, weights := range [][]float64{nil, {}, {1}, {0.25, 0.75},
		slices.Repeat([]float64{0.25, 0, 1e-9}, 700), make([]float64, 1000), make([]float64, 1001), make([]float64, 1002),
		{0, 1, 1e-7, 1.5e-300, 0.1, math.SmallestNonzeroFloat64, 1e21, math.Copysign(0, -1)}} {
		for _, base := range []string{"", "AAAA"} {
			r := &Release{
				Format:      Format,
				ReleaseID:   tricky,
				Kind:        Weights,
				Values:      Values{Weights: weights, Base: base},
				Certificate: Certificate{Accountant: tricky},
			}
			want := must.Get(json.MarshalIndent(r, "", " "))(t)
			if got, err := r.Encode(); err != nil || !bytes.Equal(got, append(want, '\n')) {
				t.Errorf("weights %v: %v\n%s", weights, err, got)
			}
		}
	}
	if _, err := (&Release{Values: Values{Weights: []float64{1, math.NaN()}}}).Encode(); err == nil {
		t.Error("a weight that is no number is written")
	}
}
