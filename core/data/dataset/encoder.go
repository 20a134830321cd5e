package dataset

import (
	"math"

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

// usable reports whether a number can be standardised, or is the index of a level.
func (e *encoder) usable(v float64) bool {
	if e.use == asLevel {
		return v >= 0 && v < float64(len(e.on)) && v == math.Trunc(v)
	}
	return usual((v - e.mean) / e.scale)
}

// encode writes the features of a cell, a number or the index of a level, into the row dst. A NaN is a missing cell and
// writes nothing.
func (e *encoder) encode(dst []float64, v float64) {
	if e.use != asLevel {
		if z := (v - e.mean) / e.scale; usual(z) {
			dst[e.at] = z
		}
	} else if e.usable(v) {
		copy(dst[e.at:], e.off)
		dst[e.at+int(v)] = e.on[int(v)]
	}
}
