package settings

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"privadapt/core/terms/method"
)

// Type says which values a field takes.
type Type int

const (
	Number   Type = iota // finite
	Positive             // finite and above 0
	Whole                // a whole number of at least 1
	Word                 // one of the field's words
	Text                 // any text
	Texts                // a list of texts
	ByColumn             // one of the words, or of none any text, for each column that is named
	Flag                 // true or false
	Document             // a release: its text, or what JSON made of it
	File                 // an address, or the bytes of a file
	Digest               // a SHA-256
	Digests              // likewise; of several samples a list, one for each
)

// Place is a set of requests that a field belongs to.
type Place uint

const (
	Run      Place = 1 << iota // a run on private rows, or on the sums of a database
	Forecast                   // what is said before a run
	Query                      // the query by which a database adds up rows
	After                      // what is computed from released moments
	Sample                     // how a public sample is read
)

// Section is the part of the command's help in which a field stands.
type Section string

const (
	Required Section = "required"
	Released Section = "released"
	Columns  Section = "columns"
	Computed Section = "computed"
)

// Field is one thing that a caller can state.
type Field struct {
	Name    string // as programs and documents write it
	Type    Type
	Auto    bool     // also takes the word auto, which is the default
	Words   []string // of a Word or ByColumn, in the order in which they are listed
	Needed  bool     // has no default
	Places  Place
	Section Section
	Value   string // what stands for the value in the command's help, such as COLUMN; empty of a Flag
	Help    string // the command's sentence
	Doc     string // the sentences in the TypeScript declarations
	Code    string // of the error for a value that does not fit; empty for bad-option
}

// told leaves the sentences out of the engine, which is downloaded and never says them.
func told(sentence string) string {
	if runtime.GOOS == "js" {
		return ""
	}
	return sentence
}

// toldOfBases puts the kinds of models into a sentence, and what each is if it is to explain them.
func toldOfBases(before string, explain bool, after string) string {
	if runtime.GOOS == "js" {
		return ""
	}
	var list []string
	between := ", "
	for _, b := range method.Bases {
		if explain {
			between = "; "
			list = append(list, fmt.Sprintf("%q: %s", b, method.BaseWords[b].Is))
		} else {
			list = append(list, string(b))
		}
	}
	return before + strings.Join(list, between) + after
}

// In reports whether the field belongs to one of the places.
func (f Field) In(p Place) bool { return f.Places&p != 0 }

// Fields are all fields, in the order in which they are listed.
func Fields() []Field { return slices.Concat(runFields, sampleFields) }

// Of returns the fields that belong to a place.
func Of(p Place) []Field {
	return slices.DeleteFunc(Fields(), func(f Field) bool { return !f.In(p) })
}

// PlacesIn returns pointers to the fields of a struct, and of the structs in it, by the name of the setting that each
// has as its tag. It takes a pointer to the struct.
func PlacesIn(into any) map[string]any {
	places := map[string]any{}
	findPlaces(reflect.ValueOf(into).Elem(), places)
	return places
}

func findPlaces(v reflect.Value, places map[string]any) {
	for k := range v.NumField() {
		if name := v.Type().Field(k).Tag.Get("term"); name != "" {
			places[name] = v.Field(k).Addr().Interface()
		} else if v.Type().Field(k).Anonymous {
			findPlaces(v.Field(k), places)
		}
	}
}

// Condition says in words what the value must be, for an error.
func (f Field) Condition() string {
	each := "a text"
	if len(f.Words) > 0 {
		each = "one of " + strings.Join(f.Words, ", ")
	}
	condition := map[Type]string{
		Number: "a finite number", Positive: "a finite number above 0", Whole: "a whole number, at least 1",
		Word: "a text", Text: "a text",
		Texts: "a list of texts", ByColumn: "an object of columns, each with " + each,
		Flag: "true or false", Document: "the text of a release",
		File: "a text", Digest: "a text", Digests: "a text",
	}[f.Type]
	if f.Auto {
		condition += ", or auto"
	}
	return condition
}
