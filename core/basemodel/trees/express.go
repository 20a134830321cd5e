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

// Express writes each tree in another form, in the order in which they are added: those of the first round, one for each output, and
// so on. leaf writes a value, and inner a node whose sides are written.
// Test: TestExpressedTreesPredictTheSame.
func Express[T any](m *Model, leaf func(value float64) T, inner func(b Branch, left, right T) T) []T {
	written := make([]T, len(m.trees))
	for i, t := range m.trees {
		var write func(at int32) T
		write = func(at int32) T {
			n := &t[at]
			if n.left == 0 {
				return leaf(float64(n.value))
			}
			return inner(m.columns[n.column].branch(n), write(n.left), write(n.right))
		}
		written[i] = write(0)
	}
	return written
}

func (c column) branch(n *node) Branch {
	b := Branch{Column: n.column, Missing: c.goesLeft(uint8(c.bins()), n.bin, &n.set, n.missingLeft)}
	for k := range c.levels {
		if n.set.holds(uint8(k)) {
			b.Levels = append(b.Levels, k)
		} else {
			b.Others = append(b.Others, k)
		}
	}
	if b.Limit = math.Inf(1); c.levels == 0 && int(n.bin) < len(c.cuts) {
		b.Limit = c.cuts[n.bin]
	}
	return b
}
