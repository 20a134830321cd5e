package auto

import (
	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/smooth"
	"privadapt/core/model/trees"
	"privadapt/core/model/wire"
)

// MostBytes returns how many bytes a model has at most when it is encoded, whatever the weights: the blend of all
// candidates of one kind, or of every kind where that is empty, for a sample with these columns. A file is among them
// if there is one. Test: TestNoModelIsLargerThanItsBound.
func MostBytes(columns []dataset.Column, rows, classes int, kind string, file bool) int {
	const float, count = 8, 3 // bytes, of a count at most
	var w wire.Writer
	w.Columns(columns)
	head, dim, outputs := count+len(w.Bytes), basemodel.NewEncoding(columns).Dim(), basemodel.Outputs(classes)
	plain := head + count + float*(2+outputs*(1+dim))
	marks := min(smooth.Landmarks, rows)
	size := map[string]int{Linear: plain, Trees: treesBytes(columns, outputs, treesFor(classes))}
	if classes == 0 {
		size[Quadratic] = plain + float*3*linear.MostFeatures
		size[Smooth] = head + count + float*(3+marks*dim+1+dim+marks)
	}
	const ways = 3 // fits of each kind; the fourth adds a linear correction to the first
	const share = 2 * float
	total := head + 3*float + count
	for name, bytes := range size {
		if kind == "" || kind == name {
			total += ways*(share+bytes) + share + plain
		}
	}
	if file {
		total += share + len((&filed{}).Encode()) + share + plain
	}
	return total
}

// treesBytes bounds trees of any of the settings. A leaf has a count and a value, a split a column and a bin or a set
// of levels.
func treesBytes(columns []dataset.Column, outputs int, settings []trees.Settings) int {
	const float, short, count = 8, 4, 3
	set, total := 2, count*3+float*outputs
	for _, c := range columns {
		set = max(set, len(c.Levels)/8+1)
		if total += count; len(c.Levels) == 0 {
			total += float * (bins - 1)
		}
	}
	most := 0
	for _, s := range settings {
		most = max(most, s.Rounds*outputs*(s.Leaves*(1+short)+(s.Leaves-1)*(count+set)))
	}
	return total + most
}
