package xgboost

import "privadapt/core/model/basemodel"

// Branch is the question that an inner node asks of a cell: a row goes left where a feature, rounded to 4 bytes, is
// less than Limit. The feature is the number of the column or, if Level is not −1, 1 of that level and 0 of the others.
type Branch struct {
	Column, Level int
	Limit         float32
	// Missing is whether a missing cell goes left.
	Missing bool
}

// Margin returns the constant of an output, to which its trees are added, each sum rounded to 4 bytes.
func (m *Model) Margin(output int) float64 { return float64(m.margins[output]) }

// Express writes each tree in another form, by its output and in the order in which they are added. leaf writes a
// value, and inner a node whose sides are written. Test: TestExpressedFilesPredictTheSame.
func Express[T any](m *Model, leaf func(value float64) T, inner func(b Branch, left, right T) T) [][]T {
	written := make([][]T, basemodel.Outputs(m.classes))
	for i, t := range m.trees {
		var write func(at int32) T
		write = func(at int32) T {
			n := &t[at]
			if n.left < 0 {
				return leaf(float64(n.value))
			}
			f := m.features[n.feature]
			return inner(Branch{f.column, f.level, n.value, n.missingLeft}, write(n.left), write(n.right))
		}
		written[m.outputs[i]] = append(written[m.outputs[i]], write(0))
	}
	return written
}
