// Package spike finds values of a public column that may stand for "no value": −200, 999 or 9999 in many cells, at an end of the range and
// far outside the rest. It computes nothing of private rows: what it finds is for the author of the public file.
package spike

import (
	"iter"
	"math"
	"slices"
)

// Spike is a group of values at an end of a column.
type Spike struct {
	Values      []float64 // in increasing order
	Cells       int       // that hold one of them
	Least, Most float64   // of all other cells
}

// What makes a spike: at most mostValues values, each in leastCells cells and in a share of leastShare of all; and farther from the
// nearest other value than this value is from half of the others, which have leastOthers different values there, or else from all others
// leastTimes as far as they are from each other. By the last condition a column of few values, such as 0 and 1, has no spike, nor has one
// of counts in which 0 is frequent.
const (
	mostValues  = 3
	leastCells  = 5
	leastShare  = 1e-3
	leastOthers = 10
	leastTimes  = 20
)

// Find returns the spikes of a column, the lower one first. It walks the values of the column up to seven times; NaN stands for a
// missing cell.
func Find(column iter.Seq[float64]) (found []Spike) {
	low, high, cells := end{sign: 1}, end{sign: -1}, 0
	for v := range column {
		if !math.IsNaN(v) {
			low.add(v)
			high.add(-v)
			cells++
		}
	}
	for _, e := range []*end{&low, &high} {
		if s, ok := e.spike(column, cells); ok {
			found = append(found, s)
		}
	}
	return found
}

// end counts the least values of a column, or of its negative.
type end struct {
	sign   float64
	values []float64 // the least ones in order, at most mostValues and the next
	cells  []int     // that hold each
}

func (e *end) add(v float64) {
	n := len(e.values)
	if n > mostValues && v > e.values[n-1] {
		return
	}
	at, known := slices.BinarySearch(e.values, v)
	if known {
		e.cells[at]++
		return
	}
	e.values, e.cells = slices.Insert(e.values, at, v), slices.Insert(e.cells, at, 1)
	if n > mostValues {
		e.values, e.cells = e.values[:n], e.cells[:n]
	}
}

// spike returns the values of this end that are one: the largest group.
func (e *end) spike(column iter.Seq[float64], cells int) (found Spike, ok bool) {
	least := max(leastCells, int(math.Ceil(leastShare*float64(cells))))
	count := 0
	for k := range min(mostValues, len(e.values)-1) {
		if e.cells[k] < least {
			break
		}
		count += e.cells[k]
		if s, apart := e.apart(column, k+1, cells-count); apart {
			s.Cells = count
			found, ok = s, true
		}
	}
	return found, ok
}

// apart reports whether the first values of this end are far from the others, of which there are so many.
func (e *end) apart(column iter.Seq[float64], values, others int) (s Spike, ok bool) {
	nearest := e.values[values]
	gap := nearest - e.values[values-1]
	near, most := 0, nearest
	var different []float64
	for v := range column {
		if v *= e.sign; !(v >= nearest) {
			continue
		}
		most = max(most, v)
		if v-nearest >= gap {
			continue
		}
		near++
		if len(different) < leastOthers && !slices.Contains(different, v) {
			different = append(different, v)
		}
	}
	varied := len(different) >= leastOthers || most > nearest && gap >= leastTimes*(most-nearest)
	if 2*near < others || !varied {
		return Spike{}, false
	}
	s = Spike{Values: slices.Clone(e.values[:values]), Least: nearest, Most: most}
	if e.sign < 0 {
		slices.Reverse(s.Values)
		for i := range s.Values {
			s.Values[i] = -s.Values[i]
		}
		s.Least, s.Most = -most, -nearest
	}
	return s, true
}
