package verify

import (
	"math"
	"slices"
	"strings"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// checkFields refuses a field that does not belong to the mechanism, the solver or the kind of the document, and a
// number there that no run can state. A figure that a mechanism does not release would have been computed from the
// private rows.
func checkFields(r *release.Release) []string {
	c := &r.Certificate
	counts := r.Kind.Counted()
	solved, moment := r.Kind != release.Moments && !counts, c.Mechanism == method.Moment
	staged := c.Solver == method.SingleStage
	linear := !r.Nonlinear() && r.Provenance.Schema.Classes == nil
	softened := c.Smoothing != method.Softmax || c.Mu != nil
	proven := solved && moment && c.Solver == method.ProjectedGradient
	var strange []string
	for _, f := range []struct {
		name           string
		there, belongs bool
	}{
		{"lambda", c.Lambda != nil, solved},
		{"iterations", c.Iterations != nil, solved},
		{"mu", c.Mu != nil, solved && c.Smoothing == method.Softmax},
		{"p", c.P != nil, solved && c.Smoothing == method.PNorm},
		{"rounds", c.Rounds != nil, proven},
		{"gap", c.Gap != nil, proven},
		{"tolerance", c.Tolerance != nil, solved && moment && !staged},
		{"discrepancy", c.Discrepancy != nil, solved && moment},
		{"base", c.Base != nil, r.Nonlinear() && !staged},
		{"labels", c.Labels != nil, (r.Nonlinear() || r.Kind == release.Moments) && moment && !staged},
		{"sourceQuartic", c.SourceQuartic != 0, c.Mechanism == method.Gradient},
		{"effectiveSampleSize", c.EffectiveSampleSize != nil, solved},
		{"ridgePenalty", c.RidgePenalty != nil, r.Kind == release.Model && linear && !staged},
		{"modelNorm", c.ModelNorm != nil, r.Kind == release.Model && linear || staged},
		{"noise.diagonalVariance", c.Noise.DiagonalVariance != "", moment || counts},
		{"noise.standardDeviation", c.Noise.StandardDeviation != 0, moment || counts},
		{"noise.labelVariance", c.Noise.LabelVariance != "", r.Kind == release.Estimate},
		{"noise.labelDeviation", c.Noise.LabelDeviation != 0, c.Noise.LabelVariance != ""},
		{"noise.scale", c.Noise.Scale != 0, !moment && !counts},
		{"noise.scoreRange", c.Noise.ScoreRange != 0, c.Mechanism == method.Selection},
		{"noise.sensitivity", c.Noise.Sensitivity != 0, c.Mechanism == method.Gradient},
		{"noise.scoreError", c.Noise.ScoreError != 0, !moment && !counts},
	} {
		if f.there && !f.belongs {
			strange = append(strange, f.name)
		}
	}
	requirements := []requirement{
		{strange == nil,
			"the field " + strings.Join(strange, ", ") + " does not belong in a release of this kind, mechanism and solver"},
		{softened, "μ, the sharpness of the softmax, is missing"},
		{
			c.RidgePenalty == nil || c.ModelNorm == nil,
			"the model states both a ridge penalty and a bound on its norm, at once",
		},
		{c.RidgePenalty == nil || *c.RidgePenalty >= 0, "the ridge penalty is negative"},
		{c.Rounds == nil || c.Iterations == nil || *c.Rounds >= 1 && *c.Rounds <= *c.Iterations,
			"the rounds are not between 1 and K"},
		{c.Gap == nil || *c.Gap >= -gapRounding(c), "the duality gap is negative"},
		{c.Tolerance == nil || *c.Tolerance >= 0, "the tolerance is negative"},
	}
	if c.Discrepancy != nil && moment {
		requirements = append(requirements, discrepancyRequirements(c)...)
	}
	return unmet(slices.Concat(requirements, baseRequirements(c.Base, len(r.Provenance.Schema.Classes) == 0),
		labelRequirements(r)))
}

// discrepancyRequirements are about ‖M̂₀ − M(q)‖₂ and its noise. The document does not hold M̂₀, but ‖M̂₀‖₂ is at
// least the squared intercept, and at most r² for each of n/n̂ rows, with noise.
func discrepancyRequirements(c *release.Certificate) []requirement {
	d, square := c.Discrepancy, c.Radius*c.Radius
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	size := square + c.Noise.StandardDeviation*largestEigenvalue(c.Order)
	noise, rows := noiseAndRows(c, 1-d.Confidence, intercept*intercept)
	if c.Adjacency == method.AddRemove {
		size += square / (intercept * intercept) * c.Noise.StandardDeviation * deviations(1)
	}
	most, _ := noiseAndRows(c, 1-d.Confidence, size)
	if !(rows > 0) { // almost nothing is known about n, and ‖M̂₀ − M₀‖₂ is at most ‖M̂₀‖₂ + r²
		noise, most = square, size+square
	}
	largest := (size + c.SourceRadius*c.SourceRadius) * (1 + slack)
	return []requirement{
		{d.Uniform >= 0 && d.Weighted >= 0, "a discrepancy is negative"},
		{d.Uniform <= largest && d.Weighted <= largest,
			"a discrepancy is larger than rows of the stated radius and the stated noise explain"},
		{d.Confidence > 0 && d.Confidence < 1, "the confidence of the discrepancy is not between 0 and 1"},
		{d.Noise >= noise*(1-slack), "the noise of the discrepancy is stated too small"},
		{d.Noise <= most*(1+slack), "the noise of the discrepancy is stated too large"},
	}
}

// gapRounding is how far below 0 rounding can bring a gap: a value minus the largest lower bound on the minimum, both
// of the size of the objective, at most λ plus B = r² + r̂² for the softmax, or plus 2B² for the p-norm.
func gapRounding(c *release.Certificate) float64 {
	b := c.Radius*c.Radius + c.SourceRadius*c.SourceRadius
	size := math.Max(b, 2*b*b)
	if c.Lambda != nil {
		size += *c.Lambda
	}
	return 1e-12 * size
}

// noiseAndRows returns an upper bound on ‖M̂₀ − M₀‖₂ and a lower bound on n, with a joint failure probability of at
// most failure. Under add-remove adjacency the first depends on ‖M̂₀‖₂, size.
func noiseAndRows(c *release.Certificate, failure, size float64) (noise, rows float64) {
	norm := func(failure float64) float64 {
		return c.Noise.StandardDeviation * (math.Sqrt(2*float64(c.Order)) + math.Sqrt(2*(math.Ln2-math.Log(failure))))
	}
	if c.Adjacency == method.ReplaceOne {
		return norm(failure), float64(c.N)
	}
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	nu := c.Noise.StandardDeviation * c.RowsEstimate / (intercept * intercept) * math.Sqrt(
		2*(math.Log(4)-math.Log(failure)),
	)
	rows = c.RowsEstimate - nu
	return (norm(failure/2)*c.RowsEstimate + nu*size) / rows, rows
}
