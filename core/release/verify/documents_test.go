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

// settings are the runs that make documents.
var settings = map[string]adapt.Options{
	"model":              {},
	"model add-remove":   {Adjacency: method.AddRemove},
	"weights":            {Release: release.Weights},
	"moments":            {Release: release.Moments},
	"moments add-remove": {Release: release.Moments, Adjacency: method.AddRemove},
	"labels":             {UseLabels: true},
	"labels add-remove":  {UseLabels: true, Adjacency: method.AddRemove},
	"sums":               {UseLabels: true, Release: release.Moments},
	"sums add-remove":    {UseLabels: true, Release: release.Moments, Adjacency: method.AddRemove},
	"selection tight":    {Mechanism: method.Selection},
	"selection paper":    {Mechanism: method.Selection, Calibration: method.Paper},
	"selection pnorm":    {Mechanism: method.Selection, Smoothing: method.PNorm},
	"selection of one":   {Mechanism: method.Selection, Release: release.Weights, Iterations: 1},
	"selection of two":   {Mechanism: method.Selection, Release: release.Weights, Iterations: 2},
	"selection of three": {Mechanism: method.Selection, Release: release.Weights, Iterations: 3},
	"single stage":       {Mechanism: method.Selection, Solver: method.SingleStage},
	"single stage of one": {Mechanism: method.Selection, Solver: method.SingleStage, Release: release.Weights,
		Iterations: 1},
	"single stage of two": {Mechanism: method.Selection, Solver: method.SingleStage, Release: release.Weights,
		Iterations: 2},
	"gradient tight":   {Mechanism: method.Gradient},
	"gradient paper":   {Mechanism: method.Gradient, Calibration: method.Paper},
	"gradient weights": {Mechanism: method.Gradient, Release: release.Weights},
	"gradient of one":  {Mechanism: method.Gradient, Release: release.Weights, Iterations: 1},
}

// written are documents of settings that were made already.
var written = map[string][]byte{}

// document is a release that the engine itself makes, as it is read.
func document(t *testing.T, name string) *release.Release {
	t.Helper()
	if written[name] == nil {
		o, known := settings[name]
		if !known {
			t.Fatalf("there is no document %s", name)
		}
		if o.Epsilon, o.Delta = 1, 1e-5; o.Iterations == 0 {
			o.Iterations = 20
		}
		source := must.Get(dataset.ReadSource(strings.NewReader("a,b,y\n1,2,3\n2,1,4\n3,5,1\n0,2,2\n5,1,0\n"),
			dataset.SourceOptions{Label: "y"}))(t)
		// 200 rows; 4000 where their number is private, because with fewer the lower bound on n is sometimes not above 0, and
		// then there is no learning bound.
		pairs := 100
		if o.Adjacency == method.AddRemove {
			pairs = 2000
		}
		made := must.Get(Made(source, o, "a,b,y\n"+strings.Repeat("1,1,3\n2,0,\n", pairs)))(t)
		written[name] = must.Get(made.Encode())(t)
	}
	return must.Get(release.Decode(written[name]))(t)
}
