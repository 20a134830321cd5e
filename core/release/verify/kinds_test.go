package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

type namedRelease struct {
	name    string
	release *release.Release
}

// everyKind makes a document of each kind, mechanism, calibration, smoothing, adjacency and unit.
func everyKind(t *testing.T) (all []namedRelease) {
	t.Helper()
	for _, d := range []struct {
		name, sample string
		options      adapt.Options
	}{
		{"model", "numbers", adapt.Options{}},
		{"model of no fixed n", "numbers", adapt.Options{Adjacency: method.AddRemove}},
		{"weights by mirror descent", "numbers", adapt.Options{Release: release.Weights, Solver: method.MirrorDescent,
			Smoothing: method.PNorm}},
		{"moments", "numbers", adapt.Options{Release: release.Moments}},
		{"moments of no fixed n", "numbers", adapt.Options{Release: release.Moments, Adjacency: method.AddRemove}},
		{"selection", "numbers", adapt.Options{Mechanism: method.Selection}},
		{"selection by the paper's noise", "numbers", adapt.Options{Release: release.Weights, Mechanism: method.Selection,
			Calibration: method.Paper}},
		{"selection of a p-norm", "numbers", adapt.Options{Release: release.Weights, Mechanism: method.Selection,
			Smoothing: method.PNorm}},
		{"gradient", "numbers", adapt.Options{Release: release.Weights, Mechanism: method.Gradient}},
		{"gradient of a p-norm", "numbers", adapt.Options{Mechanism: method.Gradient, Smoothing: method.PNorm}},
		{"single stage", "numbers", adapt.Options{Solver: method.SingleStage, Mechanism: method.Selection}},
		{"selection of one", "numbers", adapt.Options{Release: release.Weights, Mechanism: method.Selection,
			Iterations: 1}},
		{"single stage of one", "numbers", adapt.Options{Release: release.Weights, Mechanism: method.Selection,
			Solver: method.SingleStage, Iterations: 1}},
		{"mirror descent of one", "numbers", adapt.Options{Release: release.Weights, Solver: method.MirrorDescent,
			Iterations: 1}},
		{"single stage of M̂₀ of one", "numbers", adapt.Options{Release: release.Weights, Solver: method.SingleStage,
			Iterations: 1}},
		{"model by mirror descent", "numbers", adapt.Options{Solver: method.MirrorDescent}},
		{"model by mirror descent of one", "numbers", adapt.Options{Solver: method.MirrorDescent, Iterations: 1}},
		{"model by the single stage of M̂₀ of one", "numbers", adapt.Options{Solver: method.SingleStage, Iterations: 1}},
		{"model of selection of one", "numbers", adapt.Options{Mechanism: method.Selection, Iterations: 1}},
		{"model of bounded norm", "numbers", adapt.Options{ModelNorm: 2}},
		{"blend", "classes", adapt.Options{Base: method.Auto}},
		{"labels", "numbers", adapt.Options{Base: method.Auto, UseLabels: true}},
		{"labels of classes, no fixed n", "classes", adapt.Options{Base: method.Linear, UseLabels: true,
			Adjacency: method.AddRemove}},
		{"sums", "several", adapt.Options{Release: release.Moments, Base: method.Linear, UseLabels: true}},
		{"sums of no fixed n", "numbers", adapt.Options{Release: release.Moments, Base: method.Linear, UseLabels: true,
			Adjacency: method.AddRemove}},
		{"report", "classes", adapt.Options{Release: release.Report, Base: method.Linear, GroupBy: "c"}},
		{"report of a file, no fixed n", "numbers", adapt.Options{Release: release.Report, Base: method.File,
			Adjacency: method.AddRemove}},
		{"several samples", "several", adapt.Options{Release: release.Weights}},
		{"people", "numbers", adapt.Options{Unit: "who"}},
	} {
		d.options.Epsilon, d.options.Delta = 1, 1e-5
		if d.options.Iterations == 0 {
			d.options.Iterations = 12
		}
		if d.options.Release == release.Moments || d.options.Release == release.Report {
			d.options.Iterations = 0
		}
		all = append(all, namedRelease{d.name, releaseOf(t, d.sample, d.options, 100)})
	}
	// Of three rows whose number is private almost nothing is known.
	few := adapt.Options{Epsilon: 1, Delta: 1e-5, Iterations: 12, Adjacency: method.AddRemove}
	all = append(all, namedRelease{"model of three rows, no fixed n", releaseOf(t, "numbers", few, 1)})
	var owners []*release.Release
	for i := range 4 {
		o := adapt.Options{Release: release.Moments, Epsilon: 1, Delta: 1e-5}
		owners = append(owners, releaseOf(t, "numbers", o, 100+10*i))
	}
	engine := release.Engine{Version: "0.0.0"}
	sum := must.Get(combine.Combine(engine, owners))(t)
	return append(all, namedRelease{"combination", sum})
}

// releaseOf makes a release of three times as many rows as repeated says.
func releaseOf(t *testing.T, sample string, o adapt.Options, repeated int) *release.Release {
	t.Helper()
	samples := must.Get(verify.Samples())(t)
	source := samples[sample]
	if o.Base == method.File {
		o.BaseFile = must.Get(verify.Stump(source))(t)
	}
	labels := []string{"2", "3", ""}
	if sample == "classes" {
		labels = []string{"yes", "no", ""}
	}
	var table strings.Builder
	table.WriteString("a,c,y,who\n")
	for i := range 3 * repeated {
		fmt.Fprintf(&table, "%d,%s,%s,p%d\n", 1+i%3%2, []string{"red", "blue", "red"}[i%3], labels[i%3], i/2)
	}
	return must.Get(verify.Made(source, o, table.String()))(t)
}
