package release

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/data/features"
	"privadapt/core/must"
)

// fullDocument has every field that a release of a kind can have.
func fullDocument(kind Kind) *Release {
	r := modelDocument()
	r.Kind = kind
	number, whole, yes, name, digest := 0.5, 7, true, "spring", testDigest
	r.Certificate = Certificate{
		Mechanism: "selection", Solver: "frank-wolfe", Smoothing: "softmax", Calibration: "tight", Adjacency: "replace-one",
		Unit: "record",
		N:    100, Epsilon: 1, Delta: 1e-6, Rho: 0.02, Accountant: "zcdp", Order: 4, Radius: 3, SourceRadius: 2.5,
		GridSteps: 1 << 30, InterceptSteps: 1 << 28,
		Mu: &number, P: &number, Lambda: &number, Iterations: &whole, Rounds: &whole, Gap: &number, Draws: 6,
		SourceQuartic:       2,
		Noise:               Noise{"exponential-mechanism", "1208925819614629174706176", 0.25, 1e-7, 3, 4, 1e-12},
		EffectiveSampleSize: &number, RidgePenalty: &number, ModelNorm: &number,
		Discrepancy: &Discrepancy{1, 0.5, 0.1, 0.95},
	}
	r.CampaignID, r.Provenance.WasmSHA256, r.Provenance.SettingsAfterPreview = &name, &digest, &yes
	switch kind {
	case Weights:
		r.Values = Values{Weights: []float64{0.5, 0.25, 0.25, 0}}
	case Moments:
		r.Values = Values{
			Names:   []string{"(intercept)", "a", "c=red", "c=blue"},
			Moments: [][]float64{{1, 0, 0, 0}, {0, 1.5, -2, 0}, {0, -2, 1e-9, 0}, {0, 0, 0, 1e21}},
		}
	}
	return r
}

// Whatever the text, Decode refuses it with an *Error or gives a release that says the same as the text, is written to
// the same bytes from then on, and can be applied.
func FuzzDecode(f *testing.F) {
	for _, kind := range []Kind{Model, Weights, Moments} {
		text := must.Get(fullDocument(kind).Encode())(f)
		f.Add(text)
		var compact bytes.Buffer
		must.Do(f, json.Compact(&compact, text))
		f.Add(compact.Bytes())
	}
	for _, kind := range features.Kinds[1:] {
		mapped := fullDocument(Model)
		s := readSource(f)
		m := must.Get(features.Fit(kind, s))(f)
		mapped.Certificate.Features, mapped.Provenance.Features = string(kind), m
		mapped.Values = RawModel(s, m, make([]float64, m.Dim()+1), 1)
		text := must.Get(mapped.Encode())(f)
		f.Add(text)
	}
	for _, classes := range []int{0, 2, 3} {
		text := must.Get(baseDocument(f, classes).Encode())(f)
		f.Add(text)
	}
	filed, file := fileDocument(f)
	text := must.Get(filed.Encode())(f)
	f.Add(text)
	sums := must.Get(sumsDocument(f).Encode())(f)
	f.Add(sums)
	f.Add([]byte(`{"format":"privadapt-release","version":1,"kind":"weights","values":{"weights":[1]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Decode(text)
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Message == "" {
				t.Fatalf("error %#v", err)
			}
			return
		}
		written := must.Get(r.Encode())(t)
		var said, says any
		if json.Unmarshal(text, &said) != nil || json.Unmarshal(written, &says) != nil || !reflect.DeepEqual(said, says) {
			t.Fatalf("%q became %q", text, written)
		}
		again, err := Decode(written)
		if err != nil {
			t.Fatalf("what was decoded and written is refused: %v", err)
		}
		if rewritten, err := again.Encode(); err != nil || !bytes.Equal(rewritten, written) {
			t.Fatalf("%q, then %q, %v", written, rewritten, err)
		}
		table := "c,a\nred,1\n\x00\n,,,\n1e999,blue\n"
		_ = r.ReadFile(file)
		if predictions, _, err := r.Predict(strings.NewReader(table), nil); err == nil && predictions.Rows != 4 {
			t.Fatalf("%d predictions for four rows", predictions.Rows)
		}
		if lines := strings.Count(r.WeightsCSV(), "\n"); lines != 1+len(r.Values.Weights) {
			t.Fatalf("%d lines of weights", lines)
		}
	})
}
