package appraisal

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/release/interval"
)

// noisyTables returns the tables of a layout for counts that are mostly noise, where n is public and where it is
// private.
func noisyTables(l Layout) (tables []table) {
	r := rand.New(rand.NewPCG(97, 1))
	for _, n := range []int64{0, 900} {
		counts := make([]float64, l.Cells())
		for k := range counts {
			counts[k] = 20 + 15*r.NormFloat64()
		}
		tables = append(tables, tablesOf(l, counts, 100, n)...)
	}
	return tables
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func sameNumber(a, b interval.Number) bool {
	same := func(v, w *float64) bool { return (v == nil) == (w == nil) && (v == nil || near(*v, *w)) }
	return same(a.Value, b.Value) && same(a.Low, b.Low) && same(a.High, b.High)
}

// A cell of the confusion is the ratio of two sums over the table, with the interval that these have.
func TestConfusionIsARatioOfSums(t *testing.T) {
	for _, l := range []Layout{{Classes: 2, Predictions: LogOddsNodes(), Groups: 2}, {Classes: 5, Groups: 3}} {
		for _, cells := range noisyTables(l) {
			f := Figures{Measures: map[string]interval.Number{}}
			one := cells.sumOf(func(int, int) float64 { return 1 })
			cells.confusion(&f, l, one)
			for a := range l.Classes {
				for b := range l.Classes {
					chosen := cells.sumOf(func(i, j int) float64 { return oneIf(i/(l.Rows()/l.Classes) == a && j == b) })
					if want := cells.ratio(cells.linear(chosen), cells.linear(one), interval.Share); !sameNumber(
						f.Confusion[a][b],
						want,
					) {
						t.Errorf("%d classes: %d for %d: %v, as sums %v", l.Classes, a, b, f.Confusion[a][b], want)
					}
				}
			}
		}
	}
}

// Each place of the residuals has the rows, the variance and the covariance of the sum over the table; each point
// of the curve has the same of the sums over its row of the table.
func TestPlacesOfQuantilesAreSums(t *testing.T) {
	l := Layout{Predictions: PredictionNodes(0, 1), Residuals: ResidualNodes(1), Groups: 2}
	k := newKernels(l)
	for _, cells := range noisyTables(l) {
		one, columns := cells.sumOf(func(int, int) float64 { return 1 }), cells.columns()
		for i := 0; i < len(k.upTo); i += 97 {
			s := cells.sumOf(func(_, j int) float64 { return k.upTo[i][j] })
			if p := columns.place(k.upTo[i]); !near(p.rows, cells.of(s)) || !near(p.variance, cells.spread(s, s)) ||
				!near(p.covariance, cells.spread(s, one)) {
				t.Errorf("place %d: %+v, as sums %v, %v and %v", i, p, cells.of(s), cells.spread(s, s), cells.spread(s, one))
			}
		}
		f := Figures{Measures: map[string]interval.Number{}}
		cells.numbers(&f, l, k, one)
		for i, x := range l.Predictions {
			beside := func(v func(j int) float64) quantity {
				return cells.linear(cells.sumOf(func(row, j int) float64 { return oneIf(row == i) * v(j) }))
			}
			want := cells.ratio(beside(func(j int) float64 { return l.Residuals[j] }), beside(func(int) float64 { return 1 }),
				interval.Between(l.Residuals[0], l.Residuals[len(l.Residuals)-1])).
				Mapped(func(v float64) float64 { return x + v })
			if !sameNumber(f.Curve[i].Label, want) {
				t.Errorf("at %v: %v, as sums %v", x, f.Curve[i].Label, want)
			}
		}
	}
}

// Where n is public the cells of all rows sum to it, and so do the cells of all groups together. Each cell is moved
// by as much.
func TestTablesSumToTheNumberOfRows(t *testing.T) {
	l := Layout{Classes: 3, Groups: 4}
	counts := make([]float64, l.Cells())
	for k := range counts {
		counts[k] = float64(7 * k % 11)
	}
	sums := [2]float64{}
	for i, cells := range tablesOf(l, counts, 100, 900) {
		for k, v := range cells.cells {
			sums[min(i, 1)] += v
			if moved := v - counts[i*l.Table()+k]; !near(moved, cells.cells[0]-counts[i*l.Table()]) {
				t.Errorf("cell %d of table %d is moved by %v", k, i, moved)
			}
		}
	}
	if !near(sums[0], 900) || !near(sums[1], 900) {
		t.Errorf("the tables sum to %v, not to 900", sums)
	}
}

// The area under the curve is a sum of products of two cells each, every one without the bias that its noise gives it.
func TestAreaIsASumOfProducts(t *testing.T) {
	l := Layout{Classes: 2, Predictions: LogOddsNodes(), Groups: 2}
	k := newKernels(l)
	for _, cells := range noisyTables(l) {
		one := cells.sumOf(func(int, int) float64 { return 1 })
		y := cells.sumOf(func(_, j int) float64 { return float64(j) })
		cell := func(row, column int) sum {
			return cells.sumOf(func(i, j int) float64 { return oneIf(i == row && j == column) })
		}
		above := 0.0
		for i, row := range k.order {
			for j, v := range row {
				above += v * cells.product(cell(i, 1), cell(j, 0)).value
			}
		}
		want := above / cells.product(y, plus(one, y, -1)).value
		if got := cells.area(k.order, one, y).Value; got == nil || !near(*got, want) {
			t.Errorf("the products give the area %v, and it is another", want)
		}
	}
}

// A quantile may be wherever the share of rows up to there may be the one asked for, by the deviation of that sum; at
// an end of the axis, where rows beyond it count, it is open.
func TestQuantilesAreWhereTheirShareMayBe(t *testing.T) {
	l := Layout{Predictions: PredictionNodes(0, 1), Residuals: ResidualNodes(1), Groups: 2}
	k := newKernels(l)
	low, high := l.Residuals[0], l.Residuals[len(l.Residuals)-1]
	step := (high - low) / resolution
	for _, cells := range noisyTables(l) {
		one, f := cells.sumOf(func(int, int) float64 { return 1 }), Figures{}
		cells.quantiles(&f, l.Residuals, k.upTo, one)
		for _, q := range f.Quantiles {
			from, to := math.Inf(1), math.Inf(-1)
			for i := range k.upTo {
				off := plus(cells.sumOf(func(_, j int) float64 { return k.upTo[i][j] }), one, -q.Share)
				if math.Abs(cells.of(off)) <= normal*math.Sqrt(cells.spread(off, off)) {
					from, to = math.Min(from, low+step*float64(i)), math.Max(to, low+step*float64(i))
				}
			}
			want := interval.Of(math.NaN(), from-step/2, to+step/2, interval.Between(low, high))
			want.Value = q.Residual.Value
			surely := func(s sum) bool { return cells.of(s) > normal*math.Sqrt(cells.spread(s, s)) }
			if !surely(plus(cells.sumOf(func(_, j int) float64 { return oneIf(j < len(l.Residuals)-1) }), one, -q.Share)) {
				want.High = nil
			}
			if !surely(plus(cells.sumOf(func(_, j int) float64 { return oneIf(j > 0) }), one, q.Share-1)) {
				want.Low = nil
			}
			if !sameNumber(q.Residual, want) {
				t.Errorf("the quantile of %v is not from %v to %v, as its sums say", q.Share, from, to)
			}
		}
	}
}

// largest are the layouts whose figures take longest, each of as many cells as are read.
func largest() map[string]Layout {
	increasing := func(n int) []float64 {
		nodes := make([]float64, n)
		for k := range nodes {
			nodes[k] = float64(k - n/2)
		}
		return nodes
	}
	odds := make([]float64, 64)
	for k := range odds {
		odds[k] = math.Abs(float64(k)-31.5) - 0.5
		if k < 32 {
			odds[k] = -odds[k]
		}
	}
	return map[string]Layout{
		"64 classes":       {Classes: 64, Groups: 14},
		"35 classes":       {Classes: 35, Groups: 50},
		"two classes":      {Classes: 2, Predictions: odds, Groups: 64},
		"numbers":          {Predictions: increasing(64), Residuals: increasing(64), Groups: 14},
		"numbers by level": {Predictions: increasing(31), Residuals: increasing(31), Groups: 64},
	}
}

// A layout of more cells than can be read in a second is refused; the largest that are left are read.
func TestLayoutsOfTooManyCellsAreRefused(t *testing.T) {
	for name, l := range largest() {
		if err := l.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, l := range []Layout{{Classes: 64, Groups: 16}, {Classes: 36, Groups: 50}, {Classes: 64, Groups: 50}} {
		if l.Check() == nil {
			t.Errorf("%+v is read", l)
		}
	}
}
