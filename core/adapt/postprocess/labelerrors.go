package postprocess

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/correction"
	"privadapt/core/model/labelled"
	"privadapt/core/release"
	"privadapt/core/release/interval"
)

// labelErrors states the mean squared errors of f and of the corrected model over rows like those with a label, each
// with an interval. remainders are mean squares of what of the model fitted under the weights is not linear in the
// columns, nil where it has no share.
func (r *run) labelErrors(
	public *plan.Public,
	fitted *correction.Fitted,
	remainders []float64,
) (errors []release.LabelError) {
	f, sample := public.Offset, public.Design.Sample()
	radius, classes := r.Grid.FeatureRadius(), f.Model.Classes()
	for k, spread := range f.Spread {
		unit := spread * spread
		s := stating{
			bounds: release.ErrorBounds(classes), unit: unit, longest: r.Grid.Radius() * r.Grid.Radius(), excess: f.Excess(k),
			outlier: labelVariance(sample, k) / (unit * radius * radius),
		}
		_, high := fitted.Base[k].Ends(s.excess, s.most(fitted.Base[k]))
		s.hidden = f.Clipping(sample.Table, r.Map, radius, k, labelled.Clipped{
			Residual: fitted.Size[k], High: high, Columns: fitted.Columns, Noise: fitted.ColumnsNoise,
			Labelled: fitted.Labelled,
		})
		var own unsummed
		if remainders != nil {
			own.remainder = remainders[k]
		}
		if classes > 0 {
			own.limited, own.limiting = fitted.Moved[k], labelled.Limiting(classes)/spread
		}
		errors = append(errors,
			release.LabelError{Base: s.number(fitted.Base[k], unsummed{}), Corrected: s.number(fitted.Corrected[k], own)})
	}
	return errors
}

// stating is what turns an estimate of a mean square of t into what is stated of the error.
type stating struct {
	bounds  interval.Bounds
	unit    float64 // of t², in the squared unit of the label
	longest float64 // the squared norm of the longest row
	excess  float64
	hidden  labelled.Clipping
	// outlier is what a row whose label is as far off as labels are from their mean adds to the error, for what such a
	// row, clipped, adds to the sum.
	outlier float64
}

// unsummed is what the sums hold nothing of, in mean squares of t but for limiting.
type unsummed struct {
	remainder float64 // of the model fitted under the weights: it may have made the error larger or smaller
	limited   float64 // of the correction, of probabilities: where it leads beyond 0 and 1, limits take it back
	limiting  float64 // by how much the least probability changes any
}

// most is what a mean square of t can be: as large as the longest row's, and for a probability as large as the
// square of 1.
func (s stating) most(e correction.Estimate) float64 {
	return math.Min(s.longest*e.Norm, s.bounds.High/s.unit)
}

// number states an estimate. What the sum does not show of the rows is added to the interval: what clipping hides; as
// many rows that are far off as the sum cannot tell from none, which is much where a model is nearly exact; and what is
// not linear.
func (s stating) number(e correction.Estimate, apart unsummed) interval.Number {
	clipped := math.Min(math.Max(e.Value, 0), s.most(e))
	least, most := e.Ends(s.excess, s.most(e))
	value, low, high := s.hidden.Whole(clipped, least, most)
	low -= apart.remainder + apart.limited
	high = value + math.Hypot(high-value, (most-clipped)*s.outlier) + apart.remainder
	low, high = square(math.Sqrt(math.Max(0, low))-apart.limiting), square(math.Sqrt(high)+apart.limiting)
	if e.Value != clipped {
		value = math.NaN() // the noise hides it
	}
	return interval.Of(value*s.unit, low*s.unit, high*s.unit, s.bounds)
}

// square of a negative number is 0.
func square(v float64) float64 {
	v = math.Max(0, v)
	return v * v
}

// labelVariance is the variance of the numbers of a sample, or of the indicator of each class but the first.
func labelVariance(s basemodel.Sample, k int) (variance float64) {
	m := float64(len(s.Labels))
	number := func(y float64) float64 {
		if s.Classes > 0 {
			return labelled.Indicator(y, k)
		}
		return y
	}
	mean := 0.0
	for _, y := range s.Labels {
		mean += number(y) / m
	}
	for _, y := range s.Labels {
		variance += square(math.Abs(number(y)-mean)) / m
	}
	return variance
}
