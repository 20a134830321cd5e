package release

import "privadapt/core/terms/method"

// Certificate states the privacy of the values and every public parameter on which it rests. Package verify recomputes
// it.
type Certificate struct {
	Mechanism method.Mechanism `json:"mechanism"` // moment, selection or gradient; tally for a report
	// Projected-gradient, frank-wolfe, mirror-descent or single-stage; none for released moments.
	Solver      method.Solver      `json:"solver"`
	Smoothing   method.Smoothing   `json:"smoothing"`   // softmax or pnorm; empty for released moments
	Calibration method.Calibration `json:"calibration"` // tight or paper
	Adjacency   method.Adjacency   `json:"adjacency"`   // replace-one or add-remove
	// Record or person: what n and RowsEstimate count, and what the guarantee protects.
	Unit method.Unit `json:"unit"`
	// Person: the column that names them; absent where owners were combined.
	UnitColumn string  `json:"unitColumn,omitempty"`
	N          int64   `json:"n,omitempty"` // units, public under replace-one; else absent
	Epsilon    float64 `json:"epsilon"`     // the claim
	Delta      float64 `json:"delta"`
	Rho        float64 `json:"rho"`        // zero-concentrated privacy spent
	Accountant string  `json:"accountant"` // zcdp

	// Features names the map from the standardised columns to the features: linear, or labels, of which Provenance has
	// the parameters.
	Features       string  `json:"features"`
	Order          int     `json:"order"`          // d, features and intercept
	Radius         float64 `json:"radius"`         // r
	SourceRadius   float64 `json:"sourceRadius"`   // r̂ = max ‖x_j‖₂
	GridSteps      int64   `json:"gridSteps"`      // grid steps in r
	InterceptSteps int64   `json:"interceptSteps"` // grid steps in the intercept

	// μ of the softmax; null for pnorm, for released moments and where the norm itself was minimised.
	Mu     *float64 `json:"mu"`
	P      *float64 `json:"p"`      // p of the p-norm; null for softmax and for released moments
	Lambda *float64 `json:"lambda"` // λ; null for released moments
	// K; where a duality gap ends the run, its largest number of rounds; null for released moments.
	Iterations *int `json:"iterations"`
	// Rounds made until the gap was reached; moment only, where the solver has a gap.
	Rounds *int     `json:"rounds"`
	Gap    *float64 `json:"gap"` // that duality gap of the objective on M̂₀, certified
	// Part of the discrepancy on M̂₀ that the solver attributed to noise; moment, two stages only.
	Tolerance *float64 `json:"tolerance"`
	// Private draws made and charged: 1 for moment and owner, K−1 for selection and gradient, K+1 single-stage.
	Draws int `json:"draws"`
	// SourceQuartic bounds λ_max(Σ vec(x_jx_jᵀ)vec(x_jx_jᵀ)ᵀ) over the source. gradient only; else 0.
	SourceQuartic float64 `json:"sourceQuartic"`
	Noise         Noise   `json:"noise"`
	// RowsEstimate is n̂ ≥ 1, the released number of private records under add-remove adjacency; else absent.
	RowsEstimate float64 `json:"rowsEstimate,omitempty"`

	// Of the weights behind the values; null for released moments.
	EffectiveSampleSize *float64 `json:"effectiveSampleSize"`
	RidgePenalty        *float64 `json:"ridgePenalty"` // Model fitted by ridge regression
	// Λ: Model fitted over the ball, or by the single-stage solver.
	ModelNorm   *float64     `json:"modelNorm"`
	Discrepancy *Discrepancy `json:"discrepancy"` // moment only: computed from M̂₀, at no privacy cost
	// Combination is present where the values come from the second moments or the counts of several owners. Epsilon,
	// Delta and Rho are then the largest of the owners', and N, Draws and the variances the sums.
	Combination *Combination `json:"combination,omitempty"`
	// Base says how the Base of the values was chosen; absent where there is none.
	Base *Base `json:"base,omitempty"`
	// Labels says how private labels corrected the model, or entered released moments; absent where none did.
	Labels *Labels `json:"labels,omitempty"`
	// Report names the model that a report is about, or by which an estimate is made, and says where rows count; absent
	// elsewhere. Their counts depend on no features and no radius.
	Report *Appraised `json:"report,omitempty"`
}

// Noise is the law of the noise that was added.
type Noise struct {
	// Distribution is discrete-gaussian (moment), exponential-mechanism (selection, tight), discrete-laplace (selection,
	// paper) or discrete-gaussian-gradient (gradient).
	Distribution string `json:"distribution"`
	// DiagonalVariance is σ² of the sum of outer products in grid steps⁴, an integer in decimals; off-diagonal entries
	// have half of it. Of a report it is σ² of each count, in (2⁻²⁰ of a row)². discrete-gaussian only.
	DiagonalVariance string `json:"diagonalVariance,omitempty"`
	// StandardDeviation is σ of a diagonal entry of M̂₀, under add-remove adjacency for n̂ rows; in a report it is σ
	// of a count, in rows. discrete-gaussian only.
	StandardDeviation float64 `json:"standardDeviation,omitempty"`
	// LabelVariance and LabelDeviation are likewise of the counts of residuals in an estimate with labels.
	LabelVariance  string  `json:"labelVariance,omitempty"`
	LabelDeviation float64 `json:"labelDeviation,omitempty"`
	// Scale is β, the Laplace scale or the Gaussian σ in units of the scores. selection and gradient only.
	Scale float64 `json:"scale,omitempty"`
	// ScoreRange is R, Sensitivity is Δ₂ and ScoreError is e: Scale is calibrated to these. selection has R, gradient Δ₂.
	ScoreRange  float64 `json:"scoreRange,omitempty"`
	Sensitivity float64 `json:"sensitivity,omitempty"`
	ScoreError  float64 `json:"scoreError,omitempty"`
}

// Discrepancy estimates ‖M(q)‖₂, the discrepancy over 4Λ². With probability Confidence the noise of M̂₀ moves both
// figures by at most Noise in spectral norm. Weighted, which was minimised on M̂₀, is more likely too small than too
// large.
type Discrepancy struct {
	Uniform    float64 `json:"uniform"`
	Weighted   float64 `json:"weighted"`
	Noise      float64 `json:"noise"`
	Confidence float64 `json:"confidence"`
}
