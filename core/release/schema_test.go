//go:build !js

package release

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release/interval"
)

// declared are the TypeScript declarations of a release.
func declared(t *testing.T) []byte {
	t.Helper()
	var all []byte
	for _, name := range []string{"release-file", "certificate", "report"} {
		text := must.Get(os.ReadFile("../../jsbridge/npm/types/" + name + ".d.ts"))(t)
		all = append(all, text...)
	}
	return all
}

// A document is written in the fields of the published schema, letter for letter: Go ignores the case of a field's
// letters, and other readers do not.
func TestFieldsAreThoseOfTheSchema(t *testing.T) {
	text := must.Get(os.ReadFile("../../jsbridge/npm/release.schema.json"))(t)
	types := declared(t)
	type part struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var schema struct {
		part
		Definitions map[string]part `json:"$defs"`
	}
	must.Do(t, json.Unmarshal(text, &schema))
	known := func(definitions ...string) map[string]bool {
		names := map[string]bool{}
		for _, d := range definitions {
			for name := range schema.Definitions[d].Properties {
				names[name] = true
			}
		}
		return names
	}
	var ofSample part
	must.Do(t, json.Unmarshal(schema.Definitions["provenance"].Properties["schema"], &ofSample))
	columns := map[string]bool{}
	for name := range ofSample.Properties {
		columns[name] = true
	}
	document := map[string]bool{}
	for name := range schema.Properties {
		document[name] = true
	}
	for _, c := range []struct {
		fields reflect.Type
		known  map[string]bool
	}{
		{reflect.TypeFor[Release](), document},
		{reflect.TypeFor[Values](), known("model", "baseModel", "weights", "moments", "counts")},
		{reflect.TypeFor[Certificate](), known("certificate", "replaceOne", "addRemove")},
		{reflect.TypeFor[Base](), known("base")},
		{reflect.TypeFor[File](), known("file")},
		{reflect.TypeFor[Candidate](), known("candidate")},
		{reflect.TypeFor[Labels](), known("labels")},
		{reflect.TypeFor[Choice](), known("choice")},
		{reflect.TypeFor[Appraised](), known("appraised")},
		{reflect.TypeFor[LabelError](), known("labelError")},
		{reflect.TypeFor[interval.Number](), known("interval")},
		{reflect.TypeFor[Discrepancy](), known("discrepancy")},
		{reflect.TypeFor[Combination](), known("combination")},
		{reflect.TypeFor[Provenance](), known("provenance")},
		{reflect.TypeFor[Source](), known("source")},
		{reflect.TypeFor[dataset.Schema](), columns},
		{reflect.TypeFor[dataset.Column](), known("column")},
	} {
		written := map[string]bool{}
		for i := range c.fields.NumField() {
			if f := c.fields.Field(i); f.IsExported() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				written[name] = true
			}
		}
		if !maps.Equal(written, c.known) {
			t.Errorf("%v is written with the fields %v, the schema has %v", c.fields, slices.Sorted(maps.Keys(written)),
				slices.Sorted(maps.Keys(c.known)))
		}
		for name := range written {
			if !regexp.MustCompile(`\b` + name + `\??:`).Match(types) {
				t.Errorf("the TypeScript declarations of a release lack %q of %v", name, c.fields)
			}
		}
	}
}
