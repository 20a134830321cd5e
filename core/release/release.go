package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/xgboost"
	"privadapt/core/terms/method"
)

// Format and Version identify the document.
const (
	Format  = "privadapt-release"
	Version = 1
	// ProgramVersion is that of the engine, of the edge and of the package, stated in every release.
	ProgramVersion = "0.1.0"
)

// Kind says what is released.
type Kind string

const (
	Model   Kind = "model"   // a model that predicts from a row
	Weights Kind = "weights" // one weight for each source row, in the source's order
	Moments Kind = "moments" // the private second moment M̂₀ in the standardised scale of the schema
	Report  Kind = "report"  // counts of private rows, from which follows how good a public model is
)

// Kinds in the order in which they are listed.
var Kinds = []Kind{Model, Weights, Moments, Report}

// TakesLabels reports whether private labels may correct a release of this kind, or enter it. A report always needs
// them.
func (k Kind) TakesLabels() bool { return k == Model || k == Moments }

// HasBase reports whether a public model belongs to a release of this kind, with private labels or without: the one
// that is released, the one that a report is about, or the one that labels in moments are compared with.
func (k Kind) HasBase(labels bool) bool {
	return k == Model || k == Report || k == Moments && labels
}

// Release is the document.
type Release struct {
	Format      string      `json:"format"`
	Version     int         `json:"version"`
	ReleaseID   string      `json:"releaseId"`
	CampaignID  *string     `json:"campaignId"`
	Kind        Kind        `json:"kind"`
	Values      Values      `json:"values"`
	Certificate Certificate `json:"certificate"`
	Provenance  Provenance  `json:"provenance"`

	file *xgboost.Model // of the base, once it was given
}

// Values holds the fields of its kind; the others are absent.
type Values struct {
	Intercept    *float64      `json:"intercept,omitempty"`    // Model
	Coefficients []Coefficient `json:"coefficients,omitempty"` // Model
	// LabelRange is the smallest and the largest label of the source: predictions are limited to it. Absent: they are not
	// limited.
	LabelRange []float64 `json:"labelRange,omitempty"` // Model
	// Base is a model of package basemodel, encoded and in base64, in place of the three fields above; the schema's
	// classes say whether it predicts numbers or classes. It is fitted under Weights, which are released beside it so
	// that a reader who has the public sample can compute it again.
	Base    string      `json:"base,omitempty"`    // Model
	Weights []float64   `json:"weights,omitempty"` // Weights, and Model with a Base; m numbers ≥ 0 of sum 1
	Names   []string    `json:"names,omitempty"`   // Moments; d names, "(intercept)" first
	Moments [][]float64 `json:"moments,omitempty"` // Moments; d×d, symmetric
	// LabelledSum and UnlabelledSum are the sums of the certificate's Labels, noise included, as they were drawn: entries
	// i ≤ j, row-major, whole squared grid steps in decimals. Moments with labels; Moments is then computed from them.
	LabelledSum   []string `json:"labelledSum,omitempty"`
	UnlabelledSum []string `json:"unlabelledSum,omitempty"`
	// Counts of rows with noise: of each cell, in the order of appraisal.Layout. Each is a whole number of parts of 2⁻²⁰
	// of a row.
	Counts []float64 `json:"counts,omitempty"` // Report
}

// Coefficient multiplies the raw value of a numeric column, or is added where a categorical column has the level. Under
// features other than linear it multiplies the feature of that name.
type Coefficient struct {
	Column  string  `json:"column,omitempty"`
	Level   *string `json:"level,omitempty"`
	Feature string  `json:"feature,omitempty"`
	Value   float64 `json:"value"`
}

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

	// Features names the map from the standardised columns to the features: linear (also if absent),
	// quadratic or directions. Provenance has its parameters.
	Features       string  `json:"features,omitempty"`
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
	// LearningBound is present under the mechanism moment if there is a model and its norm is within the grid; else null.
	LearningBound *LearningBound `json:"learningBound"`
	// Combination is present where the values come from the second moments of several owners. Epsilon, Delta and Rho
	// are then the largest of the owners', and N, Draws and DiagonalVariance the sums.
	Combination *Combination `json:"combination,omitempty"`
	// Base says how the Base of the values was chosen; absent where there is none.
	Base *Base `json:"base,omitempty"`
	// Labels says how private labels corrected the model, or entered released moments; absent where none did.
	Labels *Labels `json:"labels,omitempty"`
	// Report says of which model a report is, and where its rows count; absent elsewhere. Its counts depend on no
	// features and no radius.
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
	// StandardDeviation is σ of a diagonal entry of M̂₀, under add-remove adjacency for n̂ rows; of a report that of a
	// count, in rows. discrete-gaussian only.
	StandardDeviation float64 `json:"standardDeviation,omitempty"`
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

