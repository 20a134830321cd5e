package postprocess

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/basemodel/labelled"
	"privadapt/core/correction"
	"privadapt/core/interval"
	"privadapt/core/release"
)

// labelErrors states the mean squared errors of f and of the corrected model over rows like those with a label, each with an interval.
// remainders are of what of the model fitted under the weights is not linear in the columns, so that the sums hold nothing of it.
func (r *run) labelErrors(f *labelled.Offset, fitted *correction.Fitted, remainders []float64) (errors []release.LabelError) {
	table, radius := plan.SampleOf(r.Source).Table, r.Grid.FeatureRadius()
	for k, spread := range f.Spread {
		// What a mean square of t can be: as large as that of the longest row, and of a probability that of 1.
		most := func(e correction.Estimate) float64 {
			longest := r.Grid.Radius() * r.Grid.Radius() * e.Norm
			if f.Model.Classes() > 0 {
				return math.Min(longest, 1/(spread*spread))
			}
			return longest
		}
		private := labelled.Clipped{Residual: fitted.Size[k], Columns: fitted.Columns, Noise: fitted.ColumnsNoise, Labelled: fitted.Labelled}
		excess := f.Excess(k)
		_, private.High = fitted.Base[k].Ends(excess, most(fitted.Base[k]))
		hidden := f.Clipping(table, radius, k, private)
		state := func(e correction.Estimate, remainder float64) interval.Number {
			low, high := e.Ends(excess, most(e))
			possible := math.Min(math.Max(e.Value, 0), most(e))
			value, low, high := hidden.Whole(possible, low, high)
			low, high = value-math.Hypot(value-low, remainder), value+math.Hypot(high-value, remainder)
			if e.Value != possible {
				value = math.NaN() // the noise hides it
			}
			unit := spread * spread
			return interval.Of(value*unit, low*unit, high*unit, release.ErrorBounds(f.Model.Classes()))
		}
		one := release.LabelError{Base: state(fitted.Base[k], 0), Corrected: state(fitted.Corrected[k], 0)}
		if remainders != nil {
			one.Corrected = state(fitted.Corrected[k], remainders[k])
		}
		errors = append(errors, one)
	}
	return errors
}
