package xgboost

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"privadapt/core/dataset"
)

// document is what is used of a file; other fields are passed over.
type document struct {
	Learner *struct {
		FeatureNames    []string `json:"feature_names"`
		GradientBooster struct {
			Name  string `json:"name"`
			Model struct {
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
	Left       []int32           `json:"left_children"`
	Right      []int32           `json:"right_children"`
	Features   []int32           `json:"split_indices"`
	Conditions []json.Number     `json:"split_conditions"`
	Default    []json.RawMessage `json:"default_left"` // 0 and 1, in older versions false and true
	Types      []int             `json:"split_type"`
}

// Decode reads a file for a sample of these columns. Errors are of type Error.
func Decode(data []byte, columns []dataset.Column) (*Model, error) {
	if len(data) > Limit {
		return nil, refuse("the file has %d bytes; at most %d are read: train fewer or smaller trees", len(data), Limit)
	}
	if err := otherFormat(data); err != nil {
		return nil, err
	}
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, refuse("the file is not the JSON that XGBoost writes (%.100s); save the model by booster.save_model(\"model.json\")", err.Error())
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
	m := &Model{}
	outputs, err := m.objective(l.Objective.Name, l.ModelParam.NumClass, l.ModelParam.BaseScore)
	if err != nil {
		return nil, err
	}
	features, err := strconv.Atoi(l.ModelParam.NumFeature)
	if err != nil || features < 1 || features > 1<<14 || len(l.FeatureNames) != 0 && len(l.FeatureNames) != features {
		return nil, refuse("the number of features, %.20q, is not that of their names", l.ModelParam.NumFeature)
	}
	if err := m.bind(l.FeatureNames, features, columns); err != nil {
		return nil, err
	}
	model := l.GradientBooster.Model
	if len(model.TreeInfo) != len(model.Trees) || len(model.Trees) == 0 {
		return nil, refuse("there are %d trees for %d outputs", len(model.Trees), len(model.TreeInfo))
	}
	for i, t := range model.Trees {
		if model.TreeInfo[i] < 0 || model.TreeInfo[i] >= outputs {
			return nil, refuse("tree %d belongs to a class that does not exist", i)
		}
		read, err := t.read(i, features)
		if err != nil {
			return nil, err
		}
		m.trees, m.outputs = append(m.trees, read), append(m.outputs, model.TreeInfo[i])
	}
	return m, nil
}

// objective fills in classes and the first margin, and returns the number of outputs.
func (m *Model) objective(name, classes, base string) (int, error) {
	// Since version 3 the base score is a list, of one number unless it was fitted to each class.
	base = strings.TrimSuffix(strings.TrimPrefix(base, "["), "]")
	score, err := strconv.ParseFloat(base, 32)
	if err != nil || !finite(float32(score)) {
		return 0, refuse("the base score is %.40q; one finite number is read", base)
	}
	m.margin = float32(score)
	switch name {
	case "reg:squarederror", "reg:linear":
		return 1, nil
	case "binary:logistic":
		m.classes = 2
		if !(m.margin > 0 && m.margin < 1) {
			return 0, refuse("the base score is %v; a probability lies between 0 and 1", m.margin)
		}
		m.margin = logit(m.margin)
		return 1, nil
	case "multi:softprob", "multi:softmax":
		k, err := strconv.Atoi(classes)
		if err != nil || k < 2 || k > 64 {
			return 0, refuse("the number of classes is %.20q; 2 to 64 are read", classes)
		}
		if k == 2 {
			return 0, refuse("the objective %s has two classes; train with binary:logistic", name)
		}
		m.classes = k
		return k, nil
	}
	return 0, refuse("the objective is %.40q; reg:squarederror, binary:logistic and multi:softprob are read", name)
}

func (t *documentTree) read(number, features int) (tree, error) {
	size := len(t.Left)
	if size == 0 || len(t.Right) != size || len(t.Features) != size || len(t.Conditions) != size || len(t.Default) != size ||
		len(t.Types) != 0 && len(t.Types) != size {
		return nil, refuse("tree %d has lists of different lengths", number)
	}
	out := make(tree, size)
	parents := make([]int, size)
	for i := range out {
		n := node{left: t.Left[i], right: t.Right[i], feature: t.Features[i]}
		v, err := strconv.ParseFloat(t.Conditions[i].String(), 32)
		if n.value = float32(v); err != nil || !finite(n.value) {
			return nil, refuse("tree %d has a number that is not finite", number)
		}
		if n.left < 0 { // a leaf
			n.left = -1
			out[i] = n
			continue
		}
		if len(t.Types) > 0 && t.Types[i] != 0 {
			return nil, refuse("tree %d splits by categories, whose codes the file does not name; train on one column of 0 and 1 for each level, named \"column=level\"", number)
		}
		switch text := string(t.Default[i]); text {
		case "1", "true":
			n.missingLeft = true
		case "0", "false":
		default:
			return nil, refuse("tree %d has a default that is neither 0 nor 1", number)
		}
		if int(n.left) >= size || n.right < 0 || int(n.right) >= size || n.feature < 0 || int(n.feature) >= features {
			return nil, refuse("tree %d has a node or a feature that does not exist", number)
		}
		parents[n.left]++
		parents[n.right]++
		out[i] = n
	}
	// With one parent each, and none of the root, what is below the root is a tree; nodes that pruning has cut off are not.
	for i, count := range parents {
		if count > 1 || i == 0 && count > 0 {
			return nil, refuse("tree %d is no tree", number)
		}
	}
	return out, nil
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
	case bytes.HasPrefix(data, []byte("{L")), bytes.HasPrefix(data, []byte("{i")), bytes.HasPrefix(data, []byte("{U")), bytes.HasPrefix(data, []byte("binf")):
		return refuse("this is a model of XGBoost in its binary form; load it and save it by booster.save_model(\"model.json\")")
	}
	return nil
}
