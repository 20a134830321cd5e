package trees

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/words"
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

var five = []dataset.Column{
	{Name: "e", Kind: dataset.Numeric},
	{Name: "a", Kind: dataset.Numeric},
	{Name: "b", Kind: dataset.Numeric},
	{Name: "c", Kind: dataset.Numeric},
	{Name: "d", Kind: dataset.Numeric},
}

func examples(t testing.TB) []example {
	file := must.Get(os.Open("testdata/cases.json.gz"))(t)
	defer file.Close()
	text := must.Get(gzip.NewReader(file))(t)
	var all []example
	must.Do(t, json.NewDecoder(text).Decode(&all))
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
	must.Do(t, json.Unmarshal(text, &all))
	return all
}

// Models that testdata/train.py has trained, with missing values, of depth 1 to 12, and by a newer version with early
// stopping and with a base score for each class: margins, probabilities and numbers are the library's to 1e-6.
func TestAgainstTheLibrary(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-6*math.Abs(want) }
	for _, e := range examples(t) {
		m, err := DecodeXGBoost(e.Model, five, e.Classes)
		if err != nil {
			t.Fatal(e.Objective, e.Depth, err)
		}
		if m.Classes() != e.Classes {
			t.Errorf("%s: %d classes, want %d", e.Objective, m.Classes(), e.Classes)
		}
		outputs := basemodel.Outputs(e.Classes)
		margins, predictions := numbers(t, e.Margins), numbers(t, e.Predictions)
		p := make([]float64, max(2, e.Classes))
		var cells []float64
		for _, row := range e.Rows {
			for _, k := range []int{4, 0, 1, 2, 3} { // columns in another order than features
				if row[k] == nil {
					cells = append(cells, math.NaN())
				} else {
					cells = append(cells, *row[k])
				}
			}
		}
		all := make([]float64, len(e.Rows)*outputs)
		m.Predict(all, cells)
		for j := range e.Rows {
			scores := all[j*outputs : (j+1)*outputs]
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
	columns := []dataset.Column{
		{Name: "f", Kind: dataset.Categorical, Levels: []dataset.Level{{Name: "x"}, {Name: "y"}, {Name: "z"}}},
		five[0],
		five[3],
		five[4],
	}
	m := must.Get(DecodeXGBoost([]byte(text), columns, 0))(t)
	plain := must.Get(DecodeXGBoost(examples(t)[0].Model, five, 0))(t)
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
	lastTree := strings.LastIndex(good, `"tree_param"`)
	for _, c := range []struct{ text, says string }{
		{"tree\nversion=v4\n", "LightGBM"},
		{`{"name":"tree","version":"v4","tree_info":[]}`, "LightGBM"},
		{"\x08\x07\x12\x08skl2onnx", "ONNX"},
		{"{L\x00\x00", "save_model"},
		{"{}", "save_model"},
		{strings.Repeat(" ", MostXGBoost+1), "bytes"},
		{change(`"gbtree"`, `"dart"`), "only gbtree"},
		{change(`"binary:logistic"`, `"rank:pairwise"`), "objective"},
		{change(`"5E-1"`, `"2"`), "probability"},
		{change(`"5E-1"`, `"1e-40"`), "infinite"},
		{change(`"5E-1"`, `"[5E-1,4E-1]"`), "2 base scores"},
		{change(`"5E-1"`, `"nan"`), "finite"},
		{change(`"5E-1"`, `""`), "finite"},
		{change(`"binary:logistic"`, `"reg:squarederror"`), "predicts numbers"},
		{change(`"tree_info"`, `"TREE_INFO":[],"tree_info"`), "twice"},
		{change(`"tree_info"`, `"tree_info":[],"tree_info"`), "twice"},
		{change(`"tree_info"`, `"tree\u005finfo":[],"tree_info"`), "spelling"},
		{change(`"tree_info"`, `"more":`+strings.Repeat("[", 100)+strings.Repeat("]", 100)+`,"tree_info"`), "deep"},
		{change(`"default_left":[`, `"default_left":[2,`), "default"},
		{change(`"split_conditions":[`, `"split_conditions":[1e39,`), "JSON"},
		{change(`"split_conditions":[`, `"split_conditions":[1,`), "different lengths"},
		{good + good, "JSON"},
		{change(`"feature_names":["a"`, `"feature_names":["q"`), `"q"`},
		{change(`"left_children":[1`, `"left_children":[0`), "no tree"},
		{change(`"left_children":[1`, `"left_children":[2`), "no tree"},
		{change(`"left_children":[1`, `"left_children":[999`), "does not exist"},
		{change(`"split_indices":[`, `"split_indices":[9`), ""},
		{change(`"split_type":[0`, `"split_type":[1`), "column=level"},
		{change(`"tree_info":[0`, `"tree_info":[1`), "class"},
		{change(`"best_iteration":"`, `"best_iteration":"9`), "best iteration"},
		{change(`"best_iteration":"`, `"best_iteration":"-`), "best iteration"},
		{good[:lastTree] + strings.Replace(good[lastTree:], `"size_leaf_vector":"`, `"size_leaf_vector":"3`, 1), "one_output_per_tree"},
	} {
		_, err := DecodeXGBoost([]byte(c.text), five, 2)
		var refused *words.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.60q: %v, want an Error with %q", c.text, err, c.says)
		}
	}
	round := "0"
	if _, err := treesUsed(3, 3, "6148914691236517205", &round); err == nil { // three times that is −1
		t.Error("a forest has more trees than there are")
	}
}

