package verify

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// sumsOf releases moments with labels of some thousand rows. Three in four have a label.
func sumsOf(t *testing.T, thousands int, a method.Adjacency) *release.Release {
	t.Helper()
	return sumsOfRows(t, strings.Repeat("1,red,2\n2,blue,3\n2,red,\n3,blue,1\n", 250*thousands), a)
}

func sumsOfRows(t *testing.T, rows string, a method.Adjacency) *release.Release {
	t.Helper()
	source := must.Get(Samples())(t)["numbers"]
	o := adapt.Options{Release: release.Moments, UseLabels: true, Base: method.Linear, Adjacency: a, Epsilon: 1,
		Delta: 1e-6}
	r := must.Get(Made(source, o, "a,c,y\n"+rows))(t)
	if report := Certificate(r); !report.OK {
		t.Fatal(report.Problems)
	}
	return r
}

// restate states another number of rows and what follows from it, so that the sums alone tell that it is not theirs.
func restate(r *release.Release, rows float64) {
	c, labels := &r.Certificate, *r.Certificate.Labels
	c.Labels = &labels
	factor := rows / rowsOf(*c)
	for i, row := range r.Values.Moments {
		for j := range row {
			if i+j > 0 {
				row[j] /= factor
			}
		}
	}
	if c.Adjacency == method.AddRemove {
		c.RowsEstimate = rows
	} else {
		labels.RowsEstimate += (rows - float64(c.N)) / 2 // n₁ and n − n₂ are both estimates of it
		c.N = int64(rows)
	}
	c.Noise.StandardDeviation /= factor
}

// n is the number of rows in both sums up to their noise: nine standard deviations of one sum are less than the
// bound for both, eleven are more. Where n is private, n̂ follows from the sums.
func TestTheNumberOfRowsIsThatOfTheSums(t *testing.T) {
	r := sumsOf(t, 12, method.ReplaceOne)
	c := r.Certificate
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	sigma, found := c.Labels.SumDeviation/(intercept*intercept), 0.0
	for _, sum := range [][]string{r.Values.LabelledSum, r.Values.UnlabelledSum} {
		v, _ := new(big.Float).SetString(sum[0])
		in, _ := v.Float64()
		found += in / math.Pow(float64(c.InterceptSteps), 2)
	}
	for off, refused := range map[float64]bool{0: false, 9: false, -9: false, 11: true, -11: true} {
		twin := must.Get(reread(r))(t)
		restate(twin, math.Round(found+off*sigma))
		report := Certificate(twin)
		if problems := strings.Join(report.Problems, " "); report.OK == refused ||
			refused && !strings.Contains(problems, "neither the stated number nor") {
			t.Errorf("%v standard deviations from the sums: %q", off, problems)
		}
	}
	hidden := sumsOf(t, 12, method.AddRemove)
	for factor, refused := range map[float64]bool{1: false, 1.001: true, 0.999: true} {
		twin := must.Get(reread(hidden))(t)
		restate(twin, factor*twin.Certificate.RowsEstimate)
		report := Certificate(twin)
		if problems := strings.Join(report.Problems, " "); report.OK == refused ||
			refused && !strings.Contains(problems, "estimated as") {
			t.Errorf("%v times n̂: %q", factor, problems)
		}
	}
}

// A sum has no more rows than there are, up to its noise; the other sum, and n, may be what they should be together
// with it.
func TestASumHasNoMoreRowsThanThereAre(t *testing.T) {
	for off, refused := range map[float64]bool{0: false, 6: false, 8.5: true} {
		r := sumsOf(t, 12, method.ReplaceOne)
		c := &r.Certificate
		labels := *c.Labels
		c.Labels = &labels
		steps := math.Pow(float64(c.InterceptSteps), 2)
		intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
		sigma := labels.SumDeviation / (intercept * intercept)
		more := (float64(c.N) + off*sigma) * steps
		whole, _ := big.NewFloat(more).Int(nil)
		rest, _ := big.NewFloat(-off * sigma * steps / 4).Int(nil)
		r.Values.LabelledSum[0], r.Values.UnlabelledSum[0] = whole.String(), rest.String()
		labels.RowsEstimate = float64(c.N)
		report := Certificate(r)
		if problems := strings.Join(report.Problems, " "); strings.Contains(problems, "but there are only") != refused {
			t.Errorf("%v standard deviations more than n: %q", off, problems)
		}
	}
}

