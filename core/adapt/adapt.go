// Package adapt makes one release, with differential privacy, from a labelled public sample and unlabelled private files.
// A run is these calls, as in the example:
//
//  1. dataset.ReadSource reads the public sample, which says how every private row is read.
//  2. [ReadTarget] reads the private files under a plan of the sample and the [Options]. A [Forecaster] says before what
//     such a run would give.
//  3. [Target.Adapt] calls your function to charge what the run costs, draws the noise and returns a release.Release,
//     whose Encode writes the document.
//  4. Whoever receives the document calls release.Decode, then verify.Certificate, then Predict.
//
// Options need an Epsilon and a Delta; every other field has a default, which package plan states.
//
// Package plan fixes every setting from public values before a private row is read, package draw holds the private sum
// until a mechanism has drawn from it, and package postprocess makes the release and cannot name anything private.
//
// The module is not published under its name, so the go.mod of a program outside it needs a line such as
// "replace privadapt => ../privadapt".
package adapt

import (
	"errors"

	"privadapt/core/adapt/draw"
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/postprocess"
	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/words"
)

// The names that callers need from the packages below.
type (
	Options     = plan.Options
	Preparation = plan.Preparation
	Forecast    = plan.Forecast
	Progress    = plan.Progress
	Charge      = draw.Charge
	Explanation = postprocess.Explanation
	Shift       = postprocess.Shift
)

// Adapt calibrates the mechanism, charges its cost, lets it draw, and computes the release from what the mechanism
// returned. A target serves one run: its cost is charged once, and the private sum is overwritten after the draws, and
// also if the run fails. charge is required; it is called before any noise is drawn, to record the cost in a ledger or
// to refuse it. progress may be nil. If either returns an error there is no release, though the budget may be spent.
func (t *Target) Adapt(
	engine release.Engine,
	charge func(Charge) error,
	progress Progress,
) (*release.Release, error) {
	if charge == nil {
		return nil, words.Refuse("bad-option",
			"a run needs a function that records its cost; for made-up rows give one that returns nil")
	}
	if t.used {
		return nil, words.Refuse("stale-handle",
			"this reading of the private data has already made a release; read it again for another")
	}
	t.used = true
	defer t.Wipe() // draw.Run does so first, unless it never begins
	problem := &plan.Problem{Plan: t.plan, Progress: progress}
	value, err := draw.Run(problem, draw.Private{Sum: t.sum, Labelled: t.labelled, Counts: t.counts}, charge)
	if err != nil {
		return nil, err
	}
	if t.result, err = postprocess.Run(problem, value, engine); err != nil {
		return nil, err
	}
	return t.result.Release, nil
}

// Wipe overwrites the sums. Whoever does not call Adapt wipes the target.
func (t *Target) Wipe() {
	t.used = true
	if t.sum != nil {
		t.sum.Wipe()
	}
	if t.labelled != nil {
		t.labelled.Wipe()
	}
	for _, c := range t.counts {
		c.Wipe()
	}
}

// Explain explains the release that Adapt made; it is nil before.
func (t *Target) Explain() *Explanation {
	if t.result == nil {
		return nil
	}
	return t.result.Explain()
}

// CheckSource compares a release with its public sample: see postprocess.CheckSource. Settings that no run can have are
// the document's fault and not the reader's, so they are a problem of it.
func CheckSource(source *dataset.Source, r *release.Release, progress Progress) ([]string, error) {
	problems, err := postprocess.CheckSource(source, r, progress)
	if refused := (*words.Error)(nil); errors.As(err, &refused) {
		return []string{"no run has the settings that the release states: " + refused.Message}, nil
	}
	return problems, err
}

// Solve computes a model or weights from moments that were released before: see postprocess.Solve.
func Solve(
	engine release.Engine,
	source *dataset.Source,
	released *release.Release,
	o Options,
	progress Progress,
) (*release.Release, error) {
	return postprocess.Solve(sampler.Identifier(), engine, source, released, o, progress)
}

// Prepare makes the fits to the public sample that a run of these options will need, if it needs any, and keeps them in
// o.Preparation. It reads the release, the base, UseLabels and what a report is about, and ignores the budget. It can
// be ended by progress and called again.
func Prepare(source *dataset.Source, o Options, progress Progress) error {
	o.Epsilon, o.Delta = 1, 1e-6 // of a run that is not made
	p, err := plan.New(o, source)
	if err != nil || !p.Fitted() {
		return err
	}
	fits, _ := plan.Fits(p.Base, source.Schema.Classes != nil, p.BaseFile != nil)
	_, err = p.Design(func(step int64) error { return progress(plan.StagePrepare, step, fits*auto.Steps) })
	return err
}
