package xgboost

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"privadapt/core/basemodel"
	"privadapt/core/dataset"
)

type example struct {
	Objective   string
	Depth       int
	Classes     int
	Model       json.RawMessage
	Rows        [][]*float64
	Margins     json.RawMessage
	Predictions json.RawMessage
}

var five = []dataset.Column{{Name: "e", Kind: dataset.Numeric}, {Name: "a", Kind: dataset.Numeric}, {Name: "b", Kind: dataset.Numeric},
	{Name: "c", Kind: dataset.Numeric}, {Name: "d", Kind: dataset.Numeric}}

func examples(t testing.TB) []example {
	file, err := os.Open("testdata/cases.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []example
	if err := json.NewDecoder(text).Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// numbers reads a list of numbers or of lists of them.
func numbers(t *testing.T, text json.RawMessage) (all []float64) {
	var nested [][]float64
	if json.Unmarshal(text, &nested) == nil {
		for _, row := range nested {
			all = append(all, row...)
		}
		return all
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Models that testdata/train.py has trained, with missing values, of depth 1 to 12: margins, probabilities and numbers are the
// library's to 1e-6.
func TestAgainstTheLibrary(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-6*math.Abs(want) }
	for _, e := range examples(t) {
		m, err := Decode(e.Model, five)
		if err != nil {
			t.Fatal(e.Objective, e.Depth, err)
		}
		if m.Classes() != e.Classes {
			t.Errorf("%s: %d classes, want %d", e.Objective, m.Classes(), e.Classes)
		}
		outputs := basemodel.Outputs(e.Classes)
		margins, predictions := numbers(t, e.Margins), numbers(t, e.Predictions)
		scores, p := make([]float64, outputs), make([]float64, max(2, e.Classes))
		for j, row := range e.Rows {
			var cells []float64
			for _, k := range []int{4, 0, 1, 2, 3} { // columns in another order than features
				if row[k] == nil {
					cells = append(cells, math.NaN())
				} else {
					cells = append(cells, *row[k])
				}
			}
			m.Predict(scores, cells)
			for k, s := range scores {
				if want := margins[j*outputs+k]; !near(s, want) && math.Abs(s-want) > 1e-7 {
					t.Errorf("%s, depth %d, row %d: margin %v, want %v", e.Objective, e.Depth, j, s, want)
				}
			}
			switch e.Objective {
			case "reg:squarederror":
				if !near(scores[0], predictions[j]) {
					t.Errorf("depth %d, row %d: %v, want %v", e.Depth, j, scores[0], predictions[j])
				}
			case "binary:logistic":
				if basemodel.Probabilities(p, scores); !near(p[1], predictions[j]) {
					t.Errorf("depth %d, row %d: %v, want %v", e.Depth, j, p[1], predictions[j])
				}
			case "multi:softprob":
				basemodel.Probabilities(p, scores)
				for k := range p {
					if !near(p[k], predictions[j*e.Classes+k]) {
						t.Errorf("depth %d, row %d: %v, want %v", e.Depth, j, p, predictions[j*e.Classes:(j+1)*e.Classes])
					}
				}
			}
		}
	}
}

// A category's levels are columns of 0 and 1 for the library.
func TestLevels(t *testing.T) {
	text := strings.NewReplacer(`"a"`, `"f=x"`, `"b"`, `"f=y"`).Replace(string(examples(t)[0].Model))
	columns := []dataset.Column{{Name: "f", Kind: dataset.Categorical, Levels: []dataset.Level{{Name: "x"}, {Name: "y"}, {Name: "z"}}},
		five[0], five[3], five[4]}
	m, err := Decode([]byte(text), columns)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Decode(examples(t)[0].Model, five)
	if err != nil {
		t.Fatal(err)
	}
	for level, indicators := range [][2]float64{{1, 0}, {0, 1}, {0, 0}} {
		got, want := []float64{0}, []float64{0}
		m.Predict(got, []float64{float64(level), 7, 0, 3})
		plain.Predict(want, []float64{7, indicators[0], indicators[1], 0, 3})
		if got[0] != want[0] {
			t.Errorf("level %d: %v, want %v", level, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	good := string(examples(t)[6].Model)
	change := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the model has no %s", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	for _, c := range []struct{ text, says string }{
		{"tree\nversion=v4\n", "LightGBM"},
		{`{"name":"tree","version":"v4","tree_info":[]}`, "LightGBM"},
		{"\x08\x07\x12\x08skl2onnx", "ONNX"},
		{"{L\x00\x00", "save_model"},
		{"", "JSON"},
		{"{}", "save_model"},
		{strings.Repeat(" ", Limit+1), "bytes"},
		{change(`"gbtree"`, `"dart"`), "only gbtree"},
		{change(`"binary:logistic"`, `"rank:pairwise"`), "objective"},
		{change(`"5E-1"`, `"2"`), "probability"},
		{change(`"feature_names":["a"`, `"feature_names":["q"`), `"q"`},
		{change(`"left_children":[1`, `"left_children":[0`), "no tree"},
		{change(`"left_children":[1`, `"left_children":[2`), "no tree"},
		{change(`"left_children":[1`, `"left_children":[999`), "does not exist"},
		{change(`"split_indices":[`, `"split_indices":[9`), ""},
		{change(`"split_type":[0`, `"split_type":[1`), "column=level"},
		{change(`"tree_info":[0`, `"tree_info":[1`), "class"},
	} {
		_, err := Decode([]byte(c.text), five)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.60q: %v, want an Error with %q", c.text, err, c.says)
		}
	}
}

func FuzzDecode(f *testing.F) {
	all := examples(f)
	for _, k := range []int{4, 9, 14} {
		var small bytes.Buffer
		if err := json.Compact(&small, all[k].Model); err != nil {
			f.Fatal(err)
		}
		f.Add(small.Bytes())
	}
	f.Add([]byte(`{"learner":{"feature_names":["a"],"gradient_booster":{"name":"gbtree","model":{"tree_info":[0],"trees":[{"left_children":[1,-1,-1],` +
		`"right_children":[2,-1,-1],"split_indices":[0,0,0],"split_conditions":[1,2,3],"default_left":[true,0,0]}]}},` +
		`"learner_model_param":{"base_score":"5E-1","num_feature":"1"},"objective":{"name":"reg:squarederror"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data, five)
		if err != nil {
			return
		}
		m.Predict(make([]float64, basemodel.Outputs(m.Classes())), []float64{1, math.NaN(), math.Inf(1), -2, 0})
	})
}
