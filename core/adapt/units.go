package adapt

import (
	"math"

	"privadapt/core/data/dataset"
)

// UnitGuess is a numeric column whose private numbers seem to be in a unit that is a power of ten off the source's.
// Exact, hence for its owner's eyes only.
type UnitGuess struct {
	Name   string  `json:"name"`
	Factor float64 `json:"factor"` // a power of ten: how many times the source's the private numbers are
}

// unitProbe sums up the first rows before clipping, because clipping would hide the size of long rows.
type unitProbe struct {
	columns []unitColumn
	rows    int
}

type unitColumn struct {
	dataset.Column
	at      int     // its feature
	sum     float64 // of the raw numbers
	squares float64 // of the standardised ones
	largest float64 // of the raw numbers, whatever their sign
	count   int
}

// unitRows are enough to recognise a factor of ten.
const unitRows = 1000

func newUnitProbe(s dataset.Schema) *unitProbe {
	u := &unitProbe{}
	at := 0
	for _, c := range s.Columns {
		if c.Kind == dataset.Numeric && !c.Dates {
			u.columns = append(u.columns, unitColumn{Column: c, at: at})
		}
		at += c.Width()
	}
	return u
}

// add takes a row of standardised features.
func (u *unitProbe) add(z []float64) {
	if u.rows == unitRows {
		return
	}
	u.rows++
	for i := range u.columns {
		c := &u.columns[i]
		if v := z[c.at]; v != 0 { // 0 stands for a missing cell, too
			raw := c.Mean + c.Scale*v
			c.sum += raw
			c.largest = math.Max(c.largest, math.Abs(raw))
			c.squares += v * v
			c.count++
		}
	}
}

// suspects lists the columns that seem to be in another unit. A power of ten, at least 10 or at most 1/10, brings their
// mean to within two standard deviations of the source's mean, and without it their values are not spread like the
// source's: on average they are more than five of its standard deviations away, or they are almost not spread at all.
// Means near zero, as of differences and of rare events, say nothing of a unit. So the largest number has to agree: a
// factor above 1 takes it beyond the source's range, and below 1 it still is in the range when it is multiplied back.
func (u *unitProbe) suspects() []UnitGuess {
	guesses := []UnitGuess{}
	for _, c := range u.columns {
		if c.count == 0 {
			continue
		}
		mean := c.sum / float64(c.count)
		log := math.Log10(mean / c.Mean) // NaN for means of two signs, or of zero
		power := math.Round(log)
		if !(math.Abs(power) >= 1 && math.Abs(power) <= 12) {
			continue
		}
		factor := math.Pow(10, power)
		shift := (mean - c.Mean) / c.Scale
		meanSquare := c.squares / float64(c.count)
		spread := math.Sqrt(math.Max(0, meanSquare-shift*shift))
		fits := math.Abs(mean/factor-c.Mean) < 2*c.Scale
		if public := math.Max(math.Abs(c.Min), math.Abs(c.Max)); factor > 1 && c.largest <= public ||
			factor < 1 && c.largest/factor > 2*public {
			continue
		}
		if fits && (math.Abs(shift) > 5 || spread < 0.2) {
			guesses = append(guesses, UnitGuess{c.Name, factor})
		}
	}
	return guesses
}