// chain is a tree of a given number of levels, and what its leaves say.
func chain(levels int, leaf string) []byte {
	var left, right, zeros, values []string
	for i := range levels {
		left, right = append(left, fmt.Sprint(2*i+1), "-1"), append(right, fmt.Sprint(2*i+2), "-1")
		zeros, values = append(zeros, "0", "0"), append(values, "0", leaf)
	}
	left, right, zeros, values = append(left, "-1"), append(right, "-1"), append(zeros, "0"), append(values, leaf)
	// Node 2i splits; its children are the leaf 2i+1 and node 2i+2.
	list := func(v []string) string { return "[" + strings.Join(v, ",") + "]" }
	return fmt.Appendf(
		nil,
		`{"learner":{"feature_names":["a"],"gradient_booster":{"name":"gbtree","model":{"tree_info":[0],"trees":[{"left_children":%s,"right_children":%s,`+
			`"split_indices":%s,"split_conditions":%s,"default_left":%s}]}},"learner_model_param":{"base_score":"5E-1","num_feature":"1"},"objective":{"name":"reg:squarederror"}}}`,
		list(left),
		list(right),
		list(zeros),
		list(values),
		list(zeros),
	)
}

// A row takes a bounded time, and no prediction is infinite.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		levels int
		leaf   string
		good   bool
	}{{1, "1", true}, {64, "1", true}, {65, "1", false}, {100_000, "1", false}, {2, "9e29", true}, {2, "2e30", false},
		{2, "-3e38", false}} {
		if _, err := DecodeXGBoost(chain(c.levels, c.leaf), five, 0); (err == nil) != c.good {
			t.Errorf("%d levels with leaves of %s: %v", c.levels, c.leaf, err)
		}
	}
}

// The base score as versions of the library write it gives the same margins.
func TestBaseScores(t *testing.T) {
	for _, c := range []struct {
		place int
		forms []string
	}{{9, []string{`"5E-1"`, `"0.5"`, `"[5E-1]"`}}, {14, []string{`"5E-1"`, `"[5E-1,5E-1,5E-1,5E-1]"`}}} {
		e := examples(t)[c.place]
		var want []float64
		for _, form := range c.forms {
			text := strings.Replace(string(e.Model), `"base_score":"5E-1"`, `"base_score":`+form, 1)
			m, err := DecodeXGBoost([]byte(text), five, e.Classes)
			if err != nil || !strings.Contains(text, form) {
				t.Fatal(form, err)
			}
			scores := make([]float64, basemodel.Outputs(e.Classes))
			m.Predict(scores, []float64{7, 1, 1000, 0, 2})
			if want == nil {
				want = scores
			}
			if !slices.Equal(scores, want) {
				t.Errorf("%s: %v, want %v", form, scores, want)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	all := examples(f)
	for _, k := range []int{4, 9, 14} {
		var small bytes.Buffer
		must.Do(f, json.Compact(&small, all[k].Model))
		f.Add(small.Bytes())
	}
	f.Add(bytes.Replace(chain(1, "1"), []byte(`"default_left":[0`), []byte(`"default_left":[true`), 1)) // of older versions
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, classes := range []int{0, 2, 3} {
			m, err := DecodeXGBoost(data, five, classes)
			var refused *words.Error
			if err != nil {
				if !errors.As(err, &refused) {
					t.Fatalf("error %#v", err)
				}
				continue
			}
			scores := make([]float64, basemodel.Outputs(classes))
			for _, cells := range [][]float64{{1, math.NaN(), math.Inf(1), -2, 0}, {math.NaN(), -1e300, 1e300, 0.5, -0.5}} {
				m.Predict(scores, cells)
				for _, v := range scores {
					if v-v != 0 {
						t.Fatalf("%v is predicted", scores)
					}
				}
			}
		}
	})
}
