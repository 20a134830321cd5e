package adapt

import (
	"math"
	"slices"
	"strings"

	"privadapt/core/dataset"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/mechanism"
	"privadapt/core/features"
	"privadapt/core/moment"
	"privadapt/core/release"
)

// plan is Options with every default filled in.
type plan struct {
	Options
	auto     bool // the mechanism was left to the plan
	features *features.Map
	rows     []float64 // features of the source, m×Dim, not clipped
	grid     moment.Grid
	lambda   float64
}

// newPlan fills in the defaults from the source and fits the features to it. It sees nothing private.
func newPlan(o Options, source *dataset.Source) (*plan, error) {
	if !(o.Epsilon > 0) || math.IsInf(o.Epsilon, 1) {
		return nil, refuse("bad-epsilon", "epsilon is %v; choose a finite number above 0 (smaller is more private, 1 is usual)", o.Epsilon)
	}
	if !(o.Delta > 0 && o.Delta < 1) {
		return nil, refuse("bad-delta", "delta is %v; choose a number above 0 and below 1, well below one over the number of private rows", o.Delta)
	}
	// Where ε is far below δ, it depends on the last digits of ρ, and a calibration rounded upwards would miss its claim.
	rho := accountant.Rho(o.Epsilon, o.Delta)
	if !(rho > 1e-30 && rho < 1e30) || accountant.Delta(rho*(1+1e-11), o.Epsilon*(1+5e-10)) > o.Delta {
		return nil, refuse("bad-epsilon", "epsilon %v with delta %v lies outside what the noise can be computed for", o.Epsilon, o.Delta)
	}
	if !plainName(o.Campaign, 64) {
		return nil, refuse("bad-option", "the campaign is %.80q; choose at most 64 letters without accents, digits, dots, hyphens or underscores", o.Campaign)
	}
	p := &plan{Options: o}
	if err := p.chooseNames(); err != nil {
		return nil, err
	}
	if err := p.choosePair(); err != nil {
		return nil, err
	}
	var err error
	if p.features, err = features.Fit(p.Features, source); err != nil {
		return nil, refuse("bad-option", "%s", strings.TrimPrefix(err.Error(), "features: "))
	}
	p.rows = p.features.ApplyRows(source.Features)
	if p.Radius == 0 {
		p.Radius = DefaultRadius(p.features)
	}
	if !(p.Radius >= 1e-3) || p.Radius > 1e6 {
		return nil, refuse("bad-option", "the radius is %v; choose a number from 0.001 to 1e6, in standard deviations of the public sample", p.Radius)
	}
	if p.grid, err = moment.NewGrid(p.Radius, Intercept(p.Radius)); err != nil {
		return nil, err
	}
	return p, p.chooseNumbers(p.features.Dim() + 1)
}

func (p *plan) chooseNames() error {
	kind, calibration, adjacency, mapped := string(p.Release), string(p.Calibration), string(p.Adjacency), string(p.Features)
	maps := []string{}
	for _, k := range features.Kinds {
		maps = append(maps, string(k))
	}
	for _, c := range []struct {
		field   string
		value   *string
		allowed []string // auto stays auto, nothing becomes the first
	}{
		{"mechanism", &p.Mechanism, []string{Auto, Moment, Selection, Gradient}},
		{"solver", &p.Solver, []string{Auto, ProjectedGradient, FrankWolfe, MirrorDescent, SingleStage}},
		{"smoothing", &p.Smoothing, []string{Softmax, PNorm}},
		{"release", &kind, []string{string(release.Model), string(release.Weights), string(release.Moments)}},
		{"calibration", &calibration, []string{string(mechanism.Tight), string(mechanism.Paper)}},
		{"features", &mapped, maps},
		{"adjacency", &adjacency, []string{string(mechanism.ReplaceOne), string(mechanism.AddRemove)}},
	} {
		if *c.value == "" {
			*c.value = c.allowed[0]
		}
		if !slices.Contains(c.allowed, *c.value) {
			return refuse("bad-option", "%s is %q; choose one of %v", c.field, *c.value, c.allowed)
		}
	}
	p.Release, p.Calibration, p.Adjacency = release.Kind(kind), mechanism.Calibration(calibration), mechanism.Adjacency(adjacency)
	p.Features = features.Kind(mapped)
	return nil
}

// solversOf lists the solvers that can work on what a mechanism gives them, the default first.
var solversOf = map[string][]string{
	Moment:    {ProjectedGradient, FrankWolfe, MirrorDescent, SingleStage},
	Selection: {FrankWolfe, SingleStage},
	Gradient:  {MirrorDescent},
}

