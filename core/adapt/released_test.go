package adapt

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/draw"
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/postprocess"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// A model computed from released moments is, bit for bit, the one that the run itself computes from the same draw.
func TestSolveIsTheRunsOwnPostProcessing(t *testing.T) {
	source := publicSource(t)
	for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
		for _, o := range []Options{
			{Release: release.Model}, {Release: release.Weights},
			{Release: release.Model, UseLabels: true}, {Release: release.Model, UseLabels: true, Base: method.Auto},
			{Release: release.Model, UseLabels: true, Base: method.Trees},
		} {
			kind := o.Release
			o.Epsilon, o.Delta, o.Adjacency = 2, 1e-5, adjacency
			target := readTarget(t, source, o, someLabels(privateTable(4000)))
			problem, value := drawnFrom(t, target)
			own := released(t, problem, value)
			asMoments := *target.plan
			asMoments.Release = release.Moments
			moved := *reread(t, released(t, &plan.Problem{Plan: &asMoments}, value))
			again := must.Get(Solve(engine, source, &moved, Options{Release: kind}, nil))(t)
			for _, r := range []*release.Release{&moved, again} {
				if report := verify.Certificate(r); !report.OK {
					t.Error(report.Problems)
				}
			}
			again.ReleaseID = own.ReleaseID
			a, _ := own.Encode()
			b, _ := again.Encode()
			if string(a) != string(b) {
				t.Errorf("%s %s labels %v: the documents differ:\n%s\n%s", adjacency, kind, o.UseLabels, a, b)
			}
		}
	}
}

// Moments with labels hold the whole numbers that the mechanism drew, under both adjacencies, and whoever has the
// public sample can see what the labels were compared with.
func TestReleasedSumsAreTheDrawnOnes(t *testing.T) {
	source, table := labelledTask(t, 500, dataset.Regression)
	for _, adjacency := range method.Adjacencies {
		target := readTarget(t, source,
			withLabels(func(o *Options) { o.Release, o.Adjacency = release.Moments, adjacency }),
			table+strings.Repeat("1,1,red,\n", 100))
		problem, value := drawnFrom(t, target)
		r := reread(t, released(t, problem, value))
		labelled, unlabelled := value.Output.Labelled.Sums.Text()
		if !slices.Equal(r.Values.LabelledSum, labelled) || !slices.Equal(r.Values.UnlabelledSum, unlabelled) {
			t.Errorf("%s: the release of version %d holds other sums than were drawn", adjacency, r.Version)
		}
		shows(t, string(adjacency), source, r, "")
		r.Certificate.Labels.OffsetSHA256 = strings.Repeat("0", 64)
		shows(t, string(adjacency), source, r, "the model that the labels correct")
	}
}

// Every entry of both released sums has noise, under both adjacencies: none equals the entry of the rows, or of
// another run on them. By chance one would with a probability below 1e-12.
func TestEveryEntryOfReleasedSumsIsNoisy(t *testing.T) {
	source, table := labelledTask(t, 100, dataset.Regression)
	table += strings.Repeat("1,1,red,\n", 100)
	for _, adjacency := range method.Adjacencies {
		o := withLabels(func(o *Options) { o.Release, o.Adjacency, o.Base = release.Moments, adjacency, method.Linear })
		exact := entriesOf(readTarget(t, source, o, table))
		first, second := adapted(t, source, o, table).Values, adapted(t, source, o, table).Values
		a, b := slices.Concat(first.LabelledSum, first.UnlabelledSum),
			slices.Concat(second.LabelledSum, second.UnlabelledSum)
		if len(a) != len(exact) {
			t.Fatalf("%s: %d entries of %d", adjacency, len(a), len(exact))
		}
		for k, v := range exact {
			if a[k] == v.String() || b[k] == v.String() || a[k] == b[k] {
				t.Errorf("%s: entry %d is %s and %s, and %s without noise", adjacency, k, a[k], b[k], v)
			}
		}
	}
}

