package release

import (
	"reflect"
	"strings"
	"testing"

	"privadapt/core/model/auto"
	"privadapt/core/release/appraisal"
)

// fill gives every field the longest value that it can have in a certificate: a number of 25 characters, a text as long
// as a digest.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(-1.2345678901234567e-6)
	case reflect.Int, reflect.Int64:
		v.SetInt(-1 << 62)
	case reflect.String:
		v.SetString(strings.Repeat("0", 64))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	}
}

// The room that is kept for a certificate and the head of a document is enough for the longest ones, with all
// candidates that there can be, and that for residuals, shares of samples and places of a report is enough for theirs.
func TestTheCertificateHasRoom(t *testing.T) {
	var c Certificate
	c.Base = &Base{}
	fill(reflect.ValueOf(&c).Elem())
	c.Noise.DiagonalVariance = strings.Repeat("9", 100)
	c.Combination = nil // of several owners
	c.Base.File, c.Labels.Choice, c.Report = nil, nil, nil
	c.Base.Candidates = make([]Candidate, auto.MostCandidates)
	fill(reflect.ValueOf(c.Base.Candidates))
	c.Labels.Spread, c.Labels.Errors = make([]float64, 3), make([]LabelError, 3)
	fill(reflect.ValueOf(c.Labels.Spread))
	fill(reflect.ValueOf(c.Labels.Errors))
	share := -1.2345678901234567e-6
	id := strings.Repeat("0", 64)
	r := &Release{Format: Format, Version: Version, ReleaseID: id, CampaignID: &id, Kind: Weights, Certificate: c,
		Provenance: Provenance{
			SourceSHA256:         id,
			WasmSHA256:           &id,
			EngineVersion:        id,
			SettingsAfterPreview: new(bool),
			Sources:              []Source{{SHA256: id, Weight: &share, EffectiveRows: &share}},
		},
	}
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	known := r.Provenance
	known.Sources = []Source{{SHA256: id}}
	e := Extent{Kind: Weights, Known: known, Residuals: 3}
	t.Logf("%d of %d bytes", len(text), e.MostBytes())
	if len(text) > e.MostBytes() {
		t.Errorf("%d bytes, and room for %d", len(text), e.MostBytes())
	}
	one := Extent{Kind: Weights, Residuals: 1}.MostBytes() - Extent{Kind: Weights}.MostBytes()
	if spare := len(text) - 3*one; spare > certificateBytes+lengthOf(known)+shareBytes {
		t.Errorf("%d bytes without residuals", spare)
	}
}

// Counts and nodes have the room of a number each.
func TestAReportHasRoom(t *testing.T) {
	a := &Appraised{
		Model:       PublicModel,
		ModelSHA256: strings.Repeat("0", 64),
		Predictions: make([]float64, 64),
		Residuals:   make([]float64, 64),
	}
	fill(reflect.ValueOf(a.Predictions))
	fill(reflect.ValueOf(a.Residuals))
	r := &Release{
		Kind:        Report,
		Values:      Values{Counts: make([]float64, appraisal.MostCells)},
		Certificate: Certificate{Report: a},
	}
	fill(reflect.ValueOf(r.Values.Counts))
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if most := (Extent{Kind: Report, Appraised: a, Counts: appraisal.MostCells}).MostBytes(); len(text) > most ||
		most > len(text)+len(text)/10+certificateBytes {
		t.Errorf("%d bytes, and room for %d", len(text), most)
	}
}

// The longest weights that there are take all the room that is kept for them.
func TestTheBoundOnWeightsIsReached(t *testing.T) {
	r := &Release{Kind: Weights, Values: Values{Weights: make([]float64, 10_000)}}
	for j := range r.Values.Weights {
		r.Values.Weights[j] = 1.2345678901234567e-6
	}
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	known := Provenance{SourceRows: 10_000}
	room := Extent{
		Kind:  Weights,
		Known: known,
	}.MostBytes() - Extent{
		Kind: Weights,
	}.MostBytes() - (lengthOf(known) - lengthOf(Provenance{}))
	if room != 10_000*len(",\n   0.0000012345678901234567") || room > len(text) {
		t.Errorf("%d bytes, and room for %d in weights", len(text), room)
	}
}
