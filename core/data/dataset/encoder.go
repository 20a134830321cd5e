package dataset

import (
	"privadapt/core/data/dataset/csv"
)

// encoder writes the features of one column. Source and target share it, so
// equal cells give equal bits on both sides.
type encoder struct {
	use    cellUse
	at     int            // the column's first feature
	mean   float64        // asNumber, asDate
	scale  float64        // asNumber, asDate
	order  csv.DateOrder  // asDate: of dates that do not show theirs
	levels map[string]int // asLevel: the index of each level
	on     []float64      // asLevel: (1 − mean)/scale of each level
	off    []float64      // asLevel: (0 − mean)/scale of each level
}

// cellUse is a Kind as a number, so that no cell costs a comparison of strings.
type cellUse uint8

const (
	unused cellUse = iota
	asNumber
	asDate
	asLevel
	asUnit // names the person of a row, and has no features; see unit.go
)

// newEncoders returns one encoder for each column of a schema.
func newEncoders(s Schema) []encoder {
	encoders := make([]encoder, len(s.Columns))
	at := 0
	for i, c := range s.Columns {
		e := encoder{at: at}
		switch c.Kind {
		case Numeric:
			e.use, e.mean, e.scale = asNumber, c.Mean, c.Scale
			if c.Dates {
				e.use, e.order = asDate, c.DateOrder
			}
		case Categorical:
			e.use = asLevel
			e.levels = make(map[string]int, len(c.Levels))
			for k, l := range c.Levels {
				e.levels[l.Name] = k
				e.on = append(e.on, (1-l.Mean)/l.Scale)
				e.off = append(e.off, -l.Mean/l.Scale)
			}
		}
		encoders[i] = e
		at += c.Width()
	}
	return encoders
}

// number writes a number's feature into the row dst. It writes nothing and
// returns false if the standardised value is beyond Largest.
func (e *encoder) number(dst []float64, v float64) bool {
	z := (v - e.mean) / e.scale
	if !usual(z) {
		return false
	}
	dst[e.at] = z
	return true
}

// date writes the feature of a trimmed cell that is a date, as number does.
func (e *encoder) date(dst []float64, cell []byte) bool {
	days, ok := csv.ParseDate(cell, e.order)
	return ok && e.number(dst, days)
}

// text writes a trimmed categorical cell's features into the row dst. It
// writes nothing and returns false if the cell is not one of the levels.
func (e *encoder) text(dst []float64, cell []byte) bool {
	k, ok := e.levels[string(cell)]
	if ok {
		e.level(dst, k)
	}
	return ok
}

// level writes the features of a cell that has the k-th level.
func (e *encoder) level(dst []float64, k int) {
	copy(dst[e.at:], e.off)
	dst[e.at+k] = e.on[k]
}
