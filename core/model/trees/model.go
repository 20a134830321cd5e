// Package trees fits gradient-boosted regression trees on histograms (Friedman 2001; Ke et al. 2017): squared loss for
// numbers, logistic loss for classes. The cells of a column are put into at most 256 bins once. A tree grows leaf by
// leaf, and the leaf with the largest gain is split first. Histograms are counted for the smaller of two children;
// the other child's are the difference.
//
// A missing cell goes to the side with the lower loss or, if the column has no missing cell in the sample, to the side
// with more weight. A category is split by sets of levels, in the order of their mean gradients (Fisher 1958).
//
// Settings are chosen by one fold, and the number of rounds by all.
//
// The fit is deterministic: sums run in the order of the rows, ties go to the first column and the lowest
// bin, and columns are hidden by a hash.
package trees

import (
	"math"

	"privadapt/core/kernel"
)

// Model is a sum of trees.
type Model struct {
	columns []column
	classes int
	base    []float64 // the constant of each output
	trees   []tree    // first the first round's, one for each output, and so on
	read    written   // until the model is bound
}

// Rounds is the number of trees for each output.
func (m *Model) Rounds() int { return len(m.trees) / len(m.base) }

// Predict implements basemodel.Model.
func (m *Model) Predict(scores, cells []float64) {
	if len(scores) == 0 {
		return
	}
	outputs, width := len(m.base), len(m.columns)
	all := make([]uint8, 2*len(cells))
	for j := range len(scores) / outputs {
		codes(all[2*j*width:], m.columns, cells[j*width:])
		copy(scores[j*outputs:], m.base)
	}
	for i := range m.trees { // one tree stays in the cache while all rows pass
		m.trees[i].Add(scores[i%outputs:], outputs, all, 2*width)
	}
}

// tree has the codes of a row's cells, two for each: see codes.
type tree struct{ kernel.Tree }

func columnOf(n *kernel.Node) int { return int(n.Cell >> 1) }

// divide makes an inner node of a leaf, and returns the place of its left child.
func (t *tree) divide(at int32, columns []column, s *split) int32 {
	n := kernel.Node{Left: int32(len(t.Nodes)), Cell: uint16(2 * s.column), Bin: s.bin}
	if s.missingLeft {
		n.Cell++
	}
	if columns[s.column].levels > 0 {
		t.Sets = append(t.Sets, s.set)
		n.Set = int32(len(t.Sets))
	}
	t.Nodes[at] = n
	t.Nodes = append(t.Nodes, kernel.Leaf(len(t.Nodes)), kernel.Leaf(len(t.Nodes)+1))
	return n.Left
}

// split returns what an inner node asks.
func (t *tree) split(n *kernel.Node) split {
	s := split{column: columnOf(n), bin: n.Bin, missingLeft: n.Cell&1 == 1}
	if n.Set > 0 {
		s.set = t.Sets[n.Set-1]
	}
	return s
}

// codes writes two codes for each cell of a row, which are its bin. Only a missing number has others: by the first it
// goes right in every tree, by the second left.
func codes(dst []uint8, columns []column, cells []float64) {
	for i := range columns {
		c := &columns[i]
		b := c.bin(cells[i])
		dst[2*i], dst[2*i+1] = b, b
		if c.levels == 0 && int(b) == c.bins() {
			dst[2*i], dst[2*i+1] = 255, 0
		}
	}
}

// Branch is the question that an inner node asks of a cell: a row goes left or right by it.
type Branch struct {
	Column int
	Limit  float64 // of a number: what is at most this goes left; +Inf where all numbers do
	Levels []int   // of a category: the levels that go left; Others are the rest of them
	Others []int
	// Missing is whether a missing cell goes left.
	Missing bool
}

// Base returns the constant of each output, to which its trees are added.
func (m *Model) Base() []float64 { return m.base }

// Express writes each tree in another form, in the order in which they are added: first the first round's trees,
// one for each output, and so on. leaf writes a value, and inner a node whose sides are written. Test:
// TestExpressedTreesPredictTheSame.
func Express[T any](m *Model, leaf func(value float64) T, inner func(b Branch, left, right T) T) []T {
	written := make([]T, len(m.trees))
	for i := range m.trees {
		t := &m.trees[i]
		var write func(at int32) T
		write = func(at int32) T {
			n := &t.Nodes[at]
			if n.Left == at {
				return leaf(float64(n.Value))
			}
			s := t.split(n)
			return inner(m.columns[s.column].branch(&s), write(n.Left), write(n.Left+1))
		}
		written[i] = write(0)
	}
	return written
}

func (c column) branch(s *split) Branch {
	b := Branch{Column: s.column, Missing: c.goesLeft(uint8(c.bins()), s)}
	for k := range c.levels {
		if s.set.Holds(uint8(k)) {
			b.Levels = append(b.Levels, k)
		} else {
			b.Others = append(b.Others, k)
		}
	}
	if b.Limit = math.Inf(1); c.levels == 0 && int(s.bin) < len(c.cuts) {
		b.Limit = c.cuts[s.bin]
	}
	return b
}
