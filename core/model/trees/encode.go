package trees

import (
	"privadapt/core/model/basemodel"
)

// Kind is the first byte of an encoded model.
const Kind = 'T'

const (
	mostColumns = 1 << 14
	mostTrees   = 1 << 14
	mostDepth   = 512
)

// Encode implements basemodel.Encodable.
func (m *Model) Encode() []byte {
	var w basemodel.Writer
	w.Byte(Kind)
	w.Count(m.classes)
	w.Count(len(m.columns))
	for _, c := range m.columns {
		w.Count(c.levels)
		if c.levels == 0 {
			w.Floats(c.cuts)
		}
	}
	for _, v := range m.base {
		w.Float(v)
	}
	w.Count(len(m.trees))
	for i := range m.trees {
		m.trees[i].encode(&w, m.columns, 0)
	}
	return w.Bytes
}

// encode writes a node and what is below it, from left to right.
func (t *tree) encode(w *basemodel.Writer, columns []column, at int32) {
	n := &t.nodes[at]
	if n.left == 0 {
		w.Count(0)
		w.Short(n.value)
		return
	}
	s := t.split(n)
	w.Count(s.column + 1)
	if c := columns[s.column]; c.levels > 0 {
		for b := 0; b <= c.levels; b += 8 {
			w.Byte(byte(s.set[b>>6] >> (b & 63)))
		}
	} else {
		w.Byte(s.bin)
		if s.missingLeft {
			w.Byte(1)
		} else {
			w.Byte(0)
		}
	}
	t.encode(w, columns, n.left)
	t.encode(w, columns, n.left+1)
}

// Decode reads a model after its first byte.
func Decode(r *basemodel.Reader) *Model {
	m := &Model{classes: r.Classes()}
	for range r.Count(1, mostColumns) {
		c := column{levels: r.Count(0, mostBins)}
		if c.levels == 0 {
			c.cuts = r.Floats(mostBins - 1)
			for k := 1; k < len(c.cuts); k++ {
				if !(c.cuts[k] > c.cuts[k-1]) {
					r.Fail("limits of bins do not ascend")
				}
			}
		}
		if m.columns = append(m.columns, c); r.Faulty() {
			return m
		}
	}
	outputs := basemodel.Outputs(m.classes)
	for range outputs {
		m.base = append(m.base, r.Float())
	}
	count := r.Count(0, mostTrees)
	if count%outputs != 0 {
		r.Fail("%d trees are not the same number for each of %d classes", count, outputs)
	}
	for i := 0; i < count && !r.Faulty(); i++ {
		t := tree{nodes: make([]node, 1)}
		t.decode(r, m.columns, 0, 0)
		m.trees = append(m.trees, t)
	}
	return m
}

// decode reads a node, which is a leaf so far, and what is below it.
func (t *tree) decode(r *basemodel.Reader, columns []column, at int32, depth int) {
	which := r.Count(0, len(columns))
	if which == 0 || depth > mostDepth {
		if depth > mostDepth {
			r.Fail("a tree is too deep")
		}
		t.nodes[at].value = r.Short()
		return
	}
	s := split{column: which - 1}
	if c := columns[s.column]; c.levels > 0 {
		for b := 0; b <= c.levels; b += 8 {
			s.set[b>>6] |= uint64(r.Byte()) << (b & 63)
		}
		for b := c.levels + 1; b < 256; b++ {
			if s.set.holds(uint8(b)) {
				r.Fail("a set has levels that do not exist")
			}
		}
	} else {
		s.bin = r.Byte()
		missing := r.Byte()
		if int(s.bin) > len(c.cuts) || missing > 1 {
			r.Fail("a tree has a bin that does not exist")
		}
		s.missingLeft = missing == 1
	}
	if r.Faulty() {
		return
	}
	child := t.divide(at, columns, &s)
	t.decode(r, columns, child, depth+1)
	t.decode(r, columns, child+1, depth+1)
}
