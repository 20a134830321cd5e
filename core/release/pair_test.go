package release

import (
	"math"
	"slices"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/must"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Sums are read as they were written, entry by entry; with an entry more or less, or one that is no whole number, they
// are not.
func TestSumsAreReadAsTheyWereWritten(t *testing.T) {
	g := must.Get(grid.New(1, 0.5))(t)
	with, without := []string{"4", "-2", "7", "0", "123456789012345678901234567890", "9"}, []string{"1", "-5", "6"}
	sums := must.Get(Read(g, 3, 2, with, without))(t)
	if one, other := sums.Text(); !slices.Equal(one, with) || !slices.Equal(other, without) {
		t.Errorf("%q and %q", one, other)
	}
	labelled, unlabelled := sums.Matrices()
	step := 1.0 / grid.Steps
	for _, c := range []struct {
		m    *symeigen.Matrix
		i, j int
		want float64
	}{{labelled, 0, 0, 4}, {labelled, 0, 1, -2}, {labelled, 1, 0, -2}, {labelled, 0, 2, 7}, {labelled, 1, 1, 0},
		{labelled, 2, 2, 9}, {unlabelled, 0, 0, 1}, {unlabelled, 0, 1, -5}, {unlabelled, 1, 1, 6}} {
		if got := c.m.At(c.i, c.j); got != c.want*step*step {
			t.Errorf("entry (%d,%d) is %v, not %v squared steps", c.i, c.j, got, c.want)
		}
	}
	for name, bad := range map[string][2][]string{
		"an entry less with a label": {with[1:], without}, "an entry less without one": {with, without[1:]},
		"an entry more with a label": {append(with, "1"), without}, "an entry more without one": {with, append(without, "1")},
		"no whole number": {slices.Replace(slices.Clone(with), 5, 6, "9.5"), without},
		"no number":       {with, []string{"1", "x", "6"}},
	} {
		if _, err := Read(g, 3, 2, bad[0], bad[1]); err == nil {
			t.Errorf("%s: read", name)
		}
	}
	if PairSize(1) != 1 || PairSize(4) != 10 {
		t.Errorf("%d and %d entries", PairSize(1), PairSize(4))
	}
}

// The moment of all rows is the mean of both sums over n, or over n̂ of at least 1. The number of rows with a label
// follows from their sum and, where n is public, also from what the other sum leaves of n; it is never beyond 0 and n.
func TestWhatFollowsFromBothSums(t *testing.T) {
	matrix := func(corner, rest float64) *symeigen.Matrix {
		m := symeigen.NewMatrix(2, nil)
		m.Set(0, 0, corner)
		m.Set(0, 1, rest)
		m.Set(1, 1, 2*rest)
		return m
	}
	for _, c := range []struct {
		with, without  float64 // in rows, by the entries (0,0)
		rows           int64
		count          float64
		replace, added float64 // rows with a label, where n is public and where it is not
	}{
		{30, 70, 0, 100, 30, 30}, {30, 70, 200, 200, 80, 30}, {0.2, 0.3, 0, 1, 0.45, 0.2}, {-30, 10, 0, 1, 0, 0},
		{400, -100, 200, 200, 200, 200}, {-40, 250, 200, 200, 0, 0},
	} {
		const intercept, sigma = 0.5, 3.0
		with, without := matrix(c.with/4, 6), matrix(c.without/4, 4)
		mean, count := PairTogether(with, without, 2, intercept, c.rows)
		if math.Abs(count-c.count) > 1e-12 || mean.At(0, 0) != 0.25 || math.Abs(mean.At(0, 1)*count-10) > 1e-12 ||
			math.Abs(mean.At(1, 1)*count-20) > 1e-12 {
			t.Errorf("%+v: %v rows, the mean %v, %v, %v", c, count, mean.At(0, 0), mean.At(0, 1), mean.At(1, 1))
		}
		rows, noise := PairLabelledRows(with, without, method.ReplaceOne, intercept, sigma, count)
		if math.Abs(rows-c.replace) > 1e-12 || math.Abs(noise-12/math.Sqrt2) > 1e-12 {
			t.Errorf("%+v, n public: %v rows ± %v", c, rows, noise)
		}
		rows, noise = PairLabelledRows(with, without, method.AddRemove, intercept, sigma, count)
		if math.Abs(rows-c.added) > 1e-12 || noise != 12 {
			t.Errorf("%+v, n private: %v rows ± %v", c, rows, noise)
		}
	}
}
