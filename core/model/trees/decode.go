package trees

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
)

// document is what is used of a file; other fields are passed over.
type document struct {
	Learner *struct {
		Attributes struct {
			// Training with early stopping names the round, from 0, after which the library uses no more trees.
			BestIteration *string `json:"best_iteration"`
		} `json:"attributes"`
		FeatureNames    []string `json:"feature_names"`
		GradientBooster struct {
			Name  string `json:"name"`
			Model struct {
				Param struct {
					ParallelTrees string `json:"num_parallel_tree"`
				} `json:"gbtree_model_param"`
				TreeInfo []int          `json:"tree_info"`
				Trees    []documentTree `json:"trees"`
			} `json:"model"`
		} `json:"gradient_booster"`
		ModelParam struct {
			BaseScore  string `json:"base_score"`
			NumClass   string `json:"num_class"`
			NumFeature string `json:"num_feature"`
			NumTarget  string `json:"num_target"`
		} `json:"learner_model_param"`
		Objective struct {
			Name string `json:"name"`
		} `json:"objective"`
	} `json:"learner"`
}

type documentTree struct {
	Left       []int32   `json:"left_children"`
	Right      []int32   `json:"right_children"`
	Features   []int32   `json:"split_indices"`
	Conditions []float32 `json:"split_conditions"`
	Default    []bit     `json:"default_left"`
	Types      []int8    `json:"split_type"`
	Param      struct {
		LeafSize string `json:"size_leaf_vector"`
	} `json:"tree_param"`
}

// bit is 0 or 1, in older versions false or true.
type bit bool

// UnmarshalJSON implements json.Unmarshaler.
func (b *bit) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "1", "true":
		*b = true
	case "0", "false":
		*b = false
	default:
		return errors.New("a default direction is neither 0 nor 1")
	}
	return nil
}

// DecodeXGBoost reads a file for a sample of these columns and a given number of classes, 0 where its labels are
// numbers. Errors are of type *words.Error.
func DecodeXGBoost(data []byte, columns []dataset.Column, classes int) (*XGBoost, error) {
	if len(data) > MostXGBoost {
		return nil, refuse("the file has %d bytes; at most %d are read: train fewer or smaller trees", len(data), MostXGBoost)
	}
	digest := fmt.Sprintf("%x", sha256.Sum256(data))
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // which editors of Windows write
	if err := otherFormat(data); err != nil {
		return nil, err
	}
	if err := checkNames(data); err != nil {
		return nil, err
	}
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, refuse(
			"the file is not the JSON that XGBoost writes (%.100s); save the model by booster.save_model(\"model.json\")",
			err.Error(),
		)
	}
	if d.Learner == nil {
		return nil, refuse("the file is JSON, and not of XGBoost; save the model by booster.save_model(\"model.json\")")
	}
	l := d.Learner
	if booster := l.GradientBooster.Name; booster != "gbtree" {
		return nil, refuse("the booster is %.40q; only gbtree is read", booster)
	}
	if target := l.ModelParam.NumTarget; target != "" && target != "1" && target != "0" {
		return nil, refuse("the model predicts several labels at once; train one for each")
	}
	m := &XGBoost{digest: digest}
	outputs, err := m.objective(l.Objective.Name, l.ModelParam.NumClass, l.ModelParam.BaseScore)
	if err != nil {
		return nil, err
	}
	if err := m.checkTask(classes); err != nil {
		return nil, err
	}
	features, err := strconv.Atoi(l.ModelParam.NumFeature)
	if err != nil || features < 1 || features > 1<<14 || len(l.FeatureNames) != 0 && len(l.FeatureNames) != features {
		return nil, refuse("the number of features, %.20q, is not the number of their names", l.ModelParam.NumFeature)
	}
	if err := m.bind(l.FeatureNames, features, columns); err != nil {
		return nil, err
	}
	model := l.GradientBooster.Model
	if len(model.TreeInfo) != len(model.Trees) || len(model.Trees) == 0 {
		return nil, refuse("there are %d trees for %d outputs", len(model.Trees), len(model.TreeInfo))
	}
	used, err := treesUsed(len(model.Trees), outputs, model.Param.ParallelTrees, l.Attributes.BestIteration)
	if err != nil {
		return nil, err
	}
	reach := make([]float64, outputs)
	for i, t := range model.Trees[:used] {
		if model.TreeInfo[i] < 0 || model.TreeInfo[i] >= outputs {
			return nil, refuse("tree %d belongs to a class that does not exist", i)
		}
		read, err := t.read(i, features)
		if err != nil {
			return nil, err
		}
		m.trees, m.outputs = append(m.trees, read), append(m.outputs, model.TreeInfo[i])
		if reach[model.TreeInfo[i]] += read.largest(); !(reach[model.TreeInfo[i]] <= largest) {
			return nil, refuse("its predictions may be beyond %g, which nothing can be computed with", largest)
		}
	}
	return m, nil
}

