package plan

import (
	"math"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
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
	case !p.UseLabels: // or an estimate, which takes labels as it is
		return nil
	case p.Release == release.Report:
		return words.Refuse("refused", "a report uses the labels by itself, and corrects no model by them; leave useLabels out")
	case p.Mechanism != method.Moment:
		return words.Refuse("refused", "useLabels needs the mechanism moment, and the mechanism is %s; leave one of them out",
			p.Mechanism)
	case !p.Release.TakesLabels():
		return words.Refuse(
			"refused",
			"useLabels corrects a model, or adds the labels to moments, and the release holds %s; choose release model or moments, or leave useLabels out",
			p.Release,
		)
	case p.Solver == method.SingleStage || p.ModelNorm > 0:
		return words.Refuse("refused",
			"useLabels is for a base model, for which neither modelNorm nor the solver single-stage is made; leave them out")
	}
	return nil
}

// Residuals returns T, the number of columns that labels add to a row; 0 where they are not used. As many hold
// predictions.
func (p *Plan) Residuals() int {
	if !p.UseLabels {
		return 0
	}
	return max(1, len(p.Source.Schema.Classes)-1)
}

// labelledRadius is 1.3 times the root mean square norm of a public row: 1, its features of these scales, and residuals
// as labelled.Offset.Columns makes them.
func labelledRadius(m *features.Map, residuals int) float64 {
	square := 1 + float64(labelled.Gamma*labelled.Gamma)*float64(residuals)
	for _, a := range m.Scales {
		square += float64(a * a)
	}
	return 1.3 * math.Sqrt(square)
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
	public := &Public{Design: design, Offset: labelled.NewOffset(design.Sample(), design.PublicChoice())}
	if p.UseLabels {
		if err := p.fitFeatures(public); err != nil {
			return nil, err
		}
	}
	p.public = public
	return public, nil
}

// fitFeatures fits the features of labels to the rows that models are fitted to, and settles what depends on them.
func (p *Plan) fitFeatures(public *Public) error {
	s, f, t := public.Design.Sample(), public.Offset, p.Residuals()
	row, values := f.Rows(s.Columns), s.Each(t, f.Values)
	var from features.Public
	for j := range s.Rows() {
		x := row(values[j*t:(j+1)*t], s.Row(j))
		from = append(append(append(from, 1), x[:len(x)-t]...), f.Predicted[j*t:(j+1)*t]...)
		for k, spread := range f.Spread {
			from = append(from, labelled.Number(s, j, k)/spread)
		}
	}
	m, err := features.FitLabels(p.Source.Schema, from)
	if err != nil {
		return words.Refuse("bad-option", "%s", strings.TrimPrefix(err.Error(), "features: "))
	}
	if err := p.settle(m); err != nil {
		return err
	}
	whole, folds := SampleOf(p.Source), public.Design.Rows()
	if folds != nil {
		values = whole.Each(t, f.Values)
	}
	rows := func(yield func([]float64) bool) {
		for j, next := 0, 0; j < whole.Rows(); j++ {
			x := row(values[j*t:(j+1)*t], whole.Row(j))
			if folds == nil || next < len(folds) && folds[next] == j {
				copy(x[len(x)-t:], f.Predicted[next*t:(next+1)*t])
				next++
			}
			if !yield(x) {
				return
			}
		}
	}
	p.Rows, p.SourceRadius = p.Grid.Rows(m.Rows(rows), whole.Rows(), m.Dim())
	return nil
}

// SampleOf returns a public source in the form that base models take.
func SampleOf(source *dataset.Source) basemodel.Sample {
	return basemodel.Sample{
		Table:  basemodel.Table{Columns: source.Schema.Used(), Cells: source.Cells()},
		Labels: source.Labels, Classes: len(source.Schema.Classes),
	}
}
