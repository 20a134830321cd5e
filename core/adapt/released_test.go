package adapt

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"privadapt/core/combine"
	"privadapt/core/dataset"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/features"
	"privadapt/core/release"
	"privadapt/core/verify"
)

// A model computed from released moments is, bit for bit, the one that the run itself computes from the same draw.
func TestSolveIsTheRunsOwnPostProcessing(t *testing.T) {
	source := publicSource(t)
	for _, adjacency := range []mechanism.Adjacency{mechanism.ReplaceOne, mechanism.AddRemove} {
		for _, kind := range []release.Kind{release.Model, release.Weights} {
			features := map[release.Kind]features.Kind{release.Model: features.Quadratic, release.Weights: features.Linear}[kind]
			target, _, err := ReadTarget(source, Options{Epsilon: 2, Delta: 1e-5, Adjacency: adjacency, Release: kind, Features: features},
				[]io.Reader{strings.NewReader(privateTable(4000))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := &run{Target: target, charge: free, sampler: sampler.New()}
			r.rows, r.sourceRadius = r.plan.grid.ClipRows(r.plan.rows, r.plan.features.Dim())
			if err := r.releaseMoment(); err != nil {
				t.Fatal(err)
			}
			values, err := r.values()
			if err != nil {
				t.Fatal(err)
			}
			own := r.document(Engine{Version: "test"}, values)

			moved := *own
			moved.Kind, moved.Values, moved.Certificate = release.Moments, moments(r.moment, r.plan.features.Names()), momentsCertificate(own.Certificate)
			if report := verify.Certificate(&moved); !report.OK {
				t.Fatal(report.Problems)
			}
			again, err := Solve(Engine{Version: "test"}, source, &moved, Options{Release: kind}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if report := verify.Certificate(again); !report.OK {
				t.Error(report.Problems)
			}
			again.ReleaseID = own.ReleaseID
			a, _ := own.Encode()
			b, _ := again.Encode()
			// The noise of the count is recomputed from σ of the moment, with another rounding.
			if adjacency == mechanism.ReplaceOne && string(a) != string(b) {
				t.Errorf("%s: the documents differ", kind)
			}
			if w, v := own.Certificate.Discrepancy.Weighted, again.Certificate.Discrepancy.Weighted; math.Abs(w-v) > 1e-9*w {
				t.Errorf("%s %s: %v, in the run %v", adjacency, kind, v, w)
			}
		}
	}
}

// momentsCertificate is what the certificate would have been had only the moments been released.
func momentsCertificate(c release.Certificate) release.Certificate {
	c.Solver, c.Smoothing, c.Mu, c.P, c.Lambda, c.Iterations = "none", "", nil, nil, nil, nil
	c.Rounds, c.Gap, c.Tolerance, c.EffectiveSampleSize, c.RidgePenalty, c.ModelNorm = nil, nil, nil, nil, nil, nil
	c.Discrepancy, c.LearningBound = nil, nil
	return c
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
	combined, err := combine.Combine(combine.Engine{Version: "test"}, parts)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Release: release.Weights}, {Solver: FrankWolfe}, {Solver: MirrorDescent, Iterations: 50}, {Solver: SingleStage, Iterations: 50}, {Smoothing: PNorm}, {ModelNorm: 2}} {
		r, err := Solve(Engine{Version: "test"}, publicSource(t), combined, o, nil)
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
	solved, err := Solve(Engine{Version: "test"}, publicSource(t), r, Options{}, nil)
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
		{"another mechanism", publicSource(t), moments, Options{Mechanism: Selection}},
	} {
		_, err := Solve(Engine{}, c.source, c.r, c.o, nil)
		var refused *Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
