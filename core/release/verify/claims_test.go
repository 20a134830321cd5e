package verify

import (
	"io"
	"math"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// documents are releases made by the engine itself.
var documents = []string{
	"model", "weights", "moments", "selection tight", "selection paper", "selection pnorm",
	"gradient tight", "gradient paper", "gradient pnorm", "single stage", "moments add-remove", "model add-remove",
}

func document(t *testing.T, name string) *release.Release {
	t.Helper()
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Iterations: 20}
	switch name {
	case "weights":
		o.Release = release.Weights
	case "moments":
		o.Release = release.Moments
	case "moments add-remove":
		o.Release, o.Adjacency = release.Moments, method.AddRemove
	case "model add-remove":
		o.Adjacency = method.AddRemove
	case "labels":
		o.UseLabels = true
	case "labels add-remove":
		o.UseLabels, o.Adjacency = true, method.AddRemove
	case "sums":
		o.UseLabels, o.Release = true, release.Moments
	case "sums add-remove":
		o.UseLabels, o.Release, o.Adjacency = true, release.Moments, method.AddRemove
	case "selection tight":
		o.Mechanism = method.Selection
	case "selection paper":
		o.Mechanism, o.Calibration = method.Selection, method.Paper
	case "selection pnorm":
		o.Mechanism, o.Smoothing = method.Selection, method.PNorm
	case "single stage":
		o.Mechanism, o.Solver = method.Selection, method.SingleStage
	case "single stage of M̂₀":
		o.Solver = method.SingleStage
	case "selection of one",
		"selection of two",
		"selection of three",
		"gradient of one",
		"gradient weights",
		"single stage of one",
		"single stage of two":
		o.Release, o.Mechanism = release.Weights, method.Selection
		if strings.HasPrefix(name, "gradient") {
			o.Mechanism = method.Gradient
		}
		if strings.HasPrefix(name, "single") {
			o.Solver = method.SingleStage
		}
		for k, word := range []string{"one", "two", "three"} {
			if strings.HasSuffix(name, word) {
				o.Iterations = k + 1
			}
		}
	case "gradient tight":
		o.Mechanism = method.Gradient
	case "gradient paper":
		o.Mechanism, o.Calibration = method.Gradient, method.Paper
	case "gradient pnorm":
		o.Mechanism, o.Smoothing = method.Gradient, method.PNorm
	}
	source := must.Get(dataset.ReadSource(strings.NewReader("a,b,y\n1,2,3\n2,1,4\n3,5,1\n0,2,2\n5,1,0\n"),
		dataset.SourceOptions{Label: "y"}))(t)
	// 200 rows; 4000 where their number is private, because with fewer the lower bound on n is sometimes not above 0, and
	// then there is no learning bound.
	pairs := 100
	if o.Adjacency == method.AddRemove {
		pairs = 2000
	}
	table := "a,b,y\n" + strings.Repeat("1,1,3\n2,0,\n", pairs)
	target, _ := must.Both(adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil))(t)
	result := must.Get(target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))(t)
	// The verified document is the one that is written and read again.
	text := must.Get(result.Encode())(t)
	return must.Get(release.Decode(text))(t)
}

