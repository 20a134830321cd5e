package verify

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Each relation between the entries of a sum is held by itself: what is beyond it is refused with its own words, and
// what is at it is not. The sum is of 100 rows with c = 1 and s² = 9, without noise but with the σ of it, so that the
// bounds are exact.
func TestRelationsOfSums(t *testing.T) {
	const rows, sigma = 100, 0.5
	zero := func(d int, counted bool) products {
		p := products{what: "the sum", intercept: 1, squares: 9, sigma: sigma, counted: counted}
		for i := range d {
			p.entries = append(p.entries, make([]float64, i+1))
		}
		p.entries[0][0] = rows
		return p
	}
	for _, c := range []struct {
		name, says string
		d          int
		counted    bool
		set        func(e [][]float64, size float64)
		size       float64 // that rows explain, without their noise
		noise      float64 // in σ, of a single statistic
	}{
		{"a square", "an entry", 2, false, func(e [][]float64, v float64) { e[1][1] = v }, 900, deviations(6)},
		{"a square, of counted rows", "an entry", 2, true, func(e [][]float64, v float64) { e[1][1] = v }, 900,
			deviations(6) * math.Sqrt(1+81)},
		{"a negative square", "an entry", 2, false, func(e [][]float64, v float64) { e[1][1] = -v }, 0, deviations(6)},
		{"a negative number of rows", "an entry", 2, true, func(e [][]float64, v float64) { e[0][0], e[1][1] = -v, -0.9*v },
			0, deviations(6)},
		{"a product", "an entry", 3, false, func(e [][]float64, v float64) { e[2][1], e[1][1], e[2][2] = v, 450, 450 }, 450,
			deviations(12) / math.Sqrt2},
		{"a negative product, of counted rows", "an entry", 3, true,
			func(e [][]float64, v float64) { e[2][1], e[1][1], e[2][2] = -v, 450, 450 }, 450,
			deviations(12) * math.Sqrt(0.5+81.0/4)},
		{"a column's sum", "an entry", 2, false, func(e [][]float64, v float64) { e[1][0], e[1][1] = v, 900 }, 300,
			deviations(6) / math.Sqrt2},
		{"a negative sum, of counted rows", "an entry", 2, true,
			func(e [][]float64, v float64) { e[1][0], e[1][1] = -v, 900 }, 300, deviations(6) * math.Sqrt(0.5+9)},
		{"all squares", "the diagonal", 6, false, func(e [][]float64, v float64) {
			for i := 1; i < 6; i++ {
				e[i][i] = v / 5
			}
		}, 900, deviations(3) * math.Sqrt(5)},
		{"all squares, of counted rows", "the diagonal", 6, true, func(e [][]float64, v float64) {
			for i := 1; i < 6; i++ {
				e[i][i] = v / 5
			}
		}, 900, deviations(3) * math.Sqrt(5+81)},
		{"all sums of columns", "the first row", 6, false, func(e [][]float64, v float64) {
			for i := 1; i < 6; i++ {
				e[i][0], e[i][i] = v/math.Sqrt(5), 180
			}
		}, 300, longest(5) / math.Sqrt2},
		{"all products", "together", 6, false, func(e [][]float64, v float64) {
			for i := 1; i < 6; i++ {
				for j := 1; j < i; j++ {
					e[i][j] = v / 5
				}
				e[i][i] = v / 5
			}
		}, 900, longest(15)},
		{"an eigenvalue", "an eigenvalue", 3, false, func(e [][]float64, v float64) {
			e[2][1], e[1][1], e[2][2] = v, 10, 10
		}, 10, largestEigenvalue(3)},
		{"an eigenvalue of the first row", "an eigenvalue", 2, false,
			func(e [][]float64, v float64) { e[1][0], e[0][0] = math.Sqrt(v*(rows+v)), rows }, 0, largestEigenvalue(2)},
	} {
		for _, beyond := range []float64{-0.01, 0.01} {
			p := zero(c.d, c.counted)
			c.set(p.entries, c.size+c.noise*sigma*(1+beyond))
			err := p.check()
			if beyond > 0 && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%s beyond the noise: %v", c.name, err)
			}
			if beyond < 0 && err != nil && strings.Contains(err.Error(), c.says) {
				t.Errorf("%s within the noise: %v", c.name, err)
			}
		}
	}
}

