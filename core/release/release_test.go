package release

import (
	"math"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

func schema() dataset.Schema {
	return dataset.Schema{Label: "y", Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 10, Scale: 2, Min: 5, Max: 15},
		{Name: "skip", Kind: dataset.Ignored},
		{Name: "c", Kind: dataset.Categorical, Levels: []dataset.Level{
			{Name: "red", Mean: 0.25, Scale: math.Sqrt(0.25 * 0.75)},
			{Name: "blue", Mean: 0.75, Scale: math.Sqrt(0.75 * 0.25)},
		}},
	}}
}

func source() *dataset.Source {
	return &dataset.Source{Schema: schema(), Rows: 4, Labels: []float64{-20, 3, 1, 20}}
}

// readSource is source with rows, which have the schema's means and scales.
func readSource(t testing.TB) *dataset.Source {
	t.Helper()
	table := "a,skip,c,y\n8,,red,-20\n12,,blue,3\n8,,blue,1\n12,,blue,20\n"
	s := must.Get(dataset.ReadSource(strings.NewReader(table),
		dataset.SourceOptions{Label: "y", Ignore: []string{"skip"}}))(t)
	s.Schema, s.Digest = schema(), testDigest
	return s
}

const (
	testID     = "0f0e0d0c-0b0a-4908-8706-050403020100"
	testDigest = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
)

func modelDocument() *Release {
	return &Release{
		Format: Format, Version: Version, ReleaseID: testID, Kind: Model,
		Values: RawModel(source(), features.Identity(schema()), []float64{1, 2, -1, 0.5}, 1),
		Certificate: Certificate{
			Mechanism: method.Moment, Solver: method.ProjectedGradient, Smoothing: method.Softmax, Calibration: method.Tight,
			Adjacency: method.ReplaceOne,
			Unit:      method.Record, Accountant: "zcdp", Noise: Noise{Distribution: "discrete-gaussian"},
		},
		Provenance: Provenance{SourceSHA256: testDigest, Schema: schema(), SourceRows: 4, EngineVersion: "1.2.3"},
	}
}

// A model in raw units predicts what the model of standardised rows does, also where a cell is missing or unseen and
// the standardised features are 0.
func TestPredictEqualsTheStandardisedModel(t *testing.T) {
	red, blue := schema().Columns[2].Levels[0], schema().Columns[2].Levels[1]
	z := func(l dataset.Level, is float64) float64 { return (is - l.Mean) / l.Scale }
	got, report := must.Both(modelDocument().Predict(strings.NewReader("c,a\nred,14\nblue,10\ngreen,8\n,oops\n"), nil))(t)
	want := []float64{1 + 2*2 - z(red, 1) + 0.5*z(blue, 0), 1 - z(red, 0) + 0.5*z(blue, 1), 1 + 2*-1, 1}
	for i := range want {
		if math.Abs(got.Numbers[i]-want[i]) > 1e-13 {
			t.Errorf("row %d: %v, want %v", i, got.Numbers[i], want[i])
		}
	}
	if report.RepairedCells != 3 {
		t.Errorf("%d repaired cells", report.RepairedCells)
	}
}

// A prediction beyond the labels of the source is moved to the nearest of them. A document without the range sets no
// such limit, and is read as it was written.
func TestPredictionsStayInTheRangeOfLabels(t *testing.T) {
	r := modelDocument()
	const table = "a,c\n1e6,red\n-1e6,red\n"
	for _, c := range []struct{ limits, want []float64 }{{[]float64{-20, 20}, []float64{20, -20}},
		{nil, []float64{1e6 - 10, -1e6 - 10}}} {
		r.Values.LabelRange = c.limits
		text := must.Get(r.Encode())(t)
		read := must.Get(Decode(text))(t)
		got, _ := must.Both(read.Predict(strings.NewReader(table), nil))(t)
		for i, y := range got.Numbers {
			if math.Abs(y-c.want[i]) > 10 { // the level adds less than this
				t.Errorf("limits %v: row %d is predicted as %v", c.limits, i, y)
			}
		}
	}
}

// The coefficients of a mapped model multiply what the map makes of a row.
func TestPredictAppliesTheMap(t *testing.T) {
	s := readSource(t)
	for _, kind := range features.Kinds[1:] {
		m := must.Get(features.Fit(kind, s))(t)
		w := make([]float64, m.Dim()+1)
		for k := range w {
			w[k] = math.Cos(float64(k))
		}
		r := modelDocument()
		r.Provenance.Features, r.Values = m, RawModel(s, m, w, 1)
		text := must.Get(r.Encode())(t)
		read := must.Get(Decode(text))(t)
		got, _ := must.Both(read.Predict(strings.NewReader("a,c\n12,unseen\n"), nil))(t)
		x := make([]float64, m.Dim())
		m.Apply(x, []float64{1, 0, 0})
		want := w[0]
		for k, v := range x {
			want += w[k+1] * v
		}
		want = math.Max(-20, math.Min(want, 20))
		if math.Abs(got.Numbers[0]-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", kind, got.Numbers[0], want)
		}
	}
}

func TestWeightsCSV(t *testing.T) {
	r := &Release{Values: Values{Weights: []float64{0.25, 0.75}}}
	if got := r.WeightsCSV(); got != "row,weight\n1,0.25\n2,0.75\n" {
		t.Errorf("%q", got)
	}
}
