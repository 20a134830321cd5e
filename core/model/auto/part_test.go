package auto

import (
	"slices"
	"testing"

	"privadapt/core/model/basemodel"
)

// A part has the cells, labels and weights of its own rows, spread over the sample, and the same ones each time.
func TestAPartOfTheRows(t *testing.T) {
	s, q := drawn(2000, 0, 6)
	part, rows := partOf(s, 500)
	if _, again := partOf(s, 500); !slices.Equal(rows, again) || len(rows) != 500 || part.Rows() != 500 {
		t.Fatalf("%d rows, and not the same twice", len(rows))
	}
	quarters := [4]int{}
	for k, j := range rows {
		quarters[j/500]++
		if !slices.Equal(part.Row(k), s.Row(j)) || part.Labels[k] != s.Labels[j] {
			t.Fatalf("row %d of the part is not row %d of the sample", k, j)
		}
	}
	for _, n := range quarters {
		if n < 75 || n > 175 { // about 125 ± 9
			t.Errorf("the quarters of the sample have %v rows", quarters)
		}
	}
	d := &Design{sample: part, rows: rows}
	for k, w := range d.own(q) {
		if w != q[rows[k]] {
			t.Fatalf("row %d has the weight of another", k)
		}
	}
	if !slices.Equal(d.own(make([]float64, 2000)), basemodel.Uniform(500)) {
		t.Error("a part without weight does not count alike")
	}
	if whole, all := partOf(s, 2000); all != nil || whole.Rows() != 2000 {
		t.Error("a sample that is small enough is not taken whole")
	}
}
