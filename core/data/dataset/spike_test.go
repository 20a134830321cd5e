package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// repeated repeats a value.
func repeated(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// normal returns n values of a normal distribution, with two decimals.
func normal(n int, mean, scale float64) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Round(100*(mean+scale*r.NormFloat64())) / 100
	}
	return values
}

// counts returns n whole numbers of a geometric distribution.
func counts(n int, mean float64) []float64 {
	r := rand.New(rand.NewPCG(3, 4))
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Floor(mean * r.ExpFloat64())
	}
	return values
}

func TestSpikes(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells [][]float64
		want  string
	}{
		{"−200 for a missing temperature", [][]float64{normal(1000, 18, 9), repeated(-200, 40)}, "[-200] 40"},
		{"9999 for a missing income", [][]float64{counts(1000, 300), repeated(9999, 5)}, "[9999] 5"},
		{"999 in nearly all cells", [][]float64{counts(100, 5), repeated(999, 3000)}, "[999] 3000"},
		{"at both ends", [][]float64{normal(1000, 50, 9), repeated(-999, 20), repeated(999, 30)}, "[-999] 20 [999] 30"},
		{"three codes", [][]float64{normal(1000, 50, 9), repeated(997, 7), repeated(998, 8), repeated(999, 9)},
			"[997 998 999] 24"},
		{"two codes, one far beyond the other", [][]float64{normal(1000, 50, 9), repeated(-99, 7), repeated(-999, 8)},
			"[-999 -99] 15"},
		{"−200 beside values up to 1500", [][]float64{counts(1000, 250), repeated(-300, 160)}, "[-300] 160"},

		{"no repetition", [][]float64{normal(1000, 18, 9), {-200, 999}}, ""},
		{"too few cells", [][]float64{normal(1000, 18, 9), repeated(-200, 4)}, ""},
		{"too small a share", [][]float64{normal(10_000, 18, 9), repeated(-200, 9)}, ""},
		{"not far", [][]float64{normal(1000, 50, 9), repeated(0, 40)}, ""},
		{"0 and 1", [][]float64{repeated(0, 900), repeated(1, 100)}, ""},
		{"few values", [][]float64{repeated(1, 100), repeated(2, 100), repeated(3, 100), repeated(40, 100)}, ""},
		{"few values and a code", [][]float64{repeated(1, 100), repeated(2, 100), repeated(3, 100), repeated(99, 100)},
			"[99] 100"},
		{"two values", [][]float64{repeated(1, 100), repeated(1e6, 100)}, ""},
		{"counts with many zeros", [][]float64{counts(1000, 1), repeated(0, 5000)}, ""},
		{"four codes", [][]float64{normal(1000, 50, 9), repeated(996, 7), repeated(997, 7), repeated(998, 8),
			repeated(999, 9)}, ""},
		{"rare events far from 0", [][]float64{repeated(0, 995), normal(20, 0.87, 0.003)}, ""},
		{"one value", [][]float64{repeated(7, 50)}, ""},
		{"nothing", nil, ""},
		{"missing cells", [][]float64{repeated(math.NaN(), 50), normal(1000, 18, 9)}, ""},
	} {
		column := slices.Concat(c.cells...)
		rand.New(rand.NewPCG(5, 6)).Shuffle(len(column), func(i, j int) { column[i], column[j] = column[j], column[i] })
		got := ""
		for _, s := range spikesOf(slices.DeleteFunc(slices.Clone(column), math.IsNaN)) {
			if got != "" {
				got += " "
			}
			got += fmt.Sprint(s.values, s.cells)
			rest := slices.DeleteFunc(slices.Clone(column),
				func(v float64) bool { return v != v || slices.Contains(s.values, v) })
			if s.least != slices.Min(rest) || s.most != slices.Max(rest) {
				t.Errorf("%s: the others are said to be from %v to %v", c.name, s.least, s.most)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