// Several owners' sums lead to the model that a run computes from one draw of the whole: the certificate and the
// values are the same as of a run on the sum of what was drawn, to the last bit.
func TestCombinedLabelsAreTheRunOnTheSum(t *testing.T) {
	source, table := labelledTask(t, 600, dataset.Regression)
	for _, adjacency := range method.Adjacencies {
		var parts []*release.Release
		var total drawn.Value
		var problem *plan.Problem
		for owner := range 3 {
			o := withLabels(func(o *Options) {
				o.Release, o.Adjacency, o.Base, o.Epsilon = release.Moments, adjacency, method.Auto, 2
			})
			target := readTarget(t, source, o, table+strings.Repeat("1,1,red,\n", 100*owner))
			var value drawn.Value
			problem, value = drawnFrom(t, target)
			parts = append(parts, reread(t, released(t, problem, value)))
			if total.Rows += value.Rows; owner == 0 {
				total.Output.Labelled = &drawn.Labelled{Sums: value.Output.Labelled.Sums}
				continue
			}
			sums := total.Output.Labelled.Sums
			for k, v := range value.Output.Labelled.Sums.Labelled.Entries {
				sums.Labelled.Entries[k] = new(big.Int).Add(sums.Labelled.Entries[k], v)
			}
			for k, v := range value.Output.Labelled.Sums.Unlabelled.Entries {
				sums.Unlabelled.Entries[k] = new(big.Int).Add(sums.Unlabelled.Entries[k], v)
			}
		}
		combined := must.Get(combine.Combine(engine,
			[]*release.Release{parts[2], parts[0], parts[1]}))(t)
		combined = reread(t, combined)
		if report := verify.Certificate(combined); !report.OK || report.Owners != 3 {
			t.Fatalf("%s: %+v", adjacency, report)
		}
		made := must.Get(Solve(engine, source, combined, Options{Iterations: problem.Iterations},
			nil))(t)
		made = reread(t, made)
		if report := verify.Certificate(made); !report.OK || report.Owners != 3 {
			t.Fatalf("%s: %+v", adjacency, report)
		}

		// The same from the sum of the draws, as one run would have it.
		c := combined.Certificate
		variance, _ := new(big.Int).SetString(parts[0].Certificate.Noise.DiagonalVariance, 10)
		law := noise.MomentLaw{Grid: problem.Grid, Diagonal: variance.Mul(variance, big.NewInt(3))}
		labelled := total.Output.Labelled
		labelled.With, labelled.Without = labelled.Sums.Matrices()
		labelled.Sigma = law.StandardDeviation(1)
		total.Output.Moment, total.Output.MomentRows = release.PairTogether(labelled.With, labelled.Without, problem.Order(),
			problem.Grid.Intercept(), total.Rows)
		total.Guarantee = drawn.Guarantee{
			Rho:   c.Rho,
			Draws: 3,
			Noise: release.Noise{Distribution: "discrete-gaussian", DiagonalVariance: variance.String(),
				StandardDeviation: math.Sqrt2 * law.StandardDeviation(total.Output.MomentRows)},
		}
		total.ReleaseID = made.ReleaseID
		whole := *problem.Plan
		whole.Release = release.Model
		own := released(t, &plan.Problem{Plan: &whole}, total)
		own.Certificate.Combination = c.Combination
		a, _ := own.Encode()
		b, _ := made.Encode()
		if string(a) != string(b) {
			t.Errorf("%s: the documents differ:\n%s\n%s", adjacency, a, b)
		}
	}
}

