package verify

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

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
	{"a smaller ε, δ or ρ", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		return shrink(by, at, &c.Epsilon, &c.Delta, &c.Rho)
	}},
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
	{"a larger ε, ρ", func(r *release.Release, by float64, at int) verdict {
		*[]*float64{&r.Certificate.Epsilon, &r.Certificate.Rho}[at%2] /= by
		return harmless
	}},
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
	{"less noise in the discrepancy, or more", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		if c.Discrepancy == nil || c.Adjacency != method.ReplaceOne {
			return pointless
		}
		d := *c.Discrepancy
		c.Discrepancy = &d
		d.Noise *= []float64{math.Min(by, 1-1e-6), 1 + 1e-6 + by}[at%2]
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
		from, to := floats.MaxIdx(q), at%len(q)
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

// far is a number of standard deviations beyond which a lie must be seen. The verifier's own bounds are below 10 for a
// single statistic.
const far = 20

// countsOf returns the counts of all rows, the groups' and the standard deviation of their noise; nil for other
// documents.
func countsOf(r *release.Release) (all []float64, groups [][]float64, sigma float64) {
	if r.Kind != release.Report {
		return nil, nil, 0
	}
	layout, err := r.Layout()
	if err != nil {
		return nil, nil, 0
	}
	size := layout.Table()
	for at := size; at < len(r.Values.Counts); at += size {
		groups = append(groups, r.Values.Counts[at:at+size])
	}
	return r.Values.Counts[:size], groups, r.Certificate.Noise.StandardDeviation
}

func inParts(v float64) float64 { return math.Round(v*partsOfRow) / partsOfRow }

// aboutCounts are lies about counts of rows, and about moments and sums whose entries may each be what they are,
// but not all together.
var aboutCounts = []lie{
	{"another number of rows than the counts'", func(r *release.Release, by float64, at int) verdict {
		all, _, sigma := countsOf(r)
		c := &r.Certificate
		if all == nil || c.N == 0 {
			return pointless
		}
		off := int64(float64(c.N)*(1/by-1)) + 1
		if at%2 == 0 {
			off = -min(off, c.N-1)
		}
		if float64(off) > 1e12 {
			return pointless
		}
		c.N += off
		if c.Delta*float64(c.N) >= 1 {
			return pointless
		}
		return seenIf(math.Abs(float64(off)) > far*sigma*math.Sqrt(float64(len(all))))
	}},
	{"a number of rows that is not the sum of the counts", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		if r.Kind != release.Report || c.Adjacency != method.AddRemove {
			return pointless
		}
		c.RowsEstimate *= 1 + []float64{1e-5 + by, -math.Min(0.9*by+1e-5, 0.99)}[at%2]
		return ruledOut
	}},
	{"counts of whole rows", func(r *release.Release, _ float64, at int) verdict {
		all, _, _ := countsOf(r)
		if all == nil {
			return pointless
		}
		step := math.Ldexp(1, -(at % 12))
		for k, v := range r.Values.Counts {
			r.Values.Counts[k] = math.Round(v/step) * step
		}
		return ruledOut // or as it was, once in 2²⁰ times the number of counts
	}},
	{"parts of a part of a row", func(r *release.Release, by float64, at int) verdict {
		if r.Kind != release.Report {
			return pointless
		}
		r.Values.Counts[at%len(r.Values.Counts)] += (0.1 + 0.8*by) / partsOfRow
		return ruledOut
	}},
	{"a count that moved", func(r *release.Release, by float64, at int) verdict {
		all, groups, sigma := countsOf(r)
		if all == nil || groups == nil && r.Certificate.Adjacency == method.AddRemove {
			return pointless // more rows, as far as anybody can see
		}
		off := far * (1 + 3*by) * sigma * math.Sqrt(float64(len(r.Values.Counts)))
		r.Values.Counts[at/2%len(r.Values.Counts)] += inParts([]float64{off, -off}[at%2])
		return ruledOut
	}},
	{"squares that no rows have together", func(r *release.Release, by float64, _ int) verdict {
		c, moments := r.Certificate, r.Values.Moments
		if len(moments) < 3 || c.Labels != nil {
			return pointless
		}
		d, square := len(moments)-1, 0.9*c.Radius*c.Radius
		for i := 1; i <= d; i++ {
			moments[i][i] = (0.9 + 0.1*by) * square
		}
		slackOfRows := 1.0
		if c.Adjacency == method.AddRemove {
			slackOfRows = 10
		}
		return seenIf(0.9*square*float64(d)-square > far*slackOfRows*c.Noise.StandardDeviation*math.Sqrt(float64(d)))
	}},
	{"sums of fewer digits", func(r *release.Release, _ float64, at int) verdict {
		v := &r.Values
		if v.LabelledSum == nil {
			return pointless
		}
		unit := big.NewInt([]int64{100, 1000, 64, 1 << 16}[at%4])
		for _, sum := range [][]string{v.LabelledSum, v.UnlabelledSum} {
			for k := range sum {
				in, _ := new(big.Int).SetString(sum[k], 10)
				sum[k] = in.Quo(in, unit).Mul(in, unit).String()
			}
		}
		return ruledOut
	}},
}

// seenIf is the verdict on a lie that has to be seen only where it is far beyond the noise.
func seenIf(beyond bool) verdict {
	if beyond {
		return ruledOut
	}
	return doubtful
}

// put replaces the weights and states the effective sample size that they have.
func put(r *release.Release, q ...float64) {
	r.Values.Weights = q
	size := 1 / floats.Dot(q, q)
	r.Certificate.EffectiveSampleSize = &size
}

// state sets the standard deviation that follows from a variance, a radius and a number of rows.
func state(c *release.Certificate) {
	variance, err := strconv.ParseFloat(c.Noise.DiagonalVariance, 64)
	if err != nil {
		return
	}
	step := c.Radius / float64(c.GridSteps)
	sigma := math.Sqrt(variance) * step * step
	if l := c.Labels; l != nil { // the moment adds two sums
		intercept := c.Radius * float64(c.InterceptSteps) / float64(c.GridSteps)
		labels := *l
		c.Labels = &labels
		labels.SumDeviation, labels.RowsNoise = sigma, sigma/(intercept*intercept)
		if c.Adjacency == method.ReplaceOne {
			labels.RowsNoise /= math.Sqrt2
		}
		sigma *= math.Sqrt2
	}
	c.Noise.StandardDeviation = sigma / (float64(c.N) + c.RowsEstimate)
}

// scaleRadius states another radius and everything that follows from it, except the released entries.
func scaleRadius(r *release.Release, factor float64) {
	c := &r.Certificate
	c.Radius *= factor
	c.SourceRadius *= factor
	state(c)
	if r.Kind == release.Moments {
		intercept := c.Radius * float64(c.InterceptSteps) / float64(c.GridSteps)
		r.Values.Moments[0][0] = intercept * intercept
	}
}
