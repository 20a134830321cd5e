package trees

import (
	"slices"

	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
)

// split divides the rows of a leaf.
type split struct {
	gain   float64 // 0: there is no split
	column int
	// bin is, of a number, the last bin that goes left; missingLeft is for missing cells.
	bin         uint8
	missingLeft bool
	set         kernel.Set // of a category: what goes left, missing cells among them
	left        count
}

// goesLeft decides by the bin of a cell.
func (c column) goesLeft(bin uint8, s *split) bool {
	switch {
	case c.levels > 0:
		return s.set.Holds(bin)
	case int(bin) > len(c.cuts):
		return s.missingLeft
	}
	return bin <= s.bin
}

// sides notes which bins go left, as 1, and the others as 0.
func (c column) sides(left *[256]uint8, s *split) {
	for b := range c.bins() + 1 {
		left[b] = 0
		if c.goesLeft(uint8(b), s) {
			left[b] = 1
		}
	}
}

// search finds the best split of a leaf: the largest score left + score right − score of the leaf.
type search struct {
	*Binned
	leastRows      float64 // on either side
	leastCurvature float64
	penalty        float64

	total count
	found split
	order []int // scratch: levels

	masked bool   // a node chooses among about half of the columns
	nodes  uint64 // that were searched so far
}

func score(c count, penalty float64) float64 {
	return float64(c.First*c.First) / (c.Second + penalty)
}

func (s *search) best(histograms []count, total count) split {
	s.found, s.total = split{}, total
	least := 1e-12 * score(total, s.penalty) // less is rounding
	s.found.gain = least
	if total.Rows >= 2*s.leastRows {
		s.nodes++
		for i, c := range s.columns {
			if s.masked && s.hides(i) {
				continue
			}
			h := s.histogram(histograms, i)
			if c.levels > 0 {
				s.categories(i, h)
			} else {
				s.numbers(i, h)
			}
		}
	}
	if s.found.gain <= least {
		return split{}
	}
	return s.found
}

// hides reports whether a node may not ask for a column: half of them by chance, and never all.
func (s *search) hides(i int) bool {
	return basemodel.Hash(s.nodes<<16|uint64(i))&1 == 0 &&
		basemodel.Hash(s.nodes<<16|1<<15)%uint64(len(s.columns)) != uint64(i)
}

// improves reports whether a left side gives a better split than the one found, and notes its gain.
func (s *search) improves(left count, penalty, own float64) bool {
	right := minus(s.total, left)
	if left.Rows < s.leastRows || right.Rows < s.leastRows || left.Second < s.leastCurvature ||
		right.Second < s.leastCurvature {
		return false
	}
	gain := score(left, penalty) + score(right, penalty) - own
	if gain <= s.found.gain {
		return false
	}
	s.found.gain = gain
	return true
}

// numbers tries all limits between bins, with the missing cells on the right and, if there are any, on the left.
func (s *search) numbers(i int, h []count) {
	last := len(h) - 1
	missing := h[last]
	if bin, left := s.limit(h[:last], count{}); bin >= 0 {
		// Cells that are not missing here and are elsewhere go with the larger part.
		s.found = split{gain: s.found.gain, column: i, bin: uint8(bin), left: left,
			missingLeft: missing.Rows == 0 && 2*left.Second > s.total.Second}
	}
	if missing.Rows == 0 {
		return
	}
	if bin, left := s.limit(h[:last], missing); bin >= 0 {
		s.found = split{gain: s.found.gain, column: i, bin: uint8(bin), left: left, missingLeft: true}
	}
}

// limit returns the last bin that goes left in the best split, and the sums of its left side, which include the
// missing cells from the start. The bin is −1 where no split is better than the one found. It is improves for each
// bin in turn, written out, because this loop takes much of the time of a fit.
func (s *search) limit(h []count, left count) (bin int, of count) {
	bin = -1
	total, penalty, gain := s.total, s.penalty, s.found.gain
	leastRows, leastCurvature, own := s.leastRows, s.leastCurvature, score(s.total, s.penalty)
	for b := range h {
		c := &h[b]
		if c.Rows == 0 {
			continue
		}
		left.First += c.First
		left.Second += c.Second
		left.Rows += c.Rows
		if total.Rows-left.Rows < leastRows {
			break
		}
		first, second := total.First-left.First, total.Second-left.Second
		if left.Rows < leastRows || left.Second < leastCurvature || second < leastCurvature {
			continue
		}
		if v := float64(left.First*left.First)/(left.Second+penalty) +
			float64(first*first)/(second+penalty) - own; v > gain {
			gain, bin, of = v, b, left
		}
	}
	s.found.gain = gain
	return bin, of
}

const (
	// smoothing is added to the curvature of a level when levels are put in order, so that rare ones do not come first or
	// last by chance.
	smoothing = 10
	// setPenalty is added to the penalty where sets are compared: the best of many sets looks better than it is.
	setPenalty = 10
)

// categories tries the sets of levels that come first in the order of their mean gradients; missing cells are a level.
func (s *search) categories(i int, h []count) {
	s.order = s.order[:0]
	for b, c := range h {
		if c.Rows > 0 {
			s.order = append(s.order, b)
		}
	}
	mean := func(b int) float64 { return h[b].First / (h[b].Second + smoothing) }
	slices.SortStableFunc(s.order, func(a, b int) int {
		switch x, y := mean(a), mean(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	penalty := s.penalty + setPenalty
	own := score(s.total, penalty)
	var left count
	for k := range max(0, len(s.order)-1) {
		left = plus(left, h[s.order[k]])
		if !s.improves(left, penalty, own) {
			continue
		}
		s.found = split{gain: s.found.gain, column: i, left: left}
		if 2*left.Second > s.total.Second { // levels that are not seen here go with the larger part
			for b, c := range h {
				if c.Rows == 0 {
					s.found.set.Add(uint8(b))
				}
			}
		}
		for _, b := range s.order[:k+1] {
			s.found.set.Add(uint8(b))
		}
	}
}
