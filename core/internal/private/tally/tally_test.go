package tally

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/release/appraisal"
)

// A row adds Unit² non-negative parts to the table of all rows and as many to one group's, whatever its places are, and
// a wiped sum is empty.
func TestEveryRowIsAUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 1))
	for _, l := range []appraisal.Layout{
		{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1, 2}, Groups: 2},
		{Predictions: appraisal.LogOddsNodes(), Classes: 2}, {Classes: 4, Groups: 1}, {Places: 5, Groups: 2}, {Places: 1},
	} {
		for range 5000 {
			any := func() appraisal.Place {
				return appraisal.Place{Node: int(r.Uint32()) >> r.IntN(32), Upper: int(int32(r.Uint32())) >> r.IntN(32)}
			}
			s := New(l)
			row := appraisal.Row{Labelled: r.IntN(5) > 0, First: any(), Second: any(), Group: int(int32(r.Uint32()))}
			for range r.IntN(8) { // any shares: negative ones, two that are more than a row, too few and too many
				row.Shares = append(row.Shares, int64(r.Uint64())>>r.IntN(64))
			}
			s.Add(row)
			sums := make([]int64, 1+l.Groups)
			for k := range s.Len() {
				if s.Cell(k) < 0 {
					t.Fatalf("cell %d has %d", k, s.Cell(k))
				}
				sums[k/l.Table()] += s.Cell(k)
			}
			groups := int64(0)
			for _, v := range sums[1:] {
				groups += v
				if v != 0 && v != appraisal.Unit*appraisal.Unit {
					t.Fatalf("a group has %d", v)
				}
			}
			if sums[0] != appraisal.Unit*appraisal.Unit || l.Groups > 0 && groups != sums[0] {
				t.Fatalf("a row adds %v", sums)
			}
			s.Wipe()
			for k := range s.Len() {
				if s.Cell(k) != 0 {
					t.Fatal("a wiped sum is not empty")
				}
			}
		}
	}
}

// The mean of the nodes at which a value counts is the value, within a 2048th of the nodes' distance; a value beyond an
// axis counts at its end, and NaN somewhere.
func TestAPlaceHasTheMeanOfItsValue(t *testing.T) {
	r := rand.New(rand.NewPCG(92, 1))
	for _, nodes := range [][]float64{{-4, -1, 0, 0.5, 3}, appraisal.LogOddsNodes()} {
		for range 10_000 {
			v := 6 * r.NormFloat64()
			p := appraisal.PlaceOf(nodes, v)
			mean, width := nodes[p.Node], 0.0
			if p.Node+1 < len(nodes) {
				width = nodes[p.Node+1] - nodes[p.Node]
				mean += width * float64(p.Upper) / appraisal.Unit
			}
			want := math.Min(math.Max(v, nodes[0]), nodes[len(nodes)-1])
			if math.Abs(mean-want) > width/(2*appraisal.Unit)+1e-12 {
				t.Fatalf("%v counts at %+v, whose mean is %v", v, p, mean)
			}
		}
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1e308} {
			if p := appraisal.PlaceOf(nodes, v); p.Node < 0 || p.Node >= len(nodes) || p.Upper < 0 ||
				p.Upper > appraisal.Unit {
				t.Errorf("%v counts at %+v", v, p)
			}
		}
	}
}

// Rows that are sorted by their lower nodes and added as blocks, by sums of their parts, count as each of them does.
func TestABlockCountsAsItsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(93, 1))
	for _, l := range []appraisal.Layout{
		{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1, 2}, Groups: 2},
		{Predictions: appraisal.LogOddsNodes(), Classes: 2}, {Classes: 4, Groups: 1},
	} {
		rows, blocks := New(l), map[string]*Block{}
		for range 2000 {
			place := func(nodes []float64, places int) appraisal.Place {
				if nodes == nil {
					return appraisal.Place{Node: r.IntN(places)}
				}
				return appraisal.PlaceOf(nodes, 4*r.NormFloat64())
			}
			row := appraisal.Row{Labelled: r.IntN(5) > 0, Group: r.IntN(max(1, l.Groups))}
			if row.Labelled {
				row.First, row.Second = place(l.Predictions, l.Rows()), place(l.Residuals, l.Columns())
			}
			rows.Add(row)
			first, second := int64(row.First.Upper), int64(row.Second.Upper)
			row.First.Upper, row.Second.Upper = 0, 0
			b := blocks[fmt.Sprint(row)]
			if b == nil {
				b = &Block{At: row}
				blocks[fmt.Sprint(row)] = b
			}
			b.Rows, b.First, b.Second, b.Both = b.Rows+1, b.First+first, b.Second+second, b.Both+first*second
		}
		sum := New(l)
		for _, b := range blocks {
			if !sum.AddBlock(*b) {
				t.Fatalf("%+v is refused", *b)
			}
		}
		for k := range sum.Len() {
			if sum.Cell(k) != rows.Cell(k) {
				t.Errorf("cell %d has %d, want %d", k, sum.Cell(k), rows.Cell(k))
			}
		}
	}
}

