package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// suspicious sets the part of the false alarms that each family of comparisons has, for a test.
func suspicious(t *testing.T, family float64) {
	t.Helper()
	kept := exponent
	exponent = -math.Log(family)
	t.Cleanup(func() { exponent = kept })
}

// Noise at the largest values that rows have is refused no more often than stated. At the part 1e-9/32 of a family
// nothing could be seen, so each has a part of 1/100 here; the formulas are the same. Of 2000 documents a family may
// then refuse 20 in the mean, and the number above which they are refused with a probability of 10⁻⁶ (by Chernoff's
// bound) are allowed to all families that are compared together.
func TestGenuineNoiseIsRarelyRefused(t *testing.T) {
	const documents, family = 2000, 0.01
	suspicious(t, family)
	most := func(families float64) int { // by Chernoff's bound with a probability of 10⁻⁶
		mean := documents * families * family
		return int(mean + math.Sqrt(2*mean*math.Log(1e6)) + math.Log(1e6)/3 + 1)
	}
	rng := rand.New(rand.NewPCG(41, 42))
	for _, groups := range []int{0, 1, 4, 12} {
		for _, known := range []bool{true, false} {
			reasons := map[string]int{}
			for range documents {
				x := report(rng, 17, groups, 500, 9.6, false)
				if !known {
					x.rows = math.NaN()
				}
				if err := x.check(); err != "" {
					reasons[err]++
				}
			}
			refused := 0
			for _, n := range reasons {
				refused += n
			}
			if refused > most(7) {
				t.Errorf("%d groups, n known: %v: %v of %d reports are refused", groups, known, reasons, documents)
			}
		}
	}
	for _, d := range []int{2, 3, 8, 20} {
		for _, counted := range []bool{true, false} {
			refused := 0
			for range documents {
				if moments(rng, d, 1000, 30, counted).check() != nil {
					refused++
				}
			}
			if refused > most(4) {
				t.Errorf("order %d, n counted: %v: %d of %d sums are refused", d, counted, refused, documents)
			}
		}
	}
}

// The shortest and the longest noise are quantiles of at most the probability stated, and not of a far smaller one: of
// 20,000 draws those beyond a bound of 1% are fewer than 1.5% with a probability of 1 − 10⁻¹⁰, and at least one is
// beyond the lower one for any number of noises here.
func TestLengthsOfNoise(t *testing.T) {
	suspicious(t, 0.01)
	rng := rand.New(rand.NewPCG(43, 44))
	for _, k := range []int{1, 2, 5, 20, 100} {
		const draws = 20_000
		short, long := 0, 0
		for range draws {
			square := 0.0
			for range k {
				square += math.Pow(rng.NormFloat64(), 2)
			}
			if length := math.Sqrt(square); length < shortest(k) {
				short++
			} else if length > longest(k) {
				long++
			}
		}
		if short > draws*3/200 || long > draws*3/200 || short == 0 {
			t.Errorf("of %d noises %d are shorter than %.3g and %d longer than %.3g, of %d", k, short, shortest(k), long,
				longest(k), draws)
		}
	}
}

// What the bounds are at their real probability, so that a change of them is seen: at most 10⁻⁹ for all families
// together.
func TestBoundsOfNoise(t *testing.T) {
	if p := families * math.Exp(-exponent); math.Abs(p/1e-9-1) > 1e-9 {
		t.Errorf("a genuine document is refused with a probability of %v", p)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"one statistic", deviations(1), 7.0548}, {"a thousand", deviations(1000), 7.9747},
		{"the length of 100", longest(100), 16.9556},
		{"the shortest of 100", shortest(100), 5.5573}, {"the shortest of 2", shortest(2), 4.7950e-6},
		{"the largest eigenvalue of order 8", largestEigenvalue(8), 10.9556},
	} {
		if math.Abs(c.got/c.want-1) > 1e-3 {
			t.Errorf("%s: %v, not %v", c.name, c.got, c.want)
		}
	}
}

// A row that counts in all groups would cost more than the certificate says. The table has 65 cells and a σ of 9.6
// rows, as ε = 1 at δ = 10⁻⁵ asks where a row counts in two tables. The groups' total is then off by 14 of its own
// standard deviations or more, and allowed 7.3, so that one of these tables passes with a probability below 10⁻¹⁰.
func TestOverlappingGroupsAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	for groups, rows := range map[int]int{2: 2000, 4: 1000, 10: 500} {
		for range 50 {
			if err := report(rng, 65, groups, rows, 9.6, true).checkGroups(); err == nil {
				t.Errorf("%d groups that overlap of %d rows pass", groups, rows)
			}
			if err := report(rng, 65, groups, rows, 9.6, false).check(); err != "" {
				t.Errorf("%d groups of %d rows: %s", groups, rows, err)
			}
		}
	}
}

// report is a table of rows at random places with the noise of a report. A row counts in its own group or, where they
// overlap, in all.
func report(rng *rand.Rand, size, groups, rows int, sigma float64, overlapping bool) table {
	x := table{all: make([]float64, size), sigma: sigma, rows: float64(rows)}
	for range groups {
		x.groups = append(x.groups, make([]float64, size))
	}
	for range rows {
		k, own := min(rng.IntN(size), rng.IntN(size)), rng.IntN(max(1, groups))
		x.all[k]++
		for g := range x.groups {
			if g == own || overlapping {
				x.groups[g][k]++
			}
		}
	}
	for _, cells := range append([][]float64{x.all}, x.groups...) {
		for k := range cells {
			cells[k] += math.Round(sigma*rng.NormFloat64()*partsOfRow) / partsOfRow
		}
	}
	return x
}

// check returns the reason for which a table is refused, without its numbers.
func (t table) check() string {
	rows := t.rows
	if math.IsNaN(rows) {
		rows = math.Max(1, total(t.all))
	}
	for i, check := range []func() error{t.checkCells, t.checkGroups, func() error {
		return t.checkRows(rows)
	}, func() error { return checkParts(t.all, t.sigma) }} {
		if err := check(); err != nil {
			return fmt.Sprint(i, ": ", err)
		}
	}
	return ""
}

// moments is a sum over rows that are all the same and as long as they may be, so that many bounds are attained.
func moments(rng *rand.Rand, d, rows int, sigma float64, counted bool) products {
	p := products{what: "the sum", intercept: 1, squares: 9, sigma: sigma, counted: counted}
	row := make([]float64, d)
	row[0] = 1
	row[1] = 3
	if d > 2 {
		row[1], row[2] = 3/math.Sqrt2, 3/math.Sqrt2
	}
	for i := range d {
		p.entries = append(p.entries, make([]float64, i+1))
		for j := range i + 1 {
			noise := sigma * rng.NormFloat64()
			switch {
			case i == 0 && !counted:
				noise = 0
			case i != j:
				noise /= math.Sqrt2
			}
			p.entries[i][j] = float64(rows)*row[i]*row[j] + noise
		}
	}
	return p
}
