package verify

import (
	"math"
	"math/big"
	"slices"

	"privadapt/core/release"
)

// labelRequirements are about a correction by private labels: its noise, and what the schema and the settings say of its shape. The
// price of its two sums is recomputed with that of the moment, see rhoOf.
func labelRequirements(r *release.Release) []requirement {
	c := &r.Certificate
	l := c.Labels
	if l == nil || c.Base == nil {
		return nil
	}
	residuals := max(1, len(r.Provenance.Schema.Classes)-1)
	sigma := 0.0
	if variance, ok := new(big.Int).SetString(c.Noise.DiagonalVariance, 10); ok && len(c.Noise.DiagonalVariance) <= 100 {
		root, _ := new(big.Float).Sqrt(new(big.Float).SetInt(variance.Abs(variance))).Float64()
		step := c.Radius / gridSteps
		sigma = root * step * step
	}
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	noise := sigma / (intercept * intercept)
	if c.Adjacency == "replace-one" {
		noise /= math.Sqrt2 // the mean of two estimates, n₁ and n − n₂
	}
	close := func(stated, want float64) bool { return math.Abs(stated-want) <= 1e-6*want }
	spread, errors := true, true
	for _, s := range l.Spread {
		spread = spread && s > 0
	}
	for _, e := range l.Errors {
		for _, v := range []release.Estimate{e.Base, e.Corrected} {
			errors = errors && v.Noise >= 0 && v.Sampling >= 0
		}
	}
	candidate := func(b release.Candidate) bool { return b.Base == l.Base && b.Way == "unweighted" }
	return []requirement{
		{l.Residuals == residuals, "the residuals of the labels are not those of the schema's classes, or not 1 for a number"},
		{l.Order == c.Order+2*residuals, "the order of the rows with labels is not that of the columns, a prediction and a residual for each output"},
		{len(l.Spread) == residuals && len(l.Errors) == residuals, "there is not one spread and one error for each residual of the labels"},
		{spread, "a spread of the labels is not above 0"},
		{slices.ContainsFunc(c.Base.Candidates, candidate), "the model that the labels correct is none of the candidates that no weights enter"},
		{c.Features == "linear" || c.Features == "", "labels correct models of the columns as they are, and the features are others"},
		{l.Share >= 0 && l.Share <= 1, "the share of the model fitted under the weights is not between 0 and 1"},
		{close(l.SumDeviation, sigma), "the standard deviation of the noise on the labels' sums is not the one that its variance gives"},
		{close(l.RowsNoise, noise), "the noise of the number of rows with a label is not the one that the variance gives"},
		{l.RowsEstimate >= 0 && l.RowsEstimate <= rowsOf(*c)*(1+slack), "the number of rows with a label is not between 0 and that of all rows"},
		{errors, "a standard error of the labels is negative"},
	}
}
