package plan

import (
	"fmt"
	"math"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

func (p *Plan) chooseNames() error {
	for _, err := range []error{
		choose("smoothing", &p.Smoothing, method.Smoothings),
		choose("release", &p.Release, release.Kinds),
		choose("calibration", &p.Calibration, method.Calibrations),
		choose("adjacency", &p.Adjacency, method.Adjacencies),
		choose("base", &p.Base, append(slices.Clone(method.Bases), method.Auto)),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// choose replaces an empty name by the first one allowed and refuses any that is not allowed. (Auto stays auto.)
func choose[T ~string](field string, value *T, allowed []T) error {
	if *value == "" {
		*value = allowed[0]
	}
	if !slices.Contains(allowed, *value) {
		return words.Refuse("bad-option", "%s is %q; choose one of %v", field, *value, allowed)
	}
	return nil
}

// SolversOf lists the solvers that can work on what a mechanism gives them, the default first.
var SolversOf = map[method.Mechanism][]method.Solver{
	method.Moment:    {method.ProjectedGradient, method.MirrorDescent, method.SingleStage},
	method.Selection: {method.FrankWolfe, method.SingleStage},
	method.Gradient:  {method.MirrorDescent},
}

// choosePair refuses pairs that make no sense.
func (p *Plan) choosePair() error {
	if p.Release.Counted() {
		return p.chooseTally()
	}
	if err := choose("mechanism", &p.Mechanism, method.Mechanisms); err != nil {
		return err
	}
	solvers := SolversOf[p.Mechanism]
	if p.Solver == "" {
		p.Solver = solvers[0]
	}
	if err := choose("solver", &p.Solver, method.Solvers); err != nil {
		return err
	}
	if !slices.Contains(solvers, p.Solver) {
		reason := "it selects single vertices, and only Frank–Wolfe steps use those"
		if p.Mechanism == method.Moment {
			reason = "after the draw projected-gradient reaches a certified minimum sooner"
		} else if p.Mechanism == method.Gradient {
			reason = "a Frank–Wolfe step uses one component of the gradient, for which the mechanism selection needs far less noise than for all of them"
			if p.Solver == method.ProjectedGradient {
				reason = "its line searches and stopping rule look at values that this mechanism does not release"
			}
		} else if p.Solver == method.ProjectedGradient {
			reason = "its steps need whole gradients, and this mechanism releases none"
		}
		return words.Refuse("refused", "the mechanism %s does not serve the solver %s: %s; the solvers are %v", p.Mechanism,
			p.Solver, reason, solvers)
	}
	switch {
	case p.Mechanism != method.Moment && p.Release == release.Moments:
		return words.Refuse("refused",
			"the mechanism %s releases weights, never the moments they come from; choose release model or weights, or the mechanism moment",
			p.Mechanism)
	case p.Mechanism != method.Moment && p.Adjacency == method.AddRemove:
		return words.Refuse(
			"refused",
			"the noise of the mechanism %s depends on the number of private rows, which add-remove adjacency keeps private; choose the mechanism moment, or adjacency replace-one",
			p.Mechanism,
		)
	case p.Mechanism == method.Moment && p.Calibration == method.Paper:
		return words.Refuse(
			"refused",
			"the paper has no second-moment mechanism to calibrate by; choose calibration tight, or the mechanism selection or gradient",
		)
	case p.Smoothing == method.PNorm && p.Calibration == method.Paper:
		return words.Refuse("refused", "the paper calibrates its noise for the softmax alone; choose calibration tight")
	case p.Smoothing == method.PNorm && p.Solver == method.SingleStage:
		return words.Refuse("refused", "the single-stage objective is built on the softmax; choose smoothing softmax")
	}
	return nil
}

// chooseNumbers fills in what depends on r and d, the order of the moment.
func (p *Plan) chooseNumbers(d int) error {
	r2 := p.Radius * p.Radius
	for _, c := range []struct {
		field string
		value *float64
		least float64
		most  float64
	}{
		{"mu", &p.Mu, 0, 1e9},
		{"p", &p.P, 1, 1e3},
		{"modelNorm", &p.ModelNorm, 1e-6, 1e9},
	} {
		if *c.value != 0 && !(*c.value >= c.least && *c.value > 0 && *c.value <= c.most) {
			within := fmt.Sprintf("from %v", c.least)
			if c.least == 0 {
				within = "above 0 and up"
			}
			return words.Refuse("bad-option", "%s is %v; choose a number %s to %v", c.field, *c.value, within, c.most)
		}
	}
	if p.Smoothing == method.PNorm {
		if p.Mu != 0 {
			return words.Refuse("bad-option", "mu belongs to the softmax; give p, or choose smoothing softmax")
		}
		if p.P == 0 {
			p.P = math.Max(2, math.Log(float64(d))) // G_p is then within a factor e of ‖M‖₂²
		}
	} else if p.P != 0 {
		return words.Refuse("bad-option", "p belongs to smoothing pnorm; give mu")
	} else if p.Mu == 0 {
		p.Mu = 300 / r2
		if p.Mechanism != method.Moment {
			// The noise grows with μ. This is the value of the paper's experiment, r = 1 and μ = 20, converted to any other
			// r.
			p.Mu = 20 / r2
		}
	}
	// (λ/2)‖q‖² = 5r²/n_eff: an effective sample size of 500 weighs as much as a discrepancy of 1% of r². G_p is of the
	// order of the square: the same exchange at a discrepancy of 1% of r².
	p.Lambda = 10 * r2
	if p.Smoothing == method.PNorm {
		p.Lambda = 0.2 * r2 * r2
	}
	if p.Options.Lambda != nil {
		p.Lambda = *p.Options.Lambda
	}
	if !(p.Lambda >= 0) || p.Lambda > 1e15 {
		return words.Refuse("bad-option", "lambda is %v; choose a number from 0 to 1e15", p.Lambda)
	}
	if p.Iterations == 0 {
		p.Iterations = p.defaultIterations()
	}
	if p.Iterations < 1 || p.Iterations > 1_000_000 {
		return words.Refuse("bad-iterations", "iterations is %d; choose a whole number from 1 to 1000000", p.Iterations)
	}
	return nil
}

func (p *Plan) defaultIterations() int {
	switch {
	case p.Mechanism != method.Moment:
		return 100
	case p.Solver == method.ProjectedGradient:
		return 100_000
	default:
		return 1000
	}
}
