package linear

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

func drawnSmooth(rows int, seed uint64) basemodel.Sample {
	r := rand.New(rand.NewPCG(seed, 21))
	s := basemodel.Sample{Table: basemodel.Table{Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 5, Scale: 2}, {Name: "b", Kind: dataset.Numeric, Scale: 1}}}}
	for range rows {
		a, b := r.NormFloat64(), r.NormFloat64()
		s.Cells = append(s.Cells, 5+2*a, b)
		s.Labels = append(s.Labels, math.Sin(2*a)*b+a+r.NormFloat64()/10)
	}
	return s
}

func (d *SmoothDesign) must(t *testing.T, weights []float64) *SmoothFit {
	return must.Get(d.CrossValidate(weights, nil))(t)
}

// A smooth function is found, on new rows as well as out of fold; far outside the sample the prediction stays within
// the labels' range.
func TestLearns(t *testing.T) {
	train, test := drawnSmooth(800, 1), drawnSmooth(400, 2)
	d := must.Get(NewSmoothDesign(train))(t)
	f := d.must(t, basemodel.Uniform(800))
	score, sum, own := []float64{0}, 0.0, 0.0
	for j, y := range test.Labels {
		f.Model.Predict(score, test.Row(j))
		sum += (score[0] - y) * (score[0] - y) / 400
	}
	for j, y := range train.Labels {
		own += (f.OutOfFold[j] - y) * (f.OutOfFold[j] - y) / 800
	}
	if sum > 0.06 || math.Abs(own/sum-1) > 0.6 { // noise of variance 0.01, labels of 1.5
		t.Errorf("the error on new rows is %v, out of fold %v", sum, own)
	}
	for _, cells := range [][]float64{{1e6, -1e6}, {math.NaN(), math.NaN()}, {math.Inf(1), 0}} {
		f.Model.Predict(score, cells)
		if !(score[0] >= f.Model.low && score[0] <= f.Model.high) {
			t.Errorf("cells %v: %v", cells, score)
		}
	}
}

// Rows of no weight have no influence on the coefficients, except that their place may be a landmark.
func TestWeightsCount(t *testing.T) {
	s := drawnSmooth(600, 3)
	weights := basemodel.Uniform(600)
	for j := 300; j < 600; j++ {
		weights[j] = 0
	}
	d := must.Get(NewSmoothDesign(s))(t)
	before := d.must(t, weights).Model
	for j := 300; j < 600; j++ {
		s.Labels[j] = before.low // shared with the design
	}
	after := d.must(t, weights).Model
	if fmt.Sprint(before.coefficients) != fmt.Sprint(after.coefficients) {
		t.Error("labels of rows without weight have changed the model")
	}
}

// The test runs natively and as wasm; the bytes are the same.
func TestSmoothSameBytesEverywhere(t *testing.T) {
	s := drawnSmooth(500, 4)
	d := must.Get(NewSmoothDesign(s))(t)
	weights := make([]float64, 500)
	for j := range weights {
		weights[j] = float64(j % 3)
	}
	f := d.must(t, weights)
	code := f.Model.Encode()
	if got := fmt.Sprintf("%x", sha256.Sum256(code))[:16]; got != "a20c3eb6b127322b" {
		t.Errorf("%d bytes, digest %s", len(code), got)
	}
	r := basemodel.NewReader(code)
	r.Byte()
	again := DecodeSmooth(r)
	if err := r.Err(); err != nil || !bytes.Equal(again.Encode(), code) {
		t.Fatalf("decoded: %v", err)
	}
	x, y := []float64{0}, []float64{0}
	for j := range s.Labels {
		f.Model.Predict(x, s.Row(j))
		again.Predict(y, s.Row(j))
		if x[0] != y[0] {
			t.Fatalf("row %d: %v, after decoding %v", j, x, y)
		}
	}
	if _, err := NewSmoothDesign(basemodel.Sample{Classes: 2}); err == nil {
		t.Error("classes are no error")
	}
}
