package moment

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/must"
)

func mustGrid(t *testing.T, radius float64) grid.Grid {
	t.Helper()
	return must.Get(grid.New(radius, 1))(t)
}

func randomRows(n, d int, scale float64, seed uint64) [][]float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, d)
		for j := range rows[i] {
			rows[i][j] = scale * r.NormFloat64()
		}
	}
	return rows
}

func sumOf(g grid.Grid, d int, rows [][]float64) *Sum {
	a := NewAccumulator(g, d)
	for _, z := range rows {
		a.Add(append([]float64(nil), z...))
	}
	return a.Sum()
}

func equal(a, b *Sum) bool {
	if a.Rows != b.Rows || a.Order != b.Order {
		return false
	}
	for k := range a.entries {
		if a.entries[k].Cmp(&b.entries[k]) != 0 {
			return false
		}
	}
	return true
}

// The 128-bit accumulation gives the same sums as big integers, for any number of rows left in a block.
func TestSumIsExact(t *testing.T) {
	g := mustGrid(t, 4)
	for _, n := range []int{1, 6, 7, 8, 100, 1003} {
		rows := randomRows(n, 3, 1.5, uint64(n))
		got := sumOf(g, 3, rows)
		want := make([]big.Int, 10)
		steps := make([]int64, 4)
		steps[0] = g.InterceptSteps()
		for _, z := range rows {
			z = append([]float64(nil), z...)
			NewAccumulator(g, 3).Add(z) // clips z in place
			g.Quantise(steps[1:], z)
			k := 0
			for i := range steps {
				for j := i; j < 4; j++ {
					want[k].Add(&want[k], new(big.Int).Mul(big.NewInt(steps[i]), big.NewInt(steps[j])))
					k++
				}
			}
		}
		for k := range want {
			if want[k].Cmp(&got.entries[k]) != 0 {
				t.Fatalf("n=%d entry %d: %v, want %v", n, k, &got.entries[k], &want[k])
			}
		}
	}
}

// The sum of 100,003 rows is exact: each row, of five kinds, is counted as often as it occurs, in any block.
func TestSumOfManyRowsIsExact(t *testing.T) {
	const n = 100_003
	g := mustGrid(t, 4)
	kinds := randomRows(5, 2, 1.5, 9)
	a, want := NewAccumulator(g, 2), make([]big.Int, 6)
	for k, z := range kinds {
		one := sumOf(g, 2, [][]float64{z})
		times := big.NewInt(int64((n + len(kinds) - 1 - k) / len(kinds)))
		for i := range want {
			want[i].Add(&want[i], new(big.Int).Mul(times, &one.entries[i]))
		}
	}
	row := make([]float64, 2)
	for i := range n {
		copy(row, kinds[i%len(kinds)])
		a.Add(row)
	}
	got := a.Sum()
	if got.Rows != n {
		t.Errorf("%d rows were counted", got.Rows)
	}
	for i := range want {
		if want[i].Cmp(&got.entries[i]) != 0 {
			t.Errorf("entry %d: %v, want %v", i, &got.entries[i], &want[i])
		}
	}
}

// More of the longest rows than a 64-bit sum could hold, all on one axis, which gives the largest possible entry.
func TestSumsDoNotWrapAround(t *testing.T) {
	g := mustGrid(t, 1e6) // the intercept is negligible
	for _, n := range []int64{7, 8, 9, 14, 1000} {
		a := NewAccumulator(g, 1)
		for range n {
			a.Add([]float64{1e6})
		}
		sum, one := a.Sum(), NewAccumulator(g, 1)
		one.Add([]float64{1e6})
		entry := one.Sum().Entry(1, 1)
		if entry.BitLen() < 60 {
			t.Fatalf("the square of the longest row has only %d bits", entry.BitLen())
		}
		if want := new(big.Int).Mul(big.NewInt(n), entry); sum.Entry(1, 1).Cmp(want) != 0 {
			t.Errorf("%d rows sum to %v, want %v", n, sum.Entry(1, 1), want)
		}
	}
}

func TestSumIgnoresTheOrderOfRows(t *testing.T) {
	g := mustGrid(t, 3)
	rows := randomRows(500, 4, 2, 5)
	want := sumOf(g, 4, rows)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if !equal(sumOf(g, 4, rows), want) {
		t.Error("a permutation of the rows changes the sum")
	}
}

// Every row, however large, is in the ball: its squared integer norm is at most N².
func TestEveryRowLiesInTheBall(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		d := 1 + r.IntN(6)
		g := mustGrid(t, 1+math.Exp(8*r.Float64()-6))
		z := make([]float64, d)
		for i := range z {
			z[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(320)-10))
			if math.IsInf(z[i], 0) {
				z[i] = math.MaxFloat64
			}
		}
		a := NewAccumulator(g, d)
		a.Add(z)
		if n2 := norm2(a.row); n2 > grid.Steps*grid.Steps {
			t.Fatalf("squared norm %d exceeds N² for z = %v, r = %v", n2, z, g.Radius())
		}
	}
}

