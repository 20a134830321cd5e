package trees

import (
	"bytes"
	"encoding/json"
	"strconv"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
)

// written is a model as JSON. The nodes of all trees stand in one list: a node, what is left of it, what is right of
// it. What they hold stands in lists of their kinds, in the same order.
type written struct {
	// Cuts are the limits of the bins of each column: bin b holds what is above limit b−1 and at most limit b. A category
	// has none; its bins are its levels.
	Cuts      [][]float64 `json:"cuts"`
	Constants []float64   `json:"constants"` // of each output
	Columns   []int16     `json:"columns"`   // from 1, negative where a missing number goes left; 0 for a leaf
	Bins      []uint16    `json:"bins"`      // where a number decides, the last bin that goes left
	// Sets are, where a category decides, bits of the levels and of a missing cell, 1 where they go left, in base64.
	Sets   [][]byte `json:"sets"`
	Values shorts   `json:"values"` // of leaves

	damaged bool
}

// shorts are written in the fewest digits that give the same numbers of 4 bytes.
type shorts []float32

// ValueBytes is how many bytes the value of a leaf takes at most.
const ValueBytes = len("-1.2345678e-12,")

// MarshalJSON implements json.Marshaler.
func (s shorts) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for _, v := range s {
		text = append(strconv.AppendFloat(text, float64(v), 'g', -1, 32), ',')
	}
	return append(bytes.TrimSuffix(text, []byte{','}), ']'), nil
}

const (
	mostTrees = 1 << 14
	mostDepth = 512
)

// MarshalJSON implements json.Marshaler.
func (m *Model) MarshalJSON() ([]byte, error) {
	d := written{Constants: m.base, Columns: []int16{}, Bins: []uint16{}, Sets: [][]byte{}}
	for _, c := range m.columns {
		d.Cuts = append(d.Cuts, append([]float64{}, c.cuts...))
	}
	for i := range m.trees {
		d.add(&m.trees[i], m.columns, 0)
	}
	return json.Marshal(d)
}

// add writes a node and what is below it.
func (d *written) add(t *tree, columns []column, at int32) {
	n := &t.Nodes[at]
	if n.Left == at {
		d.Columns, d.Values = append(d.Columns, 0), append(d.Values, n.Value)
		return
	}
	s, column := t.split(n), int16(columnOf(n)+1)
	if levels := columns[s.column].levels; levels > 0 {
		set := make([]byte, levels/8+1)
		for b := range set {
			set[b] = byte(s.set[b>>3] >> (8 * (b & 7)))
		}
		d.Sets = append(d.Sets, set)
	} else {
		d.Bins = append(d.Bins, uint16(s.bin))
		if s.missingLeft {
			column = -column
		}
	}
	d.Columns = append(d.Columns, column)
	d.add(t, columns, n.Left)
	d.add(t, columns, n.Left+1)
}

// UnmarshalJSON implements json.Unmarshaler. The model is then to be bound.
func (m *Model) UnmarshalJSON(text []byte) error { return basemodel.Read(text, &m.read) }

// Bind implements basemodel.Documented.
func (m *Model) Bind(columns []dataset.Column, classes int) error {
	d := m.read
	m.read, m.classes, m.base = written{}, classes, d.Constants
	d.damaged = len(d.Cuts) != len(columns) || len(m.base) != basemodel.Outputs(classes)
	for i := 0; i < len(columns) && !d.damaged; i++ {
		c := column{d.Cuts[i], len(columns[i].Levels)}
		d.damaged = len(c.cuts) >= mostBins || c.levels > 0 && len(c.cuts) > 0
		for k := 1; k < len(c.cuts); k++ {
			d.damaged = d.damaged || !(c.cuts[k] > c.cuts[k-1])
		}
		m.columns = append(m.columns, c)
	}
	for len(d.Columns) > 0 && !d.damaged {
		t := tree{kernel.Tree{Nodes: []kernel.Node{kernel.Leaf(0)}}}
		d.node(&t, m.columns, 0, 0)
		m.trees = append(m.trees, t)
		d.damaged = d.damaged || len(m.trees) > mostTrees
	}
	if d.damaged || len(d.Bins)+len(d.Sets)+len(d.Values) > 0 || len(m.trees)%len(m.base) != 0 {
		return basemodel.Damaged("its trees are not whole, or are for other columns or classes")
	}
	return nil
}

// node reads a node, which is a leaf so far, and what is below it.
func (d *written) node(t *tree, columns []column, at int32, depth int) {
	which := int(next(d, &d.Columns))
	s := split{column: max(which, -which) - 1, missingLeft: which < 0}
	if d.damaged = d.damaged || s.column >= len(columns) || depth > mostDepth; d.damaged {
		return
	}
	if which == 0 {
		t.Nodes[at].Value = next(d, (*[]float32)(&d.Values))
		return
	}
	if c := columns[s.column]; c.levels > 0 {
		set := next(d, &d.Sets)
		d.damaged = d.damaged || len(set) != c.levels/8+1 || set[c.levels/8]>>(c.levels&7) > 1 || s.missingLeft
		for b, bits := range set[:min(len(set), mostBins/8+1)] {
			s.set[b>>3] |= uint64(bits) << (8 * (b & 7))
		}
	} else {
		bin := next(d, &d.Bins)
		d.damaged = d.damaged || int(bin) > len(c.cuts)
		s.bin = uint8(bin)
	}
	child := t.divide(at, columns, &s)
	d.node(t, columns, child, depth+1)
	d.node(t, columns, child+1, depth+1)
}

// next takes the first of a list.
func next[T any](d *written, list *[]T) (first T) {
	if d.damaged = d.damaged || len(*list) == 0; !d.damaged {
		first, *list = (*list)[0], (*list)[1:]
	}
	return first
}
