package release

import (
	"encoding/base64"
	"math"
	"strings"
	"testing"

	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/wire"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// baseDocument holds a nonlinear model, of numbers or of classes.
func baseDocument(t testing.TB, classes int) *Release {
	t.Helper()
	const rows = 40
	s := basemodel.Sample{Table: basemodel.Table{Columns: schema().Used()}, Classes: classes}
	weights := make([]float64, rows)
	for j := range rows {
		x, c := 5+float64(j%11), float64(j%2)
		if j%13 == 0 {
			x = math.NaN()
		}
		y := float64(j%11*(j%11)) + 3*c
		if classes > 0 {
			y = float64(j % classes)
		}
		s.Cells, s.Labels = append(s.Cells, x, c), append(s.Labels, y)
		weights[j] = 1.0 / rows
	}
	design := must.Get(auto.NewDesign(s, nil, method.Trees))(t)
	choice := must.Get(design.Choose(weights, nil))(t)
	r := modelDocument()
	code := must.Get(EncodeBase(choice.Model))(t)
	r.Values, r.Provenance.SourceRows = Values{Base: code, Weights: weights}, rows
	r.Certificate.Base = &Base{Kind: method.Trees, Public: choice.Public, Kept: choice.Kept}
	for _, c := range choice.Candidates {
		r.Certificate.Base.Candidates = append(r.Certificate.Base.Candidates,
			Candidate{Base: method.Base(c.Base), Way: c.Way, Share: c.Share})
	}
	if classes > 0 {
		r.Provenance.Schema.Classes = []string{"low", "mid", "high"}[:classes]
	}
	return r
}

// A document of a nonlinear model is read as it was written, and predicts as its model does, missing cells included.
func TestBaseDocument(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		made := baseDocument(t, classes)
		text := must.Get(made.Encode())(t)
		r := must.Get(Decode(text))(t)
		p, report := must.Both(r.Predict(strings.NewReader("c,a\nred,14\n,oops\nblue,\n"), nil))(t)
		m, _ := r.BaseModel()
		scores := make([]float64, basemodel.Outputs(classes))
		for i, cells := range [][]float64{{14, 0}, {math.NaN(), math.NaN()}, {math.NaN(), 1}} {
			m.Predict(scores, cells)
			if classes == 0 {
				if p.Numbers[i] != scores[0] {
					t.Errorf("row %d: %v, the model says %v", i, p.Numbers[i], scores)
				}
				continue
			}
			want := make([]float64, classes)
			basemodel.Probabilities(want, scores)
			sum := 0.0
			for k, v := range want {
				sum += v
				if p.Probabilities[i*classes+k] != v || v > want[p.Label(i, classes)] {
					t.Errorf("row %d: %v, label %d, the model says %v", i, p.Probabilities, p.Label(i, classes), want)
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("row %d: the probabilities %v sum to %v", i, want, sum)
			}
		}
		if report.RepairedCells != 3 || p.Rows != 3 {
			t.Errorf("%d classes: %+v, %d rows", classes, report, p.Rows)
		}
	}
}

// A model of as many bytes as are read is written, and one of a byte more is not; so it is with its text.
func TestTheMostBytesOfABaseModel(t *testing.T) {
	for _, size := range []int{wire.Limit, wire.Limit + 1} {
		if text, err := EncodeBase(encoded(size)); (err == nil) != (size == wire.Limit) || (text != "") != (err == nil) {
			t.Errorf("%d bytes are written: %v", size, err)
		}
	}
	most := base64.StdEncoding.EncodedLen(wire.Limit)
	for _, length := range []int{most, most + 1} {
		r := &Release{Values: Values{Base: strings.Repeat("A", length)}}
		if _, err := r.BaseModel(); err == nil || strings.Contains(err.Error(), "too large") != (length > most) {
			t.Errorf("a text of %d: %v", length, err)
		}
	}
}

// encoded is a model of a given number of bytes.
type encoded int

func (n encoded) Encode() []byte       { return make([]byte, n) }
func (encoded) Predict(_, _ []float64) {}

// isRead checks that a document, once written, can be read.
func isRead(t *testing.T, name string, r *Release) {
	t.Helper()
	text, err := r.Encode()
	if err == nil {
		_, err = Decode(text)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// isRefused checks that a document, once written, cannot be read, and in which words.
func isRefused(t *testing.T, name string, r *Release, says string) {
	t.Helper()
	text := must.Get(r.Encode())(t)
	if _, err := Decode(text); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v", name, err)
	}
}
