package trees

// node is an inner node, or a leaf where it has no children. It has 16 bytes, because a model of hundreds of trees then
// stays in a processor's cache.
type node struct {
	// Place of the left child in the tree, which the right one follows; 0 for a leaf, because the root is no child.
	left  int32
	set   int32   // of a category: the place after its set's place in sets; 0 of a number
	value float32 // of a leaf
	cell  uint16  // which of a row's codes decides: 2·column, and one more where a missing number goes left
	bin   uint8   // of a number: the last bin that goes left
}

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
	t.nodes = append(t.nodes, node{}, node{})
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

// leafOf returns the value that a row with these codes gets.
func (t *tree) leafOf(codes []uint8) float64 {
	n := &t.nodes[0]
	for n.left != 0 {
		code := codes[n.cell]
		right := (int32(n.bin) - int32(code)) >> 31 & 1 // without a branch, because no processor could predict it
		if n.set > 0 {
			right = 1
			if t.sets[n.set-1].holds(code) {
				right = 0
			}
		}
		n = &t.nodes[n.left+right]
	}
	return float64(n.value)
}
