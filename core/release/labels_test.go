package release

import (
	"slices"
	"strings"
	"testing"

	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release/interval"
	"privadapt/core/terms/method"
)

// labelledDocument holds a model that private labels corrected: what labels do to the model, by the digest and the
// share in it.
func labelledDocument(t testing.TB) *Release {
	t.Helper()
	s := basemodel.Sample{Table: basemodel.Table{Columns: schema().Used()}}
	for j := range 40 {
		s.Cells, s.Labels = append(s.Cells, 5+float64(j%11), float64(j%2)), append(s.Labels, float64(j%11)+float64(j%3))
	}
	design := must.Get(auto.NewDesign(s, nil, method.Linear))(t)
	f := labelled.NewOffset(s, design.PublicChoice())
	delta := make([]float64, 1+basemodel.NewEncoding(s.Columns).Dim()+1)
	delta[0] = 2
	r, share := baseDocument(t, 0), 0.25
	r.Values.Base = must.Get(EncodeBase(labelled.NewCorrected(s.Columns, f, f.Model, 0.25,
		[][]float64{delta})))(t)
	r.Certificate.Labels = &Labels{
		Order: 6, Residuals: 1, Base: method.Linear, OffsetSHA256: f.Digest(), Spread: f.Spread, RowsEstimate: 12.5,
		RowsNoise: 3, SumDeviation: 1, Share: &share,
		Errors: []LabelError{{}},
	}
	return r
}

// A document of a corrected model is read as it was written, and predicts with the correction.
func TestLabelledDocument(t *testing.T) {
	made := labelledDocument(t)
	text := must.Get(made.Encode())(t)
	r := must.Get(Decode(text))(t)
	m, err := r.BaseModel()
	if _, is := m.(*labelled.Corrected); !is || err != nil {
		t.Errorf("%v, %v", m, err)
	}
	p, _, err := r.Predict(strings.NewReader("c,a\nred,7\n,\n"), nil)
	if err != nil || p.Rows != 2 || len(p.Numbers) != 2 || !(p.Numbers[0] > 1.5) {
		t.Errorf("%+v %v", p, err)
	}
}

// sumsDocument holds moments of three columns and the intercept, with labels.
func sumsDocument(t testing.TB) *Release {
	t.Helper()
	r := fullDocument(Moments)
	r.Values.LabelledSum, r.Values.UnlabelledSum = make([]string, 21), make([]string, 15)
	for _, sum := range [][]string{r.Values.LabelledSum, r.Values.UnlabelledSum} {
		for k := range sum {
			sum[k] = []string{"0", "-17", "1208925819614629174706176"}[k%3]
		}
	}
	r.Certificate.Labels = &Labels{
		Order: 6, Residuals: 1, Base: method.Linear, OffsetSHA256: strings.Repeat("0", 64), Spread: []float64{2},
		RowsEstimate: 12.5, RowsNoise: 3, SumDeviation: 1,
		Choice: &Choice{Base: method.Auto},
	}
	return r
}

// Sums have whole numbers of 60 digits at most, and rows of 63 residuals at most, one for each class but the first.
func TestLimitsOfSums(t *testing.T) {
	for text, is := range map[string]bool{
		"0": true, "7": true, "-7": true, "10": true, strings.Repeat("9", 60): true, "-" + strings.Repeat("9", 60): true,
		"": false, "-": false, "-0": false, "00": false, "07": false, "-07": false, "--7": false, "+7": false, " 7": false,
		"7 ": false, "7.0": false, "1e3": false, "x": false, "7/": false, "7:": false, strings.Repeat("9", 61): false,
	} {
		if isWhole(text) != is {
			t.Errorf("%q is whole: %v", text, !is)
		}
	}
	for _, residuals := range []int{0, 1, 63, 64} {
		r := sumsDocument(t)
		l, order := r.Certificate.Labels, 4+2*residuals
		l.Residuals, l.Order, l.Spread = residuals, order, make([]float64, residuals)
		r.Values.LabelledSum = slices.Repeat([]string{"1"}, order*(order+1)/2)
		r.Values.UnlabelledSum = slices.Repeat([]string{"1"}, (order-residuals)*(order-residuals+1)/2)
		if err := r.checkSums(); (err == nil) != (residuals == 1 || residuals == 63) {
			t.Errorf("%d residuals: %v", residuals, err)
		}
	}
	for classes, want := range map[int]interval.Bounds{0: interval.Positive, 2: interval.Share, 3: interval.Share} {
		if got := ErrorBounds(classes); got != want {
			t.Errorf("errors of %d classes are within %v", classes, got)
		}
	}
}
