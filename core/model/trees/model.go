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

import "math"

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
		m.trees[i].add(scores[i%outputs:], outputs, all, 2*width)
	}
}

// add adds the values of rows to every outputs-th score; width is the number of a row's codes.
func (t *tree) add(scores []float64, outputs int, codes []uint8, width int) {
	const together = 4 // rows: a processor goes down for one while it waits for another
	for len(scores) > (together-1)*outputs {
		var a, b, c, d int32
		for {
			e, f := t.next(a, codes), t.next(b, codes[width:])
			g, h := t.next(c, codes[2*width:]), t.next(d, codes[3*width:])
			if a == e && b == f && c == g && d == h {
				break
			}
			a, b, c, d = e, f, g, h
		}
		for k, at := range [together]int32{a, b, c, d} {
			scores[k*outputs] += float64(t.nodes[at].value)
		}
		scores, codes = scores[min(together*outputs, len(scores)):], codes[together*width:]
	}
	for ; len(scores) > 0; scores, codes = scores[min(outputs, len(scores)):], codes[width:] {
		at, below := int32(0), t.next(0, codes)
		for at != below {
			at, below = below, t.next(below, codes)
		}
		scores[0] += float64(t.nodes[at].value)
	}
}

// node is an inner node or a leaf. It has 16 bytes, because a model of hundreds of trees then stays in a processor's
// cache.
type node struct {
	left  int32   // place of the left child in the tree, which the right one follows; its own place for a leaf
	set   int32   // of a category: the place after its set's place in sets; 0 of a number
	value float32 // of a leaf
	cell  uint16  // which of a row's codes decides: 2·column, and one more where a missing number goes left
	bin   uint8   // of a number: the last bin that goes left
}

// leafAt returns a leaf: all rows go left, to where they are.
func leafAt(place int) node { return node{left: int32(place), bin: 255} }

func (n *node) column() int { return int(n.cell >> 1) }

func (n *node) missingLeft() bool { return n.cell&1 == 1 }

// tree is its nodes, the root first and children after their parent, and which levels go left in those that ask for a
// category.
type tree struct {
	nodes []node
	sets  []levels
}

// divide makes an inner node of a leaf, and returns the place of its left child.
func (t *tree) divide(at int32, columns []column, s *split) int32 {
	n := node{left: int32(len(t.nodes)), cell: uint16(2 * s.column), bin: s.bin}
	if s.missingLeft {
		n.cell++
	}
	if columns[s.column].levels > 0 {
		t.sets = append(t.sets, s.set)
		n.set = int32(len(t.sets))
	}
	t.nodes[at] = n
	t.nodes = append(t.nodes, leafAt(len(t.nodes)), leafAt(len(t.nodes)+1))
	return n.left
}

// split returns what an inner node asks.
func (t *tree) split(n *node) split {
	s := split{column: n.column(), bin: n.bin, missingLeft: n.missingLeft()}
	if n.set > 0 {
		s.set = t.sets[n.set-1]
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

// next returns where a row with these codes goes from a place; it stays in a leaf.
func (t *tree) next(at int32, codes []uint8) int32 {
	n := &t.nodes[at]
	code := codes[n.cell]
	right := (int32(n.bin) - int32(code)) >> 31 & 1 // without a branch, because no processor could predict it
	if n.set > 0 {
		right = 1
		if t.sets[n.set-1].holds(code) {
			right = 0
		}
	}
	return n.left + right
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
			n := &t.nodes[at]
			if n.left == at {
				return leaf(float64(n.value))
			}
			s := t.split(n)
			return inner(m.columns[s.column].branch(&s), write(n.left), write(n.left+1))
		}
		written[i] = write(0)
	}
	return written
}

func (c column) branch(s *split) Branch {
	b := Branch{Column: s.column, Missing: c.goesLeft(uint8(c.bins()), s)}
	for k := range c.levels {
		if s.set.holds(uint8(k)) {
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