// treesUsed is how many trees count, the first ones: those of the rounds up to the best one, if training named one.
func treesUsed(trees, outputs int, parallel string, best *string) (int, error) {
	if best == nil {
		return trees, nil
	}
	round, err := strconv.Atoi(*best)
	forest := 1
	if parallel != "" && err == nil {
		forest, err = strconv.Atoi(parallel)
	}
	each := outputs * forest
	if err != nil || forest < 1 || forest > trees || round < 0 || round > trees || each > trees || (round+1)*each > trees {
		return 0, refuse("the best iteration is %.20q, which the %d trees do not have; save the model again", *best, trees)
	}
	return (round + 1) * each, nil
}

// largest bounds what the trees of an output add up to, so that every prediction is a finite number.
const largest = 1e30

// checkTask compares what the model predicts with the labels of the sample.
func (m *XGBoost) checkTask(classes int) error {
	switch {
	case m.classes == classes:
		return nil
	case m.classes == 0:
		return refuse(
			"the model predicts numbers, and the label of the sample is one of %d classes; train a model of classes, or give the task regression",
			classes,
		)
	case classes == 0:
		return refuse(
			"the model predicts one of %d classes, and the label of the sample is a number; train a model of numbers, or give the task classification",
			m.classes,
		)
	}
	return refuse("the model has %d classes and the label of the sample %d; train on the sample's classes, in the order in which it names them",
		m.classes, classes)
}

// objective fills in classes and the margins before the first tree, and returns the number of outputs.
func (m *XGBoost) objective(name, classes, base string) (int, error) {
	// Since version 3 the base score is a list, of one number or of one for each class.
	var scores []float32
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(base, "["), "]"), ",") {
		score, err := strconv.ParseFloat(part, 32)
		if err != nil || !(math.Abs(score) <= largest) {
			return 0, refuse("the base score is %.60q; finite numbers are read: train with a base_score such as 0.5", base)
		}
		scores = append(scores, float32(score))
	}
	start := func(outputs int) (int, error) {
		if len(scores) != 1 && len(scores) != outputs {
			return 0, refuse("there are %d base scores for %d outputs; save the model again", len(scores), outputs)
		}
		for k := range outputs {
			m.margins = append(m.margins, scores[k%len(scores)])
		}
		return outputs, nil
	}
	switch name {
	case "reg:squarederror", "reg:linear":
		return start(1)
	case "binary:logistic":
		m.classes = 2
		for k, p := range scores {
			if !(p > 0 && p < 1) {
				return 0, refuse("the base score is %v; a probability lies between 0 and 1", p)
			}
			if scores[k] = logit(p); math.IsInf(float64(scores[k]), 0) {
				return 0, refuse("the base score is %.60q, whose log-odds are infinite; train with a base_score such as 0.5",
					base)
			}
		}
		return start(1)
	case "multi:softprob", "multi:softmax":
		k, err := strconv.Atoi(classes)
		if err != nil || k < 2 || k > 64 {
			return 0, refuse("the number of classes is %.20q; 2 to 64 are read", classes)
		}
		if k == 2 {
			return 0, refuse("the objective %s has two classes; train with binary:logistic", name)
		}
		m.classes = k
		return start(k)
	}
	return 0, refuse("the objective is %.40q; reg:squarederror, binary:logistic and multi:softprob are read", name)
}

