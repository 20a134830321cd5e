package plan

import (
	"fmt"
	"math"

	"privadapt/core/model/correction"
)

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
	_, high := l.ends(1)
	return high - 1
}

// Gain returns by how much, as a share, the mean squared error must fall so that the intervals of the public model and
// of the corrected one do not overlap, if both are estimated exactly. It is 1 where no gain is large enough.
func (l *LabelForecast) Gain() float64 {
	low, _ := l.ends(1)
	least, most := 0.0, 1.0
	for range 40 {
		gain := (least + most) / 2
		if _, high := l.ends(1 - gain); high < low {
			most = gain
		} else {
			least = gain
		}
	}
	return most
}

// ends are the ends of the interval of a mean squared error that is a multiple of the public sample's.
func (l *LabelForecast) ends(value float64) (low, high float64) {
	const normal = 2 // the excess of squares of a normal law, which Sampling assumes
	e := correction.Estimate{Value: value, Noise: l.Noise, Norm: 1, Rows: normal / (l.Sampling * l.Sampling)}
	return e.Ends(normal, math.Inf(1))
}

// foreseeLabels predicts what package correction states of the public model: σ, of a diagonal entry of either sum, is
// the noise of Σ t², where t has a mean square of 1; and the number of labels by which it is divided is known to σ/‖M‖,
// M the second moment of (c, z, g). Standardised columns and predictions without correlation have ‖M‖² = c⁴ + d − 1 + T
// in Frobenius norm; correlation makes it larger.
func (p *Plan) foreseeLabels(sigma, rows float64) *LabelForecast {
	c, order := p.Grid.Intercept(), float64(p.Order()+p.Residuals())
	norm := math.Hypot(c*c, math.Sqrt(order-1))
	count := math.Min(rows*sigma/math.Max(rows*norm, sigma*math.Sqrt(order*(order+1)/20)), rows)
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
