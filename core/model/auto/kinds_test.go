//go:build !js

package auto

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// Each kind that is fitted is in the table, and no other, and JavaScript reads what it writes.
func TestTheTableHasEachKind(t *testing.T) {
	parts := must.Get(os.ReadFile("../../../jsbridge/npm/portable/parts.js"))(t)
	for _, base := range method.Fitted(false) {
		if _, is := kinds[base]; !is {
			t.Errorf("kinds lacks %q, which method.Bases has", base)
		} else if !strings.Contains(string(parts), fmt.Sprintf("\n  %s: (", base)) {
			t.Errorf("portable/parts.js has no models of the kind %q", base)
		}
	}
	if len(kinds) != len(method.Fitted(false)) {
		t.Errorf("kinds has %d kinds, and method.Bases %d that are fitted", len(kinds), len(method.Fitted(false)))
	}
}

// A kind is limited if its predictions stay the same beyond the sample, and no other.
func TestKindsAreLimitedAsTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := basemodel.Sample{Table: basemodel.Table{Columns: []dataset.Column{{Kind: dataset.Numeric, Scale: 1}}}}
	for range 300 {
		x := r.NormFloat64()
		s.Cells, s.Labels = append(s.Cells, x), append(s.Labels, x+10*r.NormFloat64()) // no limit of the labels is met
	}
	for _, base := range method.Fitted(false) {
		d := must.Get(NewDesign(s, nil, base))(t)
		near, far := []float64{0}, []float64{0}
		d.public[0].Model.Predict(near, []float64{5})
		d.public[0].Model.Predict(far, []float64{6})
		if same := near[0] == far[0]; same != base.Limited() {
			t.Errorf("method.Base(%q).Limited is %v, and beyond the sample it predicts %v and %v", base, !same, near, far)
		}
	}
}
