package release

import (
	"encoding/json"
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/terms/method"
)

// Extent says from public values how large the document of a release can become.
type Extent struct {
	Kind      Kind
	Known     Provenance // of the document, without shares of weights
	Choice    *Choice    // of what a model was chosen from, or the one that labels in moments are compared with; or nil
	Appraised *Appraised // of a report or an estimate
	Base      int        // bytes of a base model in JSON; 0 for a model of coefficients
	Counts    int        // of a report or an estimate
	Residuals int        // T, where labels are used
	Largest   float64    // magnitude of an entry of the sums of rows with labels and without, in squared grid steps
}

// What parts of a document take, in bytes. Encode gives each number a line of its own and 25 characters at most.
const (
	certificateBytes = 16 << 10 // and the head, with as many candidates as there can be
	residualBytes    = 512      // the spread and the errors of a residual
	numberBytes      = 25
	lineBytes        = numberBytes + len(",\n    ")
)

// MostBase bounds the JSON of a base model: a blend and, with private labels and their residuals, the public model that
// they correct and the correction.
func MostBase(s dataset.Schema, rows int, base method.Base, file bool, residuals int) int {
	columns, classes := s.Used(), len(s.Classes)
	bytes := auto.MostBytes(columns, rows, classes, base, file)
	if residuals > 0 {
		bytes += auto.MostPublicBytes(columns, rows, classes, base) + 200 + (numberBytes+1)*residuals*(4+s.Dim()+residuals)
	}
	return bytes
}

// MostBytes returns how many bytes Encode returns at most.
// Tests: TestTheCertificateHasRoom, and TestFactsBeforeTheChargeAreThoseOfTheRelease in core/adapt.
func (e Extent) MostBytes() int {
	bytes := certificateBytes + lengthOf(e.Known) + lengthOf(e.Choice) + lengthOf(e.Appraised) + residualBytes*e.Residuals
	switch {
	case e.Kind == Weights:
		return bytes + WeightBytes*e.Known.SourceRows
	case e.Kind == Model && e.Base > 0:
		return bytes + WeightBytes*e.Known.SourceRows + e.Base
	case e.Kind == Model:
		slots := coefficientSlots(e.Known.Schema)
		return bytes + lengthOf(slots) + numberBytes*len(slots)
	case e.Kind.Counted():
		return bytes + lineBytes*e.Counts
	}
	names := e.Known.FeatureMap().Names()
	d, t := len(names)+1, e.Residuals
	bytes += lengthOf(names) + d*(d*lineBytes+len("   [\n   ],\n"))
	if t == 0 {
		return bytes
	}
	digits := int(math.Log10(math.Max(e.Largest, 1))) + 1
	with, without := d+t, d
	return bytes + (with*(with+1)/2+without*(without+1)/2)*(digits+len("   \"-\",\n"))
}

// lengthOf is how many bytes a value takes in a document that holds it two levels deep.
func lengthOf(v any) int {
	text, err := json.MarshalIndent(v, "  ", " ")
	if err != nil {
		return MostBytes // no document can hold it
	}
	return len(text)
}
