package jsbridge

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"privadapt/core/adapt"
	"privadapt/core/method"
	"privadapt/core/sources"
	"privadapt/core/warehouse"
)

// field decodes one option from JSON into its place.
type field struct {
	what string // the condition on the value, for the error
	set  func(json.RawMessage) error
}

// as decodes into a pointer to a plain value, or to a pointer to one, which stays nil if the option is absent.
func as(what string, place any) field {
	return field{what, func(raw json.RawMessage) error { return json.Unmarshal(raw, place) }}
}

// text takes a pointer to a string of any type.
func text(place any) field { return as("a text", place) }

func number(p *float64) field { return as("a finite number", p) }

// decode reads a JSON object into fields. An unknown key is an error, because a misspelt option must not become a default. So is
// null: JSON writes NaN and the infinities as null, and Unmarshal would ignore it.
func decode(object []byte, fields map[string]field) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(object, &given); err != nil || given == nil {
		return &Error{Code: "bad-option", Message: "the options are not an object"}
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		f, known := fields[key]
		if !known {
			return &Error{Code: "unknown-option", Message: fmt.Sprintf("there is no option %q; the options are %v", key, slices.Sorted(maps.Keys(fields)))}
		}
		if string(given[key]) == "null" || f.set(given[key]) != nil {
			code := "bad-option"
			switch key {
			case "epsilon", "delta", "iterations":
				code = "bad-" + key
			}
			return &Error{Code: code, Message: fmt.Sprintf("the option %q must be %s", key, f.what)}
		}
	}
	return nil
}

// Decode reads a JSON object into places of the types *int (whole numbers from 1), *[]int and *[]float64. Unknown keys are
// errors.
func Decode(object []byte, places map[string]any) error {
	fields := map[string]field{}
	for key, place := range places {
		f := as("a list of numbers", place)
		if p, isInt := place.(*int); isInt {
			f = field{"a whole number, at least 1", wholeNumber(p)}
		}
		fields[key] = f
	}
	return decode(object, fields)
}

// DecodeAdaptOptions reads the options of a run from a JSON object.
func DecodeAdaptOptions(object []byte) (adapt.Options, error) {
	o := adapt.Options{Base: method.Auto}
	fields := solverFields(&o)
	fields["epsilon"] = number(&o.Epsilon)
	fields["delta"] = number(&o.Delta)
	fields["acceptLargeDelta"] = as("true or false", &o.AcceptLargeDelta)
	fields["mechanism"] = text(&o.Mechanism)
	fields["calibration"] = text(&o.Calibration)
	fields["adjacency"] = text(&o.Adjacency)
	fields["features"] = text(&o.Features)
	fields["useLabels"] = as("true or false", &o.UseLabels)
	fields["model"] = document(&o.Model)
	fields["groupBy"] = text(&o.GroupBy)
	fields["campaign"] = text(&o.Campaign)
	fields["radius"] = orAuto(positive(&o.Radius))
	fields["settingsAfterPreview"] = as("true or false", &o.SettingsAfterPreview)
	err := decode(object, fields)
	return o, err
}

// document is the text of a release.
func document(place *[]byte) field {
	return field{"the text of a release", func(raw json.RawMessage) error {
		var text string
		err := json.Unmarshal(raw, &text)
		*place = []byte(text)
		return err
	}}
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
	err := decode(object, map[string]field{
		"features":  text(&o.Features),
		"radius":    orAuto(positive(&o.Radius)),
		"useLabels": as("true or false", &o.UseLabels),
		"base":      text(&o.Base),
		"release":   text(&o.Release),
		"model":     document(&o.Model),
		"groupBy":   text(&o.GroupBy),
		"dialect":   text(&o.Dialect),
		"table":     text(&o.Table),
		"where":     text(&o.Where),
	})
	return o, err
}

// DecodeSolveOptions reads the options of a computation from released moments: those of a run, except the options with which
// the moments were released. A base that is not given stays empty: that of moments with labels is the owners'.
func DecodeSolveOptions(object []byte) (adapt.Options, error) {
	var o adapt.Options
	err := decode(object, solverFields(&o))
	return o, err
}

// solverFields are the options of the steps that do not use the private rows.
func solverFields(o *adapt.Options) map[string]field {
	return map[string]field{
		"release":   text(&o.Release),
		"base":      text(&o.Base),
		"solver":    text(&o.Solver),
		"smoothing": text(&o.Smoothing),
		"mu": {"a finite number above 0, or auto", func(raw json.RawMessage) error {
			if o.Anneal = string(raw) == `"auto"`; o.Anneal {
				return nil
			}
			return positive(&o.Mu).set(raw)
		}},
		"p":          orAuto(positive(&o.P)),
		"modelNorm":  orAuto(positive(&o.ModelNorm)),
		"lambda":     orAuto(as("a finite number", &o.Lambda)),
		"iterations": orAuto(field{"a whole number, at least 1", wholeNumber(&o.Iterations)}),
	}
}

// orAuto also accepts the word auto, which keeps the default.
func orAuto(f field) field {
	return field{f.what + ", or auto", func(raw json.RawMessage) error {
		if string(raw) == `"auto"` {
			return nil
		}
		return f.set(raw)
	}}
}

// positive refuses zero, which in Options means the default: a caller who writes 0 does not mean the default.
func positive(p *float64) field {
	return field{"a finite number above 0", func(raw json.RawMessage) error {
		if err := number(p).set(raw); err != nil {
			return err
		}
		if !(*p > 0) {
			return fmt.Errorf("not positive")
		}
		return nil
	}}
}

func wholeNumber(p *int) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		var f float64
		if err := number(&f).set(raw); err != nil {
			return err
		}
		if f != math.Trunc(f) || f < 1 || f > math.MaxInt32 {
			return fmt.Errorf("not a whole number")
		}
		*p = int(f)
		return nil
	}
}

// SourceOptions are those of one file or several, and the hashes that the bytes of a single one and of the model that comes with it must have.
type SourceOptions struct {
	sources.Options
	Integrity     string // "sha256-" and base64, or 64 hexadecimal digits; empty for no check
	BaseIntegrity string // likewise
	BaseURL       string // where the model was loaded from; empty where it was not
}

// DecodeSourceOptions reads the options of a public sample from a JSON object.
func DecodeSourceOptions(object []byte) (SourceOptions, error) {
	var o SourceOptions
	err := decode(object, map[string]field{
		"label":       text(&o.Label),
		"task":        text(&o.Task),
		"categorical": as("a list of texts", &o.Categorical),
		"ignore":      as("a list of texts", &o.Ignore),
		"dateOrder":   as("an object of columns, each with dmy, mdy or ymd", &o.DateOrder),
		"integrity":   text(&o.Integrity),
		"allColumns":  as("true or false", &o.AllColumns),
		"sameUnits":   as("a list of texts", &o.SameUnits),

		"baseIntegrity": text(&o.BaseIntegrity),
		"baseURL":       text(&o.BaseURL),
	})
	if err == nil && o.Label == "" {
		err = &Error{Code: "bad-option", Message: "the option \"label\" is missing; name the column to predict"}
	}
	return o, err
}
