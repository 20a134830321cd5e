package plan

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Public is what a run with private labels takes from the public sample alone before a private row is read: the fits
// that no weights enter, and of them the offset f that cross-validation chooses.
type Public struct {
	Design *auto.Design
	Offset *labelled.Offset
}

// chooseLabels refuses what cannot be done with private labels.
func (p *Plan) chooseLabels() error {
	switch {
	case !p.UseLabels:
		return nil
	case p.Release == release.Report:
		return Refuse("refused", "a report uses the labels by itself, and corrects no model by them; leave useLabels out")
	case p.Mechanism != method.Moment:
		return Refuse("refused", "useLabels needs the mechanism moment, and the mechanism is %s; leave one of them out",
			p.Mechanism)
	case !p.Release.TakesLabels():
		return Refuse(
			"refused",
			"useLabels corrects a model, or adds the labels to moments, and the release holds %s; choose release model or moments, or leave useLabels out",
			p.Release,
		)
	case p.Solver == method.SingleStage || p.ModelNorm > 0:
		return Refuse("refused",
			"useLabels is for a base model, for which neither modelNorm nor the solver single-stage is made; leave them out")
	case p.Features != features.Linear && p.Features != features.Directions:
		return Refuse("refused",
			"useLabels takes the columns as they are or few directions of them, and the features are %s; choose features linear or directions",
			p.Features)
	}
	return nil
}

// defaultFeatures are the columns as they are. Where labels are used and columns are many, the noise of a second moment
// of all of them hides what the labels say, and few directions leave more of it. Moments keep to the columns: owners
// with other budgets would have other directions, and their sums could not be added.
func defaultFeatures(o Options, source *dataset.Source) features.Kind {
	if o.UseLabels && o.Release != release.Moments && source.Schema.Dim() > directionsFor(o) {
		return features.Directions
	}
	return features.Linear
}

// directionsFor returns how many directions a budget allows. The noise of a sum of d columns has the length of about
// d^1.5/√ρ, so that the number goes with the third root of ρ. It does not depend on the private rows.
func directionsFor(o Options) int {
	const rho = 0.0244 // of ε = 1 and δ = 10⁻⁶
	if o.Directions > 0 {
		return o.Directions
	}
	share := noise.Rho(o.Epsilon, o.Delta) / rho
	return int(math.Max(4, math.Min(math.Round(features.CommonDirections*math.Cbrt(share)), 1000)))
}

// fitFeatures returns the map that the plan asks for.
func (p *Plan) fitFeatures() (*features.Map, error) {
	if p.Features == features.Directions {
		return features.FitDirections(p.Source, directionsFor(p.Options))
	}
	return features.Fit(p.Features, p.Source)
}

// Residuals returns T, the number of columns that labels add to a row; 0 where they are not used. As many hold
// predictions.
func (p *Plan) Residuals() int {
	if !p.UseLabels {
		return 0
	}
	return max(1, len(p.Source.Schema.Classes)-1)
}

// labelledNorm is how long the features of a row are expected to be at most, with the features of labels: see
// DefaultRadius.
func (p *Plan) labelledNorm() float64 {
	return math.Hypot(p.Map.Norm(), 1.5*math.Sqrt(float64(2*p.Residuals())))
}

// Prepare fits, on the first call, what labels need of the public sample. progress counts fits, and an error of it ends
// the work. The outcome is a function of the sample and of the settings alone.
func (p *Plan) Prepare(progress func(stage string, done, total int64) error) (*Public, error) {
	if p.public != nil {
		return p.public, nil
	}
	fits, _ := Fits(p.Base, p.Source.Schema.Classes != nil, p.BaseFile != nil)
	design, err := p.Design(func(step int64) error {
		if progress == nil {
			return nil
		}
		return progress(StagePrepare, step, fits*auto.Steps)
	})
	if err != nil {
		return nil, err
	}
	p.public = &Public{Design: design, Offset: labelled.NewOffset(design.Sample(), design.PublicChoice())}
	return p.public, nil
}

// SampleOf returns a public source in the form that base models take.
func SampleOf(source *dataset.Source) basemodel.Sample {
	return basemodel.Sample{
		Table:  basemodel.Table{Columns: source.Schema.Used(), Cells: source.Cells()},
		Labels: source.Labels, Classes: len(source.Schema.Classes),
	}
}
