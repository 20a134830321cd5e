package release

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/must"
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
	text := must.Get(r.Encode())(t)
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
	text := must.Get(r.Encode())(t)
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
	text := must.Get(r.Encode())(t)
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

// What a document can have more makes its bound larger by what that takes: names, a choice and places of a report as
// they are written, and no bound is known of what cannot be written.
func TestEveryPartHasItsRoom(t *testing.T) {
	schema := Provenance{Schema: schema(), SourceRows: 7}
	choice, report := &Choice{File: &File{SHA256: strings.Repeat("1", 64)}}, reportDocument().Certificate.Report
	added := func(e Extent, change func(e *Extent)) int {
		more := e
		change(&more)
		return more.MostBytes() - e.MostBytes()
	}
	without := lengthOf((*Choice)(nil))
	weights, moments := Extent{Kind: Weights, Known: schema}, Extent{Kind: Moments, Known: schema}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"a choice", added(weights, func(e *Extent) { e.Choice = choice }), lengthOf(choice) - without},
		{"a report", added(weights, func(e *Extent) { e.Appraised = report }), lengthOf(report) - without},
		{"what is known", added(Extent{Kind: Weights, Known: Provenance{SourceRows: 7}},
			func(e *Extent) { e.Known = schema }), lengthOf(schema) - lengthOf(Provenance{SourceRows: 7})},
		{"a residual", added(weights, func(e *Extent) { e.Residuals++ }), residualBytes},
		{"a base", added(Extent{Kind: Model, Known: schema, Base: 3}, func(e *Extent) { e.Base = 300 }), 396},
		{"weights beside a base", Extent{Kind: Model, Known: schema, Base: 3}.MostBytes() - weights.MostBytes(), 4},
		{"no rows", added(weights, func(e *Extent) { e.Known.SourceRows = 0 }), -7 * WeightBytes},
		{"counts", added(Extent{Kind: Report}, func(e *Extent) { e.Counts = 9 }), 9 * (25 + len(",\n    "))},
		{"digits of a sum", added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 9.9e5 }) -
			added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 9.9 }), 5 * (21 + 15)},
		{"no digit less than one", added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 0 }) -
			added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 1 }), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d bytes more, not %d", c.what, c.got, c.want)
		}
	}
	if got := lengthOf(math.NaN()); got != MostBytes {
		t.Errorf("what cannot be written takes %d bytes", got)
	}
}

// The longest moments, sums and coefficients that there are fit into their room, which is not much larger.
func TestMomentsAndCoefficientsHaveRoom(t *testing.T) {
	const columns, residuals = 30, 3
	known := Provenance{}
	for k := range columns {
		known.Schema.Columns = append(known.Schema.Columns, dataset.Column{Name: fmt.Sprint("column ", k),
			Kind: dataset.Numeric})
	}
	r := &Release{Provenance: known, Values: Values{Names: append([]string{"(intercept)"}, known.FeatureMap().Names()...)}}
	for range columns + 1 {
		row := make([]float64, columns+1)
		fill(reflect.ValueOf(row))
		r.Values.Moments = append(r.Values.Moments, row)
	}
	moments := r.Values
	sums, longest := moments, "-"+strings.Repeat("9", 40)
	d := columns + 1
	sums.LabelledSum = slices.Repeat([]string{longest}, (d+2*residuals)*(d+2*residuals+1)/2)
	sums.UnlabelledSum = slices.Repeat([]string{longest}, (d+residuals)*(d+residuals+1)/2)
	model := Values{Coefficients: coefficientSlots(known.Schema, known.FeatureMap())}
	for k := range model.Coefficients {
		model.Coefficients[k].Value = -1.2345678901234567e-6
	}
	const fields = 100 // bytes of their names at most, for which the head has room
	for name, c := range map[string]struct {
		values Values
		e      Extent
	}{
		"moments": {moments, Extent{Kind: Moments, Known: known}},
		"sums":    {sums, Extent{Kind: Moments, Known: known, Residuals: residuals, Largest: 9.9e39}},
		"a model": {model, Extent{Kind: Model, Known: known}},
	} {
		r.Values = c.values
		text := must.Get(r.Encode())(t)
		r.Values = Values{}
		empty, _ := r.Encode()
		other := Extent{Kind: Weights, Known: known, Residuals: c.e.Residuals}
		takes, room := len(text)-len(empty), c.e.MostBytes()-other.MostBytes()
		if takes > room+fields || room > takes+takes/8 {
			t.Errorf("%s: %d bytes, and room for %d", name, takes, room)
		}
	}
}
