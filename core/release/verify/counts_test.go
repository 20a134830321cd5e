package verify

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// reports returns one of numbers and one of classes, with groups and without, under both adjacencies.
func reports(t *testing.T) (made []*release.Release) {
	t.Helper()
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source := must.Get(dataset.ReadSource(
			strings.NewReader("a,c,y\n"+strings.Repeat("1,red,3\n2,blue,4\n3,red,3\n0,red,4\n5,blue,3\n4,blue,3\n", 4)),
			dataset.SourceOptions{Label: "y", Task: task},
		))(t)
		for _, a := range method.Adjacencies {
			for _, by := range []string{"", "c"} {
				r := must.Get(run(
					source,
					adapt.Options{Release: release.Report, Base: method.Linear, Adjacency: a, GroupBy: by, Epsilon: 1,
						Delta: 1e-5},
				))(t)
				made = append(made, r)
			}
		}
	}
	return made
}

// Where the number of rows is private and the counts sum to less than a row, n̂ is 1. With one row that is about every
// second draw, so no draw of 100 has a probability below 1e-18.
func TestAReportOfAlmostNoRowsVerifies(t *testing.T) {
	source := must.Get(dataset.ReadSource(strings.NewReader("a,y\n1,3\n2,4\n3,1\n0,2\n"),
		dataset.SourceOptions{Label: "y"}))(t)
	o := adapt.Options{Release: release.Report, Base: method.Linear, Adjacency: method.AddRemove, Epsilon: 1, Delta: 1e-5}
	for range 100 {
		r := must.Get(Made(source, o, "a,y\n1,3\n"))(t)
		if report := Certificate(r, LargeDelta); !report.OK {
			t.Fatal(report.Problems)
		}
		if total(r.Values.Counts) < 1 {
			return
		}
	}
	t.Error("the counts of one row never summed to less than a row")
}

// Every report of the engine verifies; none does with less noise than its claim needs, or with counts or fields that no
// run gives.
func TestReportsAreVerified(t *testing.T) {
	variance := func(c *release.Certificate, numerator, denominator int64) {
		v, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
		v.Mul(v, big.NewInt(numerator)).Quo(v, big.NewInt(denominator)).SetBit(v, 0, 0)
		c.Noise.DiagonalVariance = v.String()
		root, _ := new(big.Float).Sqrt(new(big.Float).SetInt(v)).Float64()
		c.Noise.StandardDeviation = root / partsOfRow
	}
	number := 0.25
	for i, r := range reports(t) {
		if report := Certificate(r); !report.OK || report.Epsilon > 1 || report.Epsilon < 1-1e-5 {
			t.Fatalf("%+v", report)
		}
		for _, lie := range []struct {
			name, says string
			tell       func(r *release.Release, c *release.Certificate)
		}{
			{"less noise", "its noise gives only", func(_ *release.Release, c *release.Certificate) { variance(c, 9, 10) }},
			{"the noise of one table for two", "its noise gives only",
				func(_ *release.Release, c *release.Certificate) { variance(c, 1, 2) }},
			{"a smaller ε", "its noise gives only", func(_ *release.Release, c *release.Certificate) { c.Epsilon *= 0.99 }},
			{"a smaller ρ", "its noise gives only", func(_ *release.Release, c *release.Certificate) { c.Rho *= 0.99 }},
			{"another deviation", "standard deviation", func(_ *release.Release, c *release.Certificate) {
				c.Noise.StandardDeviation *= 1.01
			}},
			{"two draws", "once", func(_ *release.Release, c *release.Certificate) { c.Draws = 2 }},
			{"another distribution", "discrete Gaussian",
				func(_ *release.Release, c *release.Certificate) { c.Noise.Distribution = "discrete-laplace" }},
			{"another mechanism", "another mechanism", func(_ *release.Release, c *release.Certificate) {
				c.Mechanism = method.Moment
			}},
			{"a solver", "solver", func(_ *release.Release, c *release.Certificate) { c.Solver = method.FrankWolfe }},
			{"a count beyond the rows", "count", func(r *release.Release, _ *release.Certificate) {
				r.Values.Counts[1] = 1e6
			}},
			{"a count far below 0", "part of", func(r *release.Release, _ *release.Certificate) {
				r.Values.Counts[1] = -1e4
			}},
			{"a part of a part of a row", "whole number of parts",
				func(r *release.Release, _ *release.Certificate) { r.Values.Counts[1] += 1e-9 }},
			{"a discrepancy", "discrepancy", func(_ *release.Release, c *release.Certificate) {
				c.Discrepancy = &release.Discrepancy{Confidence: 0.9}
			}},
			{"a penalty", "ridgePenalty", func(_ *release.Release, c *release.Certificate) { c.RidgePenalty = &number }},
			{"a smoothing", "smoothing", func(_ *release.Release, c *release.Certificate) { c.Smoothing = "of 72 rows" }},
			{"a scale", "noise.scale", func(_ *release.Release, c *release.Certificate) { c.Noise.Scale = 1 }},
			{"counts of other rows", "sum to", func(r *release.Release, c *release.Certificate) {
				for k := range r.Values.Counts {
					r.Values.Counts[k] += 80
				}
			}},
		} {
			twin := must.Get(reread(r))(t)
			lie.tell(twin, &twin.Certificate)
			report := Certificate(twin)
			if report.OK || !strings.Contains(strings.Join(report.Problems, " "), lie.says) {
				t.Errorf("report %d: %s: %q do not mention %q", i, lie.name, report.Problems, lie.says)
			}
		}
		if r.Certificate.Adjacency == method.AddRemove {
			twin, _ := reread(r)
			twin.Certificate.RowsEstimate = math.Nextafter(twin.Certificate.RowsEstimate, 0) - 0.5
			if report := Certificate(twin); report.OK {
				t.Errorf("report %d: a number of rows that is not the sum of the counts passed", i)
			}
		}
	}
}

// A row counts in one cell of the table of all rows and in the same cell of one group's table, so counts by groups
// that sum to other rows are refused, even where there are as many rows.
func TestGroupsThatAreNotAllRowsAreRefused(t *testing.T) {
	source := must.Get(dataset.ReadSource(
		strings.NewReader("a,c,y\n"+strings.Repeat("1,red,3\n2,blue,4\n3,red,3\n0,red,4\n5,blue,3\n4,blue,3\n", 4)),
		dataset.SourceOptions{Label: "y"},
	))(t)
	for _, a := range method.Adjacencies {
		r := must.Get(run(
			source,
			adapt.Options{Release: release.Report, Base: method.Linear, Adjacency: a, GroupBy: "c", Epsilon: 1e4,
				Delta: 1e-5},
		))(t)
		if report := Certificate(r); !report.OK {
			t.Fatalf("%q", report.Problems)
		}
		layout := must.Get(r.Layout())(t)
		size, counts := layout.Table(), r.Values.Counts
		largest := 0
		for k, v := range counts[:size] {
			if v > counts[largest] {
				largest = k
			}
		}
		other := (largest + 1) % size
		for at := size; at < len(counts); at += size { // the rows of the groups count in another cell
			counts[at+largest], counts[at+other] = counts[at+other], counts[at+largest]
		}
		if report := Certificate(r); report.OK ||
			!strings.Contains(strings.Join(report.Problems, " "), "that it is part of") {
			t.Errorf("%s: %q", a, report.Problems)
		}
	}
}
