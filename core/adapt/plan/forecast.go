package plan

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/release/interval"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Forecast is what can be said before a run, from public numbers alone: no private file is read for it. Its n is the
// number of rows that the caller declares.
type Forecast struct {
	Mechanism method.Mechanism `json:"mechanism"` // auto resolved
	Reason    string           `json:"reason"`    // why auto chose it; empty if it was asked for
	Rows      int64            `json:"rows"`      // n, declared
	Order     int              `json:"order"`     // d
	// Noise is the median of the spectral norm ‖W‖₂/n of the noise in the second moment, in units of the discrepancy;
	// Detectable the smallest discrepancy that would not be attributed to noise; below it weights stay uniform. moment
	// only, else null.
	Noise      *float64 `json:"noise"`
	Detectable *float64 `json:"detectable"`
	// Shift expresses Detectable as a shift: by how many of the sample's standard deviations the mean of one column must
	// differ.
	Shift   *float64 `json:"shift"`
	Radius2 float64  `json:"radius2"` // r², the largest discrepancy there can be
	// Errors are the predicted errors of the mechanisms that serve the adjacency, as shares of r²; 1 means that nothing
	// can be predicted.
	Errors map[method.Mechanism]float64 `json:"errors"`
	// BeatsNothing says that weights could correct a shift of one standard deviation in one column: that Shift is at most
	// 1 or, for the other mechanisms, that their predicted error is below the discrepancy of such a shift.
	BeatsNothing bool           `json:"beatsNothing"`
	Labels       *LabelForecast `json:"labels,omitempty"` // of a run with private labels
	// Intervals are what a report would say of rows like the public sample's, by the names of its measures; absent
	// otherwise.
	Intervals map[string]interval.Number `json:"intervals,omitempty"`
	Text      string                     `json:"text"` // plain sentences
}

// NewForecast predicts a run on n private rows. It refuses what ReadTarget would refuse of the settings.
func NewForecast(source *dataset.Source, o Options, rows int64) (*Forecast, error) {
	p, err := New(o, source)
	if err != nil {
		return nil, err
	}
	if rows < 1 || rows > 1e12 {
		return nil, Refuse("bad-option", "rows is %d; choose a whole number from 1 to 1e12", rows)
	}
	if err := p.CheckRows(rows); err != nil {
		return nil, err
	}
	c := p.predicted(rows)
	f := &Forecast{
		Mechanism: p.Mechanism,
		Rows:      rows,
		Order:     c.Order,
		Radius2:   p.Radius * p.Radius,
		Errors:    map[method.Mechanism]float64{},
	}
	f.Reason = p.reason(rows)
	intercept := p.Grid.Intercept()
	if p.Adjacency == method.ReplaceOne && !p.UseLabels {
		f.Errors[method.Moment] = math.Min(1, c.PredictMoment())
		f.Errors[method.Selection] = math.Min(1, c.PredictSelection())
		f.Errors[method.Gradient] = math.Min(1, c.PredictGradient())
	}
	if p.Mechanism != method.Moment {
		unit := (1 + math.Sqrt(1+4*intercept*intercept)) / 2 // ‖M‖₂ for the shift s = 1, see shift
		f.BeatsNothing = f.Errors[p.Mechanism]*f.Radius2 < unit
		f.Text = f.sentences(p, unit)
		return f, nil
	}
	m, sums := momentnoise.New(p.Grid, p.Adjacency, accountant.Rho(p.Epsilon, p.Delta)), 1.0
	if p.UseLabels { // M̂₀ is the sum of two, each with noise of its own
		m, sums = momentnoise.NewPair(p.Grid, p.Adjacency, accountant.Rho(p.Epsilon, p.Delta)), math.Sqrt2
		f.Labels = p.foreseeLabels(m.StandardDeviation(1), float64(rows))
	}
	e := Noise{Order: c.Order, Rows: float64(rows), Sigma: sums * m.StandardDeviation(float64(rows)), Radius: p.Radius}
	size, detectable := e.Typical(Median), e.Typical(Rarely)
	if p.UseLabels {
		f.Errors[method.Moment] = math.Min(1, size/f.Radius2)
	}
	if p.Adjacency == method.AddRemove {
		e.Count = sums * m.StandardDeviation(1) / (intercept * intercept)
		// The noise of n̂ scales M̂₀, whose size is not known before the draw. The size of the source's moment is used
		// instead.
		doubt := e.Count / e.Rows * sourceNorm(p)
		size, detectable = size+doubt, detectable+2*doubt
		f.Errors[method.Moment] = math.Min(1, size/f.Radius2)
	}
	shift := shift(detectable, intercept)
	f.Noise, f.Detectable, f.Shift, f.BeatsNothing = &size, &detectable, &shift, shift <= 1
	f.Text = f.sentences(p, 0)
	return f, nil
}

