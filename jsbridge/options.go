package jsbridge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
	"privadapt/core/warehouse"
	"privadapt/core/words"
)

// field decodes one option from JSON into its place.
type field struct {
	what string // the condition on the value, for the error
	code string // of the error; empty for bad-option
	set  func(json.RawMessage) error
}

// plain decodes into a pointer, or into a pointer to one, which stays nil if the option is absent.
func plain(what string, place any) field {
	return field{what: what, set: func(raw json.RawMessage) error { return json.Unmarshal(raw, place) }}
}

// decode reads a JSON object into fields. An unknown key is an error, because a misspelt option must not become a
// default. So is null: JSON writes NaN and the infinities as null, and Unmarshal would ignore it.
func decode(object []byte, fields map[string]field) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(object, &given); err != nil || given == nil {
		return words.Refuse("bad-option", "the options are not an object")
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		f, known := fields[key]
		if !known {
			return words.Refuse("unknown-option", "there is no option %q; the options are %v", key, slices.Sorted(maps.Keys(fields)))
		}
		if string(given[key]) == "null" || f.set(given[key]) != nil {
			return words.Refuse(cmp.Or(f.code, "bad-option"), "the option %q must be %s", key, f.what)
		}
	}
	return nil
}

// termFields are the fields of a request that have a place in a struct: a field of it, or of a struct in it, with the
// term's name as tag.
func termFields(request settings.Place, into any) map[string]field {
	fields, places := map[string]field{}, settings.PlacesIn(into)
	for _, term := range settings.Of(request) {
		if place, ok := places[term.Name]; ok {
			fields[term.Name] = field{term.Condition(), term.Code, setter(term, place)}
		}
	}
	return fields
}

// setter decodes a value of the term's type. The word auto keeps the default.
func setter(term settings.Field, place any) func(json.RawMessage) error {
	set := plain("", place).set
	switch to := place.(type) {
	case *int:
		set = wholeNumber(to)
	case *[]byte:
		set = func(raw json.RawMessage) error {
			var text string
			err := json.Unmarshal(raw, &text)
			*to = []byte(text)
			return err
		}
	case *float64:
		if term.Type == settings.Positive {
			set = positive(to)
		}
	}
	if !term.Auto {
		return set
	}
	return func(raw json.RawMessage) error {
		if string(raw) == `"auto"` {
			return nil
		}
		return set(raw)
	}
}

// Decode reads a JSON object into places of the types *int (whole numbers from 1), *[]int and *[]float64. Unknown keys
// are errors.
func Decode(object []byte, places map[string]any) error {
	fields := map[string]field{}
	for key, place := range places {
		f := plain("a list of numbers", place)
		if p, isInt := place.(*int); isInt {
			f = field{what: "a whole number, at least 1", set: wholeNumber(p)}
		}
		fields[key] = f
	}
	return decode(object, fields)
}

// DecodeAdaptOptions reads the options of a run from a JSON object.
func DecodeAdaptOptions(object []byte) (adapt.Options, error) {
	o := adapt.Options{Base: method.Auto}
	fields := termFields(settings.Run, &o)
	fields["settingsAfterPreview"] = plain("true or false", &o.SettingsAfterPreview)
	err := decode(object, fields)
	return o, err
}

// QueryOptions say what a query is written for.
type QueryOptions struct {
	adapt.Options // those that say what a row becomes
	Dialect       warehouse.Dialect
	Table, Where  string
}

// DecodeQueryOptions reads the options of a query from a JSON object.
func DecodeQueryOptions(object []byte) (QueryOptions, error) {
	o := QueryOptions{Options: adapt.Options{Base: method.Auto}}
	fields := termFields(settings.Query, &o)
	fields["dialect"] = plain("a text", &o.Dialect)
	fields["table"] = plain("a text", &o.Table)
	fields["where"] = plain("a text", &o.Where)
	err := decode(object, fields)
	return o, err
}

// ScoresOptions say what a query that applies a model is written for.
type ScoresOptions struct {
	Dialect warehouse.Dialect
	Table   string
	Keep    []string
}

// DecodeScoresOptions reads them from a JSON object.
func DecodeScoresOptions(object []byte) (o ScoresOptions, err error) {
	err = decode(object, map[string]field{
		"dialect": plain("a text", &o.Dialect),
		"table":   plain("a text", &o.Table),
		"keep":    plain("a list of names of columns of the table", &o.Keep),
	})
	return o, err
}

// DecodeSolveOptions reads the options of a computation from released moments: a run's options, except the options
// with which the moments were released. A base that is not given stays empty: with labels it is the owners'.
func DecodeSolveOptions(object []byte) (adapt.Options, error) {
	var o adapt.Options
	fields := termFields(settings.After, &o)
	err := decode(object, fields)
	return o, err
}

// positive refuses zero, which in Options means the default: a caller who writes 0 does not mean the default.
func positive(p *float64) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		if err := json.Unmarshal(raw, p); err != nil {
			return err
		}
		if !(*p > 0) {
			return fmt.Errorf("not positive")
		}
		return nil
	}
}

func wholeNumber(p *int) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		var f float64
		if err := json.Unmarshal(raw, &f); err != nil {
			return err
		}
		if f != math.Trunc(f) || f < 1 || f > math.MaxInt32 {
			return fmt.Errorf("not a whole number")
		}
		*p = int(f)
		return nil
	}
}

// SourceOptions are the options of reading one file or several, and the hashes that the bytes of a single one and
// of the model that comes with it must have.
type SourceOptions struct {
	dataset.SourceOptions
	Integrity     string `term:"integrity"`     // "sha256-" and base64, or 64 hexadecimal digits; empty for no check
	BaseIntegrity string `term:"baseIntegrity"` // likewise
	BaseURL       string // where the model was loaded from; empty where it was not
}

// DecodeSourceOptions reads the options of a public sample from a JSON object.
func DecodeSourceOptions(object []byte) (SourceOptions, error) {
	var o SourceOptions
	fields := termFields(settings.Sample, &o)
	fields["baseURL"] = plain("a text", &o.BaseURL)
	err := decode(object, fields)
	if err == nil && o.Label == "" {
		err = words.Refuse("bad-option", "the option \"label\" is missing; name the column to predict")
	}
	return o, err
}
