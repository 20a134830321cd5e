package verify

import (
	"math"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// normChoices is the number of norms 2ᵏY/r, k from −4 to 8, that version 1 of the format chooses Λ among.
const (
	smallestNorm = -4
	largestNorm  = 8
	normChoices  = largestNorm - smallestNorm + 1
)

// checkBound recomputes the learning bound from its parts and constants and compares both with the rest of the
// document. A bound that is too large is accepted; one that is too small is refused. The loss on the source and the
// source's labels are not in the document, so the stated values are used.
func checkBound(r *release.Release) []string {
	c := &r.Certificate
	b := c.LearningBound
	if b == nil {
		return nil
	}
	problems := unmet([]requirement{
		{c.Mechanism == method.Moment && r.Kind != release.Moments && c.Discrepancy != nil,
			"there is a learning bound without the discrepancy on which it rests"},
		{b.Confidence > 0 && b.Confidence < 1, "the confidence of the learning bound is not between 0 and 1"},
		{b.Norm > 0 && b.Label > 0 && b.Rows > 0, "the norm, the label or the rows of the learning bound are not above 0"},
		{b.LossOnSource >= 0, "the loss on the source is negative"},
	})
	if len(problems) > 0 {
		return problems
	}
	reach := b.Norm * c.Radius
	k := math.Log2(reach / b.Label)
	onGrid := math.Abs(k-math.Round(k)) < 1e-6 && k > smallestNorm-0.5 && k < largestNorm+0.5
	failure := (1 - b.Confidence) / 2
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	noise, rows := noiseAndRows(c, failure, intercept*intercept) // M̂₀ has its first entry, and is not in the document
	m := (reach + b.Label) * (reach + b.Label)
	discrepancy := 4 * b.Norm * b.Norm * (c.Discrepancy.Weighted + b.Noise)
	complexity := 4 * math.Sqrt(m/b.Rows) * reach
	deviation := m * math.Sqrt((math.Log(float64(b.NormChoices))-math.Log(failure))/(2*b.Rows))
	return unmet([]requirement{
		{b.NormChoices != 1 || c.ModelNorm != nil || r.Kind == release.Weights,
			"the norm of the learning bound is no setting, but counts as one"},
		{b.NormChoices == 1 || b.NormChoices == normChoices && onGrid,
			"the norm of the learning bound is not one of the 13 from which it may be chosen"},
		{r.Kind != release.Model || !tooLong(r), "the norm of the model is larger than the norm in its learning bound"},
		{b.Rows <= rows*(1+slack), "the learning bound counts more private rows than can be guaranteed"},
		{b.Noise >= noise*(1-slack), "the noise in the learning bound is stated too small"},
		{b.Discrepancy >= discrepancy*(1-slack), "the discrepancy term of the learning bound is stated too small"},
		{b.Complexity >= complexity*(1-slack), "the complexity term of the learning bound is stated too small"},
		{b.Deviation >= deviation*(1-slack), "the deviation term of the learning bound is stated too small"},
		{b.LabelFactor >= math.Max(2*(reach+b.Label), 3*reach+b.Label)*(1-slack),
			"the label factor of the learning bound is stated too small"},
		{b.Value >= (b.LossOnSource+b.Discrepancy+b.Complexity+b.Deviation)*(1-slack),
			"the learning bound is smaller than the sum of its terms"},
	})
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

// tooLong reports whether the released model, for standardised rows and the label minus its centre, has a norm above Λ,
// beyond the rounding of the raw units.
func tooLong(r *release.Release) bool {
	b := r.Certificate.LearningBound
	intercept := r.Certificate.Radius * float64(r.Certificate.InterceptSteps) / gridSteps
	means, scales := release.Scaling(r.Provenance.Schema, r.Provenance.FeatureMap())
	base, sizes, squares := *r.Values.Intercept-b.LabelCentre, math.Abs(*r.Values.Intercept)+math.Abs(b.LabelCentre), 0.0
	for k, coefficient := range r.Values.Coefficients {
		base += coefficient.Value * means[k]
		sizes += math.Abs(coefficient.Value * means[k])
		squares += math.Pow(coefficient.Value*scales[k], 2)
	}
	base = math.Max(0, math.Abs(base)-1e-12*sizes) / intercept
	return !(math.Sqrt(squares+base*base) <= b.Norm*(1+slack))
}
