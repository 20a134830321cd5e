// Package release is the document that leaves the data owner, as JSON: one set of values made by one mechanism, the
// certificate that states its privacy, and its provenance. With a document in hand:
//
//  1. [Decode] reads it, and refuses whatever it does not know, because its reader may not trust its sender.
//  2. verify.Certificate recomputes the certificate by formulas of its own.
//  3. [Release.Predict] applies a model, [Release.Figures] are those of a report, and combine.Combine adds up the moments
//     of many owners.
//
// Package adapt makes releases.
package release

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/labelled"
	"privadapt/core/model/trees"
	"privadapt/core/words"
)

// Format and Version identify the document.
const (
	Format  = "privadapt-release"
	Version = 1
	// ProgramVersion is the version of the engine, the edge and the package. Every release states it.
	ProgramVersion = "0.1.0"
)

// Kind says what is released.
type Kind string

const (
	Model   Kind = "model"   // a model that predicts from a row
	Weights Kind = "weights" // one weight for each source row, in the source's order
	Moments Kind = "moments" // the private second moment M̂₀ in the standardised scale of the schema
	Report  Kind = "report"  // counts of private rows, from which follows how good a public model is
	// Estimate are counts of private rows by what a public model predicts of them, from which follows the mean label.
	Estimate Kind = "estimate"
)

// Kinds in the order in which they are listed.
var Kinds = []Kind{Model, Weights, Moments, Report, Estimate}

// Counted reports whether a release of this kind holds counts of rows, and nothing is computed from their moment.
func (k Kind) Counted() bool { return k == Report || k == Estimate }

// TakesLabels reports whether private labels may correct a release of this kind, or enter it. A report always needs
// them.
func (k Kind) TakesLabels() bool { return k == Model || k == Moments || k == Estimate }

// HasBase reports whether a public model belongs to a release of this kind, with private labels or without: the one
// that is released, the one that a report is about, or the one that labels in moments are compared with.
func (k Kind) HasBase(labels bool) bool {
	return k == Model || k.Counted() || k == Moments && labels
}

// Release is the document.
type Release struct {
	Format      string      `json:"format"`
	Version     int         `json:"version"`
	ReleaseID   string      `json:"releaseId"`
	CampaignID  *string     `json:"campaignId"`
	Kind        Kind        `json:"kind"`
	Values      Values      `json:"values"`
	Certificate Certificate `json:"certificate"`
	Provenance  Provenance  `json:"provenance"`

	file *trees.XGBoost // of the base, once it was given
}

// Values holds the fields of its kind; the others are absent.
type Values struct {
	Intercept    *float64      `json:"intercept,omitempty"`    // Model
	Coefficients []Coefficient `json:"coefficients,omitempty"` // Model
	// LabelRange is the smallest and the largest label of the source: predictions are limited to it. Absent: they are
	// not limited.
	LabelRange []float64 `json:"labelRange,omitempty"` // Model
	// Base is a model of package labelled in place of the three fields above; the schema's classes say whether it
	// predicts numbers or classes. It is fitted under Weights, which are released beside it so that a reader who has the
	// public sample can compute it again.
	Base    *labelled.Document `json:"base,omitempty"`    // Model
	Weights []float64          `json:"weights,omitempty"` // Weights, and Model with a Base; m numbers ≥ 0 of sum 1
	Names   []string           `json:"names,omitempty"`   // Moments; d names, "(intercept)" first
	Moments [][]float64        `json:"moments,omitempty"` // Moments; d×d, symmetric
	// LabelledSum and UnlabelledSum are the sums of the certificate's Labels, noise included, as they were drawn:
	// entries i ≤ j, row-major, whole squared grid steps in decimals. Moments with labels; Moments is then computed
	// from them.
	LabelledSum   []string `json:"labelledSum,omitempty"`
	UnlabelledSum []string `json:"unlabelledSum,omitempty"`
	// Counts of rows with noise: of each cell, in the order of appraisal.Layout. Each is a whole number of parts of
	// 2⁻²⁰ of a row. Of an estimate those of appraisal.Averages.Layouts, one after the other.
	Counts []float64 `json:"counts,omitempty"` // Report, Estimate
}

