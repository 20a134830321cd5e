package trees

import (
	"math"
	"slices"

	"privadapt/core/basemodel"
	"privadapt/core/dataset"
)

// mostBins is the largest number of bins of a column beside the one for missing cells.
const mostBins = 255

// column is how the cells of a column are put into bins.
type column struct {
	cuts   []float64 // of a number, ascending: bin b holds what is above cuts[b−1] and at most cuts[b]
	levels int       // of a category: its bins are the levels; else 0
}

// bins is the number of bins without the one for missing cells, which comes after them.
func (c column) bins() int {
	if c.levels > 0 {
		return c.levels
	}
	return len(c.cuts) + 1
}

// bin returns the bin of a cell.
func (c column) bin(v float64) uint8 {
	switch {
	case v != v:
		return uint8(c.bins())
	case c.levels > 0:
		if v < 0 || v >= float64(c.levels) {
			return uint8(c.levels)
		}
		return uint8(v)
	}
	low, high := 0, len(c.cuts)
	for low < high {
		if middle := (low + high) / 2; v > c.cuts[middle] {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return uint8(low)
}

// Binned is a sample in bins, shared by all fits to it.
type Binned struct {
	sample  basemodel.Sample
	columns []column
	starts  []int     // of each column's histogram; the last is the length of all
	bins    [][]uint8 // by column, then row
	missing []bool    // whether a column has missing cells
}

// NewBinned puts the cells of a sample into at most so many bins a column, 255 for 0.
func NewBinned(s basemodel.Sample, most int) *Binned {
	if most == 0 || most > mostBins {
		most = mostBins
	}
	b := &Binned{sample: s, starts: []int{0}}
	rows, width := s.Rows(), len(s.Columns)
	cells := make([]float64, rows)
	for i, c := range s.Columns {
		for j := range cells {
			cells[j] = s.Cells[j*width+i]
		}
		of := column{levels: len(c.Levels)}
		if c.Kind == dataset.Numeric {
			of = column{cuts: cutsOf(cells, most)}
		}
		bins, missing := make([]uint8, rows), false
		for j, v := range cells {
			bins[j] = of.bin(v)
			missing = missing || int(bins[j]) == of.bins()
		}
		b.columns, b.bins, b.missing = append(b.columns, of), append(b.bins, bins), append(b.missing, missing)
		b.starts = append(b.starts, b.starts[i]+of.bins()+1)
	}
	return b
}

// cutsOf returns the limits between bins: halfway between neighbours where there are few distinct numbers, else at quantiles.
func cutsOf(cells []float64, most int) []float64 {
	sorted := make([]float64, 0, len(cells))
	for _, v := range cells {
		if v == v {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	distinct := slices.Compact(slices.Clone(sorted))
	between := func(a, b float64) float64 {
		middle := a + float64((b-a)/2)
		if !(middle < b) || math.IsInf(middle, 0) {
			return a // the next float64 after a is b
		}
		return middle
	}
	var cuts []float64
	if len(distinct) <= most {
		for k := 1; k < len(distinct); k++ {
			cuts = append(cuts, between(distinct[k-1], distinct[k]))
		}
		return cuts
	}
	for k := 1; k < most; k++ {
		at := k * (len(sorted) - 1) / most
		if cut := between(sorted[at], sorted[at+1]); len(cuts) == 0 || cut > cuts[len(cuts)-1] {
			cuts = append(cuts, cut)
		}
	}
	return cuts
}
