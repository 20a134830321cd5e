package verify

import (
	"fmt"
	"math"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A lie is one false claim about a genuine release, with everything that follows from it restated, as by an adversary
// who knows the format. by is between 0 and 1, ends excluded, and at chooses among fields, rows or entries.
type lie struct {
	name string
	// change changes the document and returns the required outcome, by its own arithmetic: see verdict.
	change func(r *release.Release, by float64, at int) verdict
}

// verdict is the outcome that a lie requires for its document. For lies about the noise the oracle decides: it
// recomputes ρ and ε from the stated noise and the public parameters, by the engine's formulas.
type verdict int

const (
	pointless verdict = iota // the lie does not apply to this document
	doubtful                 // it may pass if the stated noise still gives the stated ε and ρ
	ruledOut                 // no run of the engine ends like this: it must be refused
	harmless                 // it claims less than is true, or nothing about privacy: it must pass
)

// aboutNoise are lies after which fewer draws, less noise or another setting carry the same claim.
var aboutNoise = []lie{
	{"a smaller ε", func(r *release.Release, by float64, _ int) verdict { r.Certificate.Epsilon *= by; return doubtful }},
	{"a smaller δ", func(r *release.Release, by float64, _ int) verdict { r.Certificate.Delta *= by; return doubtful }},
	{"a smaller ρ", func(r *release.Release, by float64, _ int) verdict { r.Certificate.Rho *= by; return doubtful }},
	{"a smaller ε, ρ", func(r *release.Release, by float64, _ int) verdict {
		r.Certificate.Epsilon *= by
		r.Certificate.Rho *= by
		return doubtful
	}},
	{"less noise", func(r *release.Release, by float64, _ int) verdict {
		c := &r.Certificate
		c.Noise.Scale *= by
		scaleVariance(r, by)
		state(c)
		return doubtful
	}},
	{"a smaller bound on the scores", func(r *release.Release, by float64, at int) verdict {
		n := &r.Certificate.Noise
		return shrink(by, at, &n.ScoreRange, &n.ScoreError, &n.Sensitivity)
	}},
	{"a smaller bound and as much less noise", func(r *release.Release, by float64, _ int) verdict {
		n, by := &r.Certificate.Noise, math.Min(by, 1-1e-6)
		n.Scale, n.ScoreRange, n.ScoreError, n.Sensitivity = n.Scale*by, n.ScoreRange*by, n.ScoreError*by, n.Sensitivity*by
		if n.Scale == 0 || r.Certificate.Draws == 0 {
			return pointless
		}
		return ruledOut
	}},
	{
		"a milder setting, and the bounds and the noise that it would have",
		func(r *release.Release, by float64, at int) verdict {
			c := &r.Certificate
			if c.Mechanism == method.Moment || c.Mu == nil {
				return pointless
			}
			*c.Mu *= by
			understate(r)
			c.Noise.Scale *= by
			return doubtful
		},
	},
	{"a larger n", func(r *release.Release, by float64, _ int) verdict {
		c := &r.Certificate
		if c.N == 0 || float64(c.N)/by > 1e15 {
			return pointless
		}
		c.N = int64(math.Ceil(float64(c.N) / by))
		state(c)
		return doubtful
	}},
	{"draws that are not counted", func(r *release.Release, _ float64, at int) verdict {
		c := &r.Certificate
		if c.Draws == 0 {
			return pointless
		}
		c.Draws -= 1 + at%c.Draws
		return ruledOut
	}},
	{"fewer iterations", func(r *release.Release, _ float64, at int) verdict {
		c := &r.Certificate
		if c.Iterations == nil || *c.Iterations == 1 || c.Mechanism == method.Moment {
			return pointless
		}
		fewer := 1 + at%(*c.Iterations-1)
		c.Draws -= *c.Iterations - fewer
		*c.Iterations = fewer
		return doubtful
	}},
	{"another calibration", func(r *release.Release, _ float64, _ int) verdict {
		c := &r.Certificate
		c.Calibration = map[method.Calibration]method.Calibration{method.Tight: method.Paper,
			method.Paper: method.Tight}[c.Calibration]
		switch c.Noise.Distribution {
		case "discrete-laplace":
			c.Noise.Distribution = "exponential-mechanism"
		case "exponential-mechanism":
			c.Noise.Distribution = "discrete-laplace"
		}
		return doubtful
	}},
	{"another adjacency", func(r *release.Release, _ float64, _ int) verdict {
		c := &r.Certificate
		if c.Adjacency == method.ReplaceOne {
			c.Adjacency, c.RowsEstimate, c.N = "add-remove", float64(c.N), 0
		} else {
			c.Adjacency, c.N, c.RowsEstimate = "replace-one", int64(c.RowsEstimate), 0
		}
		state(c)
		return doubtful
	}},
	{"another intercept", func(r *release.Release, by float64, _ int) verdict {
		r.Certificate.InterceptSteps = int64(by * float64(r.Certificate.GridSteps))
		if math.Abs(by-1/math.Sqrt(10)) < 1e-8 {
			return pointless
		}
		scaleRadius(r, 1)
		return ruledOut
	}},
	{"another source", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		return shrink(by, at, &c.SourceRadius, &c.SourceQuartic)
	}},
	{"a δ at which a row may be published", func(r *release.Release, by float64, _ int) verdict {
		c := &r.Certificate
		rows := float64(c.N) + c.RowsEstimate
		c.Delta = 1/rows + by*(1-1/rows)
		return ruledOut
	}},
}

// truths claim less than is true, or nothing about privacy.
var truths = []lie{
	{"a larger ε", func(r *release.Release, by float64, _ int) verdict { r.Certificate.Epsilon /= by; return harmless }},
	{"a larger ρ", func(r *release.Release, by float64, _ int) verdict { r.Certificate.Rho /= by; return harmless }},
	{"another name", func(r *release.Release, _ float64, at int) verdict {
		r.ReleaseID, r.Provenance.EngineVersion = fmt.Sprintf("%032x", at), fmt.Sprintf("%d.%d.0", at%1000, at/1000)
		return harmless
	}},
}

// shrink multiplies one of the numbers that are present.
func shrink(by float64, at int, numbers ...*float64) verdict {
	numbers = slices.DeleteFunc(numbers, func(v *float64) bool { return *v == 0 })
	if len(numbers) == 0 {
		return pointless
	}
	*numbers[at%len(numbers)] *= by
	return doubtful
}
