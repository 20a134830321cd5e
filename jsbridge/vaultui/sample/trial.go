package sample

import (
	"privadapt/jsbridge/vaultui/wording"
)

// mostTried is how many columns of a row are typed; the others count as the sample's average.
const mostTried = 12

func UsedColumns(columns []Column) (used []Column) {
	for _, c := range columns {
		if c.Kind != "ignored" {
			used = append(used, c)
		}
	}
	return used
}

// TriedColumns are those that the owner types a value for: no dates.
func TriedColumns(columns []Column) (tried []Column) {
	for _, c := range UsedColumns(columns) {
		if !c.Dates && len(tried) < mostTried {
			tried = append(tried, c)
		}
	}
	return tried
}

// Typed is a value as the engine takes it: a number, or the place of a level.
func (c Column) Typed(text string) (value float64, ok bool) {
	for i, level := range c.Levels {
		if level.Name == text {
			return float64(i), true
		}
	}
	if len(c.Levels) > 0 {
		return 0, false
	}
	return wording.Number(text)
}