// choosePair resolves auto and refuses pairs that make no sense.
func (p *plan) choosePair() error {
	if p.auto = p.Mechanism == Auto; p.auto {
		p.Mechanism = Moment // any solver works on it, and its noise is the least by far: see reason
	}
	solvers := solversOf[p.Mechanism]
	if p.Solver == Auto {
		p.Solver = solvers[0]
	}
	if !slices.Contains(solvers, p.Solver) {
		reason := "it selects single vertices, and only Frank–Wolfe steps are made of those"
		if p.Mechanism == Gradient {
			reason = "a Frank–Wolfe step uses one component of the gradient, for which the mechanism selection pays far less than for all"
			if p.Solver == ProjectedGradient {
				reason = "its line searches and stopping rule look at values that this mechanism does not release"
			}
		} else if p.Solver == ProjectedGradient {
			reason = "its steps need whole gradients, of which this mechanism releases none"
		}
		return refuse("refused", "the mechanism %s does not serve the solver %s: %s; the solvers are %v", p.Mechanism, p.Solver, reason, solvers)
	}
	switch {
	case p.Mechanism != Moment && p.Release == release.Moments:
		return refuse("refused", "the mechanism %s releases weights, never the moments they come from; choose release model or weights, or the mechanism moment", p.Mechanism)
	case p.Mechanism != Moment && p.Adjacency == mechanism.AddRemove:
		return refuse("refused", "the noise of the mechanism %s depends on the number of private rows, which add-remove adjacency keeps private; choose the mechanism moment, or adjacency replace-one", p.Mechanism)
	case p.Mechanism == Moment && p.Calibration == mechanism.Paper:
		return refuse("refused", "the paper has no second-moment mechanism to calibrate by; choose calibration tight, or the mechanism selection or gradient")
	case p.Smoothing == PNorm && p.Calibration == mechanism.Paper:
		return refuse("refused", "the paper calibrates its noise for the softmax alone; choose calibration tight")
	case p.Anneal && (p.Solver != ProjectedGradient || p.Smoothing != Softmax):
		return refuse("refused", "only the solver projected-gradient raises mu by itself, on the softmax; give mu a number")
	case p.Smoothing == PNorm && p.Solver == SingleStage:
		return refuse("refused", "the single-stage objective is built on the softmax; choose smoothing softmax")
	}
	return nil
}

// chooseNumbers fills in what depends on r and d, the order of the moment.
func (p *plan) chooseNumbers(d int) error {
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
			return refuse("bad-option", "%s is %v; choose a number above 0 and from %v to %v", c.field, *c.value, c.least, c.most)
		}
	}
	if p.Smoothing == PNorm {
		if p.Mu != 0 {
			return refuse("bad-option", "mu belongs to the softmax; give p, or choose smoothing softmax")
		}
		if p.P == 0 {
			p.P = math.Max(2, math.Log(float64(d))) // G_p is then within a factor e of ‖M‖₂²
		}
	} else if p.P != 0 {
		return refuse("bad-option", "p belongs to smoothing pnorm; give mu")
	} else if p.Mu == 0 {
		p.Mu = 300 / r2
		if p.Mechanism != Moment {
			// The noise grows with μ. This is the paper's experiment, r = 1 and μ = 20, in any other unit of r.
			p.Mu = 20 / r2
		}
	}
	// (λ/2)‖q‖² = 5r²/n_eff: an effective sample size of 500 weighs as much as a discrepancy of 1% of r². G_p is of the
	// order of the square: the same exchange at a discrepancy of 1% of r².
	p.lambda = 10 * r2
	if p.Smoothing == PNorm {
		p.lambda = 0.2 * r2 * r2
	}
	if p.Lambda != nil {
		p.lambda = *p.Lambda
	}
	if !(p.lambda >= 0) || p.lambda > 1e15 {
		return refuse("bad-option", "lambda is %v; choose a number from 0 to 1e15", p.lambda)
	}
	if p.Iterations == 0 {
		p.Iterations = p.defaultIterations()
	}
	if p.Iterations < 1 || p.Iterations > 1_000_000 {
		return refuse("bad-iterations", "iterations is %d; choose a whole number from 1 to 1000000", p.Iterations)
	}
	return nil
}

func (p *plan) defaultIterations() int {
	switch {
	case p.Mechanism != Moment:
		return 100
	case p.Solver == ProjectedGradient || p.Solver == FrankWolfe:
		return 100_000
	default:
		return 1000
	}
}

// plainName reports whether a text is at most so long and made of A–Z, a–z, 0–9, '.', '_' and '-': such a text cannot be
// mistaken for another one, nor for markup or a path.
func plainName(text string, longest int) bool {
	for _, c := range text {
		if !('A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '-') {
			return false
		}
	}
	return len(text) <= longest
}
