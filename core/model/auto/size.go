package auto

import (
	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
	"privadapt/core/terms/method"
)

// Bytes of a number and, at most, of a count.
const float, count = 8, 3

// MostBytes returns how many bytes a model has at most when it is encoded, whatever the weights: the blend of all
// candidates of one kind, or of every kind where that is auto, for a sample with these columns. A file is among them
// if there is one. Test: TestNoModelIsLargerThanItsBound.
func MostBytes(columns []dataset.Column, rows, classes int, only method.Base, file bool) int {
	const ways = 3 // fits of each kind; the fourth adds a linear correction to the first
	const share = 2 * float
	plain := linearBytes(columns, rows, classes)
	total := headBytes(columns) + 3*float + count
	for _, name := range method.Fitted(classes > 0) {
		if only == method.Auto || only == name {
			total += ways*(share+kinds[name].bytes(columns, rows, classes)) + share + plain
		}
	}
	if file {
		total += share + len((&filed{}).Encode()) + share + plain
	}
	return total
}

// MostPublicBytes is MostBytes of one candidate that no weights enter, as labels correct.
func MostPublicBytes(columns []dataset.Column, rows, classes int, only method.Base, file bool) int {
	most := 0
	if file {
		most = len((&filed{}).Encode())
	}
	for _, name := range method.Fitted(classes > 0) {
		if only == method.Auto || only == name {
			most = max(most, kinds[name].bytes(columns, rows, classes))
		}
	}
	return headBytes(columns) + 5*float + count + most
}

func headBytes(columns []dataset.Column) int {
	var w basemodel.Writer
	w.Columns(columns)
	return count + len(w.Bytes)
}

func linearBytes(columns []dataset.Column, _, classes int) int {
	weights := basemodel.Outputs(classes) * (1 + basemodel.NewEncoding(columns).Dim())
	return headBytes(columns) + count + float*(2+weights)
}

func smoothBytes(columns []dataset.Column, rows, _ int) int {
	dim := basemodel.NewEncoding(columns).Dim()
	marks := min(linear.Landmarks(dim), rows)
	return headBytes(columns) + count + float*(3+marks*dim+1+dim+marks)
}

func mostTreesBytes(columns []dataset.Column, rows, classes int) int {
	return treesBytes(columns, rows, basemodel.Outputs(classes), treesFor(classes))
}

// treesBytes bounds trees of any of the settings. A leaf has a count and a value, a split a column and a bin or a set
// of levels.
func treesBytes(columns []dataset.Column, rows, outputs int, settings []trees.Settings) int {
	const short = 4
	set, total := 2, count*3+float*outputs
	for _, c := range columns {
		set = max(set, len(c.Levels)/8+1)
		if total += count; len(c.Levels) == 0 {
			total += float * min(bins-1, rows)
		}
	}
	most := 0
	for _, s := range settings {
		leaves := min(s.Leaves, rows)
		most = max(most, s.Rounds*outputs*(leaves*(1+short)+(leaves-1)*(count+set)))
	}
	return total + most
}