// Where n is public, entries are held to that number and not to those that the noisy entry (0,0) gives: by
// themselves (7.5σ of a square are within the noise) and together (16σ of all squares are).
func TestEntriesOfSumsAreHeldToTheNumberOfRows(t *testing.T) {
	made := sumsOf(t, 12, method.ReplaceOne)
	c := made.Certificate
	step, order := c.Radius/gridSteps, c.Labels.Order
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	squares := float64(c.N) * (c.Radius*c.Radius - intercept*intercept)
	for _, x := range []struct {
		says     string
		equal    int     // squares; the others are 0
		off      float64 // of them all from the squares of n rows, in σ
		refusing bool
	}{
		{"an entry of a sum", 1, 7, false},
		{"an entry of a sum", 1, 8.5, true},
		{"the diagonal of a sum", 3, 14, false},
		{"the diagonal of a sum", 3, 19, true},
	} {
		r := must.Get(reread(made))(t)
		inSteps := func(v float64) string {
			whole, _ := big.NewFloat(v / (step * step)).Int(nil)
			return whole.String()
		}
		k := 0
		for i := range order {
			for j := i; j < order; j++ {
				switch sum := r.Values.LabelledSum; {
				case j == 0: // six standard deviations more than n, which its own noise explains
					sum[k] = inSteps(float64(c.N)*intercept*intercept + 6*c.Labels.SumDeviation)
				case i == j && i <= x.equal:
					sum[k] = inSteps((squares + x.off*c.Labels.SumDeviation) / float64(x.equal))
				default:
					sum[k] = "0"
				}
				k++
			}
		}
		problems := strings.Join(Certificate(r).Problems, " ")
		if strings.Contains(problems, x.says) != x.refusing {
			t.Errorf("%d equal squares, %vσ from the squares of n rows: %q", x.equal, x.off, problems)
		}
	}
}

// The number of rows with a label is between 0 and n, wherever the noise of the sums has it.
func TestTheNumberOfLabelsIsLimited(t *testing.T) {
	for cell, sign := range map[string]float64{"2": 1, "": -1} {
		r := sumsOfRows(t, strings.Repeat("1,red,"+cell+"\n2,blue,"+cell+"\n", 1000), method.ReplaceOne)
		c := &r.Certificate
		labels := *c.Labels
		c.Labels = &labels
		step := c.Radius / gridSteps
		all, sigma := float64(c.N)*math.Pow(float64(c.InterceptSteps), 2), labels.SumDeviation/(step*step)
		for text, to := range map[*string]float64{
			&r.Values.LabelledSum[0]:   all*math.Max(0, sign) + 3*sign*sigma,
			&r.Values.UnlabelledSum[0]: all*math.Max(0, -sign) - 3*sign*sigma,
		} {
			v, _ := new(big.Int).SetString(*text, 10)
			from, _ := new(big.Float).SetInt(v).Float64()
			off, _ := big.NewFloat(to - from).Int(nil) // which leaves the last digits as the noise has them
			*text = v.Add(v, off).String()
		}
		labels.RowsEstimate = math.Max(0, sign*float64(c.N))
		if report := Certificate(r); !report.OK {
			t.Errorf("all labels are %q, and the sums are of more than all rows on that side: %v", cell, report.Problems)
		}
	}
}

// One entry may end in more zeros than noise leaves.
func TestAnEntryOfManyZerosIsRefused(t *testing.T) {
	made := sumsOf(t, 4, method.ReplaceOne)
	for text, refused := range map[string]bool{
		"1000": false, "100000000000": false, "1000000000000000": true, "1099511627776": false, "1125899906842624": true,
	} {
		entries := slices.Concat(made.Values.LabelledSum, made.Values.UnlabelledSum)
		modulus, _ := new(big.Int).SetString(text, 10)
		v, _ := new(big.Int).SetString(entries[3], 10)
		v.Quo(v, modulus).Quo(v, big.NewInt(10)).Mul(v, big.NewInt(10)).Add(v, big.NewInt(1)) // no more zeros than these
		entries[3] = v.Mul(v, modulus).String()
		if err := checkDigits(entries, made.Certificate); (err != nil) != refused {
			t.Errorf("an entry that is a multiple of %s: %v", text, err)
		}
	}
}

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
