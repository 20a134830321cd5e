package adapt

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
)

// FarColumn is a numeric column whose private mean is far from the source's: perhaps it is in other units. Exact, hence
// for its owner's eyes only.
type FarColumn struct {
	Name  string  `json:"name"`
	Shift float64 `json:"shift"` // in standard deviations of the source, rows clipped
}

// farColumns lists them in the source's order. A mean is far if it is beyond half of what clipping lets a single
// feature reach, or beyond three standard deviations.
func farColumns(sum *moment.Sum, schema dataset.Schema) []FarColumn {
	far := []FarColumn{}
	if sum.Rows == 0 || sum.Order != schema.Dim()+1 {
		return far // no feature, or features that are not the columns themselves
	}
	intercept := sum.Grid.Intercept()
	limit := math.Min(3, 3*intercept/2) // √(r²−c²) = 3c, see Intercept
	k := 1
	for _, c := range schema.Columns {
		switch c.Kind {
		case dataset.Numeric:
			if mean := sum.MeanOf(0, k) / intercept; math.Abs(mean) > limit {
				far = append(far, FarColumn{c.Name, mean})
			}
			k++
		case dataset.Categorical:
			k += len(c.Levels)
		}
	}
	return far
}
