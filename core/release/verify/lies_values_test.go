package verify

import (
	"math"
	"math/big"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// aboutValues are lies that claim no smaller ε: figures that the mechanism does not release, and values it cannot lead
// to.
var aboutValues = []lie{
	{"a figure that is not released", func(r *release.Release, by float64, at int) verdict {
		c, one := &r.Certificate, 1
		moment, solved := c.Mechanism == method.Moment, r.Kind != release.Moments
		linear := r.Kind == release.Model && !r.Nonlinear()
		figures := []struct {
			foreign bool
			state   func()
		}{
			{!moment || !solved,
				func() { c.Discrepancy = &release.Discrepancy{Uniform: by, Weighted: by, Noise: 1e12, Confidence: 0.95} }},
			{!moment || !solved || c.Solver == method.SingleStage || c.Solver == "mirror-descent", func() { c.Gap = &by }},
			{!moment || !solved || c.Solver == method.SingleStage || c.Solver == "mirror-descent",
				func() { c.Rounds = &one }},
			{!moment || !solved || c.Solver == method.SingleStage, func() { c.Tolerance = &by }},
			{!moment || !solved || r.Nonlinear(),
				func() { c.LearningBound = &release.LearningBound{Value: by, Rows: 1, Norm: 1, Label: 1} }},
			{!solved, func() { c.EffectiveSampleSize = &by }},
			{!linear || c.Solver == method.SingleStage, func() { c.RidgePenalty = &by }},
			{!linear && c.Solver != method.SingleStage, func() { c.ModelNorm = &by }},
			{c.Mechanism != method.Gradient, func() { c.SourceQuartic = by }},
			{moment, func() { c.Noise.Scale = by }},
			{c.Mechanism != method.Selection, func() { c.Noise.ScoreRange = by }},
			{c.Mechanism != method.Gradient, func() { c.Noise.Sensitivity = by }},
			{!moment, func() { c.Noise.StandardDeviation = by }},
			{!moment, func() { c.Noise.DiagonalVariance = "4000" }},
			{c.Adjacency == method.AddRemove, func() { c.N = int64(1 + at) }},
			{c.Adjacency == method.ReplaceOne, func() { c.RowsEstimate = 1 + by }},
		}
		f := figures[at%len(figures)]
		if !f.foreign {
			return pointless
		}
		f.state()
		return ruledOut
	}},
	{"a figure below 0", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		negative, rounds := -1e3*(1+by)*c.Radius*c.Radius*(1+c.Radius*c.Radius), -1-at
		switch {
		case at%5 == 0 && c.Gap != nil:
			c.Gap = &negative
		case at%5 == 1 && c.Rounds != nil:
			c.Rounds = &rounds
		case at%5 == 2 && c.Discrepancy != nil:
			d := *c.Discrepancy
			if c.Discrepancy = &d; at%2 == 0 {
				d.Uniform = negative
			} else {
				d.Weighted = negative
			}
		case at%5 == 3 && c.Tolerance != nil:
			c.Tolerance = &negative
		case at%5 == 4 && c.RidgePenalty != nil:
			c.RidgePenalty = &negative
		default:
			return pointless
		}
		return ruledOut
	}},
	{"less noise in the discrepancy", func(r *release.Release, by float64, _ int) verdict {
		c := &r.Certificate
		if c.Discrepancy == nil || c.Adjacency != method.ReplaceOne {
			return pointless
		}
		d := *c.Discrepancy
		c.Discrepancy = &d
		d.Noise *= math.Min(by, 1-1e-6)
		return ruledOut
	}},
	{"another effective sample size", func(r *release.Release, by float64, at int) verdict {
		size := r.Certificate.EffectiveSampleSize
		switch m := float64(r.Provenance.SourceRows); {
		case size == nil:
			return pointless
		case r.Kind == release.Weights || r.Nonlinear():
			*size *= math.Min(by, 1-1e-6)
		case at%2 == 0:
			*size = math.Min(by, 1-1e-6)
		default:
			*size = m * (1 + 1e-6 + by)
		}
		return ruledOut
	}},
	{"weight moved to another row", func(r *release.Release, by float64, at int) verdict {
		c, q := r.Certificate, r.Values.Weights
		if q == nil || c.Mechanism == method.Moment {
			return pointless
		}
		from, to := largest(q), at%len(q)
		if to == from {
			to = (to + 1) % len(q)
		}
		switch {
		case *c.Iterations == 1:
			by = 1e-6 + 0.9*by
		case c.Solver == "frank-wolfe": // no multiple of any share
			by = 0.1 + 0.8*by + 1e-6*math.Sqrt2
		case c.Solver == "mirror-descent": // all but less than 1/(mK) of one row's
			from, to = to, from
			by = 1 - (1-1e-6)*by/(float64(len(q)**c.Iterations)*q[from])
		default:
			return pointless // the step of the single stage is not stated
		}
		moved := by * q[from]
		q[from] -= moved
		q[to] += moved
		put(r, q...)
		return ruledOut
	}},
	{"more vertices than steps", func(r *release.Release, _ float64, _ int) verdict {
		c, q := &r.Certificate, r.Values.Weights
		if c.Mechanism != method.Selection || q == nil {
			return pointless
		}
		chosen, least := 0, slices.Min(q)
		for _, w := range q {
			if w > least {
				chosen++
			}
		}
		if c.Solver == "frank-wolfe" && least > 0 {
			chosen = len(q)
		}
		if chosen == 0 || chosen >= *c.Iterations || c.Solver == "frank-wolfe" && chosen == 1 {
			return pointless
		}
		c.Draws -= *c.Iterations - chosen
		*c.Iterations = chosen
		return ruledOut
	}},
	{"an entry that rows and noise do not explain", func(r *release.Release, by float64, at int) verdict {
		moments := r.Values.Moments
		if moments == nil {
			return pointless
		}
		i, j := 1+at%(len(moments)-1), at/7%len(moments)
		v := (1 + 1e-6 + by) * loosest(r.Certificate)
		if at/50%2 == 0 {
			v = -v
		}
		moments[i][j], moments[j][i] = v, v
		return ruledOut
	}},
	{"another radius", func(r *release.Release, by float64, _ int) verdict {
		if r.Kind != release.Moments {
			return pointless
		}
		if scaleRadius(r, by); r.Certificate.Radius < 1e-3 {
			return ruledOut
		}
		for _, row := range r.Values.Moments[1:] {
			for _, v := range row {
				if math.Abs(v) > loosest(r.Certificate) {
					return ruledOut
				}
			}
		}
		return doubtful
	}},
	{"another public entry", func(r *release.Release, by float64, _ int) verdict {
		if r.Kind != release.Moments {
			return pointless
		}
		r.Values.Moments[0][0] *= math.Min(by, 1-1e-6)
		return ruledOut
	}},
	{"a variance in other signs", func(r *release.Release, _ float64, at int) verdict {
		v := &r.Certificate.Noise.DiagonalVariance
		if *v == "" {
			return pointless
		}
		*v = []string{"+" + *v, "0" + *v, " " + *v, *v + ".0", *v + "e0", "0x" + *v, "-" + *v}[at%7]
		return ruledOut
	}},
}

func largest(q []float64) (at int) {
	for j, w := range q {
		if w > q[at] {
			at = j
		}
	}
	return at
}

// loosest bounds an entry by all of r², although rows give any single entry only a part of it, plus 40 standard
// deviations of the noise, with the noise of n̂ in proportion.
func loosest(c release.Certificate) float64 {
	variance, _ := new(big.Float).SetString(c.Noise.DiagonalVariance)
	root, _ := new(big.Float).Sqrt(variance).Float64()
	sigma := root * math.Pow(c.Radius/float64(c.GridSteps), 2) / (float64(c.N) + c.RowsEstimate)
	if c.Adjacency == method.AddRemove {
		sigma *= 1 + math.Pow(float64(c.GridSteps)/float64(c.InterceptSteps), 2)
	}
	return c.Radius*c.Radius + 40*sigma
}