// What released moments, with labels or without, do not lead to is refused in words.
func TestSolveRefuses(t *testing.T) {
	source, table := labelledTask(t, 300, dataset.Regression)
	relabelled := *source
	relabelled.Schema.Label = "a"
	moments := reread(t, adapted(t, source, withLabels(func(o *Options) { o.Release = release.Moments }), table))
	spoilt := reread(t, moments)
	spoilt.Certificate.Labels.OffsetSHA256 = strings.Repeat("0", 64)
	plain := reread(t, adapted(t, source, budget(func(o *Options) { o.Release = release.Moments }), table))
	for _, c := range []struct {
		says, code string
		source     *dataset.Source
		from       *release.Release
		o          Options
	}{
		{"lead to a model", "bad-option", source, moments, Options{Release: release.Weights}},
		{"leave the base out", "bad-option", source, moments, Options{Base: method.Trees}},
		{"neither modelNorm nor the solver single-stage", "refused", source, moments, Options{ModelNorm: 1}},
		{"neither modelNorm nor the solver single-stage", "refused", source, moments, Options{Solver: method.SingleStage}},
		{"is not the one that is chosen and fitted on the public sample alone", "bad-option", source, spoilt, Options{}},
		{"released without labels", "bad-option", source, plain, Options{UseLabels: true}},
		{"holds no moments", "bad-release", source, adapted(t, source, budget(nil), table), Options{}},
		{"another public sample", "integrity", publicSource(t), plain, Options{}},
		{"is read differently", "bad-option", &relabelled, plain, Options{}},
		{"cannot be set again", "bad-option", source, plain, Options{Epsilon: 0.1, Delta: 1e-6}},
		{"cannot be set again", "bad-option", source, plain, Options{Radius: 3}},
		{"already a release of moments", "bad-option", source, plain, Options{Release: release.Moments}},
		{"from the mechanism moment", "bad-option", source, plain, Options{Mechanism: method.Selection}},
	} {
		_, err := Solve(release.Engine{}, c.source, c.from, c.o, nil)
		refuses(t, fmt.Sprintf("%+v", c.o), err, c.code, c.says)
	}
	if _, err := Solve(release.Engine{}, source, moments,
		Options{UseLabels: true, Release: release.Model, Base: method.Linear}, nil); err != nil {
		t.Errorf("what follows from the moments may be said: %v", err)
	}
}

// drawnFrom draws as a run does, and released is what the run makes of it.
func drawnFrom(t *testing.T, target *Target) (*plan.Problem, drawn.Value) {
	t.Helper()
	problem := &plan.Problem{Plan: target.plan}
	value := must.Get(draw.Run(problem, draw.Private{Sum: target.sum, Labelled: target.labelled}, free))(t)
	return problem, value
}

func released(t *testing.T, problem *plan.Problem, value drawn.Value) *release.Release {
	t.Helper()
	result := must.Get(postprocess.Run(problem, value, engine))(t)
	return result.Release
}

// everyRun are options for each mechanism, with each of its solvers and smoothings, each kind of release and each
// adjacency.
func everyRun() (all []Options) {
	for _, m := range method.Mechanisms {
		for _, solver := range plan.SolversOf[m] {
			for _, smoothing := range method.Smoothings {
				for _, kind := range []release.Kind{release.Model, release.Weights, release.Moments} {
					for _, a := range method.Adjacencies {
						for _, calibration := range method.Calibrations {
							all = append(all, Options{
								Epsilon: 1, Delta: 1e-5, Iterations: 30, Mechanism: m, Solver: solver, Smoothing: smoothing,
								Release:   kind,
								Adjacency: a, Calibration: calibration,
							})
						}
					}
				}
			}
		}
	}
	automatic := budget(nil)
	bounded := budget(func(o *Options) { o.ModelNorm, o.Adjacency = 0.5, method.AddRemove })
	corrected := withLabels(nil)
	counted := withLabels(func(o *Options) { o.Adjacency, o.Base = method.AddRemove, method.Auto })
	summed := withLabels(func(o *Options) { o.Release, o.Base = release.Moments, method.Auto })
	hidden := withLabels(func(o *Options) { o.Release, o.Adjacency = release.Moments, method.AddRemove })
	appraised := reporting(nil)
	grouped := reporting(func(o *Options) { o.Adjacency = method.AddRemove })
	return append(all, automatic, bounded, corrected, counted, summed, hidden, appraised, grouped)
}

