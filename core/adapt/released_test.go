package adapt

import (
	"errors"
	"io"
	"strings"
	"testing"

	"privadapt/core/adapt/draw"
	"privadapt/core/adapt/postprocess"
	"privadapt/core/adapt/solve"
	"privadapt/core/combine"
	"privadapt/core/dataset"
	"privadapt/core/features"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/verify"
)

// A model computed from released moments is, bit for bit, the one that the run itself computes from the same draw.
func TestSolveIsTheRunsOwnPostProcessing(t *testing.T) {
	source := publicSource(t)
	for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
		for _, kind := range []release.Kind{release.Model, release.Weights} {
			features := map[release.Kind]features.Kind{release.Model: features.Quadratic, release.Weights: features.Linear}[kind]
			target, _, err := ReadTarget(source, Options{Epsilon: 2, Delta: 1e-5, Adjacency: adjacency, Release: kind, Features: features},
				[]io.Reader{strings.NewReader(privateTable(4000))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			problem := &solve.Problem{Plan: target.plan}
			value, err := draw.Run(problem, draw.Private{Sum: target.sum, Labelled: target.labelled}, free)
			if err != nil {
				t.Fatal(err)
			}
			result, err := postprocess.Run(problem, value, release.Engine{Version: "test"})
			if err != nil {
				t.Fatal(err)
			}
			own := result.Release

			asMoments := *target.plan
			asMoments.Release = release.Moments
			if result, err = postprocess.Run(&solve.Problem{Plan: &asMoments}, value, release.Engine{Version: "test"}); err != nil {
				t.Fatal(err)
			}
			moved := *result.Release
			if report := verify.Certificate(&moved); !report.OK {
				t.Fatal(report.Problems)
			}
			again, err := Solve(release.Engine{Version: "test"}, source, &moved, Options{Release: kind}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if report := verify.Certificate(again); !report.OK {
				t.Error(report.Problems)
			}
			again.ReleaseID = own.ReleaseID
			a, _ := own.Encode()
			b, _ := again.Encode()
			if string(a) != string(b) {
				t.Errorf("%s %s: the documents differ:\n%s\n%s", adjacency, kind, a, b)
			}
		}
	}
}

func TestSolveOfCombinedMoments(t *testing.T) {
	var parts []*release.Release
	for range 4 {
		r, err := adaptTable(t, Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}, privateTable(2000))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, r)
	}
	combined, err := combine.Combine(release.Engine{Version: "test"}, parts)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Release: release.Weights}, {Solver: method.FrankWolfe}, {Solver: method.MirrorDescent, Iterations: 50}, {Solver: method.SingleStage, Iterations: 50}, {Smoothing: method.PNorm}, {ModelNorm: 2}} {
		r, err := Solve(release.Engine{Version: "test"}, publicSource(t), combined, o, nil)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		text, _ := r.Encode()
		if r, err = release.Decode(text); err != nil {
			t.Fatal(err)
		}
		if report := verify.Certificate(r); !report.OK || report.Owners != 4 || report.N != 8000 {
			t.Errorf("%+v: %+v", o, report)
		}
		if c := r.Certificate; c.Tolerance != nil && c.Discrepancy.Noise >= single(t, parts[0]).Certificate.Discrepancy.Noise {
			t.Errorf("%+v: the noise of four owners together is not below that of one", o)
		}
	}
}

func single(t *testing.T, r *release.Release) *release.Release {
	t.Helper()
	solved, err := Solve(release.Engine{Version: "test"}, publicSource(t), r, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return solved
}

func TestSolveRefuses(t *testing.T) {
	moments, err := adaptTable(t, Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}, privateTable(200))
	if err != nil {
		t.Fatal(err)
	}
	model, err := adaptTable(t, Options{Epsilon: 1, Delta: 1e-6}, privateTable(200))
	if err != nil {
		t.Fatal(err)
	}
	other, err := dataset.ReadSource(strings.NewReader("age,y\n1,2\n2,1\n3,3\n"), dataset.SourceOptions{Label: "y"})
	if err != nil {
		t.Fatal(err)
	}
	relabelled := *publicSource(t)
	relabelled.Schema.Label = "income"
	for _, c := range []struct {
		name   string
		source *dataset.Source
		r      *release.Release
		o      Options
	}{
		{"a model", publicSource(t), model, Options{}},
		{"another source", other, moments, Options{}},
		{"another label", &relabelled, moments, Options{}},
		{"a second ε", publicSource(t), moments, Options{Epsilon: 0.1, Delta: 1e-6}},
		{"another radius", publicSource(t), moments, Options{Radius: 3}},
		{"moments", publicSource(t), moments, Options{Release: release.Moments}},
		{"another mechanism", publicSource(t), moments, Options{Mechanism: method.Selection}},
	} {
		_, err := Solve(release.Engine{}, c.source, c.r, c.o, nil)
		var refused *Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