// shift returns the s at which target rows have the discrepancy, if they differ from the source's in the mean of one
// column alone, by s standard deviations. In the plane of intercept c and column, M = [0 cs; cs s²] then, so that λ² −
// s²λ − c²s² = 0.
func shift(discrepancy, intercept float64) float64 {
	return discrepancy / math.Sqrt(discrepancy+intercept*intercept)
}

// sourceNorm returns the spectral norm of the source's second moment.
func sourceNorm(p *Plan) float64 {
	o := &discrepancy.Objective{
		Target:    symeigen.NewMatrix(p.Order(), nil),
		Rows:      p.Rows,
		Smoothing: discrepancy.Softmax{Mu: 1},
	}
	o.Start(simplex.Uniform(p.Source.Rows))
	return o.Norm()
}

func (p *Plan) predicted(rows int64) Case {
	return Case{
		Rows:    rows,
		Order:   p.Order(),
		Sources: p.Source.Rows,
		Epsilon: p.Epsilon,
		Delta:   p.Delta,
		Reach:   p.SourceRadius / p.Radius,
	}
}

// reason says in a sentence why auto chose the mechanism; it is empty where the user chose it. Where n is private the
// sentence does not depend on it, and rows may be 0.
//
// Auto always chooses the second moment. Under add-remove there is no other. Under replace-one another may be predicted
// to err less, but only where neither beats uniform weights at a typical discrepancy (experiment regimes has the map,
// and a test holds it); where the discrepancy is larger, the simulations still show the least error for the second
// moment, whose predicted error is too large there.
func (p *Plan) reason(rows int64) string {
	switch {
	case !p.Auto:
		return ""
	case p.Adjacency == method.AddRemove:
		return "the second moment is the only mechanism whose noise does not depend on the number of private rows, which is private"
	}
	c := p.predicted(rows)
	own, selection, gradient := c.PredictMoment(), c.PredictSelection(), c.PredictGradient()
	if p.UseLabels {
		own *= math.Sqrt2 // M̂₀ is the sum of two, each with noise of its own
	}
	text := fmt.Sprintf(
		"the predicted error of the mismatch, as a share of the largest possible, is %s with the second moment, %s with selection and %s with gradient, "+
			"at their best settings (n = %d, d = %d, m = %d, epsilon = %v, delta = %v)",
		percent(own),
		percent(selection),
		percent(gradient),
		c.Rows,
		c.Order,
		c.Sources,
		c.Epsilon,
		c.Delta,
	)
	if own >= math.Min(selection, gradient) {
		text += "; with that much noise none of them improves on leaving a typical sample as it is, and in simulations the second moment still had the least error"
	}
	return text
}

// percent writes a share with two figures. A prediction of 1 or more says nothing.
func percent(share float64) string {
	if share >= 1 {
		return "100% or more"
	}
	return figures(100*share) + "%"
}

// figures writes two significant figures without an exponent.
func figures(x float64) string {
	decimals := 1 - int(math.Floor(math.Log10(x)))
	return strconv.FormatFloat(x, 'f', min(max(decimals, 0), 12), 64)
}

// sentences puts the forecast into words. unit is the discrepancy of a shift by one standard deviation.
func (f *Forecast) sentences(p *Plan, unit float64) string {
	one := "One column"
	if p.Map.Kind != features.Linear {
		one = "One feature"
	}
	budget := fmt.Sprintf("With %d private rows, epsilon = %v and delta = %v", f.Rows, p.Epsilon, p.Delta)
	// EVALUATION.md has what the rows gained on natural shifts.
	const unlabelled = " Without private labels a model rarely gains from the rows on natural data; what is learnt is how " +
		"different they are."
	if f.Mechanism != method.Moment {
		verdict := "so that leaving the sample as it is would be no worse"
		if f.BeatsNothing {
			verdict = "so that it could be corrected"
		}
		return fmt.Sprintf(
			"%s the mechanism %s is predicted, at its best settings, to leave a mismatch of %s of the largest possible. One column shifted by a standard deviation makes a mismatch of %s, %s. The second moment would leave %s.",
			budget,
			f.Mechanism,
			percent(f.Errors[f.Mechanism]),
			percent(unit/f.Radius2),
			verdict,
			percent(f.Errors[method.Moment]),
		) + unlabelled
	}
	verdict := "Smaller differences cannot be distinguished from noise, and the sample is then left as it is."
	if !f.BeatsNothing {
		verdict = "Almost any difference would be taken for noise, and the sample would be left as it is. More rows, fewer columns or a larger epsilon would help."
	}
	text := fmt.Sprintf(
		"%s the noise moves the mismatch by about %s of the largest possible. A difference is noticed from %s on, such as %s whose mean differs by %s standard deviations. %s",
		budget,
		percent(*f.Noise/f.Radius2),
		percent(*f.Detectable/f.Radius2),
		strings.ToLower(one),
		figures(*f.Shift),
		verdict,
	)
	if f.Labels == nil {
		return text + unlabelled
	}
	return text + " " + f.Labels.sentence()
}
