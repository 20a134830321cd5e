package release

import (
	"strings"
	"testing"

	"privadapt/core/basemodel"
	"privadapt/core/basemodel/auto"
	"privadapt/core/basemodel/labelled"
	"privadapt/core/method"
)

// labelledDocument holds a model that private labels corrected: what labels do to the model, by the digest and the share in it.
func labelledDocument(t testing.TB) *Release {
	t.Helper()
	s := basemodel.Sample{Table: basemodel.Table{Columns: schema().Used()}}
	for j := range 40 {
		s.Cells, s.Labels = append(s.Cells, 5+float64(j%11), float64(j%2)), append(s.Labels, float64(j%11)+float64(j%3))
	}
	design, err := auto.NewDesign(s, nil, auto.Linear)
	if err != nil {
		t.Fatal(err)
	}
	f := labelled.NewOffset(s, design.PublicChoice())
	delta := make([]float64, 1+basemodel.NewEncoding(s.Columns).Dim()+1)
	delta[0] = 2
	r := baseDocument(t, 0)
	if r.Values.Base, err = EncodeBase(labelled.NewCorrected(s.Columns, f, f.Model, 0.25, [][]float64{delta})); err != nil {
		t.Fatal(err)
	}
	r.Certificate.Labels = &Labels{
		Order: 6, Residuals: 1, Base: method.Linear, OffsetSHA256: f.Digest(), Spread: f.Spread, RowsEstimate: 12.5, RowsNoise: 3, SumDeviation: 1, Share: 0.25,
		Errors: []LabelError{{}},
	}
	r.SetVersion()
	return r
}

// A document of a corrected model is of the third version, is read as it was written, and predicts with the correction.
func TestLabelledDocument(t *testing.T) {
	made := labelledDocument(t)
	text, err := made.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.BaseModel()
	if _, is := m.(*labelled.Corrected); r.Version != Third || !is || err != nil {
		t.Errorf("version %d, %v, %v", r.Version, m, err)
	}
	p, _, err := r.Predict(strings.NewReader("c,a\nred,7\n,\n"), nil)
	if err != nil || p.Rows != 2 || len(p.Numbers) != 2 || !(p.Numbers[0] > 1.5) {
		t.Errorf("%+v %v", p, err)
	}
}

// What is said of labels has to be what the model holds.
func TestBadLabelledDocuments(t *testing.T) {
	blend := baseDocument(t, 0).Values.Base
	for _, c := range []struct {
		name, says string
		change     func(r *Release, l *Labels)
	}{
		{"the second version", "version", func(r *Release, _ *Labels) { r.Version = Second }},
		{"no word of labels", "labels", func(r *Release, _ *Labels) { r.Certificate.Labels, r.Version = nil, Second }},
		{"a model that none corrected", "labels", func(r *Release, _ *Labels) { r.Values.Base = blend }},
		{"another offset", "digest", func(_ *Release, l *Labels) { l.OffsetSHA256 = strings.Repeat("0", 64) }},
		{"another share", "share", func(_ *Release, l *Labels) { l.Share = 0.5 }},
		{"a residual more", "residuals", func(_ *Release, l *Labels) { l.Residuals = 2 }},
		{"a spread more", "spreads", func(_ *Release, l *Labels) { l.Spread = []float64{1, 1} }},
		{"no error", "errors", func(_ *Release, l *Labels) { l.Errors = nil }},
		{"weights", "only a model", func(r *Release, _ *Labels) {
			r.Kind, r.Values.Base, r.Certificate.Base = Weights, "", nil
		}},
	} {
		r := labelledDocument(t)
		c.change(r, r.Certificate.Labels)
		text, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(text); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
