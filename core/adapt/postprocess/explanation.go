package postprocess

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/release"
	"privadapt/core/solve/simplex"
	"privadapt/core/terms/method"
)

// Explanation says in numbers what a run found, for people to look at. It is computed from what the mechanism returned
// (M̂₀, or the weights that it chose) and from public data alone. It is post-processing, so whoever may see the release
// may see it too.
type Explanation struct {
	// Shifts compares the features one by one. ShiftNoise is the standard deviation that the noise gives each Target.
	Shifts     []Shift  `json:"shifts"`
	ShiftNoise *float64 `json:"shiftNoise"` // mechanism moment under replace-one only, else null
	// Unweighted is the model that the second stage fits to the sample with equal weights. Of linear models only, else
	// null.
	Unweighted *release.Values `json:"unweighted"`
	// Corrections is what private labels changed: of numbers one, of classes one for each but the first; else absent.
	Corrections []Correction `json:"corrections,omitempty"`
	// Figures are what a report says; else absent.
	Figures *release.ReportFigures `json:"figures,omitempty"`
	// Estimates are what an estimate says; else absent.
	Estimates *release.Estimates `json:"estimates,omitempty"`
}

// Shift holds the means of one feature, in standard deviations of the source around its mean, rows clipped as the run
// does.
type Shift struct {
	Name     string   `json:"name"`
	Source   float64  `json:"source"`
	Target   *float64 `json:"target"`   // read from M̂₀; null under the other mechanisms
	Weighted *float64 `json:"weighted"` // of the reweighted source; null for released moments
}

// Explain explains the release.
func (result *Result) Explain() *Explanation {
	r := result.run
	if r.Release == release.Estimate {
		estimates, err := result.Release.Estimates()
		if err != nil {
			panic(err) // of an estimate whose layouts this run has made
		}
		return &Explanation{Shifts: []Shift{}, Estimates: estimates}
	}
	if r.Release == release.Report {
		figures, err := result.Release.Figures()
		if err != nil {
			panic(err) // of a report whose layout this run has made
		}
		return &Explanation{Shifts: []Shift{}, Figures: figures}
	}
	e := &Explanation{Shifts: r.shifts()}
	if r.drawn.Output.Moment != nil && r.Adjacency == method.ReplaceOne {
		// An entry off the diagonal has half the variance of one on it.
		noise := r.noise.Sigma / (math.Sqrt2 * r.Grid.Intercept())
		if r.UseLabels {
			noise *= r.Map.Spread()
		}
		e.ShiftNoise = &noise
	}
	if r.Release == release.Moments {
		return e
	}
	if result.Release.Nonlinear() {
		e.Corrections = r.corrections(result.Release)
	}
	if r.Release == release.Model && !r.Nonlinear() {
		plain := *r
		plain.weights, plain.singleStaged = simplex.Uniform(r.Source.Rows), nil
		if model, err := plain.model(); err == nil {
			values := release.RawModel(r.Source, model.Coefficients, r.Grid.Intercept())
			e.Unweighted = &values
		}
	}
	return e
}

// shifts reads the means from the first row of a second moment, c·z̄, once of M̂₀ and once of the source rows.
func (r *run) shifts() []Shift {
	names, over := r.Map.Names(), func(features []float64) []float64 { return features }
	if r.UseLabels {
		names, over = r.Source.Schema.FeatureNames(), r.Map.Columns
	}
	c := r.Grid.Intercept()
	source := over(r.means(simplex.Uniform(r.Source.Rows)))
	var weighted []float64
	if r.weights != nil {
		weighted = over(r.means(r.weights))
	}
	var target []float64
	if m := r.drawn.Output.Moment; m != nil {
		for k := range r.Map.Dim() {
			target = append(target, m.At(0, k+1)/c)
		}
		target = over(target)
	}
	shifts := make([]Shift, len(names))
	for k, name := range names {
		shifts[k] = Shift{Name: name, Source: source[k]}
		if target != nil {
			shifts[k].Target = &target[k]
		}
		if weighted != nil {
			shifts[k].Weighted = &weighted[k]
		}
	}
	return shifts
}

// means returns the features of Σ q_j·x_j for the clipped source rows.
func (r *run) means(q []float64) []float64 {
	d := len(r.Rows) / len(q)
	mean := make([]float64, d)
	for j, weight := range q {
		floats.AddScaled(mean, weight, r.Rows[j*d:(j+1)*d])
	}
	return mean[1:]
}
