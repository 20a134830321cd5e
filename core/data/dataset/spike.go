package dataset

import (
	"math"
	"slices"
)

// spike is a group of values at an end of a public column that may stand for "no value": −200, 999 or 9999 in many cells,
// and far outside the rest. Nothing is computed of private rows: what is found is for the author of the public file.
type spike struct {
	values      []float64 // in increasing order
	cells       int       // that hold one of them
	least, most float64   // of all other cells
}

// What makes a spike: at most mostValues values, each in leastCells cells and in a share of leastShare of all; and
// farther from the nearest other value than this value is from half of the others, which have leastOthers different
// values there, or else from all others leastTimes as far as they are from each other. By the last condition a column
// of few values, such as 0 and 1, has no spike, nor has one of counts in which 0 is frequent. A zero in most cells is what
// usually happens, as of rare events.
const (
	mostValues  = 3
	leastCells  = 5
	leastShare  = 1e-3
	leastOthers = 10
	leastTimes  = 20
)

// spikesOf returns the spikes of a column, the lower one first. It puts the values in order where an end of them is
// frequent.
func spikesOf(column []float64) (found []spike) {
	least := max(leastCells, int(math.Ceil(leastShare*float64(len(column)))))
	if !frequentEnd(column, least) {
		return nil
	}
	slices.Sort(column)
	if s := lowest(column, least); s.cells > 0 {
		found = append(found, s)
	}
	mirror(column)
	if s := lowest(column, least); s.cells > 0 {
		mirror(s.values)
		s.least, s.most = -s.most, -s.least
		found = append(found, s)
	}
	return found
}

// frequentEnd reports whether the least or the largest value is in that many cells. In most columns of measurements
// neither is.
func frequentEnd(column []float64, cells int) bool {
	var counts [2]int
	var ends [2]float64
	for i, v := range column {
		for k := range ends {
			switch {
			case i == 0 || v < ends[k]:
				ends[k], counts[k] = v, 1
			case v == ends[k]:
				counts[k]++
			}
			v = -v
		}
	}
	return max(counts[0], counts[1]) >= cells
}

// mirror reverses values and their signs, so that they are in order again.
func mirror(values []float64) {
	slices.Reverse(values)
	for i := range values {
		values[i] = -values[i]
	}
}

// lowest returns the largest group of the lowest values that is a spike, with no cells if none is.
func lowest(column []float64, least int) (s spike) {
	var values []float64
	for at := 0; len(values) < mostValues; {
		next := at
		for next < len(column) && column[next] == column[at] {
			next++
		}
		if next-at < least || next == len(column) || column[at] == 0 && 2*next > len(column) {
			break
		}
		values = append(values, column[at])
		if at = next; apart(column[at:], column[at]-column[at-1]) {
			s = spike{slices.Clone(values), at, column[at], column[len(column)-1]}
		}
	}
	return s
}

// apart reports whether values in order are near to each other, beside a gap before the first of them.
func apart(others []float64, gap float64) bool {
	first, most := others[0], others[len(others)-1]
	near, different := 0, 0
	for near < len(others) && others[near]-first < gap {
		if near == 0 || others[near] != others[near-1] {
			different++
		}
		near++
	}
	varied := different >= leastOthers || most > first && gap >= leastTimes*(most-first)
	return 2*near >= len(others) && varied
}
