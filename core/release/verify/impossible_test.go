package verify

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

type falseDocument struct {
	document, name, says string
	tamper               func(*release.Release)
}

// falseDocuments claim more than the noise gives, or are consistent with their own claim and such as the engine cannot
// have made: a figure that the mechanism does not release, or values that its draws cannot give, may have been computed
// from the private rows. What follows from another number alone, or from a field alone, is in testdata/edges.txt.
func falseDocuments() []falseDocument {
	cases := []falseDocument{
		{"moments", "noise of a million digits", "variance of the noise",
			func(r *release.Release) { r.Certificate.Noise.DiagonalVariance = strings.Repeat("8", 1e6) }},
		{"moments", "an intercept that leaves the features no room", "intercept", func(r *release.Release) {
			c := &r.Certificate
			c.Radius, c.SourceRadius, c.InterceptSteps = 1+1e-12, 1+1e-12, c.GridSteps
		}},
		{"moments", "another adjacency", "adjacency", func(r *release.Release) { r.Certificate.Adjacency = "add-remove" }},
		{"moments", "no adjacency", "adjacency", func(r *release.Release) { r.Certificate.Adjacency = "" }},
		{"selection tight", "a private n", "second moment", func(r *release.Release) {
			r.Certificate.Adjacency, r.Certificate.N, r.Certificate.RowsEstimate = "add-remove", 0, 200
		}},
		{"model", "an unknown mechanism", "not known", func(r *release.Release) { r.Certificate.Mechanism = "trust-me" }},
		{"model", "no mechanism at all", "not known", func(r *release.Release) { r.Certificate.Mechanism = "none" }},
		{"model", "an infinite ε", "ε", func(r *release.Release) { r.Certificate.Epsilon = math.NaN() }},
		{"selection tight", "the other mechanism's name", "noise.scale",
			func(r *release.Release) { r.Certificate.Mechanism = method.Moment }},
		{"selection paper", "the exponential mechanism's accounting", "calibration",
			func(r *release.Release) { r.Certificate.Calibration = "tight" }},
		{"selection pnorm", "the other smoothing's name", "missing",
			func(r *release.Release) { r.Certificate.Smoothing = "softmax" }},
		{"single stage", "more iterations than can be counted", "K is missing", func(r *release.Release) {
			*r.Certificate.Iterations, r.Certificate.Draws = math.MaxInt, math.MinInt
		}},
		{"single stage", "scores of no size", "Λ is not", func(r *release.Release) {
			c := &r.Certificate
			*c.ModelNorm, c.SourceRadius, c.Noise.ScoreRange, c.Noise.ScoreError = 1e200, 1e-200, 0, 0
		}},
		{"selection tight", "a huge ball of tiny rows", "radius",
			func(r *release.Release) { r.Certificate.Radius, r.Certificate.SourceRadius = 1e200, 1e-200 }},
		{"selection tight", "noise beyond numbers", "finite",
			func(r *release.Release) { r.Certificate.Noise.Scale, r.Certificate.Noise.ScoreRange = 1e-300, 1e300 }},
		{"selection tight", "a solver it does not serve", "belong",
			func(r *release.Release) { r.Certificate.Solver = "projected-gradient" }},
		{"gradient tight", "a source without fourth moments", "too small", func(r *release.Release) {
			c := &r.Certificate
			c.SourceQuartic, c.Noise.Sensitivity, c.Noise.Scale = 1e-300, 1e-100, 0.001
		}},
		{"gradient tight", "another noise", "distribution of the noise",
			func(r *release.Release) { r.Certificate.Noise.Distribution = "gaussian" }},
		{"gradient tight", "another mechanism's noise", "gradient's",
			func(r *release.Release) { r.Certificate.Noise.Distribution = "discrete-gaussian" }},
		{"gradient paper", "less noise", "claims ε", func(r *release.Release) { r.Certificate.Noise.Scale /= 1000 }},
		{"model", "features that the map does not give", "features named",
			func(r *release.Release) { r.Certificate.Features = "quadratic" }},
		{"model", "a coefficient too many", "coefficients", func(r *release.Release) {
			r.Values.Coefficients = append(r.Values.Coefficients, release.Coefficient{Feature: "sin 1"})
		}},
		{"model", "a norm chosen from the noise as if it were a setting", "no setting",
			func(r *release.Release) { r.Certificate.LearningBound.NormChoices = 1 }},
		{"model add-remove", "more rows than there surely are", "more private rows",
			func(r *release.Release) { r.Certificate.LearningBound.Rows = r.Certificate.RowsEstimate }},

		{"selection of two", "two vertices by one draw", "above 0", func(r *release.Release) { put(r, 0.5, 0.5, 0, 0, 0) }},
		{"selection of three", "three vertices by two draws", "above 0",
			func(r *release.Release) { put(r, 0.5, 0.25, 0.25, 0, 0) }},
		{"selection of three", "two vertices of the same weight", "smaller than",
			func(r *release.Release) { put(r, 0.5, 0.5, 0, 0, 0) }},
		{"selection of three", "two vertices of other steps", "no sum",
			func(r *release.Release) { put(r, 0.9, 0.1, 0, 0, 0) }},
		{"single stage of two", "two vertices by one step", "stand out",
			func(r *release.Release) { put(r, 0.3, 0.4, 0.1, 0.1, 0.1) }},
		{"gradient weights", "a weight below its part of the first point", "below 1/(mK)",
			func(r *release.Release) { put(r, 1, 0, 0, 0, 0) }},
		{"weights", "a discrepancy that is too large", "larger than rows",
			func(r *release.Release) { r.Certificate.Discrepancy.Weighted = 1e9 }},
		{"sums", "the certificate states no labels", "standard deviation",
			func(r *release.Release) { r.Certificate.Labels = nil }},
		{"model", "labels of a model that none corrected", "labels",
			func(r *release.Release) { r.Certificate.Labels = &release.Labels{} }},
	}
	// Entries of a sum of the order 5 are (0,0), four beside the intercept, then (1,1) with the squares of a; the last is
	// the square of t.
	const square, residual = 5, 14
	huge := "9" + strings.Repeat("0", 30) // in units of 2⁻⁶⁰r²
	number := func() *float64 { v := 0.25; return &v }
	for _, c := range []struct {
		documents  []string
		name, says string
		tamper     func(*release.Certificate, *release.Values)
	}{
		{steps, "discrepancy", "discrepancy", func(c *release.Certificate, _ *release.Values) {
			c.Discrepancy = &release.Discrepancy{Uniform: 1, Weighted: 0.5, Noise: 9, Confidence: 0.95}
		}},
		{steps, "gap", "gap", func(c *release.Certificate, _ *release.Values) { c.Gap = number() }},
		{steps, "rounds", "rounds", func(c *release.Certificate, _ *release.Values) { c.Rounds = new(int) }},
		{steps, "tolerance", "tolerance", func(c *release.Certificate, _ *release.Values) { c.Tolerance = number() }},
		{steps, "learningBound", "learningBound",
			func(c *release.Certificate, _ *release.Values) { c.LearningBound = &release.LearningBound{} }},
		{[]string{"labels", "labels add-remove"}, "a negative mean square", "cannot be",
			func(c *release.Certificate, _ *release.Values) { c.Labels.Errors[0].Corrected.Low = new(-1.0) }},
		{[]string{"labels", "labels add-remove"}, "no error of a residual", "one error",
			func(c *release.Certificate, _ *release.Values) { c.Labels.Errors = nil }},
		{[]string{"labels", "labels add-remove"}, "half of the variance", "its noise gives only",
			func(c *release.Certificate, _ *release.Values) {
				variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
				c.Noise.DiagonalVariance = variance.Rsh(variance, 1).SetBit(variance, 0, 0).String()
				c.Discrepancy = nil
				state(c)
			}},
		{withLabels, "a base under other features", "features",
			func(c *release.Certificate, _ *release.Values) { c.Features = "log" }},
		{withLabels, "less noise on the sums", "noise on the labels' sums",
			func(c *release.Certificate, _ *release.Values) { c.Labels.SumDeviation *= 0.9 }},
		{withLabels, "less noise of the number of labels", "noise of the number",
			func(c *release.Certificate, _ *release.Values) { c.Labels.RowsNoise *= 0.9 }},
		{withLabels, "the noise of one sum for two", "noise",
			func(c *release.Certificate, _ *release.Values) { c.Noise.StandardDeviation /= math.Sqrt2 }},
		{sums, "no word of what was chosen from", "kind that was asked for",
			func(c *release.Certificate, _ *release.Values) { c.Labels.Choice = nil }},
		{sums, "a model of another kind than was asked for", "kind that was asked for",
			func(c *release.Certificate, _ *release.Values) { c.Labels.Base = method.Trees }},
		{sums, "a share of a model", "only a corrected model",
			func(c *release.Certificate, _ *release.Values) { c.Labels.Share = number() }},
		{sums, "an error of a model", "only a corrected model",
			func(c *release.Certificate, _ *release.Values) { c.Labels.Errors = []release.LabelError{{}} }},
		{sums, "an entry that is no whole number", "plain decimals",
			func(_ *release.Certificate, v *release.Values) { v.LabelledSum[square] = "0.5" }},
		{sums, "an entry of too many digits", "more than 100 digits",
			func(_ *release.Certificate, v *release.Values) { v.LabelledSum[square] = strings.Repeat("9", 200) }},
		{sums, "squares of labels beyond the radius", "neither",
			func(_ *release.Certificate, v *release.Values) { v.LabelledSum[residual] = huge }},
		{sums, "squares of rows without a label beyond the radius", "neither",
			func(_ *release.Certificate, v *release.Values) { v.UnlabelledSum[9] = huge }},
		{sums, "a sum of other rows than the moments'", "moments are not those",
			func(_ *release.Certificate, v *release.Values) { v.LabelledSum[square] = nudged(v.LabelledSum[square]) }},
		{sums, "another sum of rows without a label", "moments are not those",
			func(_ *release.Certificate, v *release.Values) { v.UnlabelledSum[1] = nudged(v.UnlabelledSum[1]) }},
	} {
		for _, document := range c.documents {
			cases = append(cases, falseDocument{document, c.name, c.says,
				func(r *release.Release) { c.tamper(&r.Certificate, &r.Values) }})
		}
	}
	for _, document := range []string{"selection of one", "gradient of one", "single stage of one"} {
		cases = append(cases, falseDocument{document, "weights that nothing was drawn for", "uniform",
			func(r *release.Release) { put(r, 0.6, 0.1, 0.1, 0.1, 0.1) }})
	}
	for _, document := range []string{"moments", "moments add-remove"} {
		cases = append(cases, falseDocument{document, "entries that no radius admits together", "diagonal",
			func(r *release.Release) {
				makeQuiet(r)
				s := 0.9 * r.Certificate.Radius * r.Certificate.Radius
				r.Values.Moments[1][1], r.Values.Moments[2][2] = 0.99*s, 0.99*s
			}}, falseDocument{document, "a radius divided by 10", "neither rows", func(r *release.Release) {
			makeQuiet(r)
			r.Values.Moments[1][1] = r.Certificate.Radius * r.Certificate.Radius / 2
			scaleRadius(r, 0.1)
		}})
	}
	return cases
}

