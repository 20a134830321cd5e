package verify

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
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

// severalSamples is a release of two public samples, of a kind.
func severalSamples(t *testing.T, kind release.Kind) *release.Release {
	t.Helper()
	files := []dataset.File{
		{Name: "first", Data: strings.NewReader("a,c,y\n1,red,3\n2,blue,4\n3,red,1\n0,red,2\n2,red,1\n1,blue,0\n")},
		{Name: "second", Data: strings.NewReader("a,c,y\n5,blue,0\n4,blue,2\n3,red,1\n4,red,2\n5,red,3\n")},
	}
	source := must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t)
	r := must.Get(run(source, adapt.Options{Release: kind, Base: method.Linear, Epsilon: 50, Delta: 1e-5}))(t)
	if report := Certificate(r); !report.OK {
		t.Fatal(report.Problems)
	}
	return r
}

// The shares of weight of several samples follow from the weights. Where a document holds no weights, the shares
// agree with the effective sample size to six digits. Each relation has lies that it alone refuses.
func TestSharesOfSeveralSamples(t *testing.T) {
	for _, c := range []struct {
		kind       release.Kind
		name, says string
		change     func(s []release.Source, size *float64)
	}{
		{release.Model, "more rows of equal weight", "effective sample size",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows *= 1 + 1e-4 }},
		{release.Model, "fewer rows of equal weight", "effective sample size",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows *= 1 - 1e-4 }},
		{release.Model, "weight moved to the other sample", "effective sample size",
			func(s []release.Source, _ *float64) { *s[0].Weight += 1e-3; *s[1].Weight -= 1e-3 }},
		{release.Model, "another effective sample size", "effective sample size",
			func(_ []release.Source, size *float64) { *size *= 0.999 }},
		{release.Model, "the same to seven digits", "",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows *= 1 + 1e-8 }},
		{release.Model, "weights beyond 1", "sum to 1", func(s []release.Source, _ *float64) { *s[0].Weight += 1e-3 }},
		{release.Model, "weights below 1", "sum to 1", func(s []release.Source, _ *float64) { *s[0].Weight -= 1e-3 }},
		{release.Model, "a negative weight", "negative",
			func(s []release.Source, _ *float64) { *s[0].Weight, *s[1].Weight = -0.1, 1.1 }},
		{release.Model, "more rows than there are", "numbers of rows",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows = 6.01 }},
		{release.Model, "less than one row", "numbers of rows",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows = 0.9 }},
		{release.Model, "half of the weight on no row", "numbers of rows", func(s []release.Source, size *float64) {
			*s[0].Weight, *s[0].EffectiveRows, *s[1].Weight, *s[1].EffectiveRows, *size = 0.5, 0, 0.5, 4, 16
		}},
		{release.Model, "no weight, and worth rows", "numbers of rows", func(s []release.Source, size *float64) {
			*s[0].Weight, *s[0].EffectiveRows, *s[1].Weight, *s[1].EffectiveRows, *size = 0, 3, 1, 4, 4
		}},
		{release.Model, "no weight, and worth none", "", func(s []release.Source, size *float64) {
			*s[0].Weight, *s[0].EffectiveRows, *s[1].Weight, *s[1].EffectiveRows, *size = 0, 0, 1, 4, 4
		}},
		{release.Weights, "weight moved to the other sample", "released weights",
			func(s []release.Source, _ *float64) { *s[0].Weight += 1e-6; *s[1].Weight -= 1e-6 }},
		{release.Weights, "more rows of equal weight", "released weights",
			func(s []release.Source, _ *float64) { *s[1].EffectiveRows *= 1 + 1e-8 }},
	} {
		r := severalSamples(t, c.kind)
		c.change(r.Provenance.Sources, r.Certificate.EffectiveSampleSize)
		report := Certificate(r)
		if problems := strings.Join(report.Problems, " "); report.OK != (c.says == "") ||
			!strings.Contains(problems, c.says) {
			t.Errorf("%s, %s: %q", c.kind, c.name, problems)
		}
	}
}