// LearningBound bounds the mean squared error of a model over the population that the private rows were drawn from,
// each row clipped as the run clips it: Value, in squared units of the label, the sum of the four parts that follow it,
// with probability Confidence, if the private rows were drawn independently, no label is farther than Label from
// LabelCentre, and one linear model of norm Norm gives every label of both populations. If labels deviate by η from it
// (the weighted mean distance in the source plus the largest distance in the target), LabelFactor·η must be added. The
// model is the released one or, for released weights, the one that the engine's second stage fits to them, before its
// predictions are limited to LabelRange. For labels in that range, limiting raises no error. Package learningbound has
// the equation and its proof.
type LearningBound struct {
	Value        float64 `json:"value"`
	LossOnSource float64 `json:"lossOnSource"` // Σ q_j(w·x_j − y_j)²
	Discrepancy  float64 `json:"discrepancy"`  // 4Λ²(‖M̂(q)‖₂ + t)
	Complexity   float64 `json:"complexity"`   // 4√M·rΛ/√n, M = (Λr + Y)²
	Deviation    float64 `json:"deviation"`    // M√(log(G/β)/2n)
	LabelFactor  float64 `json:"labelFactor"`  // A
	Confidence   float64 `json:"confidence"`   // 1−β−β′ with β = β′
	Norm         float64 `json:"norm"`         // Λ ≥ ‖w‖₂, for standardised rows and the label less LabelCentre
	// G: 1 if Λ was a setting, else the number of norms from which it was chosen after the noise was drawn.
	NormChoices int     `json:"normChoices"`
	Label       float64 `json:"label"`       // Y, the source's
	LabelCentre float64 `json:"labelCentre"` // the source's mean
	Noise       float64 `json:"noise"`       // t, exceeded by ‖M̂₀ − M₀‖₂ with probability β′ at most
	// n or, under add-remove adjacency, a lower bound, whose failure probability is part of β′.
	Rows float64 `json:"rows"`
}

// Engine identifies the program in a release.
type Engine struct {
	Version    string
	WasmSHA256 string // empty where the engine is no wasm
}

// Provenance names the public inputs.
type Provenance struct {
	SourceSHA256 string `json:"sourceSHA256"`
	SourceRows   int    `json:"sourceRows"`
	// Where several public samples were united; SourceSHA256 is then dataset.UnitedDigest of theirs.
	Sources       []Source       `json:"sources,omitempty"`
	Schema        dataset.Schema `json:"schema"`
	Features      *features.Map  `json:"features,omitempty"` // absent for the certificate's features linear
	EngineVersion string         `json:"engineVersion"`
	WasmSHA256    *string        `json:"wasmSHA256"`
	// The owner changed settings after a look at the private data; null: not tracked.
	SettingsAfterPreview *bool `json:"settingsAfterPreview"`
}

// Encode returns the document as indented JSON with a final newline.
func (r *Release) Encode() ([]byte, error) {
	if len(r.Values.Weights) > 1 {
		return r.encodeWeights()
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	return append(text, '\n'), nil
}

// Error is a document that is not a release.
type Error struct{ Message string }

func (e *Error) Error() string { return "release: " + e.Message }

// Decode reads a document of this format and version. Unknown fields, shapes that do not belong to the kind and
// trailing text are errors of type *Error. It does not check whether the certificate is true: see package verify.
func Decode(text []byte) (*Release, error) {
	if err := checkSize(text); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	r := new(Release)
	err := decoder.Decode(r)
	if other := checkHead(text, r, err); other != nil {
		return nil, other
	}
	if err != nil {
		return nil, &Error{err.Error()}
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, &Error{"there is text after the document"}
	}
	if err := r.checkShape(); err != nil {
		return nil, &Error{err.Error()}
	}
	if !r.isWhatWasWritten(text) {
		return nil, &Error{"the document has fields in another spelling or form than a release has"}
	}
	return r, nil
}

// checkHead refuses another format or version, which is the reason to name first where the text could not be decoded
// either.
func checkHead(text []byte, r *Release, failed error) error {
	head := struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}{r.Format, r.Version}
	if failed != nil {
		head.Format, head.Version = "", 0
		if err := json.Unmarshal(text, &head); err != nil {
			return &Error{"not a JSON document of a release: " + err.Error()}
		}
	}
	if head.Format != Format {
		return &Error{
			fmt.Sprintf("the format is %q, not %q; choose a file that privadapt released", shorten(head.Format), Format),
		}
	}
	if head.Version != Version {
		return &Error{
			fmt.Sprintf("the document is of version %d of the format; this engine reads version %d", head.Version, Version),
		}
	}
	return nil
}

func shorten(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