func (t *documentTree) read(number, features int) (xgboostTree, error) {
	if size := t.Param.LeafSize; size != "" && size != "0" && size != "1" {
		return nil, refuse("tree %d has leaves of several numbers; train with multi_strategy one_output_per_tree", number)
	}
	size := len(t.Left)
	if size == 0 || len(t.Right) != size || len(t.Features) != size || len(t.Conditions) != size ||
		len(t.Default) != size ||
		len(t.Types) != 0 && len(t.Types) != size {
		return nil, refuse("tree %d has lists of different lengths", number)
	}
	out := make(xgboostTree, size)
	parents := make([]int32, size)
	for i := range out {
		n := xgboostNode{
			left:        t.Left[i],
			right:       t.Right[i],
			feature:     t.Features[i],
			value:       t.Conditions[i],
			missingLeft: bool(t.Default[i]),
		}
		if n.left < 0 { // a leaf
			n.left = -1
			out[i] = n
			continue
		}
		if len(t.Types) > 0 && t.Types[i] != 0 {
			return nil, refuse(
				"tree %d splits by categories, whose codes the file does not name; train on one column of 0 and 1 for each level, named \"column=level\"",
				number,
			)
		}
		if int(n.left) >= size || n.right < 0 || int(n.right) >= size || n.feature < 0 || int(n.feature) >= features {
			return nil, refuse("tree %d has a node or a feature that does not exist", number)
		}
		parents[n.left]++
		parents[n.right]++
		out[i] = n
	}
	// With one parent each, and none of the root, what is below the root is a tree; nodes that pruning has cut off are
	// not.
	for i, count := range parents {
		if count > 1 || i == 0 && count > 0 {
			return nil, refuse("tree %d is no tree", number)
		}
	}
	if out.deeperThan(mostLevels) {
		return nil, refuse("tree %d has more than %d levels; train with a max_depth", number, mostLevels)
	}
	return out, nil
}

// mostLevels limits how long a row takes.
const mostLevels = 64

// deeperThan reports whether a node lies more than a given number of levels below the root.
func (t xgboostTree) deeperThan(levels int) bool {
	row := []int32{0}
	for ; len(row) > 0 && levels >= 0; levels-- {
		var next []int32
		for _, i := range row {
			if n := t[i]; n.left >= 0 {
				next = append(next, n.left, n.right)
			}
		}
		row = next
	}
	return len(row) > 0
}

// largest returns the largest leaf, without its sign.
func (t xgboostTree) largest() float64 {
	most := 0.0
	for _, n := range t {
		if n.left < 0 {
			most = math.Max(most, math.Abs(float64(n.value)))
		}
	}
	return most
}

// otherFormat names the formats that files often have instead.
func otherFormat(data []byte) error {
	const convert = "; train the same model with XGBoost on the sample's columns and save it by booster.save_model(\"model.json\")"
	start := bytes.TrimLeft(data[:min(len(data), 4096)], " \t\r\n\ufeff")
	switch {
	case bytes.HasPrefix(start, []byte("tree\nversion=")), bytes.HasPrefix(start, []byte("tree\r\nversion=")),
		bytes.HasPrefix(start, []byte("{")) && bytes.Contains(start, []byte(`"name":"tree"`)):
		return refuse("this is a model of LightGBM, which is not read" + convert)
	case bytes.Contains(data[:min(len(data), 256)], []byte("onnx")), len(data) > 1 && data[0] == 8 && data[1] < 32:
		return refuse("this is a model in ONNX, which is not read" + convert)
	case bytes.HasPrefix(data, []byte("{L")),
		bytes.HasPrefix(data, []byte("{i")),
		bytes.HasPrefix(data, []byte("{U")),
		bytes.HasPrefix(data, []byte("binf")):
		return refuse(
			"this is a model of XGBoost in its binary form; load it and save it by booster.save_model(\"model.json\")",
		)
	}
	return nil
}

const mostXGBoostDepth = 32

// checkNames refuses a text whose objects name a field twice, or are deeper than any of the library's: this decoder
// ignores the case of letters and lets the last of two fields count, and a file must not be one model here and another
// one to the library. What is not JSON is left to the decoder.
func checkNames(data []byte) error {
	var open []map[string]bool // of the objects and lists that are open; nil of a list
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '{', '[':
			var names map[string]bool
			if c == '{' {
				names = map[string]bool{}
			}
			if open = append(open, names); len(open) > mostXGBoostDepth {
				return refuse("its objects and lists are more than %d deep; the library's are 7", mostXGBoostDepth)
			}
		case '}', ']':
			if len(open) == 0 {
				return nil
			}
			open = open[:len(open)-1]
		case '"':
			start := i + 1
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			if i >= len(data) {
				return nil
			}
			rest := bytes.TrimLeft(data[i+1:min(len(data), i+64)], " \t\r\n")
			if len(open) == 0 || open[len(open)-1] == nil || len(rest) > 0 && rest[0] != ':' {
				continue // a text, not a name
			}
			name := string(bytes.ToLower(data[start:i]))
			if bytes.ContainsAny(data[start:i], "\\\u017f\u212a") || open[len(open)-1][name] {
				return refuse("an object names the field %.40q twice, or in a spelling that is not the library's", name)
			}
			open[len(open)-1][name] = true
		}
	}
	return nil
}
