// Package plan is what a run does, fixed before a private row is read: a user's Options with every default filled in
// from the public source, a forecast of what they give, and the law of the noise. Everything here is public.
package plan

import (
	"maps"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Options of a run, as a user states them. Zero values choose the default, except for Epsilon and Delta, which have
// none: how much privacy is spent is the owner's decision. The tag of a field is its name in the table of package
// settings.
type Options struct {
	Epsilon float64 `term:"epsilon"` // ε > 0, finite
	Delta   float64 `term:"delta"`   // 0 < δ < 1

	// AcceptLargeDelta allows δ ≥ 1/n, at which a mechanism may publish a private row in full and keep its promise.
	AcceptLargeDelta bool `term:"acceptLargeDelta"`

	// Default replace-one; add-remove keeps n private, mechanism moment only.
	Adjacency method.Adjacency `term:"adjacency"`

	// Unit is the column of the private files that names the person of each row, each of whom is then protected and
	// counts once; or empty, and that is each row.
	Unit string `term:"unit"`

	// Headers has, by the sample's names, the headers of columns that the private files call otherwise. They are in no
	// release.
	Headers map[string]string `term:"headers"`
	// AskHeaders ends the reading before the first row, by an *adapt.Unmatched, where a file lacks columns and has
	// others.
	AskHeaders bool

	Release   release.Kind     `term:"release"`   // default model
	Mechanism method.Mechanism `term:"mechanism"` // moment (default), selection or gradient
	// Projected-gradient, frank-wolfe, mirror-descent or single-stage; default by the mechanism.
	Solver      method.Solver      `term:"solver"`
	Calibration method.Calibration `term:"calibration"` // default tight
	Smoothing   method.Smoothing   `term:"smoothing"`   // softmax (default) or pnorm

	Radius float64 `term:"radius"` // r > 0; default by DefaultRadius
	// μ > 0, softmax; default 300/r² for moment, 20/r² where rounds draw noise.
	Mu     float64  `term:"mu"`
	P      float64  `term:"p"`      // p ≥ 1, pnorm; default max(2, log d)
	Lambda *float64 `term:"lambda"` // λ ≥ 0; nil is the default, 10·r² for softmax and 0.2·r⁴ for pnorm
	// K ≥ 1; default 100 where rounds draw noise, 100,000 where a duality gap ends the run, else 1000.
	Iterations int `term:"iterations"`
	// One of method.Bases or auto, which is the default for classes; for numbers the default is linear.
	Base method.Base `term:"base"`
	// Λ > 0, bound on ‖w‖₂ for labels in standard deviations; default: ridge by cross-validation.
	ModelNorm float64 `term:"modelNorm"`

	BaseFile    *trees.XGBoost // public: an analyst's own model for this source, for the base file or auto; or nil
	BaseFileURL string         // where it was loaded from, stated in the release; or empty

	// Correct the model by the labels of private rows, or add them to the moments; mechanism moment.
	UseLabels bool `term:"useLabels"`

	// Of release report: the document of the model release that the report is about, or nil for the public choice; and
	// a categorical column by whose levels the figures are given as well, or empty.
	Model   []byte `term:"model"`
	GroupBy string `term:"groupBy"`

	Preparation *Preparation // the fits to the public sample that runs share, or nil; it changes no result

	Receiver *terms.Receiver // of the release, whose terms it has to meet, or nil

	// What the release is for, public: 1 to 64 of A–Z a–z 0–9 . _ -, stated in it; empty for none.
	Campaign             string `term:"campaign"`
	SettingsAfterPreview *bool  // stated in the release; nil where the caller does not track what the owner has seen
}

// DefaultRadius returns r for rows of these features. The features may reach their Norm, which for plain columns is one
// and a half times √dim, and the intercept fills the ball. A smaller ball clips more rows, a larger one needs more
// noise: of ten other rules that were compared none errs less at every ε (RATIONALE.md).
func DefaultRadius(m *features.Map) float64 { return math.Sqrt(10.0/9) * m.Norm() }

// Intercept returns c, the first coordinate of every row in a ball of radius r: a third of the radius s left for the
// features, c = s/3 with s² = r² − c².
//
// The noise of the second moment is the same in every entry, of the size of r² = s² + c². The means appear in the
// entries c·z, so their noise is r²/c: largest for a small intercept, least, 2s, at c = s. The second moments have r²:
// s² at best and 2s² at c = s. At c = s/3 they have 1.1s² and the means 3.3s, where an intercept of 1 would give them
// s² and more.
func Intercept(radius float64) float64 { return radius / math.Sqrt(10) }

// checkLabels refuses a public sample from whose labels nothing can be learned. Test: TestAConstantLabelIsRefused, in
// core/adapt.
func checkLabels(source *dataset.Source) error {
	labels := source.Labels
	if slices.ContainsFunc(labels, func(y float64) bool { return y != labels[0] }) {
		return nil
	}
	return words.Refuse("constant-label",
		"the label %q of the public sample is %v in every row, so there is nothing to predict; choose another label. Nothing was charged",
		source.Schema.Label, labels[0])
}

// FileSchema is the sample's schema by the headers of the private files.
func (p *Plan) FileSchema() dataset.Schema { return p.Source.Schema.Under(p.Headers) }

// checkHeaders refuses a header for what is no column of the sample, and one for two columns. It names columns of the
// sample alone.
func checkHeaders(headers map[string]string, s dataset.Schema) error {
	known := map[string]bool{s.Label: true}
	for _, c := range s.Used() {
		known[c.Name] = true
	}
	columns := map[string]string{} // by their headers
	for _, column := range slices.Sorted(maps.Keys(headers)) {
		header := headers[column]
		switch other, twice := columns[header]; {
		case !known[column]:
			return words.Refuse("unknown-column", "the public sample has no column %q, for which a header was given", column)
		case header == "":
			return words.Refuse("bad-option", "the header for the column %q is empty; leave it out where there is none", column)
		case twice:
			return words.Refuse("bad-option", "one header was given for the columns %q and %q; give it for one", other, column)
		}
		columns[header] = column
	}
	return nil
}
