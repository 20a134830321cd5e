package tally

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/appraisal"
)

// A row adds Unit² non-negative parts to the table of all rows and as many to one group's, whatever its places are, and a wiped sum is empty.
func TestEveryRowIsAUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 1))
	for _, l := range []appraisal.Layout{
		{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1, 2}, Groups: 2}, {Predictions: appraisal.LogOddsNodes(), Classes: 2}, {Classes: 4, Groups: 1},
	} {
		for range 5000 {
			any := func() appraisal.Place {
				return appraisal.Place{Node: int(r.Uint32()) >> r.IntN(32), Upper: int(int32(r.Uint32())) >> r.IntN(32)}
			}
			s := New(l)
			s.Add(appraisal.Row{Labelled: r.IntN(5) > 0, First: any(), Second: any(), Group: int(int32(r.Uint32()))})
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

// The mean of the nodes at which a value counts is the value, within a 2048th of the nodes' distance; a value beyond an axis counts at its
// end, and NaN somewhere.
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
			if p := appraisal.PlaceOf(nodes, v); p.Node < 0 || p.Node >= len(nodes) || p.Upper < 0 || p.Upper > appraisal.Unit {
				t.Errorf("%v counts at %+v", v, p)
			}
		}
	}
}
