package postprocess

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/model/auto"
	"privadapt/core/model/labelled"
	"privadapt/core/release"
)

// fitNonlinear fits base models to the public sample under the weights, blends them and, with private labels, corrects
// the blend.
func (r *run) fitNonlinear() (release.Values, error) {
	var public *plan.Public
	if r.UseLabels {
		var err error
		if public, err = r.Prepare(r.Progress); err != nil {
			return release.Values{}, err
		}
	}
	blend, chosen, err := fitBase(r.Plan, r.weights, public, r.Progress)
	if err != nil {
		return release.Values{}, err
	}
	r.found.base = chosen
	document := &labelled.Document{Blend: blend}
	if public != nil {
		corrected, err := r.correct(public, blend)
		if err != nil {
			return release.Values{}, err
		}
		document = &labelled.Document{Corrected: corrected}
	}
	return release.Values{Base: document, Weights: r.weights}, nil
}

// fitBase returns a base model, and how it was chosen. It is a function of the plan's source, base and file and of the
// weights, the same to the bit wherever it is computed. public, if not nil, has the fits that no weights enter.
func fitBase(
	p *plan.Plan,
	weights []float64,
	public *plan.Public,
	progress plan.Progress,
) (*auto.Blend, *release.Base, error) {
	first, total := plan.Fits(p.Base, p.Source.Schema.Classes != nil, p.BaseFile != nil)
	report := func(stage string, step, fits int64) error {
		if progress == nil {
			return nil
		}
		return progress(stage, step, fits*auto.Steps)
	}
	var design *auto.Design
	if public != nil {
		design = public.Design
	} else {
		var err error
		if design, err = p.Design(func(step int64) error { return report(plan.StagePrepare, step, first) }); err != nil {
			return nil, nil, err
		}
	}
	step := int64(0)
	fitted := func() error {
		step++
		return report(plan.StageFit, step, total-first)
	}
	choice, err := design.Choose(weights, fitted)
	if err != nil {
		return nil, nil, err
	}
	b := &release.Base{
		Kind:          p.Base,
		Candidates:    choice.Candidates,
		Public:        choice.Public,
		Gain:          choice.Gain,
		StandardError: choice.Deviation,
		Kept:          choice.Kept,
	}
	if p.BaseFile != nil {
		b.File = release.FileOf(p.BaseFile, p.BaseFileURL)
	}
	return choice.Model, b, nil
}