// What counts of rows have in common holds up to noise that is as large as stated, and not larger: each document is
// refused with the words of the one relation that it breaks. The table has 500 rows in 40 cells with σ = 3 rows,
// and in four groups where there are groups.
func TestRelationsOfCounts(t *testing.T) {
	const size, rows, sigma = 40, 500, 3.0
	root := math.Sqrt(float64(size))
	for _, c := range []struct {
		name, says string
		groups     int
		change     func(x *table)
	}{
		{"nothing", "", 4, func(*table) {}},
		{"no groups", "", 0, func(*table) {}},
		{"twice n, ten standard deviations of the sum", "sum to", 0, func(x *table) {
			y := report(rand.New(rand.NewPCG(1, 2)), size, 0, int(10*root*sigma), sigma, false)
			*x = y
			x.rows *= 2
		}},
		{"rows beyond n", "sum to", 4, func(x *table) { x.rows -= 14 * root * sigma }},
		// The sum of all rows is off by less than its own bound.
		{"groups of fewer rows than n", "of the groups sum to", 4, func(x *table) {
			shift := func(cells []float64, to float64) {
				by := (to - total(cells)) / size
				for k := range cells {
					cells[k] += by
				}
			}
			shift(x.all, rows-40*sigma)
			for _, g := range x.groups {
				shift(g, (rows-98*sigma)/4)
			}
		}},
		{"a count far below 0", "part of", 4, func(x *table) { x.all[39] = -9.5 * sigma }},
		{"a group's count far below 0", "part of", 4, func(x *table) { x.groups[3][39] = -9.5 * sigma }},
		{"more than all rows in a cell", "part of", 0, func(x *table) { x.all[0] = rows + 9.5*sigma }},
		{"more of a group than of all rows", "part of", 4,
			func(x *table) { x.groups[0][39] = x.all[39] + 9.5*math.Sqrt2*sigma }},
		{"all groups' rows in the first", "", 4, func(x *table) {
			for k := range x.all {
				x.groups[0][k] += x.groups[1][k] + x.groups[2][k] + x.groups[3][k]
				for _, g := range x.groups[1:] {
					g[k] = sigma * rand.New(rand.NewPCG(3, uint64(k))).NormFloat64()
				}
			}
		}},
		{"fewer than no rows in a group", "of a group sum to", 4, func(x *table) {
			for k := range x.all {
				x.groups[0][k] += x.groups[1][k] + 10/root*sigma
				x.groups[1][k] = -10 / root * sigma
			}
		}},
		{"more rows in a group than there are", "of a group sum to", 4, func(x *table) {
			for k, v := range x.all {
				x.groups[0][k], x.groups[1][k] = v+9*math.Sqrt2/root*sigma, x.groups[1][k]-9*math.Sqrt2/root*sigma
			}
		}},
		{"more rows in a cell than all cells have, where n is private", "part of", 0, func(x *table) {
			x.rows, x.all[0] = math.NaN(), rows
			for k := range size - 1 {
				x.all[k+1] = -1.5 * sigma
			}
		}},
		{"most counts below 0", "below 0", 0, func(x *table) {
			for k := range x.all {
				x.all[k] = -2.3 * sigma
			}
			x.all[0] = rows
		}},
		{"a cell whose groups count more", "its groups' counts sum to", 4, func(x *table) {
			x.all[5] = 0
			for _, g := range x.groups {
				g[5] = 5.5 * sigma
			}
		}},
		{"groups that leave rows out, where n is private", "rows more than there are", 4, func(x *table) {
			x.rows = math.NaN()
			for k := range size { // most rows in one cell, so that what is missing elsewhere is not in their proportion
				x.all[k] = rows * float64(max(0, 1-k))
				for i, g := range x.groups {
					g[k] = x.all[k]/4 - 1.1*sigma + 0.2*sigma*float64(1-2*((k+i)%2))
				}
			}
		}},
		{"groups that sum to all rows without noise of their own", "noise of its own", 4, func(x *table) {
			for k, v := range x.all {
				x.groups[3][k] = v - x.groups[0][k] - x.groups[1][k] - x.groups[2][k] + 0.3*sigma*float64(1-2*(k%2))
			}
		}},
		{"groups that differ from all rows by more than noise", "by more than", 4, func(x *table) {
			for k := range x.all {
				for _, g := range x.groups {
					g[k] += 1.4 * sigma * float64(1-2*(k%2))
				}
			}
		}},
		{"rows of groups in other cells", "in several groups or in none", 4, func(x *table) {
			for k := range size {
				x.all[k] = 0
				for _, g := range x.groups {
					g[k] = 0
				}
			}
			for k := range 8 { // some rows of the fullest cells are missing from the groups, and as many are added elsewhere
				x.all[k] = rows / 8
				for _, g := range x.groups {
					g[k], g[39-k] = (rows/8-6.8*sigma)/4, 6.8*sigma/4
				}
			}
		}},
	} {
		for try := range 20 {
			x := report(rand.New(rand.NewPCG(61, uint64(try))), size, c.groups, rows, sigma, false)
			c.change(&x)
			got := x.check()
			if c.says == "" && got != "" || !strings.Contains(got, c.says) || c.says != "" && got == "" {
				t.Errorf("%s: %q", c.name, got)
				break
			}
		}
	}
}

// Noise leaves every bit of a count random, so among a few thousand counts five whole numbers are refused and one is
// not; so are counts that have one fraction in common, or fewer bits than they should. Where noise is small, counts may
// be alike.
func TestCountsOfFewBitsAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	fresh := func(cells int) (counts []float64) {
		for range cells {
			counts = append(counts, math.Round(1e4*rng.NormFloat64()*partsOfRow)/partsOfRow)
		}
		return counts
	}
	for _, cells := range []int{5, 65, 2000} {
		for range 20 {
			if err := checkParts(fresh(cells), 1e4); err != nil {
				t.Errorf("%d counts: %v", cells, err)
			}
		}
		for name, round := range map[string]func(v float64) float64{
			"whole":            math.Round,
			"halves":           func(v float64) float64 { return math.Round(2*v) / 2 },
			"of one fraction":  func(v float64) float64 { return math.Floor(v) + 0.3712158203125 },
			"of six bits more": func(v float64) float64 { return math.Round(64*v) / 64 },
		} {
			counts := fresh(cells)
			for k := range counts {
				counts[k] = round(counts[k])
			}
			if checkParts(counts, 1e4) == nil {
				t.Errorf("%d counts, all %s, pass", cells, name)
			}
			rounded := slices.Clone(counts)
			counts = fresh(cells)
			if copy(counts, rounded[:5]); name == "whole" && checkParts(counts, 1e4) == nil {
				t.Errorf("five whole counts of %d pass", cells)
			}
			counts = fresh(cells)
			if copy(counts, rounded[:1]); checkParts(counts, 1e4) != nil {
				t.Errorf("one count of %d that is %s is refused", cells, name)
			}
		}
	}
	if err := checkParts([]float64{300, 0, 0, 100, 100, 100}, 1e-7); err != nil {
		t.Errorf("counts with noise of less than a part: %v", err)
	}
}
