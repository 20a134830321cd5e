package trees

import (
	"math"

	"privadapt/core/kernel"
)

// leaf is a leaf that may still be split.
type leaf struct {
	node        int32
	first, last int // its rows in grower.rows
	histograms  []count
	total       count
	split       split
}

// grower grows one tree after another on the same rows.
type grower struct {
	*Binned
	Settings
	rows    []int32 // in the order of the leaves
	scratch []int32
	slopes  [][2]float64 // the present gradients and curvatures, by row of the sample
	search  search
	free    [][]count // histograms to be used again
	leaves  []leaf
	sides   [][256]uint8 // of the tree's inner nodes, by their places
}

func newGrower(b *Binned, s Settings, rows []int32) *grower {
	return &grower{
		Binned: b, Settings: s, rows: append([]int32(nil), rows...), scratch: make([]int32, len(rows)),
		sides: make([][256]uint8, 2*s.Leaves),
		search: search{
			Binned: b, leastRows: float64(s.LeastRows), leastCurvature: 1e-3, penalty: s.Penalty, masked: s.Masked,
		},
	}
}

// grow returns a tree on gradients and curvatures of the rows, and its leaves with their rows.
func (g *grower) grow(rows []int32, slopes [][2]float64) tree {
	copy(g.rows, rows)
	g.slopes = slopes
	for _, l := range g.leaves {
		g.release(l.histograms)
	}
	var total count
	for _, j := range g.rows {
		total = plus(total, count{First: g.slopes[j][0], Second: g.slopes[j][1], Rows: 1})
	}
	root := leaf{last: len(g.rows), total: total}
	if g.Leaves > 1 && g.splittable(root) {
		root.histograms = g.count(root)
		root.split = g.search.best(root.histograms, total)
	}
	t := tree{kernel.Tree{Nodes: append(make([]kernel.Node, 0, 2*g.Leaves), kernel.Leaf(0))}}
	g.leaves = append(g.leaves[:0], root)
	for len(g.leaves) < g.Leaves {
		at := 0
		for k, l := range g.leaves {
			if l.split.gain > g.leaves[at].split.gain {
				at = k
			}
		}
		if g.leaves[at].split.gain == 0 {
			break
		}
		g.divide(&t, at)
	}
	for _, l := range g.leaves {
		t.Nodes[l.node].Value = float32(-g.LearningRate * (l.total.First / (math.Max(l.total.Second, 1e-12) + g.Penalty)))
	}
	return t
}

func (g *grower) splittable(l leaf) bool { return l.last-l.first >= 2*g.LeastRows }

// divide splits a leaf: the left child takes its place, the right one comes last.
func (g *grower) divide(t *tree, at int) {
	parent := g.leaves[at]
	s := &parent.split
	middle := g.partition(parent)
	child := t.divide(parent.node, g.columns, s)
	left := leaf{node: child, first: parent.first, last: middle, total: s.left}
	right := leaf{node: child + 1, first: middle, last: parent.last, total: minus(parent.total, s.left)}
	if len(g.leaves)+1 < g.Leaves { // otherwise this was the last split
		small, large := &left, &right
		if left.last-left.first > right.last-right.first {
			small, large = large, small
		}
		if g.splittable(*large) {
			small.histograms = g.count(*small)
			large.histograms = parent.histograms
			parent.histograms = nil
			kernel.Subtract(large.histograms, small.histograms)
			large.split = g.search.best(large.histograms, large.total)
			if g.splittable(*small) {
				small.split = g.search.best(small.histograms, small.total)
			}
		}
	}
	g.release(parent.histograms)
	g.leaves[at] = left
	g.leaves = append(g.leaves, right)
}

// partition puts the rows that go left before the others, each in their order, and returns where the others begin.
func (g *grower) partition(l leaf) int {
	rows := g.rows[l.first:l.last]
	goesLeft := &g.sides[l.node]
	g.columns[l.split.column].sides(goesLeft, &l.split)
	return l.first + kernel.Partition(rows, g.scratch, g.bins[l.split.column:], len(g.columns), goesLeft)
}

// leafOf returns the leaf that a row goes to in the tree that was grown last.
func (g *grower) leafOf(t *tree, row int32) int32 {
	bins := g.bins[int(row)*len(g.columns):]
	at := int32(0)
	for {
		n := &t.Nodes[at]
		if n.Left == at {
			return at
		}
		at = n.Left + 1 - int32(g.sides[at][bins[columnOf(n)]])
	}
}

func (g *grower) count(l leaf) []count {
	var h []count
	if last := len(g.free) - 1; last >= 0 {
		h, g.free = g.free[last], g.free[:last]
		clear(h)
	} else {
		h = make([]count, g.length)
	}
	kernel.Histograms(h, g.starts, g.bins, g.rows[l.first:l.last], g.slopes)
	return h
}

func (g *grower) release(h []count) {
	if h != nil {
		g.free = append(g.free, h)
	}
}

// count describes the rows in a bin: the sums of their gradients and curvatures, and their number.
type count = kernel.Bin

func plus(a, b count) count {
	return count{First: a.First + b.First, Second: a.Second + b.Second, Rows: a.Rows + b.Rows}
}

func minus(a, b count) count {
	return count{First: a.First - b.First, Second: a.Second - b.Second, Rows: a.Rows - b.Rows}
}

// histogram returns the histogram of the i-th column.
func (b *Binned) histogram(all []count, i int) []count {
	first := int(b.starts[i])
	return all[first : first+b.columns[i].bins()+1]
}
