// Models that an analyst has trained with XGBoost and saved as JSON are evaluated here: sums of trees for
// numbers, two or more classes, with missing values. The arithmetic is the library's, in numbers of 4 bytes and in
// its order, so that scores are the library's own.
//
// A file comes from outside. It is read whole, up to a limit, and checked before it is used.

package trees

import (
	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/words"
)

// MostXGBoost is how long a file may be.
const MostXGBoost = 8 << 20

// refuse is about a file that cannot be used, in a sentence for its author.
func refuse(format string, values ...any) error {
	return words.Refuse("bad-base-file", "the model's file cannot be used: "+format, values...)
}

// XGBoost is a file's.
type XGBoost struct {
	digest   string // of the file
	classes  int
	margins  []float32 // before the first tree, of each output
	trees    []xgboostTree
	outputs  []int // of each tree
	features []feature
}

// feature is where a feature of the model comes from: a column's number, or whether it has a level.
type feature struct{ column, level int } // level −1 of a number

type xgboostTree []xgboostNode

type xgboostNode struct {
	left, right int32 // left is −1 of a leaf
	feature     int32
	missingLeft bool
	value       float32 // of a leaf; else what is less goes left
}

// Classes is the number of classes, 0 where numbers are predicted. The k-th class of the model is the k-th of the
// sample.
func (m *XGBoost) Classes() int { return m.classes }

// Digest is the SHA-256 of the file, in hexadecimal.
func (m *XGBoost) Digest() string { return m.digest }

// Predict implements basemodel.Model: the margins of the library, with the trees that it uses: all, or after training
// with early stopping those up to the best iteration. They are finite, whatever the cells are.
func (m *XGBoost) Predict(scores, cells []float64) {
	x, sums := make([]float32, len(m.features)), make([]float32, len(m.margins))
	rows := len(scores) / len(sums)
	for j := range rows {
		m.row(x, cells[j*len(cells)/rows:])
		copy(sums, m.margins)
		for i, t := range m.trees {
			sums[m.outputs[i]] += t.leaf(x)
		}
		for k, v := range sums {
			scores[j*len(sums)+k] = float64(v)
		}
	}
}

// row writes what the trees ask of a row's cells.
func (m *XGBoost) row(x []float32, cells []float64) {
	for i, f := range m.features {
		v := cells[f.column]
		switch {
		case v != v:
		case f.level < 0: // the number itself
		case int(v) == f.level:
			v = 1
		default:
			v = 0
		}
		x[i] = float32(v)
	}
}

func (t xgboostTree) leaf(x []float32) float32 {
	n := &t[0]
	for n.left >= 0 {
		v := x[n.feature]
		if v < n.value || v != v && n.missingLeft {
			n = &t[n.left]
		} else {
			n = &t[n.right]
		}
	}
	return n.value
}

// bind finds a column for each feature. Features without names are the columns in their order.
func (m *XGBoost) bind(names []string, count int, columns []dataset.Column) error {
	if len(names) == 0 {
		if count != len(columns) {
			return refuse("the model has %d features without names, and the sample has %d columns; train with the columns' names (feature_names)",
				count, len(columns))
		}
		for i, c := range columns {
			if c.Kind != dataset.Numeric {
				return refuse(
					"the column %q is a category, for which the model has no feature by name; train on one column of 0 and 1 for each level, named \"%s=level\"",
					c.Name,
					c.Name,
				)
			}
			m.features = append(m.features, feature{i, -1})
		}
		return nil
	}
	places := map[string]feature{}
	for i, c := range columns {
		if c.Kind == dataset.Numeric {
			places[c.Name] = feature{i, -1}
		}
		for k, l := range c.Levels {
			places[c.Name+"="+l.Name] = feature{i, k}
		}
	}
	for _, name := range names {
		f, ok := places[name]
		if !ok {
			return refuse(
				"the model has a feature %.80q, which the sample has not; train on the sample's columns, and for a category on one column of 0 and 1 for each level, named \"column=level\"",
				name,
			)
		}
		m.features = append(m.features, f)
	}
	return nil
}

// logit is the margin of a probability, in the library's arithmetic.
func logit(p float32) float32 { return -float32(kernel.Log(float64(1/p - 1))) }
