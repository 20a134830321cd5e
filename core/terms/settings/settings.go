// Package settings is the table of everything that a caller can state of a run: each option's name, type, words and
// place. Read Fields to list them. What other languages need of the table is generated from it by go generate: the
// TypeScript declarations, the lists of names that the package checks, and the options and help of the command line,
// with the sentences of sentences.json in package generate. A test fails where what was generated is stale.
//
// An option is added here, with its sentences there, as a field of plan.Options with its name as tag, and where it acts.
// Nothing else lists options by name.
package settings

import (
	"reflect"
	"slices"
	"strings"

	"privadapt/core/release"
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

// Field is one thing that a caller can state.
type Field struct {
	Name   string // as programs and documents write it
	Type   Type
	Auto   bool     // also takes the word auto, which is the default
	Words  []string // of a Word or ByColumn, in the order in which they are listed
	Needed bool     // has no default
	Places Place
	Code   string // of the error for a value that does not fit; empty for bad-option
}

// everywhere are the places of what a run and a query alike depend on.
const everywhere = Run | Forecast | Query

// Fields are all fields, in the order in which they are listed: first those of a run, then how a public sample is read.
var Fields = []Field{
	{Name: "epsilon", Type: Number, Needed: true, Places: Run | Forecast, Code: "bad-epsilon"},
	{Name: "delta", Type: Number, Needed: true, Places: Run | Forecast, Code: "bad-delta"},
	{Name: "release", Type: Word, Words: method.Texts(release.Kinds), Places: everywhere | After},
	{Name: "base", Type: Word, Words: method.Texts(append([]method.Base{method.Auto}, method.Bases...)),
		Places: everywhere | After},
	{Name: "useLabels", Type: Flag, Places: everywhere},
	{Name: "model", Type: Document, Places: everywhere},
	{Name: "groupBy", Type: Text, Places: everywhere},
	{Name: "campaign", Type: Text, Places: Run | Forecast},
	{Name: "acceptLargeDelta", Type: Flag, Places: Run | Forecast},
	{Name: "mechanism", Type: Word, Words: method.Texts(method.Mechanisms), Places: Run | Forecast},
	{Name: "solver", Type: Word, Words: method.Texts(method.Solvers), Places: Run | Forecast | After},
	{Name: "calibration", Type: Word, Words: method.Texts(method.Calibrations), Places: Run | Forecast},
	{Name: "adjacency", Type: Word, Words: method.Texts(method.Adjacencies), Places: Run | Forecast},
	{Name: "unit", Type: Text, Places: Run | Forecast | Query},
	{Name: "headers", Type: ByColumn, Places: Run},
	{Name: "smoothing", Type: Word, Words: method.Texts(method.Smoothings), Places: Run | Forecast | After},
	{Name: "mu", Type: Positive, Auto: true, Places: Run | Forecast | After},
	{Name: "p", Type: Positive, Auto: true, Places: Run | Forecast | After},
	{Name: "lambda", Type: Number, Auto: true, Places: Run | Forecast | After},
	{Name: "iterations", Type: Whole, Auto: true, Places: Run | Forecast | After, Code: "bad-iterations"},
	{Name: "radius", Type: Positive, Auto: true, Places: everywhere},
	{Name: "modelNorm", Type: Positive, Auto: true, Places: Run | Forecast | After},
	{Name: "label", Type: Text, Needed: true, Places: Sample},
	{Name: "task", Type: Word, Words: []string{"regression", "classification"}, Places: Sample},
	{Name: "categorical", Type: Texts, Places: Sample},
	{Name: "ignore", Type: Texts, Places: Sample},
	{Name: "dateOrder", Type: ByColumn, Words: []string{"dmy", "mdy", "ymd"}, Places: Sample},
	{Name: "integrity", Type: Digest, Places: Sample},
	{Name: "baseFile", Type: File, Places: Sample},
	{Name: "baseIntegrity", Type: Digest, Places: Sample},
}

// In reports whether the field belongs to one of the places.
func (f Field) In(p Place) bool { return f.Places&p != 0 }

// Of returns the fields that belong to a place.
func Of(p Place) []Field {
	return slices.DeleteFunc(slices.Clone(Fields), func(f Field) bool { return !f.In(p) })
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
		File: "a text", Digest: "a text",
	}[f.Type]
	if f.Auto {
		condition += ", or auto"
	}
	return condition
}

// Names of what stops a run after the owner's check and before the charge, unless the owner accepts it;
// keys of sentences.
const (
	StopMissingColumns     = "missing-columns"
	StopUnreadableColumn   = "unreadable-column"
	StopUnreadableLabels   = "unreadable-labels"
	StopBlankRows          = "blank-rows"
	StopClippedRows        = "clipped-rows"
	StopRepeatedIdentifier = "repeated-identifier"
)

// Stops are these names, in the order in which a check lists them.
var Stops = []string{StopMissingColumns, StopUnreadableColumn, StopUnreadableLabels, StopBlankRows,
	StopClippedRows, StopRepeatedIdentifier}
