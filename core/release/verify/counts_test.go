package verify

import (
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

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