var falseClaims = []struct {
	document, name string
	tamper         func(*release.Release)
	says           string
}{
	{"model", "a smaller ε", func(r *release.Release) { r.Certificate.Epsilon = 0.9 }, "claims ε"},
	{"model", "a smaller δ", func(r *release.Release) { r.Certificate.Delta = 1e-6 }, "claims ε"},
	{"model", "a smaller ρ", func(r *release.Release) { r.Certificate.Rho /= 2 }, "claims ρ"},
	{"moments", "half the noise", func(r *release.Release) { r.Certificate.Noise.DiagonalVariance = "1000" },
		"standard deviation"},
	{"moments", "no noise", func(r *release.Release) { r.Certificate.Noise.DiagonalVariance = "0" }, "positive integer"},
	{"moments", "noise that is no number", func(r *release.Release) { r.Certificate.Noise.DiagonalVariance = "1e99" },
		"variance of the noise"},
	{
		"moments",
		"noise of a million digits",
		func(r *release.Release) { r.Certificate.Noise.DiagonalVariance = strings.Repeat("8", 1e6) },
		"variance of the noise",
	},
	{"moments", "an intercept that leaves the features no room", func(r *release.Release) {
		r.Certificate.Radius, r.Certificate.SourceRadius, r.Certificate.InterceptSteps = 1+1e-12, 1+1e-12,
			r.Certificate.GridSteps
	}, "intercept"},
	{"moments", "a finer grid under the same noise", func(r *release.Release) { r.Certificate.GridSteps /= 2 }, "grid"},
	{"moments", "two draws for one", func(r *release.Release) { r.Certificate.Draws = 2 }, "once"},
	{"moments", "another adjacency", func(r *release.Release) { r.Certificate.Adjacency = "add-remove" }, "adjacency"},
	{"moments", "no adjacency", func(r *release.Release) { r.Certificate.Adjacency = "" }, "adjacency"},
	{"moments", "an estimate of the public n", func(r *release.Release) { r.Certificate.RowsEstimate = 200 },
		"n is public"},
	{"moments add-remove", "the sensitivity of a replaced row forgotten", func(r *release.Release) {
		r.Certificate.Adjacency, r.Certificate.N, r.Certificate.RowsEstimate = "replace-one", int64(
			r.Certificate.RowsEstimate,
		), 0
	}, ""},
	{"moments add-remove", "n as well", func(r *release.Release) { r.Certificate.N = 200 }, "private"},
	{"moments add-remove", "no estimate of n", func(r *release.Release) { r.Certificate.RowsEstimate = 0 }, "estimate"},
	{"moments add-remove", "another estimate of n", func(r *release.Release) { r.Certificate.RowsEstimate *= 2 },
		"standard deviation"},
	{"model add-remove", "a smaller ε", func(r *release.Release) { r.Certificate.Epsilon = 0.9 }, "claims ε"},
	{"selection tight", "a private n", func(r *release.Release) {
		r.Certificate.Adjacency, r.Certificate.N, r.Certificate.RowsEstimate = "add-remove", 0, 200
	}, "second moment"},
	{"moments", "a standard deviation that misleads",
		func(r *release.Release) { r.Certificate.Noise.StandardDeviation /= 2 }, "standard deviation"},
	{"model", "ε = 0", func(r *release.Release) { r.Certificate.Epsilon = 0 }, "ε"},
	{"model", "δ = 1", func(r *release.Release) { r.Certificate.Delta = 1 }, "δ"},
	{"model", "n = 0", func(r *release.Release) { r.Certificate.N = 0 }, "n is"},
	{"model", "an unknown mechanism", func(r *release.Release) { r.Certificate.Mechanism = "trust-me" }, "not known"},
	{"model", "no mechanism at all", func(r *release.Release) { r.Certificate.Mechanism = "none" }, "not known"},
	{"model", "an infinite ε", func(r *release.Release) { r.Certificate.Epsilon = math.NaN() }, "ε"},
	{"selection tight", "a smaller ε", func(r *release.Release) { r.Certificate.Epsilon /= 2 }, "claims ε"},
	{"selection tight", "less noise", func(r *release.Release) { r.Certificate.Noise.Scale /= 2 }, "claims ε"},
	{"selection tight", "a draw not counted", func(r *release.Release) { r.Certificate.Draws-- }, "draws"},
	{"selection tight", "a smaller range", func(r *release.Release) { r.Certificate.Noise.ScoreRange /= 2 }, "too small"},
	{"selection tight", "no floating-point error", func(r *release.Release) { r.Certificate.Noise.ScoreError = 0 },
		"too small"},
	{"selection tight", "more private rows", func(r *release.Release) { r.Certificate.N /= 2 }, "too small"},
	{"selection tight", "a larger μ", func(r *release.Release) { *r.Certificate.Mu *= 2 }, "too small"},
	{"selection tight", "the other mechanism's name",
		func(r *release.Release) { r.Certificate.Mechanism = method.Moment }, "noise.scale"},
	{"selection paper", "the exponential mechanism's accounting",
		func(r *release.Release) { r.Certificate.Calibration = "tight" }, "calibration"},
	{"selection tight", "no smoothing parameter", func(r *release.Release) { r.Certificate.Mu = nil }, "missing"},
	{"selection pnorm", "a smaller p", func(r *release.Release) { *r.Certificate.P += 1 }, "too small"},
	{"selection pnorm", "the other smoothing's name", func(r *release.Release) { r.Certificate.Smoothing = "softmax" },
		"missing"},
	{"single stage", "more iterations than can be counted", func(r *release.Release) {
		*r.Certificate.Iterations, r.Certificate.Draws = math.MaxInt, math.MinInt
	}, "K is missing"},
	{"single stage", "scores of no size", func(r *release.Release) {
		*r.Certificate.ModelNorm, r.Certificate.SourceRadius, r.Certificate.Noise.ScoreRange,
			r.Certificate.Noise.ScoreError = 1e200, 1e-200, 0, 0
	}, "Λ is not"},
	{"selection tight", "a huge ball of tiny rows",
		func(r *release.Release) { r.Certificate.Radius, r.Certificate.SourceRadius = 1e200, 1e-200 }, "radius"},
	{"selection tight", "source rows without their intercept",
		func(r *release.Release) { r.Certificate.SourceRadius = 1e-9 }, "intercept"},
	{"selection tight", "noise beyond numbers",
		func(r *release.Release) { r.Certificate.Noise.Scale, r.Certificate.Noise.ScoreRange = 1e-300, 1e300 }, "finite"},
	{"selection tight", "a solver it does not serve",
		func(r *release.Release) { r.Certificate.Solver = "projected-gradient" }, "belong"},
	{"gradient tight", "a source without fourth moments", func(r *release.Release) {
		r.Certificate.SourceQuartic, r.Certificate.Noise.Sensitivity, r.Certificate.Noise.Scale = 1e-300, 1e-100, 0.001
	}, "too small"},
	{"moments", "λ of a solver that did not run", func(r *release.Release) { r.Certificate.Lambda = new(-12345.0) },
		"lambda does not belong"},
	{"moments", "iterations of a solver that did not run",
		func(r *release.Release) { r.Certificate.Iterations = new(-12345) }, "iterations does not belong"},
	{"moments", "an intercept that fills the ball",
		func(r *release.Release) { r.Certificate.InterceptSteps = r.Certificate.GridSteps - 1 }, "intercept"},
	{"moments", "another public entry", func(r *release.Release) { r.Values.Moments[0][0] = 2 }, "squared intercept"},
	{"single stage", "the choice of the iterate not counted", func(r *release.Release) { r.Certificate.Draws-- },
		"draws"},
	{"single stage", "another model norm", func(r *release.Release) { *r.Certificate.ModelNorm *= 2 }, "too small"},
	{"single stage", "no model norm", func(r *release.Release) { r.Certificate.ModelNorm = nil }, "model norm"},
	{"gradient tight", "a smaller ε", func(r *release.Release) { r.Certificate.Epsilon /= 2 }, "claims ε"},
	{"gradient tight", "less noise", func(r *release.Release) { r.Certificate.Noise.Scale /= 2 }, "claims ε"},
	{"gradient tight", "a smaller sensitivity", func(r *release.Release) { r.Certificate.Noise.Sensitivity /= 2 },
		"too small"},
	{"gradient tight", "another noise", func(r *release.Release) { r.Certificate.Noise.Distribution = "gaussian" },
		"distribution of the noise"},
	{"gradient tight", "another mechanism's noise",
		func(r *release.Release) { r.Certificate.Noise.Distribution = "discrete-gaussian" }, "gradient's"},
	{"gradient tight", "a round not counted", func(r *release.Release) { r.Certificate.Draws-- }, "draws"},
	{"gradient tight", "no fourth moments", func(r *release.Release) { r.Certificate.SourceQuartic = 0 }, "gradient's"},
	{"gradient paper", "less noise", func(r *release.Release) { r.Certificate.Noise.Scale /= 1000 }, "claims ε"},
	{"gradient pnorm", "more private rows", func(r *release.Release) { r.Certificate.N /= 2 }, "too small"},
	{"model", "features that the map does not give", func(r *release.Release) { r.Certificate.Features = "quadratic" },
		"features named"},
	{"model", "more features than there are", func(r *release.Release) { r.Certificate.Order++ }, "order"},
	{"model", "a coefficient too many", func(r *release.Release) {
		r.Values.Coefficients = append(r.Values.Coefficients, release.Coefficient{Feature: "sin 1"})
	}, "coefficients"},
	{"model", "a bound below its terms", func(r *release.Release) { r.Certificate.LearningBound.Value *= 0.99 },
		"sum of its terms"},
	{"model", "a bound without its discrepancy", func(r *release.Release) {
		r.Certificate.LearningBound.Value -= r.Certificate.LearningBound.Discrepancy / 2
		r.Certificate.LearningBound.Discrepancy /= 2
	}, "discrepancy term"},
	{"model", "a smaller complexity", func(r *release.Release) { r.Certificate.LearningBound.Complexity *= 0.9 },
		"complexity"},
	{"model", "a smaller deviation", func(r *release.Release) { r.Certificate.LearningBound.Deviation *= 0.9 },
		"deviation"},
	{"model", "a smaller label factor", func(r *release.Release) { r.Certificate.LearningBound.LabelFactor *= 0.9 },
		"label factor"},
	{"model", "less noise in the bound", func(r *release.Release) { r.Certificate.LearningBound.Noise *= 0.9 },
		"noise in the learning bound"},
	{"model", "more confidence", func(r *release.Release) { r.Certificate.LearningBound.Confidence = 0.99 }, "too small"},
	{"model", "a bound for certain", func(r *release.Release) { r.Certificate.LearningBound.Confidence = 1 },
		"between 0 and 1"},
	{"model", "more rows in the bound", func(r *release.Release) { r.Certificate.LearningBound.Rows++ },
		"more private rows"},
	{"model", "a norm that was not to be chosen", func(r *release.Release) { r.Certificate.LearningBound.Norm *= 1.5 },
		"one of the 13"},
	{"model", "a norm above the grid", func(r *release.Release) { r.Certificate.LearningBound.Norm *= 0x1p13 },
		"one of the 13"},
	{"model", "a norm chosen from the noise as if it were a setting",
		func(r *release.Release) { r.Certificate.LearningBound.NormChoices = 1 }, "no setting"},
	{"model", "fewer choices of a norm", func(r *release.Release) { r.Certificate.LearningBound.NormChoices = 12 },
		"one of the 13"},
	{"model", "a norm below the model's", func(r *release.Release) { r.Certificate.LearningBound.Norm *= 0x1p-4 },
		"norm of the model"},
	{"model", "a negative loss", func(r *release.Release) {
		r.Certificate.LearningBound.Value, r.Certificate.LearningBound.LossOnSource = 0, -1e9
	}, "negative"},
	{"model add-remove", "more rows than there surely are",
		func(r *release.Release) { r.Certificate.LearningBound.Rows = r.Certificate.RowsEstimate }, "more private rows"},
	{"selection tight", "a bound without a discrepancy",
		func(r *release.Release) { r.Certificate.LearningBound = &release.LearningBound{} }, "learningBound"},
	{"selection paper", "less noise", func(r *release.Release) { r.Certificate.Noise.Scale /= 100 }, "claims ε"},
}