// Without the private side, post-processing makes the same document, byte for byte, and the same explanation: from a
// copy of what was drawn, on a public sample that is read again, by a plan that is made again.
func TestPostprocessingNeedsNothingPrivate(t *testing.T) {
	made, mechanisms, engine := map[string]int{}, map[string]bool{}, release.Engine{Version: "0.0.0", WasmSHA256: "0"}
	for _, o := range everyRun() {
		name := fmt.Sprintln(o.Mechanism, o.Solver, o.Smoothing, o.Release, o.Adjacency, o.Calibration)
		target, _, err := ReadTarget(publicSource(t), o, filesOf(someLabels(privateTable(300))), nil)
		var refused *words.Error
		if isRefused(err, "refused") {
			continue // a pair that makes no sense
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		problem := &plan.Problem{Plan: target.plan}
		value, err := draw.Run(problem, draw.Private{Sum: target.sum, Labelled: target.labelled, Counts: target.counts},
			free)
		if errors.As(err, &refused) && o.Calibration == method.Paper {
			continue // the paper's noise does not cover the claim
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		kept := copyOf(value)
		full, err := postprocess.Run(problem, value, engine)
		if errors.As(err, &refused) && o.Mechanism == method.Selection && o.Release == release.Model {
			continue // weights on too few rows for a model, by chance
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again := must.Get(plan.New(o, publicSource(t)))(t)
		alone, err := postprocess.Run(&plan.Problem{Plan: again}, kept, engine)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a, errA := full.Release.Encode()
		b, errB := alone.Release.Encode()
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %v, %v; the documents differ:\n%s\n%s", name, errA, errB, a, b)
		}
		if !reflect.DeepEqual(full.Explain(), alone.Explain()) {
			t.Errorf("%s: the explanations differ", name)
		}
		c := full.Release.Certificate
		if hidden := c.Adjacency == method.AddRemove; hidden != (kept.Rows == 0) || hidden && c.N != 0 {
			t.Errorf("%s: n is %d among what was drawn, %d in the certificate", name, kept.Rows, c.N)
		}
		made[string(full.Release.Kind)]++
		mechanisms[fmt.Sprint(c.Mechanism, c.Solver, c.Adjacency)] = true
	}
	// moment: 3 solvers, and none, under 2 adjacencies; selection: 2 solvers; gradient: 1; tally: none, under 2
	// adjacencies.
	if len(mechanisms) != 13 || made["report"] != 2 || made["model"] < 10 || made["weights"] < 10 || made["moments"] < 4 {
		t.Errorf("made %v by %v", made, mechanisms)
	}
}

// copyOf shares no memory with what was drawn.
func copyOf(v drawn.Value) drawn.Value {
	twin := v
	if m := v.Output.Moment; m != nil {
		twin.Output.Moment = symeigen.NewMatrix(m.Order, slices.Clone(m.Data))
	}
	if l := v.Output.Labelled; l != nil {
		sums := *l.Sums
		for _, part := range []*release.PairTriangle{&sums.Labelled, &sums.Unlabelled} {
			part.Entries = slices.Clone(part.Entries)
			for k, v := range part.Entries {
				part.Entries[k] = new(big.Int).Set(v)
			}
		}
		twin.Output.Labelled = &drawn.Labelled{
			Sums: &sums,
			With: symeigen.NewMatrix(
				l.With.Order,
				slices.Clone(l.With.Data),
			), Without: symeigen.NewMatrix(l.Without.Order, slices.Clone(l.Without.Data)), Sigma: l.Sigma,
		}
	}
	twin.Output.Weights, twin.Output.Counts = slices.Clone(v.Output.Weights), slices.Clone(v.Output.Counts)
	if v.Output.Model != nil {
		model := *v.Output.Model
		model.Coefficients = slices.Clone(model.Coefficients)
		twin.Output.Model = &model
	}
	return twin
}

// The statements of a release are a function of what was drawn. These are the fields that carry it, and none of them is
// private.
func TestNothingPrivateIsAmongWhatIsDrawn(t *testing.T) {
	var names []string
	for _, part := range []any{drawn.Value{}, drawn.Guarantee{}, drawn.Output{}, drawn.Labelled{}, plan.Model{}} {
		kind := reflect.TypeOf(part)
		for i := range kind.NumField() {
			names = append(names, kind.Name()+"."+kind.Field(i).Name)
		}
	}
	want := []string{"Value.ReleaseID", "Value.Guarantee", "Value.Rows", "Value.Output",
		"Guarantee.Rho", "Guarantee.Draws", "Guarantee.Noise", "Guarantee.SourceQuartic",
		"Output.Moment", "Output.MomentRows", "Output.Weights", "Output.Counts", "Output.Labelled", "Output.Model",
		"Labelled.Sums", "Labelled.With", "Labelled.Without", "Labelled.Sigma",
		"Model.Coefficients", "Model.Penalty", "Model.Norm"}
	if !slices.Equal(names, want) {
		t.Errorf("the fields are %q; say of a new one in core/PRIVACY.md why it is not private, and add it here", names)
	}
}
