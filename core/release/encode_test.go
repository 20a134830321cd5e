package release

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"privadapt/core/must"
)

// Whatever the weights, the document is the one that encoding/json indents, to the last byte.
func TestManyWeightsAreWrittenAsJSONIndentsThem(t *testing.T) {
	tricky := "\"weights\": [\n   1\n"
	for _, weights := range [][]float64{nil, {}, {1}, {0.25, 0.75},
		slices.Repeat([]float64{0.25, 0, 1e-9}, 700), make([]float64, 1000), make([]float64, 1001), make([]float64, 1002),
		{0, 1, 1e-7, 1.5e-300, 0.1, math.SmallestNonzeroFloat64, 1e21, math.Copysign(0, -1)}} {
		for _, base := range []string{"", "AAAA"} {
			r := &Release{
				Format:      Format,
				ReleaseID:   tricky,
				Kind:        Weights,
				Values:      Values{Weights: weights, Base: base},
				Certificate: Certificate{Accountant: tricky},
			}
			want := must.Get(json.MarshalIndent(r, "", " "))(t)
			if got, err := r.Encode(); err != nil || !bytes.Equal(got, append(want, '\n')) {
				t.Errorf("weights %v: %v\n%s", weights, err, got)
			}
		}
	}
	if _, err := (&Release{Values: Values{Weights: []float64{1, math.NaN()}}}).Encode(); err == nil {
		t.Error("a weight that is no number is written")
	}
}
