package kernel

import "structs"

// Node is an inner node of a tree or a leaf. It has 16 bytes, because a model of hundreds of trees then stays in a
// processor's cache.
type Node struct {
	_     structs.HostLayout
	Left  int32   // place of the left child in the tree, which the right one follows; its own place for a leaf
	Set   int32   // of a category: the place after its set's place in the tree's sets; 0 of a number
	Value float32 // of a leaf
	Cell  uint16  // which of a row's codes decides
	Bin   uint8   // of a number: the last code that goes left
}

// Leaf returns a leaf: all rows go left, to where they are.
func Leaf(place int) Node { return Node{Left: int32(place), Bin: 255} }

// Tree is its nodes, the root first and children after their parent, and which codes go left in those that ask for a
// category. What nodes name must exist: the loop checks nothing.
type Tree struct {
	Nodes []Node
	Sets  []Set
}

// Set is a set of codes.
type Set [4]uint64

func (s *Set) Add(code uint8)        { s[code>>6] |= 1 << (code & 63) }
func (s *Set) Holds(code uint8) bool { return s[code>>6]>>(code&63)&1 == 1 }

func (t *Tree) portableAdd(scores []float64, outputs int, codes []uint8, width int) {
	for ; len(scores) > 0; scores, codes = scores[min(outputs, len(scores)):], codes[width:] {
		at, below := int32(0), t.next(0, codes)
		for at != below {
			at, below = below, t.next(below, codes)
		}
		scores[0] += float64(t.Nodes[at].Value)
	}
}

// next returns where a row goes from a place; it stays in a leaf.
func (t *Tree) next(at int32, codes []uint8) int32 {
	n := &t.Nodes[at]
	code := codes[n.Cell]
	right := (int32(n.Bin) - int32(code)) >> 31 & 1 // without a branch, because no processor could predict it
	if n.Set > 0 {
		right = 1
		if t.Sets[n.Set-1].Holds(code) {
			right = 0
		}
	}
	return n.Left + right
}
