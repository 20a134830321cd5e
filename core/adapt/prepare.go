package adapt

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
)

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
