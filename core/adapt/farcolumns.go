package adapt

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
)

// ColumnShift says of a numeric column how far its private mean is from the source's. Exact, hence for its owner's eyes
// only.
type ColumnShift struct {
	Name  string  `json:"name"`
	Shift float64 `json:"shift"` // in standard deviations of the source, rows clipped
}

// columnShifts lists the numeric columns in the source's order, and among them the columns whose mean is far:
// perhaps they are in other units. A mean is far if it is beyond half of what clipping lets a single feature reach,
// or beyond three standard deviations.
func columnShifts(sum *moment.Sum, schema dataset.Schema) (all, far []ColumnShift) {
	all, far = []ColumnShift{}, []ColumnShift{}
	if sum.Rows == 0 || sum.Order != schema.Dim()+1 {
		return all, far // no feature, or features that are not the columns themselves
	}
	intercept := sum.Grid.Intercept()
	limit := math.Min(3, 3*intercept/2) // √(r²−c²) = 3c, see Intercept
	k := 1
	for _, c := range schema.Columns {
		switch c.Kind {
		case dataset.Numeric:
			shift := ColumnShift{c.Name, sum.MeanOf(0, k) / intercept}
			all = append(all, shift)
			if math.Abs(shift.Shift) > limit {
				far = append(far, shift)
			}
			k++
		case dataset.Categorical:
			k += len(c.Levels)
		}
	}
	return all, far
}
