package plan

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/data/features"
	"privadapt/core/model/correction"
	"privadapt/core/model/labelled"
	"privadapt/core/noise"
	"privadapt/core/release/appraisal"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Forecast is what can be said before a run, from public numbers alone: no private file is read for it. Its n is the
// number of rows that the caller declares.
type Forecast struct {
	Mechanism method.Mechanism `json:"mechanism"`
	Rows      int64            `json:"rows"`  // n, declared
	Order     int              `json:"order"` // d
	// Noise is the median of the spectral norm ‖W‖₂/n of the noise in the second moment, in units of the discrepancy;
	// Detectable the smallest discrepancy that would not be attributed to noise; below it weights stay uniform. Null of
	// a report.
	Noise      *float64 `json:"noise"`
	Detectable *float64 `json:"detectable"`
	// Shift expresses Detectable as a shift: by how many of the sample's standard deviations the mean of one column
	// must differ.
	Shift   *float64 `json:"shift"`
	Radius2 float64  `json:"radius2"` // r², the largest discrepancy there can be
	// BeatsNothing says that weights could correct a shift of one standard deviation in one column: that Shift is at most
	// 1.
	BeatsNothing bool           `json:"beatsNothing"`
	Labels       *LabelForecast `json:"labels,omitempty"` // of a run with private labels
	// Intervals are what a report would say of rows like the public sample's, by the names of its measures; of an estimate
	// "noise", and with labels "estimate"; absent otherwise.
	Intervals map[string]appraisal.IntervalNumber `json:"intervals,omitempty"`
	// Yardstick is by how much estimates without labels were off between parts of the public sample, in the unit of the
	// label; else absent.
	Yardstick *float64 `json:"yardstick,omitempty"`
	Text      string   `json:"text"` // plain sentences
}

// Forecast predicts a run on n private rows. It refuses other mechanisms than the second moment.
func (p *Plan) Forecast(rows int64) (*Forecast, error) {
	if p.Mechanism != method.Moment {
		return nil, words.Refuse("no-forecast", "there is no forecast for the mechanism %s; choose moment, which usually errs less",
			p.Mechanism)
	}
	f := &Forecast{Mechanism: p.Mechanism, Rows: rows, Order: p.Order(), Radius2: p.Radius * p.Radius}
	intercept := p.Grid.Intercept()
	m, sums := noise.NewMomentLaw(p.Grid, p.Adjacency, noise.Rho(p.Epsilon, p.Delta)), 1.0
	if p.UseLabels { // M̂₀ is the sum of two, each with noise of its own
		m, sums = noise.NewPairLaw(p.Grid, p.Adjacency, noise.Rho(p.Epsilon, p.Delta)), math.Sqrt2
		f.Labels = p.foreseeLabels(m.StandardDeviation(1), float64(rows))
	}
	e := Noise{Order: f.Order, Rows: float64(rows), Sigma: sums * m.StandardDeviation(float64(rows)), Radius: p.Radius}
	size, detectable := e.Typical(Median), e.Typical(Rarely)
	if p.Adjacency == method.AddRemove {
		e.Count = sums * m.StandardDeviation(1) / (intercept * intercept)
		// The noise of n̂ scales M̂₀, whose size is not known before the draw. The size of the source's moment is used
		// instead.
		doubt := e.Count / e.Rows * sourceNorm(p)
		size, detectable = size+doubt, detectable+2*doubt
	}
	shift := shift(detectable, intercept)
	f.Noise, f.Detectable, f.Shift, f.BeatsNothing = &size, &detectable, &shift, shift <= 1
	f.Text = f.sentences(p)
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

// percent writes a share with two figures; one of 1 or more says nothing.
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

// sentences puts the forecast into words.
func (f *Forecast) sentences(p *Plan) string {
	one := "One column"
	if p.Map.Kind != features.Linear {
		one = "One feature"
	}
	budget := fmt.Sprintf("With %d private rows, epsilon = %v and delta = %v", f.Rows, p.Epsilon, p.Delta)
	// EVALUATION.md has what the rows gained on natural shifts.
	const unlabelled = " Without private labels a model rarely gains from the rows on natural data; what is learnt is how " +
		"different they are."
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

// LabelForecast says how exactly a run with private labels will estimate the mean squared error of the public model on
// the owner's rows, if all of them have a label and the model errs as much there as on the public sample. Where few
// rows have a label, both numbers are larger. A run also states as an error what few rows that are far off could add
// unseen; that is little unless the model is nearly exact, and it is not foreseen, because no model is fitted yet.
type LabelForecast struct {
	Noise    float64 `json:"noise"`    // standard error from the noise, as a share of the mean squared error
	Sampling float64 `json:"sampling"` // from the choice of the rows, for errors of a normal law
}

// Interval returns how far the true mean squared error may be above its estimate, which is farther than below it, with
// a confidence of 95%: as a share of the estimate. It is +Inf where the interval has no upper end.
func (l *LabelForecast) Interval() float64 {
	const normal = 2 // the excess of squares of a normal law, which Sampling assumes
	e := correction.Estimate{Value: 1, Noise: l.Noise, Rows: normal / (l.Sampling * l.Sampling)}
	_, high := e.Ends(normal, math.Inf(1))
	return high - 1
}

// Gain returns by which share the mean squared error must fall so that the interval of the gain is above 0. It is 1
// where no gain is large enough. A correction that takes the share g off the error moves predictions by g in the mean
// square, so that the gain has 2g times the variance of the error of f.
func (l *LabelForecast) Gain() float64 {
	const normal = 1.96
	return math.Min(1, 2*normal*normal*(l.Noise*l.Noise+l.Sampling*l.Sampling))
}

// foreseeLabels predicts what package correction states of the public model: σ, of a diagonal entry of either sum, is
// the noise of γ²Σ t², where t has a mean square of 1; and the number of labels by which it is divided is known to
// σ/‖M‖, M the second moment of (c, φ). Over rows like the public ones ‖M‖² = c⁴ + Σ a⁴ in Frobenius norm.
func (p *Plan) foreseeLabels(sigma, rows float64) *LabelForecast {
	c, order, norm := p.Grid.Intercept(), float64(p.Order()), 0.0
	for _, a := range p.Map.Scales {
		norm = math.Hypot(norm, a*a)
	}
	norm = math.Hypot(norm, c*c)
	count := math.Min(rows*sigma/math.Max(rows*norm, sigma*math.Sqrt(order*(order+1)/20)), rows)
	sigma /= labelled.Gamma * labelled.Gamma
	return &LabelForecast{math.Hypot(sigma, count) / rows, math.Sqrt(2 / rows)}
}

func (l *LabelForecast) sentence() string {
	const condition = "if all rows have a label and the public model errs as much on them as on the public sample"
	if l.Interval() >= 1 {
		return "The estimated error of the public model on these rows would be so noisy that it says nothing, even " +
			condition + "."
	}
	const sentence = "The mean squared error of the public model on these rows will be estimated to within %s of itself " +
		"at best, with a confidence of 95%%, %s."
	said := fmt.Sprintf(sentence, percent(l.Interval()), condition)
	if gain := l.Gain(); gain < 1 {
		said += fmt.Sprintf(" A correction that takes %s off that error can then be told from noise.", percent(gain))
	}
	return said
}
