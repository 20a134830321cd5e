package trees

import (
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// mostBins is the largest number of bins of a column, without the one for missing cells.
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
	starts  []uint32 // of each column's histogram
	length  int      // of all histograms
	bins    []uint8  // row-major
}

// NewBinned puts the cells of a sample into bins, at most this many for each column; 0 chooses 255.
func NewBinned(s basemodel.Sample, most int) *Binned {
	if most == 0 || most > mostBins {
		most = mostBins
	}
	rows, width := s.Rows(), len(s.Columns)
	b := &Binned{}
	cells := make([]float64, rows)
	for i, c := range s.Columns {
		for j := range cells {
			cells[j] = s.Cells[j*width+i]
		}
		of := column{levels: len(c.Levels)}
		if c.Kind == dataset.Numeric {
			of = column{cuts: cutsOf(cells, most)}
		}
		b.columns, b.starts = append(b.columns, of), append(b.starts, uint32(b.length))
		b.length += of.bins() + 1
	}
	return b.Of(s)
}

// Of puts the cells of another sample with these columns into the same bins.
func (b *Binned) Of(s basemodel.Sample) *Binned {
	other := *b
	other.sample, other.bins = s, make([]uint8, len(s.Cells))
	for k, v := range s.Cells {
		other.bins[k] = b.columns[k%len(b.columns)].bin(v)
	}
	return &other
}

// cutsOf returns the limits between bins, halfway between neighbours. If there are more distinct numbers than bins, a
// number that fills a bin of mean size by itself, as zero often does, gets its own bin, and the other numbers share the
// rest evenly.
func cutsOf(cells []float64, most int) []float64 {
	sorted := make([]float64, 0, len(cells))
	for _, v := range cells {
		if v == v {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	var distinct []float64
	var counts []int
	for k, v := range sorted {
		if k == 0 || v != sorted[k-1] {
			distinct, counts = append(distinct, v), append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	heavy := func(k int) bool { return counts[k]*most >= len(sorted) }
	bins, rest := most, len(sorted) // what the numbers that are not heavy share
	for k := range distinct {
		if heavy(k) {
			bins--
			rest -= counts[k]
		}
	}
	var cuts []float64
	filled := 0
	for k := 1; k < len(distinct); k++ {
		if !heavy(k - 1) {
			filled += counts[k-1]
		}
		full := filled*bins >= rest
		if len(distinct) > most && !heavy(k-1) && !heavy(k) && !full {
			continue
		}
		cuts = append(cuts, between(distinct[k-1], distinct[k]))
		if full && filled > 0 {
			bins = max(1, bins-1)
			rest -= filled
		}
		filled = 0
		if len(cuts) == most-1 {
			break
		}
	}
	return cuts
}

// between returns a number that is at least a and below b.
func between(a, b float64) float64 {
	middle := a + float64((b-a)/2)
	if !(middle < b) || math.IsInf(middle, 0) {
		return a // the next float64 after a is b
	}
	return middle
}
