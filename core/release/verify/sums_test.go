package verify

import (
	"io"
	"math"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// sumsOf releases moments with labels of so many thousand rows, of which two in three have a label.
func sumsOf(t *testing.T, thousands int, a method.Adjacency) *release.Release {
	t.Helper()
	source, err := dataset.ReadSource(
		strings.NewReader("a,c,y\n1,red,3\n2,blue,4\n3,red,1\n0,red,2\n5,blue,0\n4,blue,2\n"),
		dataset.SourceOptions{Label: "y"},
	)
	if err != nil {
		t.Fatal(err)
	}
	table := "a,c,y\n" + strings.Repeat("1,red,2\n2,blue,3\n2,red,\n3,blue,1\n", 250*thousands)
	target, _, err := adapt.ReadTarget(
		source,
		adapt.Options{Release: release.Moments, UseLabels: true, Base: method.Linear, Adjacency: a, Epsilon: 1, Delta: 1e-6},
		[]io.Reader{strings.NewReader(table)},
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	made, err := target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := reread(made)
	if err != nil {
		t.Fatal(err)
	}
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

// n is that of both sums up to their noise: nine standard deviations of one sum are less than the bound for both,
// eleven are more. Where n is private, n̂ is that of the sums.
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
		twin, err := reread(r)
		if err != nil {
			t.Fatal(err)
		}
		restate(twin, math.Round(found+off*sigma))
		report := Certificate(twin)
		if problems := strings.Join(report.Problems, " "); report.OK == refused ||
			refused && !strings.Contains(problems, "neither the stated number nor") {
			t.Errorf("%v standard deviations from the sums: %q", off, problems)
		}
	}
	hidden := sumsOf(t, 12, method.AddRemove)
	for factor, refused := range map[float64]bool{1: false, 1.001: true, 0.999: true} {
		twin, err := reread(hidden)
		if err != nil {
			t.Fatal(err)
		}
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
		if problems := strings.Join(report.Problems, " "); strings.Contains(problems, "of which there are") != refused {
			t.Errorf("%v standard deviations more than n: %q", off, problems)
		}
	}
}

// Entries of the sums that have fewer digits than noise leaves are refused: those that were rounded, or computed with
// 53 bits.
func TestSumsOfFewDigitsAreRefused(t *testing.T) {
	for _, a := range method.Adjacencies {
		made := sumsOf(t, 4, a)
		for name, round := range map[string]func(v *big.Int){
			"to the thousand": func(v *big.Int) { v.Quo(v, big.NewInt(1000)).Mul(v, big.NewInt(1000)) },
			"to 2⁸":           func(v *big.Int) { v.Rsh(v, 8).Lsh(v, 8) },
			"to 2²⁰":          func(v *big.Int) { v.Rsh(v, 20).Lsh(v, 20) },
			"to a float64": func(v *big.Int) {
				in, _ := new(big.Float).SetInt(v).Float64()
				big.NewFloat(in).Int(v)
			},
		} {
			r, err := reread(made)
			if err != nil {
				t.Fatal(err)
			}
			for _, sum := range [][]string{r.Values.LabelledSum, r.Values.UnlabelledSum} {
				for k := range sum {
					v, _ := new(big.Int).SetString(sum[k], 10)
					round(v)
					sum[k] = v.String()
				}
			}
			report := Certificate(r)
			if problems := strings.Join(report.Problems, " "); report.OK || !strings.Contains(problems, "are multiples of") {
				t.Errorf("%s: rounded %s: %q", a, name, problems)
			}
		}
	}
}
