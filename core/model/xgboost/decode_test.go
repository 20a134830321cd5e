package xgboost

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

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
		{"", "JSON"},
		{"{}", "save_model"},
		{strings.Repeat(" ", Limit+1), "bytes"},
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
		{change(`"split_conditions":[`, `"split_conditions":[NaN,`), "JSON"},
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
		_, err := Decode([]byte(c.text), five, 2)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.60q: %v, want an Error with %q", c.text, err, c.says)
		}
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
		if _, err := Decode(chain(c.levels, c.leaf), five, 0); (err == nil) != c.good {
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
			m, err := Decode([]byte(text), five, e.Classes)
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
	f.Add(
		[]byte(
			`{"learner":{"feature_names":["a"],"gradient_booster":{"name":"gbtree","model":{"tree_info":[0],"trees":[{"left_children":[1,-1,-1],` +
				`"right_children":[2,-1,-1],"split_indices":[0,0,0],"split_conditions":[1,2,3],"default_left":[true,0,0]}]}},` +
				`"learner_model_param":{"base_score":"5E-1","num_feature":"1"},"objective":{"name":"reg:squarederror"}}}`,
		),
	)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, classes := range []int{0, 2, 3} {
			m, err := Decode(data, five, classes)
			var refused *Error
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
