package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/terms/method"
)

// person is the rows of one person: rows of three features have a label, rows of two have none.
type person [][]float64

// sums are the sums of one person, the rows with a label apart.
func (p person) sums(g grid.Grid) (with, without *moment.Sum) {
	a, b := moment.NewAccumulator(g, 3), moment.NewAccumulator(g, 2)
	for _, z := range p {
		if z = slices.Clone(z); len(z) == 3 {
			a.AddShare(z, int64(len(p)))
		} else {
			b.AddShare(z, int64(len(p)))
		}
	}
	return a.Sum(), b.Sum()
}

// squared is ‖A−B‖_F² over both sums, and the trace of A.
func squared(g grid.Grid, p, q person) (distance, trace *big.Int) {
	distance, trace = new(big.Int), new(big.Int)
	a, b := [2]*moment.Sum{}, [2]*moment.Sum{}
	a[0], a[1] = p.sums(g)
	b[0], b[1] = q.sums(g)
	for k := range a {
		for i := range a[k].Order {
			trace.Add(trace, a[k].Entry(i, i))
			for j := i; j < a[k].Order; j++ {
				d := new(big.Int).Sub(a[k].Entry(i, j), b[k].Entry(i, j))
				if d.Mul(d, d); i != j {
					d.Lsh(d, 1)
				}
				distance.Add(distance, d)
			}
		}
	}
	return distance, trace
}

// Whatever the rows of a person are and however many, and whether they have labels, all together are of trace N² at
// most: they move the sums as far as a row does, there or not by N², replaced by √2·N². People come close to both.
func TestOnePersonMovesASumByOneRow(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 2))
	n2 := big.NewInt(grid.Steps * grid.Steps)
	best := map[method.Adjacency]float64{}
	for range 4000 {
		g := mustGrid(t, 1+math.Exp(4*r.Float64()-2))
		any := func(rows int) (p person) {
			same := r.IntN(2) == 0
			for k := range rows {
				z := make([]float64, 2+r.IntN(2))
				for i := range z {
					z[i] = g.FeatureRadius() * math.Exp(3*r.Float64()-1) * r.NormFloat64()
				}
				if same && k > 0 {
					z = p[0]
				}
				p = append(p, z)
			}
			return p
		}
		sizes := []int{1, 1, 2, 3, 7, 41, 300}
		p, q := any(sizes[r.IntN(len(sizes))]), any(sizes[r.IntN(len(sizes))])
		if r.IntN(3) == 0 {
			for _, z := range q {
				for i := range z {
					z[i] *= -1e6
				}
			}
		}
		for a, other := range map[method.Adjacency]person{method.ReplaceOne: q, method.AddRemove: nil} {
			distance, trace := squared(g, p, other)
			if trace.Cmp(n2) > 0 {
				t.Fatalf("r = %v, %d rows: the trace is %v", g.Radius(), len(p), trace)
			}
			bound := noise.PairSensitivity2(a)
			if distance.Cmp(bound) > 0 {
				t.Fatalf("%s: people of %d and %d rows are %v apart, the bound is %v", a, len(p), len(other), distance, bound)
			}
			share, _ := new(big.Rat).SetFrac(distance, bound).Float64()
			best[a] = max(best[a], share)
		}
	}
	if best[method.ReplaceOne] < 0.99 || best[method.AddRemove] < 0.99 {
		t.Errorf("the largest distances reach %v of the bounds", best)
	}
}

// The noise of people equals the noise of rows at the plan's intercept, where the smaller constant of a common
// intercept is no smaller.
func TestNoiseOfPeopleIsThatOfRows(t *testing.T) {
	for _, a := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
		g := must.Get(grid.New(3, 3/math.Sqrt(10)))(t)
		if x, y := NewMoment(g, a, 0.1), NewMomentOfPeople(g, a, 0.1); x.Diagonal.Cmp(y.Diagonal) != 0 {
			t.Errorf("%s: %v and %v", a, x.Diagonal, y.Diagonal)
		}
		g = must.Get(grid.New(3, 2.9))(t)
		if y := NewMomentOfPeople(g, a, 0.1).Diagonal; y.Cmp(NewPair(g, a, 0.1).Diagonal) != 0 {
			t.Errorf("%s: the noise of people depends on the intercept", a)
		}
	}
}
