package plan

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Plan is Options with every default filled in, and the public rows as the run takes them.
type Plan struct {
	Options
	Source       *dataset.Source
	Map          *features.Map
	Grid         grid.Grid
	Rows         []float64 // of the source, their features clipped as private ones are, m×d
	SourceRadius float64   // r̂
	Lambda       float64   // λ: from the options, or its default
	// EstimateLabels is UseLabels of an estimate, in whose moments no labels are: UseLabels itself is then false.
	EstimateLabels bool

	asked  Options // before settle filled in what depends on the features
	public *Public // once Prepare has fitted it
	report *Report // once PrepareReport has made it
}

// Order returns d, the number of features and the intercept.
func (p *Plan) Order() int { return p.Map.Dim() + 1 }

// Geometry returns what the sensitivities depend on, for n private rows. Where n is private, callers pass 0 and use
// only what does not depend on n.
func (p *Plan) Geometry(rows int64) discrepancy.Geometry {
	return discrepancy.Geometry{Radius: p.Radius, SourceRadius: p.SourceRadius, Rows: rows, Order: p.Order()}
}

// LargeEpsilon is the ε above which the owner is warned: what anybody believes about a row can change by a factor of
// e^10 = 22,000.
const LargeEpsilon = 10.0

// New fills in the defaults from the source and fits the features to it. It sees nothing private. Its errors are of
// type *Error.
func New(o Options, source *dataset.Source) (*Plan, error) {
	if !(o.Epsilon > 0) || math.IsInf(o.Epsilon, 1) {
		return nil, words.Refuse("bad-epsilon",
			"epsilon is %v; choose a finite number above 0 (smaller is more private, 1 is usual)", o.Epsilon)
	}
	if !(o.Delta > 0 && o.Delta < 1) {
		return nil, words.Refuse("bad-delta",
			"delta is %v; choose a number above 0 and below 1, well below one over the number of private rows", o.Delta)
	}
	// Where ε is far below δ, it depends on the last digits of ρ, and a calibration rounded upwards would not reach its
	// claim.
	rho := noise.Rho(o.Epsilon, o.Delta)
	if !(rho > 1e-30 && rho < 1e30) || noise.Delta(rho*(1+1e-11), o.Epsilon*(1+5e-10)) > o.Delta {
		return nil, words.Refuse("bad-epsilon",
			"epsilon %v with delta %v is outside the range for which noise can be computed; choose a larger epsilon or another delta",
			o.Epsilon, o.Delta)
	}
	if o.Campaign != "" && !release.IsCampaign(o.Campaign) {
		return nil, words.Refuse("bad-option",
			"the campaign is %.80q; choose at most 64 letters without accents, digits, dots, hyphens or underscores", o.Campaign)
	}
	if o.Unit != "" && !release.IsColumnName(o.Unit) {
		return nil, words.Refuse("bad-unit",
			"the unit is %.80q; name the column of the private file that says whose each row is, in at most 200 bytes and without line breaks",
			o.Unit)
	}
	if err := checkHeaders(o.Headers, source.Schema); err != nil {
		return nil, err
	}
	p := &Plan{Options: o, Source: source}
	if o.Release == release.Estimate {
		p.EstimateLabels, p.UseLabels = p.UseLabels, false
	}
	if p.Base == "" && (source.Schema.Classes != nil || p.Release.Counted()) {
		p.Base = method.Auto
	}
	if err := p.chooseNames(); err != nil {
		return nil, err
	}
	if p.Release == release.Model || p.Release.Counted() || p.UseLabels {
		if err := checkLabels(source); err != nil {
			return nil, err
		}
	}
	if err := p.choosePair(); err != nil {
		return nil, err
	}
	if err := p.chooseLabels(); err != nil {
		return nil, err
	}
	if err := p.chooseBase(); err != nil {
		return nil, err
	}
	if err := p.chooseReport(); err != nil {
		return nil, err
	}
	m := features.Identity(source.Schema)
	if p.asked = p.Options; p.UseLabels {
		m = features.Foreseen(source.Schema)
	}
	if err := p.settle(m); err != nil {
		return nil, err
	}
	if err := p.checkSize(); err != nil {
		return nil, err
	}
	if !p.UseLabels {
		p.Rows, p.SourceRadius = p.Grid.Rows(source.Standardised(), source.Rows, m.Dim())
	}
	return p, nil
}

// settle fills in what depends on the features. Those of labels are known once Prepare has fitted a model.
func (p *Plan) settle(m *features.Map) (err error) {
	p.Map, p.Radius, p.Mu, p.P = m, p.asked.Radius, p.asked.Mu, p.asked.P
	if p.Radius == 0 {
		if p.Radius = DefaultRadius(m); p.UseLabels {
			p.Radius = labelledRadius(m, p.Residuals())
		}
	}
	if !(p.Radius >= 1e-3) || p.Radius > 1e6 {
		return words.Refuse("bad-option",
			"the radius is %v; choose a number from 0.001 to 1e6, in standard deviations of the public sample", p.Radius)
	}
	if p.Grid, err = grid.New(p.Radius, Intercept(p.Radius)); err != nil {
		return err
	}
	return p.chooseNumbers(p.Order())
}

// CheckRows refuses δ ≥ 1/n where n is public, unless it was accepted by name and for no receiver: whoever verifies the
// release refuses it. Where n is private it accepts every n, because a refusal would reveal something about it. Tests:
// TestLargeDeltaIsRefused, TestThePrivateCountIsNotAnswered, in core/adapt.
func (p *Plan) CheckRows(rows int64) error {
	if p.Adjacency == method.ReplaceOne && (!p.AcceptLargeDelta || p.Receiver != nil) && !(p.Delta < 1/float64(rows)) {
		return words.Refuse(
			"bad-delta",
			"delta is %v, which is not below one over the number of private %s, 1/%d = %.3g: at such a delta a mechanism may publish %s and keep its promise. Choose delta well below that; a program may accept it by name, with the option acceptLargeDelta",
			p.Delta,
			p.Protected().Many(),
			rows,
			1/float64(rows),
			p.Protected().Whole(),
		)
	}
	return p.CheckReceiver(rows)
}

// ReadsLabels reports whether private labels are read.
func (p *Plan) ReadsLabels() bool {
	return p.UseLabels || p.EstimateLabels || p.Release == release.Report
}

// Protected is what n counts and what the guarantee protects.
func (p *Plan) Protected() method.Unit {
	if p.Unit != "" {
		return method.Person
	}
	return method.Record
}
