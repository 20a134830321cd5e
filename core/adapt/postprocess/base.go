package postprocess

import (
	"errors"
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/wire"
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
	var model basemodel.Encodable = blend
	if public != nil {
		if model, err = r.correct(public, blend); err != nil {
			return release.Values{}, err
		}
	}
	code, err := release.EncodeBase(model)
	return release.Values{Base: code, Weights: r.weights}, err
}

// fitBase returns a base model, and how it was chosen. It is a function of the plan's source, base and file and of the
// weights, the same to the bit wherever it is computed. public, if not nil, has the fits that no weights enter.
func fitBase(
	p *plan.Plan,
	weights []float64,
	public *plan.Public,
	progress solve.Progress,
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
		Public:        choice.Public,
		Gain:          choice.Gain,
		StandardError: choice.Deviation,
		Kept:          choice.Kept,
	}
	for _, c := range choice.Candidates {
		b.Candidates = append(
			b.Candidates,
			release.Candidate{Base: c.Base, Way: c.Way, Public: c.Public, Weighted: c.Weighted,
				Gain: c.Gain, StandardError: c.Deviation, Share: c.Share},
		)
	}
	if p.BaseFile != nil {
		b.File = release.FileOf(p.BaseFile, p.BaseFileURL)
	}
	model, err := smallEnough(choice, b)
	return model, b, err
}

// smallEnough returns what was chosen or, if a document has no room for it, as trees for many classes may need, the
// candidate of least weighted loss among those for which there is room. The privacy is spent by then, so there must be
// a model.
func smallEnough(choice *auto.Choice, b *release.Base) (*auto.Blend, error) {
	if len(choice.Model.Encode()) <= wire.Limit {
		return choice.Model, nil
	}
	best := -1
	for k, m := range choice.Models() {
		if len(m.Encode()) <= wire.Limit && (best < 0 || b.Candidates[k].Weighted < b.Candidates[best].Weighted) {
			best = k
		}
	}
	if best < 0 {
		return nil, errors.New("postprocess: every base model is too large for a document")
	}
	for k := range b.Candidates {
		b.Candidates[k].Share = 0
	}
	b.Candidates[best].Share = 1
	b.Gain, b.StandardError = b.Candidates[best].Gain, math.Abs(b.Candidates[best].StandardError)
	b.Kept = b.Candidates[best].Way == auto.Unweighted
	return choice.Models()[best], nil
}