// The shrinking is needed: there are clipped rows that would be too long after truncation alone. A row on the grid's
// axis shows that rows do not shrink by more than the few steps that the float64 rounding costs.
func TestQuantiseShrinksOnlyByRounding(t *testing.T) {
	g := mustGrid(t, 2)
	z := []float64{1e9}
	a := NewAccumulator(g, 1)
	if !a.Add(z) {
		t.Fatal("a row far outside was not clipped")
	}
	bound := math.Sqrt(float64((grid.Steps*grid.Steps - g.InterceptSteps()*g.InterceptSteps())))
	if got := float64(a.row[1]); got < bound-8 || got > bound {
		t.Errorf("clipped feature is %v steps, bound %v", got, bound)
	}
}

// No number of rows causes an overflow: the sums can hold maxBlocks blocks of the largest rows, of either sign, and are
// then carried. Adding that many rows, 7·2³⁰, would take hours, so the test enters all blocks except the last directly.
func TestSumsHoldAsManyRowsAsThereAre(t *testing.T) {
	g := must.Get(grid.New(1, 0))(t)
	a := NewAccumulator(g, 2)
	want := make([]big.Int, 3) // of the entries (1,1), (1,2), (2,2)
	for range 3 {              // carries
		const most, fraction = int64(1) << 31, int64(1)<<32 - 1
		for k, high := range []int64{most, -most, most} {
			s := split{(maxBlocks - 1) * high, (maxBlocks - 1) * fraction}
			a.sums[k+3] = s
			value := new(big.Int).Lsh(big.NewInt(s.high), 32)
			want[k].Add(&want[k], value.Add(value, big.NewInt(s.low)))
		}
		a.blocks = maxBlocks - 1
		for range blockRows {
			a.Add([]float64{1, 0})
			want[0].Add(&want[0], big.NewInt(grid.Steps*grid.Steps))
		}
		if a.blocks != 0 {
			t.Fatal("the sums were not carried")
		}
	}
	s := a.Sum()
	for k, at := range [][2]int{{1, 1}, {1, 2}, {2, 2}} {
		if got := s.Entry(at[0], at[1]); got.Cmp(&want[k]) != 0 {
			t.Errorf("entry %v is %v, want %v", at, got, &want[k])
		}
	}
}

// A block of the longest rows, of either sign in one coordinate, is exact, and so is the sum while rows are not added
// yet.
func TestBlocksOfTheLongestRowsAreExact(t *testing.T) {
	g := must.Get(grid.New(1, 0))(t)
	for n := range 3*blockRows + 2 {
		a := NewAccumulator(g, 2)
		for i := range n {
			a.Add([]float64{math.Sqrt(0.5), math.Sqrt(0.5) * float64(1-2*(i%2))})
			if i == n/2 {
				a.Sum() // reading the sum does not change it
			}
		}
		s := a.Sum()
		q := int64(math.Sqrt(0.5) * grid.Steps)
		if got, want := s.Entry(1, 1), new(big.Int).SetInt64(q*q); got.Cmp(want.Mul(want, big.NewInt(int64(n)))) != 0 {
			t.Errorf("%d rows: entry (1,1) is %v, want %v", n, got, want)
		}
		if got, want := s.Entry(1, 2), big.NewInt(q*q*int64(n%2)); got.Cmp(want) != 0 {
			t.Errorf("%d rows: entry (1,2) is %v, want %v", n, got, want)
		}
	}
}

func norm2(steps []int64) (sum int64) {
	for _, v := range steps {
		sum += v * v
	}
	return sum
}

// The total of two sums is the sum of all their rows, on the coordinates that are asked for, and has memory of its
// own.
func TestATotalIsOfTheRowsOfBoth(t *testing.T) {
	g := mustGrid(t, 3)
	a, b, all := NewAccumulator(g, 4), NewAccumulator(g, 2), NewAccumulator(g, 2)
	for i, z := range randomRows(50, 4, 0.3, 8) { // not clipped, so that the first two are the same alone
		if i%3 == 0 {
			a.Add(slices.Clone(z))
		} else {
			b.Add(slices.Clone(z[:2]))
		}
		all.Add(slices.Clone(z[:2]))
	}
	one, other, want := a.Sum(), b.Sum(), all.Sum()
	got := Total(one, other, 3)
	one.Wipe()
	other.Wipe()
	if got.Rows != 50 || got.Order != 3 || got.Grid != g {
		t.Errorf("%d rows of order %d", got.Rows, got.Order)
	}
	for i := range 3 {
		for j := i; j < 3; j++ {
			if got.Entry(i, j).Cmp(want.Entry(i, j)) != 0 {
				t.Errorf("entry (%d,%d) is %v, not %v", i, j, got.Entry(i, j), want.Entry(i, j))
			}
		}
	}
}
