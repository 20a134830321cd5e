package verify

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// impossible are documents that the engine cannot have made, although they claim no smaller ε than their noise gives. A
// figure that the mechanism does not release, or values that its draws cannot give, may have been computed from the
// private rows.
func impossible() (cases []falseDocument) {
	add := func(document, name, says string, tamper func(*release.Release)) {
		cases = append(cases, falseDocument{document, name, says, tamper})
	}
	number := func() *float64 { v := 0.25; return &v }
	type field struct {
		name string
		set  func(c *release.Certificate)
	}
	foreign := []field{
		{"discrepancy", func(c *release.Certificate) {
			c.Discrepancy = &release.Discrepancy{Uniform: 1, Weighted: 0.5, Noise: 9, Confidence: 0.95}
		}},
		{"gap", func(c *release.Certificate) { c.Gap = number() }},
		{"rounds", func(c *release.Certificate) { one := 1; c.Rounds = &one }},
		{"tolerance", func(c *release.Certificate) { c.Tolerance = number() }},
		{"learningBound", func(c *release.Certificate) { c.LearningBound = &release.LearningBound{} }},
	}
	for _, document := range []string{"selection tight", "selection pnorm", "gradient tight", "single stage",
		"selection of one", "gradient of one", "single stage of one"} {
		for _, f := range foreign {
			add(document, f.name, f.name, func(r *release.Release) { f.set(&r.Certificate) })
		}
	}
	for _, f := range foreign[1:4] {
		add("single stage of M̂₀", f.name, f.name, func(r *release.Release) { f.set(&r.Certificate) })
	}
	for _, f := range append(foreign,
		field{"mu", func(c *release.Certificate) { c.Mu = number() }},
		field{"p", func(c *release.Certificate) { two := 2.0; c.P = &two }},
		field{"effectiveSampleSize", func(c *release.Certificate) { three := 3.0; c.EffectiveSampleSize = &three }},
		field{"ridgePenalty", func(c *release.Certificate) { c.RidgePenalty = number() }},
		field{"modelNorm", func(c *release.Certificate) { c.ModelNorm = number() }},
		field{"sourceQuartic", func(c *release.Certificate) { c.SourceQuartic = 1 }},
		field{"noise.scoreError", func(c *release.Certificate) { c.Noise.ScoreError = 1 }},
	) {
		add("moments", f.name, f.name, func(r *release.Release) { f.set(&r.Certificate) })
	}

	for _, document := range []string{"selection of one", "gradient of one", "single stage of one"} {
		add(document, "weights that nothing was drawn for", "uniform",
			func(r *release.Release) { put(r, 0.6, 0.1, 0.1, 0.1, 0.1) })
		add(document, "the same at ε = 1e-9", "", func(r *release.Release) {
			put(r, 0.6, 0.1, 0.1, 0.1, 0.1)
			r.Certificate.Epsilon = 1e-9
		})
	}
	add("selection of two", "two vertices by one draw", "above 0", func(r *release.Release) { put(r, 0.5, 0.5, 0, 0, 0) })
	add("selection of three", "three vertices by two draws", "above 0",
		func(r *release.Release) { put(r, 0.5, 0.25, 0.25, 0, 0) })
	add("selection of three", "two vertices of the same weight", "smaller than",
		func(r *release.Release) { put(r, 0.5, 0.5, 0, 0, 0) })
	add("selection of three", "two vertices of other steps", "no sum",
		func(r *release.Release) { put(r, 0.9, 0.1, 0, 0, 0) })
	add("single stage of two", "two vertices by one step", "stand out",
		func(r *release.Release) { put(r, 0.3, 0.4, 0.1, 0.1, 0.1) })
	add("gradient weights", "a weight below its part of the first point", "below 1/(mK)",
		func(r *release.Release) { put(r, 1, 0, 0, 0, 0) })

	for _, document := range []string{"moments", "moments add-remove"} {
		add(document, "an entry beyond the radius", "neither rows",
			func(r *release.Release) { r.Values.Moments[1][1] = 1e9 })
		add(document, "a negative square", "neither rows", func(r *release.Release) { r.Values.Moments[1][1] = -1e9 })
		add(document, "an entry off the diagonal", "neither rows",
			func(r *release.Release) { r.Values.Moments[1][2], r.Values.Moments[2][1] = -1e9, -1e9 })
		add(document, "entries that no radius admits together", "diagonal", func(r *release.Release) {
			makeQuiet(r)
			s := 0.9 * r.Certificate.Radius * r.Certificate.Radius
			r.Values.Moments[1][1], r.Values.Moments[2][2] = 0.99*s, 0.99*s
		})
		add(document, "a radius divided by 10", "neither rows", func(r *release.Release) {
			makeQuiet(r)
			r.Values.Moments[1][1] = r.Certificate.Radius * r.Certificate.Radius / 2
			scaleRadius(r, 0.1)
		})
	}

	add("weights", "an effective sample size that the weights do not have", "sample size",
		func(r *release.Release) { *r.Certificate.EffectiveSampleSize *= 0.9 })
	add("selection of two", "an effective sample size of several rows for one", "sample size",
		func(r *release.Release) { *r.Certificate.EffectiveSampleSize = 3 })
	for _, document := range []string{"model", "model add-remove", "selection tight", "gradient tight", "single stage"} {
		add(document, "an effective sample size above m", "sample size",
			func(r *release.Release) { *r.Certificate.EffectiveSampleSize = 5.1 })
		add(document, "an effective sample size below 1", "sample size",
			func(r *release.Release) { *r.Certificate.EffectiveSampleSize = 0.9 })
	}
	add("model", "a negative gap", "gap is negative", func(r *release.Release) { *r.Certificate.Gap = -0.01 })
	add("model", "negative rounds", "rounds", func(r *release.Release) { *r.Certificate.Rounds = -3 })
	add("model", "more rounds than allowed", "rounds",
		func(r *release.Release) { *r.Certificate.Rounds = *r.Certificate.Iterations + 1 })
	add("model", "a negative tolerance", "tolerance", func(r *release.Release) { *r.Certificate.Tolerance = -0.01 })
	add("weights", "a negative discrepancy", "discrepancy is negative",
		func(r *release.Release) { r.Certificate.Discrepancy.Weighted = -0.01 })
	add("weights", "a discrepancy that is too large", "larger than rows",
		func(r *release.Release) { r.Certificate.Discrepancy.Weighted = 1e9 })
	add("weights", "a uniform discrepancy that is too large", "larger than rows",
		func(r *release.Release) { r.Certificate.Discrepancy.Uniform = 1e9 })
	add("weights", "a discrepancy with less noise", "noise of the discrepancy",
		func(r *release.Release) { r.Certificate.Discrepancy.Noise *= 0.9 })
	add("model", "a penalty and a norm", "at once", func(r *release.Release) { r.Certificate.ModelNorm = number() })
	add("weights", "a model's penalty", "ridgePenalty",
		func(r *release.Release) { r.Certificate.RidgePenalty = number() })
	type ofLabels = func(l *release.Labels, c *release.Certificate)
	for _, document := range []string{"labels", "labels add-remove"} {
		for _, lie := range []struct {
			name, says string
			tell       ofLabels
		}{
			{"no error of a residual", "one error", func(l *release.Labels, _ *release.Certificate) { l.Errors = nil }},
			{"a base that was not fitted", "none of the candidates",
				func(l *release.Labels, _ *release.Certificate) { l.Base = method.Trees }},
			{"a share above 1", "share of the model", func(l *release.Labels, _ *release.Certificate) { *l.Share = 1.5 }},
			{"no share", "share of the model", func(l *release.Labels, _ *release.Certificate) { l.Share = nil }},
			{"a negative mean square", "cannot be", func(l *release.Labels, _ *release.Certificate) {
				l.Errors[0].Corrected.Low = new(-1.0)
			}},
			{"an error beside its interval", "cannot be", func(l *release.Labels, _ *release.Certificate) {
				l.Errors[0].Base.Value = new(*l.Errors[0].Base.Low - 1)
			}},
			{"an error without a lower end", "cannot be",
				func(l *release.Labels, _ *release.Certificate) { l.Errors[0].Base.Low = nil }},
			{"half of the variance", "its noise gives only", func(_ *release.Labels, c *release.Certificate) {
				variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
				c.Noise.DiagonalVariance = variance.Rsh(variance, 1).SetBit(variance, 0, 0).String()
				c.Discrepancy = nil
				state(c)
			}},
		} {
			add(document, lie.name, lie.says, func(r *release.Release) { lie.tell(r.Certificate.Labels, &r.Certificate) })
		}
	}
	for _, document := range []string{"labels", "labels add-remove", "sums", "sums add-remove"} {
		for _, lie := range []struct {
			name, says string
			tell       ofLabels
		}{
			{"a residual more than there are", "residuals",
				func(l *release.Labels, _ *release.Certificate) { l.Residuals++ }},
			{"another order of the rows with labels", "order of the rows",
				func(l *release.Labels, _ *release.Certificate) { l.Order-- }},
			{"two spreads of one residual", "one spread",
				func(l *release.Labels, _ *release.Certificate) { l.Spread = append(l.Spread, 1) }},
			{"a spread of 0", "not above 0", func(l *release.Labels, _ *release.Certificate) { l.Spread[0] = 0 }},
			{"a base under other features", "features", func(_ *release.Labels, c *release.Certificate) {
				c.Features = "log"
			}},
			{"less noise on the sums", "noise on the labels' sums",
				func(l *release.Labels, _ *release.Certificate) { l.SumDeviation *= 0.9 }},
			{"less noise of the number of labels", "noise of the number",
				func(l *release.Labels, _ *release.Certificate) { l.RowsNoise *= 0.9 }},
			{"more labels than rows", "not between 0", func(l *release.Labels, _ *release.Certificate) {
				l.RowsEstimate = 1e9
			}},
			{"a negative number of labels", "not between 0",
				func(l *release.Labels, _ *release.Certificate) { l.RowsEstimate = -1 }},
			{"the noise of one sum for two", "noise",
				func(_ *release.Labels, c *release.Certificate) { c.Noise.StandardDeviation /= math.Sqrt2 }},
			{"a claim of half of ρ", "its noise gives only", func(_ *release.Labels, c *release.Certificate) { c.Rho /= 2 }},
		} {
			add(document, lie.name, lie.says, func(r *release.Release) { lie.tell(r.Certificate.Labels, &r.Certificate) })
		}
	}
	for _, document := range []string{"sums", "sums add-remove"} {
		for _, lie := range []struct {
			name, says string
			tell       ofLabels
		}{
			{"no word of what was chosen from", "kind that was asked for",
				func(l *release.Labels, _ *release.Certificate) { l.Choice = nil }},
			{"a model of another kind than was asked for", "kind that was asked for",
				func(l *release.Labels, _ *release.Certificate) { l.Base = method.Trees }},
			{"a share of a model", "only a corrected model",
				func(l *release.Labels, _ *release.Certificate) { l.Share = number() }},
			{"an error of a model", "only a corrected model",
				func(l *release.Labels, _ *release.Certificate) { l.Errors = []release.LabelError{{}} }},
			{"another number of labels", "but the sums give", func(l *release.Labels, c *release.Certificate) {
				l.RowsEstimate = math.Mod(l.RowsEstimate+rowsOf(*c)/2, rowsOf(*c))
			}},
		} {
			add(document, lie.name, lie.says, func(r *release.Release) { lie.tell(r.Certificate.Labels, &r.Certificate) })
		}
		// Entries of a sum of the order 5 are (0,0), four beside the intercept, then (1,1) with the squares of a; the
		// last is the square of t.
		const square, residual = 5, 14
		huge := "9" + strings.Repeat("0", 30) // in units of 2⁻⁶⁰r²
		for _, lie := range []struct {
			name, says string
			tell       func(v *release.Values)
		}{
			{"no sum of rows with a label", "entries of their orders", func(v *release.Values) { v.LabelledSum = nil }},
			{"an entry more", "entries of their orders", func(v *release.Values) {
				v.UnlabelledSum = append(v.UnlabelledSum, "0")
			}},
			{"an entry that is no whole number", "plain decimals", func(v *release.Values) { v.LabelledSum[square] = "0.5" }},
			{"an entry with a sign", "plain decimals", func(v *release.Values) { v.LabelledSum[square] = "+5" }},
			{"an entry of too many digits", "more than 100 digits",
				func(v *release.Values) { v.LabelledSum[square] = strings.Repeat("9", 200) }},
			{"squares of labels beyond the radius", "neither", func(v *release.Values) { v.LabelledSum[residual] = huge }},
			{"negative squares of labels", "neither", func(v *release.Values) { v.LabelledSum[residual] = "-" + huge }},
			{"products with labels beyond the radius", "neither",
				func(v *release.Values) { v.LabelledSum[residual-1] = "-" + huge }},
			{"squares of rows without a label beyond the radius", "neither",
				func(v *release.Values) { v.UnlabelledSum[9] = huge }},
			{"a sum of other rows than the moments'", "moments are not those",
				func(v *release.Values) { v.LabelledSum[square] = nudged(v.LabelledSum[square]) }},
			{"another sum of rows without a label", "moments are not those",
				func(v *release.Values) { v.UnlabelledSum[1] = nudged(v.UnlabelledSum[1]) }},
			{"other moments than the sums'", "moments are not those", func(v *release.Values) { v.Moments[1][1] += 1e-3 }},
			{"more rows than there are", "", func(v *release.Values) { v.LabelledSum[0] = huge }},
		} {
			add(document, lie.name, lie.says, func(r *release.Release) { lie.tell(&r.Values) })
		}
	}
	add("sums", "the certificate states no labels", "standard deviation",
		func(r *release.Release) { r.Certificate.Labels = nil })
	add("model", "labels of a model that none corrected", "labels",
		func(r *release.Release) { r.Certificate.Labels = &release.Labels{} })
	for _, document := range []string{"moments", "model", "moments add-remove"} {
		add(document, "a variance with a sign", "variance of the noise", func(r *release.Release) {
			r.Certificate.Noise.DiagonalVariance = "+" + r.Certificate.Noise.DiagonalVariance
		})
		add(document, "a variance with a leading zero", "variance of the noise", func(r *release.Release) {
			r.Certificate.Noise.DiagonalVariance = "0" + r.Certificate.Noise.DiagonalVariance
		})
	}
	return cases
}

type falseDocument struct {
	document, name, says string
	tamper               func(*release.Release)
}

// Each is consistent with its own claim. Only the check of the fields and values that a run can have refuses it.
func TestWhatCannotBeIsRefused(t *testing.T) {
	for _, c := range impossible() {
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
