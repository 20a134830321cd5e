package auto

import (
	"encoding/base64"
	"fmt"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
	"privadapt/core/terms/method"
)

// Bytes of a number in JSON with what separates it from the next, and of the names and few numbers of a blend and of a
// part, at most.
const (
	number    = len("-0.0000012345678901234567,")
	headBytes = 300
	partBytes = 300
)

// MostBytes returns how many bytes the JSON of a model has at most, whatever the weights: the blend of all candidates of
// one kind, or of every kind where that is auto, for a sample with these columns. A file is among them if there is one.
// Test: TestNoModelIsLargerThanItsBound.
func MostBytes(columns []dataset.Column, rows, classes int, only method.Base, file bool) int {
	plain := linearBytes(columns, rows, classes)
	total := headBytes
	for _, name := range method.Fitted(classes > 0) {
		if only == method.Auto || only == name {
			for _, way := range WaysOf(name) {
				if way == Corrected { // adds a linear correction to the first
					total += plain
				} else {
					total += kinds[name].bytes(columns, rows, classes)
				}
			}
		}
	}
	if file {
		total += partBytes + plain
	}
	return total
}

// MostPublicBytes is MostBytes of one candidate that no weights enter, as labels correct.
func MostPublicBytes(columns []dataset.Column, rows, classes int, only method.Base) int {
	most := partBytes // of a file
	for _, name := range method.Fitted(classes > 0) {
		if only == method.Auto || only == name {
			most = max(most, kinds[name].bytes(columns, rows, classes))
		}
	}
	return headBytes + most
}

func linearBytes(columns []dataset.Column, _, classes int) int {
	return partBytes + basemodel.Outputs(classes)*(len("[],")+number*(1+basemodel.NewEncoding(columns).Dim()))
}

func smoothBytes(columns []dataset.Column, rows, _ int) int {
	dim := basemodel.NewEncoding(columns).Dim()
	marks := min(linear.Landmarks(dim), rows)
	return partBytes + number*(marks*dim+1+dim+marks)
}

func mostTreesBytes(columns []dataset.Column, rows, classes int) int {
	return treesBytes(columns, rows, basemodel.Outputs(classes), treesFor(classes))
}

// treesBytes bounds trees of any of the settings. A leaf has a value and a 0 for its column, a split a column and a bin
// or a set of levels.
func treesBytes(columns []dataset.Column, rows, outputs int, settings []trees.Settings) int {
	decides, total := len("255,"), partBytes+number*outputs
	for _, c := range columns {
		total += len("[],")
		if len(c.Levels) == 0 {
			total += number * min(bins-1, rows)
		} else {
			decides = max(decides, len(`"",`)+base64.StdEncoding.EncodedLen(len(c.Levels)/8+1))
		}
	}
	split := decides + len(fmt.Sprintf("-%d,", len(columns)))
	most := 0
	for _, s := range settings {
		leaves := min(s.Leaves, rows)
		most = max(most, s.Rounds*outputs*(leaves*(len("0,")+trees.ValueBytes)+(leaves-1)*split))
	}
	return total + most
}
