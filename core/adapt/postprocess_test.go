package adapt

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"privadapt/core/adapt/draw"
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/postprocess"
	"privadapt/core/adapt/solve"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/pair"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

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
		var refused *Error
		if isRefused(err, "refused") {
			continue // a pair that makes no sense
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		problem := &solve.Problem{Plan: target.plan}
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
		alone, err := postprocess.Run(&solve.Problem{Plan: again}, kept, engine)
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
		for _, part := range []*pair.Triangle{&sums.Labelled, &sums.Unlabelled} {
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
	for _, part := range []any{drawn.Value{}, drawn.Guarantee{}, drawn.Output{}, drawn.Labelled{}, solve.Model{}} {
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

// Under add-remove adjacency a limit on rounds does not follow n: in runs of 200 and of 4000 rows it is the setting.
func TestNothingStatedFollowsAPrivateNumberOfRows(t *testing.T) {
	for _, rows := range []int{200, 4000} {
		r := must.Get(adaptTable(t,
			Options{Epsilon: 2, Delta: 1e-5, Adjacency: method.AddRemove, Iterations: 7, Lambda: new(float64)},
			privateTable(rows)))(t)
		c := r.Certificate
		if *c.Iterations != 7 || *c.Rounds > 7 {
			t.Errorf("%d rows: %d of %d rounds", rows, *c.Rounds, *c.Iterations)
		}
	}
}