var (
	steps      = []string{"selection tight", "selection pnorm", "gradient tight", "single stage"}
	sums       = []string{"sums", "sums add-remove"}
	withLabels = append([]string{"labels", "labels add-remove"}, sums...)
)

func TestWhatCannotBeIsRefused(t *testing.T) {
	for _, c := range falseDocuments() {
		r := document(t, c.document)
		if report := Certificate(r); !report.OK {
			t.Fatalf("%s: %v", c.document, report.Problems)
		}
		c.tamper(r)
		report := Certificate(r)
		if report.OK {
			t.Errorf("%s: %s passed", c.document, c.name)
		} else if !strings.Contains(strings.Join(report.Problems, " "), c.says) {
			t.Errorf("%s: %s: the problems %q do not mention %q", c.document, c.name, report.Problems, c.says)
		}
	}
}

// Three iterations can end with two vertices that share the weights as two steps do, in either order, or with one
// vertex.
func TestWhatDrawsLeadToIsAccepted(t *testing.T) {
	for _, q := range [][]float64{{0, 0, 1, 0, 0}, {0.25, 0, 0.75, 0, 0}, {0, 0.75, 0, 0, 0.25}} {
		r := document(t, "selection of three")
		put(r, q...)
		if report := Certificate(r); !report.OK {
			t.Errorf("%v: %v", q, report.Problems)
		}
	}
}
