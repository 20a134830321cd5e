//go:build !js

package release

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/dates"
	"privadapt/core/data/features"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release/interval"
	"privadapt/core/terms/method"
)

// A document is written in the fields of the published schema, letter for letter: Go ignores the case of a field's
// letters, and other readers do not.
func TestFieldsAreThoseOfTheSchema(t *testing.T) {
	text := must.Get(os.ReadFile("../../jsbridge/npm/release.schema.json"))(t)
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
	}
}

func wordsOf[T ~string](lists ...[]T) (list []string) {
	for _, one := range lists {
		for _, word := range one {
			list = append(list, string(word))
		}
	}
	return list
}

// The published schema lists the words that a document may have, and no others. The package's types of a release file are
// made from it.
func TestTheDocumentedWordsAreTheEngines(t *testing.T) {
	words := map[string][]string{
		"mechanism":    append(wordsOf(method.Mechanisms), string(method.Tally)),
		"solver":       append(wordsOf(method.Solvers), string(method.NoSolver)),
		"smoothing":    wordsOf(method.Smoothings),
		"calibration":  wordsOf(method.Calibrations),
		"adjacency":    wordsOf(method.Adjacencies),
		"unit":         wordsOf([]method.Unit{method.Record, method.Person}),
		"features":     wordsOf(features.Kinds),
		"distribution": Distributions,
		"model":        {PublicModel, GivenModel},
		"way":          {auto.Unweighted, auto.Weighted, auto.Half, auto.Corrected},
		"dateOrder":    wordsOf([]dates.Order{dates.DayFirst, dates.MonthFirst, dates.YearFirst}),
		"kind": append(wordsOf(Kinds),
			wordsOf([]dataset.Kind{dataset.Numeric, dataset.Categorical, dataset.Ignored})...),
	}
	schema := must.Get(os.ReadFile("../../jsbridge/npm/release.schema.json"))(t)
	var document any
	must.Do(t, json.Unmarshal(schema, &document))
	inSchema := map[string][]string{}
	collectWords("", document, inSchema)
	for name, want := range words {
		if got, want := sorted(inSchema[name]), sorted(want); !slices.Equal(got, want) {
			t.Errorf("for %s the schema has the words %q, and the engine %q", name, got, want)
		}
	}
}

// collectWords adds the texts that a property of this name may have in a part of a schema.
func collectWords(name string, part any, words map[string][]string) {
	switch part := part.(type) {
	case map[string]any:
		for _, key := range []string{"enum", "const"} {
			list, _ := part[key].([]any)
			for _, word := range append(list, part[key]) {
				if text, is := word.(string); is && text != "" {
					words[name] = append(words[name], text)
				}
			}
		}
		for key, value := range part {
			collectWords(key, value, words)
		}
	case []any:
		for _, value := range part {
			collectWords(name, value, words)
		}
	}
}

func sorted(words []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(words)))
}
