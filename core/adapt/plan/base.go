package plan

import (
	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Nonlinear reports whether the model is one of package basemodel; else it is the linear second stage, in the features
// of the discrepancy.
func (p *Plan) Nonlinear() bool {
	return p.Release == release.Model && (p.Base != method.Linear || p.Source.Schema.Classes != nil || p.UseLabels)
}

// Fitted reports whether the run needs the fits to the public sample that no weights enter: see Design.
func (p *Plan) Fitted() bool {
	return p.Nonlinear() || p.UseLabels || p.Release.Counted() && p.Model == nil
}

// Curbed reports whether these fits are to a random part of the sample.
func (p *Plan) Curbed() bool { return p.Fitted() && p.Source.Rows > auto.MostRows }

// chooseBase makes auto linear where it can mean nothing else, and refuses what cannot be fitted.
func (p *Plan) chooseBase() error {
	classes, modelled := p.Source.Schema.Classes != nil, p.Release == release.Model || p.UseLabels
	linear := p.ModelNorm > 0 || p.Solver == method.SingleStage
	if p.BaseFile != nil {
		if err := release.FileOf(p.BaseFile, p.BaseFileURL).Check(); err != nil {
			return words.Refuse("bad-option", "%s; give an address of at most 2000 characters, or the file itself", err)
		}
	}
	switch {
	case p.Base == method.File && p.BaseFile == nil:
		return words.Refuse("bad-option",
			"the base is file, and there is no file with a model; "+release.GiveFile)
	case p.BaseFile != nil && modelled && p.Base != method.File && p.Base != method.Auto:
		return words.Refuse("bad-option",
			"the public sample was loaded with a model's file, and the base is %s; choose file, or auto, which compares the file with other models",
			p.Base)
	case !modelled && !p.Release.Counted() && p.Base != method.Auto && p.Base != method.Linear:
		return words.Refuse("bad-option",
			"the base is %s, but the release holds %s; a base belongs to release model, or to moments with labels",
			p.Base, p.Release)
	case classes && linear:
		return words.Refuse(
			"refused",
			"the label is a class, for which neither modelNorm nor the solver single-stage is made; leave them out, or take the label as a number with the task regression",
		)
	case classes && p.Base.OfNumbers():
		return words.Refuse("base-of-numbers", "the base %s predicts numbers, and the label is a class; choose one of %v", p.Base,
			append(method.Fitted(true), method.Auto))
	case linear && p.Base != method.Auto && p.Base != method.Linear:
		return words.Refuse("refused",
			"the base is %s, but modelNorm and the solver single-stage are for linear models; leave one of them out", p.Base)
	case !modelled:
		return nil
	case linear:
		p.Base = method.Linear
	}
	return nil
}

// Fits says how many fits the choice of a base takes: those that no weights enter, and all.
func Fits(base method.Base, classes, file bool) (public, all int64) {
	kinds := append(method.Fitted(classes), method.File)
	for _, kind := range kinds {
		if base == kind || base == method.Auto && (kind != method.File || file) {
			public++
			all += int64(len(auto.WaysOf(kind)))
		}
	}
	return public, all
}
