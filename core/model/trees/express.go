package trees

import "math"

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
			if n.left == 0 {
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
