package verify

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// genuine returns releases of every kind, mechanism, solver, calibration and smoothing that the engine makes, each
// under several budgets and radii. They are made once and must not be changed.
var genuine = sync.OnceValues(func() (made []*release.Release, err error) {
	samples, err := Samples()
	if err != nil {
		return nil, err
	}
	source, classes, several := samples["numbers"], samples["classes"], samples["several"]
	file, err := Stump(source)
	if err != nil {
		return nil, err
	}
	for _, o := range everySetting() {
		of := source
		switch o.Campaign {
		case "classes":
			of = classes
		case "several":
			of = several
		}
		if o.Base == method.File || o.Campaign == "file" {
			o.BaseFile = file
		}
		r, err := run(of, o)
		var refused *adapt.Error
		if errors.As(err, &refused) && refused.Code == "refused" {
			continue // a pair that does not exist
		}
		if err != nil {
			return nil, err
		}
		made = append(made, r)
	}
	return made, nil
})

// everySetting crosses all names; adapt refuses those that do not belong together.
func everySetting() (all []adapt.Options) {
	pairs := []adapt.Options{}
	for _, m := range []method.Mechanism{method.Moment, method.Selection, method.Gradient} {
		for _, s := range []method.Solver{method.ProjectedGradient, method.FrankWolfe, method.MirrorDescent,
			method.SingleStage} {
			for _, c := range []method.Calibration{method.Tight, method.Paper} {
				for _, f := range []method.Smoothing{method.Softmax, method.PNorm} {
					pairs = append(
						pairs,
						adapt.Options{Mechanism: m, Solver: s, Calibration: c, Smoothing: f, Epsilon: 1, Delta: 1e-5,
							Iterations: 12},
					)
				}
			}
		}
	}
	for _, o := range pairs {
		for _, kind := range []release.Kind{release.Model, release.Weights, release.Moments} {
			o.Release = kind
			all = append(all, o)
		}
		o.Release = release.Weights
		small, one, narrow := o, o, o
		small.Epsilon, small.Delta = 0.05, 1e-9
		one.Iterations, one.Epsilon = 1, 8        // selection and gradient draw nothing
		narrow.Radius, narrow.Delta = 0.02, 0.003 // nearly every row is clipped
		all = append(all, small, one, narrow)
		for _, kind := range []release.Kind{release.Model, release.Weights, release.Moments} {
			hidden := o
			hidden.Adjacency, hidden.Release = method.AddRemove, kind
			all = append(all, hidden)
		}
		wide := o
		if o.Smoothing == method.Softmax { // λ of the p-norm would be beyond its limit
			wide.Radius = 1e6
			all = append(all, wide)
		}
	}
	for _, kind := range features.Kinds[1:] {
		for _, made := range []release.Kind{release.Model, release.Weights, release.Moments} {
			all = append(all, adapt.Options{Features: kind, Release: made, Epsilon: 1, Delta: 1e-5, Iterations: 12})
		}
	}
	for _, a := range method.Adjacencies {
		for _, s := range []method.Solver{method.ProjectedGradient, method.MirrorDescent} {
			all = append(all, adapt.Options{UseLabels: true, Adjacency: a, Solver: s, Epsilon: 1, Delta: 1e-5,
				Iterations: 12})
		}
	}
	// Nonlinear models, of numbers and of the classes of another sample, one of them in a file: formats 2 and 3.
	for _, a := range method.Adjacencies {
		for _, o := range []adapt.Options{
			{Base: method.Trees}, {Base: method.Smooth, Solver: method.MirrorDescent}, {Base: method.File},
			{Base: method.Auto, Campaign: "file"},
			{Base: method.Linear, Campaign: "classes"}, {Base: method.Trees, Campaign: "classes", UseLabels: true},
			{Base: method.File, UseLabels: true},
			{Base: method.Smooth, Mechanism: method.Selection}, {Base: method.Trees, Mechanism: method.Gradient},
		} {
			o.Adjacency, o.Epsilon, o.Delta, o.Iterations = a, 1, 1e-5, 12
			all = append(all, o)
		}
		// Reports of numbers and of three classes, of models of the sample and one in a file: format 4.
		for _, o := range []adapt.Options{{Base: method.Linear}, {Base: method.Trees, GroupBy: "c"}, {Base: method.File},
			{Base: method.Linear, Campaign: "classes", GroupBy: "c"}} {
			o.Release, o.Adjacency, o.Epsilon, o.Delta = release.Report, a, 1, 1e-5
			all = append(all, o)
		}
		// Sums of rows with labels: format 6.
		for _, o := range []adapt.Options{{Base: method.Linear}, {Base: method.Auto, Campaign: "file"},
			{Base: method.Linear, Campaign: "classes"}, {Base: method.Linear, Campaign: "several"}} {
			o.Release, o.UseLabels, o.Adjacency, o.Epsilon, o.Delta = release.Moments, true, a, 1, 1e-5
			all = append(all, o)
		}
		// Several public samples: format 5.
		for _, o := range []adapt.Options{{Release: release.Weights}, {Base: method.Linear, UseLabels: true},
			{Release: release.Report, Base: method.Linear}} {
			o.Campaign, o.Adjacency, o.Epsilon, o.Delta, o.Iterations = "several", a, 1, 1e-5, 12
			all = append(all, o)
		}
		// People of several rows.
		for _, o := range []adapt.Options{
			{Release: release.Model}, {Release: release.Moments},
			{Release: release.Moments, Base: method.Linear, UseLabels: true},
			{Release: release.Report, Base: method.Linear, GroupBy: "c"},
		} {
			o.Unit, o.Adjacency, o.Epsilon, o.Delta, o.Iterations = "who", a, 1, 1e-5, 12
			all = append(all, o)
		}
	}
	return all
}

func run(source *dataset.Source, o adapt.Options) (*release.Release, error) {
	table := "a,c,y\n" + strings.Repeat("1,red,2\n2,blue,3\n2,red,\n", 100)
	if o.Unit != "" {
		table = "a,c,y," + o.Unit + "\n"
		for person := range 150 { // of one to three rows
			who := fmt.Sprintf(",p%d\n", person)
			table += strings.Join([]string{"1,red,2", "2,blue,3", "2,red,"}[person%3:], who) + who
		}
	}
	return Made(source, o, table)
}

func genuineReleases(t testing.TB) []*release.Release {
	t.Helper()
	return must.Get(genuine())(t)
}

func TestEveryGenuineReleaseVerifies(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range genuineReleases(t) {
		c := r.Certificate
		seen[fmt.Sprintln(c.Mechanism, c.Solver, c.Calibration, c.Smoothing)] = true
		if report := Certificate(r); !report.OK {
			t.Errorf("%s %s %s %s: %v", c.Mechanism, c.Solver, c.Calibration, c.Smoothing, report.Problems)
		}
		if err := supports(r); err != nil {
			t.Errorf("%s %s %s %s: the oracle refuses it: %v", c.Mechanism, c.Solver, c.Calibration, c.Smoothing, err)
		}
	}
	// moment: 2 solvers × 2 smoothings, the single stage, and none; selection: 3 + 2; gradient: 3; reports: none.
	if len(seen) != 15 {
		t.Errorf("%d combinations were made: %v", len(seen), seen)
	}
}
