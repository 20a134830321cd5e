package trees

// node is an inner node, or a leaf where it has no children.
type node struct {
	column      int
	bin         uint8
	missingLeft bool
	set         levels
	left, right int32 // places of the children in the tree; 0 for a leaf, because the root is no child
	value       float32
}

// tree is its nodes, the root first and children after their parent.
type tree []node

// leafOf returns the value that a row of bins gets.
func (t tree) leafOf(columns []column, bins []uint8) float64 {
	n := &t[0]
	for n.left != 0 {
		if columns[n.column].goesLeft(bins[n.column], n.bin, &n.set, n.missingLeft) {
			n = &t[n.left]
		} else {
			n = &t[n.right]
		}
	}
	return float64(n.value)
}
