// Package terms is the room of what a run, an invitation and a campaign can state. Begin with package settings, the
// table of a run's settings; package invitation has the fields of a link, and method the names.
// What Go and JavaScript know of them is generated from there. This package has what a receiver may ask of releases:
// call [Receiver.Objection] of a release before it is charged, when only its [Facts] are known, and when it arrives.
// The same function runs before the charge and on arrival, so a release that would be rejected never costs budget.
package terms

//go:generate go run ./generate ../..

import (
	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Terms are what an invitation states and the bounds on releases. In the terms of a receiver that is no campaign, an
// empty field asks for nothing.
type Terms struct {
	Title      string       `json:"title,omitempty"`
	Asker      string       `json:"asker,omitempty"`
	Source     string       `json:"source,omitempty"`     // address of the public sample
	SHA256     string       `json:"sha256,omitempty"`     // of its bytes
	Label      string       `json:"label"`                // its label column
	EpsilonMin float64      `json:"epsilonMin,omitempty"` // suggested range
	Epsilon    float64      `json:"epsilon,omitempty"`    // suggested
	EpsilonMax float64      `json:"epsilonMax"`           // the cap; no release of a larger ε is accepted
	Delta      float64      `json:"delta"`                // likewise
	Release    release.Kind `json:"release"`
	// What the label is taken as; default: what its values suggest.
	Task dataset.Task `json:"task,omitempty"`
	// Of a model, of the one that a report is about, or of the one that labels in moments are compared with; default:
	// auto.
	Base       method.Base `json:"base,omitempty"`
	BaseFile   string      `json:"baseFile,omitempty"`   // address of a model in a file, for the bases file and auto
	BaseSHA256 string      `json:"baseSHA256,omitempty"` // of its bytes
	// Whether private labels shall correct a model, or enter moments; default: not asked for.
	Labels Labels `json:"labels,omitempty"`
	// Address of the model that a report is about; default: the public one, of the base.
	Model       string `json:"model,omitempty"`
	ModelSHA256 string `json:"modelSHA256,omitempty"` // of its bytes
	GroupBy     string `json:"groupBy,omitempty"`     // column by which a report is divided; default: none
	// Column that names the person of each row, who shall be protected; default: none is demanded.
	Unit string `json:"unit,omitempty"`
	Reading
	// Fewest private rows of a release, of people where they are protected; 0 and 1 are the same.
	RowsMin int64 `json:"rowsMin,omitempty"`
	RowsMax int64 `json:"rowsMax,omitempty"` // most; 0 for 10⁹
}

// MostRows is more than the rows of any file. A campaign that states no bound on them has this one.
const MostRows = 1e9

// Reading says how the public sample is read, where its bytes leave that open. Owners' engines follow it; what it left
// out or took otherwise shows in a release's schema.
type Reading struct {
	Ignore    []string                 `json:"ignore,omitempty"`    // columns that are left out
	DateOrder map[string]csv.DateOrder `json:"dateOrder,omitempty"` // of columns of dates that do not settle it
}

// Labels says what is asked of the labels in owners' files. Whether they are used is always the owner's choice.
type Labels string

const (
	NoLabels       Labels = ""
	WishLabels     Labels = "wish"
	RequiredLabels Labels = "required" // a model without them is refused, and so are moments
)

//go:noinline
func refuse(code string, values ...any) *words.Error {
	return words.RefuseFor(code, words.New("objection."+code, values...))
}
