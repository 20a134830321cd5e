package evaluate

import (
	"fmt"
	"math"

	"privadapt/core/adapt"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/baseline"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
	"privadapt/core/terms/method"
)

// Run is one model's score.
type Run struct {
	Error float64 `json:"error"` // mean squared error on the target over the variance of its labels
	// Size is the effective sample size of the weights; null where the method has none.
	Size *float64 `json:"effectiveSampleSize"`
}

// Method is a way to a model.
type Method struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// yardstick is a method without privacy. Its result depends on the task alone.
type yardstick struct {
	Method
	run func(*experiment.Task) (Run, error)
}

// Names of the methods that the summary is about.
const (
	unweighted = "unweighted"
	reference  = "reference"
	engine     = "engine"
)

// yardsticks lists the methods without privacy, the slow ones first. All except the oracle weight the source and fit
// the engine's second stage.
func yardsticks() []yardstick {
	weighted := func(weights func(*experiment.Task) ([]float64, error)) func(*experiment.Task) (Run, error) {
		return func(task *experiment.Task) (Run, error) {
			q, err := weights(task)
			if err != nil {
				return Run{}, err
			}
			model, err := task.Model(q)
			if err != nil {
				return Run{}, err
			}
			return score(task, model, simplex.EffectiveSampleSize(q))
		}
	}
	onRows := func(weights func(baseline.Samples) ([]float64, error)) func(*experiment.Task) (Run, error) {
		return weighted(func(task *experiment.Task) ([]float64, error) {
			source, order := task.SourceRows()
			target, err := task.TargetRows()
			if err != nil {
				return nil, err
			}
			return weights(baseline.Samples{Source: source, Target: target, Order: order})
		})
	}
	return []yardstick{
		{Method{"kmm", "kernel mean matching (Huang et al. 2006)"}, onRows(baseline.KMM)},
		{Method{"kliep", "KLIEP (Sugiyama et al. 2008)"}, onRows(func(s baseline.Samples) ([]float64, error) {
			q, _, err := baseline.KLIEP(s)
			return q, err
		})},
		{Method{"ratio", "density ratio by logistic regression (Bickel et al. 2009)"}, onRows(baseline.Logistic)},
		{Method{"oracle", "ridge on labelled target rows, cross-fitted"}, func(task *experiment.Task) (Run, error) {
			e, err := task.OracleError()
			return Run{Error: e}, err
		}},
		{Method{reference, "discrepancy minimisation on the exact moment"}, weighted((*experiment.Task).WithoutPrivacy)},
		{Method{unweighted, "the public sample as it is"}, weighted(func(task *experiment.Task) ([]float64, error) {
			return simplex.Uniform(task.Source.Rows), nil
		})},
	}
}

// private is a method that the engine offers.
type private struct {
	Method
	options adapt.Options
}

// privates lists the engine with its defaults, and the paper's algorithms 2 and 3.
func privates() []private {
	return []private{
		{Method{engine, "the engine, all defaults"}, adapt.Options{}},
		{Method{"algorithm2", "noise in every choice of a row, Frank–Wolfe"},
			adapt.Options{Mechanism: method.Selection, Solver: method.FrankWolfe}},
		{Method{"algorithm3", "noise on every gradient, mirror descent"},
			adapt.Options{Mechanism: method.Gradient, Solver: method.MirrorDescent}},
	}
}

// run adapts and scores, at ε or, for an infinite one, at suite.Endless.
func (p private) run(task *experiment.Task, epsilon float64) (Run, error) {
	o := p.options
	o.Epsilon, o.Delta = math.Min(epsilon, suite.Endless), suite.Delta
	result, err := task.Adapt(o)
	if err != nil {
		return Run{}, fmt.Errorf("%s at epsilon %v: %w", p.ID, epsilon, err)
	}
	if result.Certificate.EffectiveSampleSize == nil {
		return Run{}, fmt.Errorf("%s at epsilon %v: the release states no effective sample size", p.ID, epsilon)
	}
	return score(task, result, *result.Certificate.EffectiveSampleSize)
}

func score(task *experiment.Task, model *release.Release, size float64) (Run, error) {
	e, err := task.RelativeError(model)
	if err == nil && math.IsNaN(e) {
		err = fmt.Errorf("the model predicts no numbers")
	}
	return Run{Error: e, Size: &size}, err
}