// Blocks of fewer than no rows, of more than a sum holds, of parts that this number of rows does not have, or at no
// place of a table, are refused and change nothing. What is accepted is whole rows of non-negative parts.
func TestBlocksThatNoRowsHaveAreRefused(t *testing.T) {
	l := appraisal.Layout{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1, 2}, Groups: 2}
	r := rand.New(rand.NewPCG(94, 1))
	accepted := 0
	for range 20_000 {
		any := func() int64 { return int64(r.Uint64()) >> r.IntN(64) }
		b := Block{Rows: any(), First: any(), Second: any(), Both: any()}
		b.At = appraisal.Row{
			Labelled: r.IntN(3) > 0,
			Group:    int(any() % 3),
			First:    appraisal.Place{Node: int(any() % 4)},
			Second:   appraisal.Place{Node: int(any() % 5)},
		}
		if r.IntN(2) > 0 { // sums that rows could have
			b.Rows = 1 + max(any(), 0)>>20
			b.First, b.Second = r.Int64N(b.Rows*appraisal.Unit/8+1), r.Int64N(b.Rows*appraisal.Unit/8+1)
			b.Both = r.Int64N(min(b.First, b.Second) + 1)
		}
		s := New(l)
		ok := s.AddBlock(b)
		sums := [3]int64{}
		for k := range s.Len() {
			if s.Cell(k) < 0 || !ok && s.Cell(k) != 0 {
				t.Fatalf("%+v, accepted %v: cell %d has %d", b, ok, k, s.Cell(k))
			}
			sums[k/l.Table()] += s.Cell(k)
		}
		if want := b.Rows * appraisal.Unit * appraisal.Unit; ok &&
			(b.Rows < 0 || b.Rows > mostRows || sums[0] != want || sums[1]+sums[2] != want || sums[1] != 0 && sums[2] != 0) {
			t.Fatalf("%+v counts as %v", b, sums)
		}
		if ok {
			accepted++
		}
	}
	if accepted < 300 {
		t.Errorf("only %d blocks were accepted", accepted)
	}
	s := New(l)
	last := appraisal.Row{Labelled: true, First: appraisal.Place{Node: 2}, Second: appraisal.Place{Node: 3}}
	if s.AddBlock(Block{Rows: 1, First: 1, At: last}) || s.AddBlock(Block{Rows: 1, Second: 1, At: last}) {
		t.Error("parts beyond the last node of an axis are accepted")
	}
	if !s.AddBlock(Block{Rows: mostRows}) || s.AddBlock(Block{Rows: 1}) {
		t.Error("more rows than a sum holds are accepted, or fewer refused")
	}
}

// All rows of a person add Unit² non-negative parts to the table of all rows and as many to the groups' tables
// together, however many rows there are and wherever they count; a person of one row adds what the row does.
func TestEveryPersonIsAUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(93, 1))
	for i := range 500 {
		l := appraisal.Layout{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1, 2}, Groups: 3}
		if i%2 > 0 {
			l = appraisal.Layout{Places: 4, Groups: 3}
		}
		s := New(l)
		rows := int64(1) + int64(r.IntN(50))
		if r.IntN(50) == 0 {
			rows = 3 * appraisal.Unit * appraisal.Unit / 2
		}
		for k := range rows {
			any := func() appraisal.Place {
				return appraisal.Place{Node: r.IntN(4), Upper: int(int32(r.Uint32())) >> r.IntN(32)}
			}
			row := appraisal.Row{Labelled: r.IntN(5) > 0, First: any(), Second: any(), Group: r.IntN(3)}
			row.Shares = []int64{r.Int64N(1 << 20), r.Int64N(1 << 20), r.Int64N(1 << 20)}
			s.AddShare(row, k+1, rows)
			if rows == 1 {
				alone := New(l)
				alone.Add(row)
				for c := range s.Len() {
					if s.Cell(c) != alone.Cell(c) {
						t.Fatal("a person of one row is not that row")
					}
				}
			}
		}
		all, groups := int64(0), int64(0)
		for k := range s.Len() {
			if s.Cell(k) < 0 {
				t.Fatalf("cell %d has %d", k, s.Cell(k))
			}
			if k < l.Table() {
				all += s.Cell(k)
			} else {
				groups += s.Cell(k)
			}
		}
		if all != appraisal.Unit*appraisal.Unit || groups != all {
			t.Fatalf("a person of %d rows adds %d parts, and %d to the groups", rows, all, groups)
		}
	}
}