// Coefficient multiplies the raw value of a numeric column, or is added where a categorical column has the level.
type Coefficient struct {
	Column string  `json:"column"`
	Level  *string `json:"level,omitempty"`
	Value  float64 `json:"value"`
}

// Engine identifies the program in a release.
type Engine struct {
	Version    string
	WasmSHA256 string // empty where the engine is no wasm
}

// Provenance names the public inputs.
type Provenance struct {
	SourceSHA256  string         `json:"sourceSHA256"`
	SourceRows    int            `json:"sourceRows"`
	Schema        dataset.Schema `json:"schema"`
	Features      *features.Map  `json:"features,omitempty"` // absent for the certificate's features linear
	EngineVersion string         `json:"engineVersion"`
	WasmSHA256    *string        `json:"wasmSHA256"`
	// The owner changed settings after a look at the private data; null: not tracked.
	SettingsAfterPreview *bool `json:"settingsAfterPreview"`
}

// Encode returns the document as indented JSON with a final newline. A base model has one line: of its many numbers
// each would take more to indent than to write.
func (r *Release) Encode() ([]byte, error) {
	const field, stands = "\n  \"base\": ", "{}"
	rest := *r
	if r.Values.Base != nil {
		rest.Values.Base = new(labelled.Document)
	}
	text, err := json.MarshalIndent(rest, "", " ")
	base, errBase := json.Marshal(r.Values.Base)
	if err := errors.Join(err, errBase); err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	// No text has a line feed in it, and values comes before what else has fields of this depth.
	text = bytes.Replace(text, []byte(field+stands), append([]byte(field), base...), 1)
	return append(text, '\n'), nil
}

// refuse is about a document that is not a release, or not of the kind that is asked for.
func refuse(format string, values ...any) error {
	return words.Refuse("bad-release", format, values...)
}

// Decode reads a document of this format and version. Unknown fields, shapes that do not belong to the kind and
// trailing text are errors of type *words.Error. It does not check whether the certificate is true: see package verify.
func Decode(text []byte) (*Release, error) {
	if err := checkSize(text); err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which editors of Windows write
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	r := new(Release)
	err := decoder.Decode(r)
	if other := checkHead(text, r, err); other != nil {
		return nil, other
	}
	if err != nil {
		if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return nil, refuse("the field %s is not known to this version; another version may have made the document", name)
		}
		return nil, refuse("%s", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, refuse("there is text after the document")
	}
	if err := r.CheckShape(); err != nil {
		return nil, refuse("%s", err)
	}
	if !r.isWhatWasWritten(text) {
		return nil, refuse("the document has fields in another spelling or form than a release has")
	}
	return r, nil
}

// checkHead refuses another format or version, which is the reason to name first where the text could not be decoded
// either.
func checkHead(text []byte, r *Release, failed error) error {
	head := struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}{r.Format, r.Version}
	if failed != nil {
		head.Format, head.Version = "", 0
		if err := json.Unmarshal(text, &head); err != nil {
			return refuse("not a JSON document of a release%s; choose a file as privadapt saved it", brokenAt(err))
		}
	}
	if head.Format != Format {
		return refuse("the format is %q, not %q; choose a file that privadapt released", shorten(head.Format), Format)
	}
	if head.Version != Version {
		return refuse("the document is of version %d of the format; this engine reads version %d", head.Version, Version)
	}
	return nil
}

// brokenAt says where a text stops being JSON: the decoder's own words are about Go.
func brokenAt(err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return ""
	}
	return fmt.Sprintf(" from byte %d on", syntax.Offset)
}

func shorten(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
