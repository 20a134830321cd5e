package postprocess

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/adapt/solve"
	"privadapt/core/learningbound"
	"privadapt/core/release"
)

// boundConfidence is the probability of the learning bound, 1−β−β′ with β = β′.
const boundConfidence = 0.95

// boundError certifies the learning bound of a model fitted to the weights, under the mechanism moment. It is computed from
// M̂₀ and public data: post-processing. There is no bound if the labels of the source are all equal, if the model's norm exceeds
// the largest of the grid, or if the noise leaves open whether there are private rows at all. (Labels are within
// ±10¹⁰⁰, so nothing overflows.)
func (r *run) boundError(model *solve.Model) {
	failure := (1 - boundConfidence) / 2
	intercept := r.Grid.Intercept()
	centre := floats.Sum(r.Source.Labels) / float64(len(r.Source.Labels))
	s := learningbound.Setting{
		Discrepancy: r.found.discrepancy.Weighted,
		Noise:       r.noise.Bound(r.drawn.Output.Moment, failure),
		Norm:        model.Ball,
		Choices:     1,
		Radius:      r.Radius,
		Rows:        r.noise.Fewest(failure),
		Failure:     failure,
	}
	w := append([]float64(nil), model.Coefficients...)
	w[0] -= centre / intercept
	for j, y := range r.Source.Labels {
		s.Label = math.Max(s.Label, math.Abs(y-centre))
		residual := floats.Dot(w, r.Rows[j*len(w):(j+1)*len(w)]) - (y - centre)
		s.Loss += r.weights[j] * residual * residual
	}
	if s.Norm == 0 {
		var ok bool
		if s.Norm, ok = learningbound.Norm(floats.Norm(w, 2), s.Radius, s.Label); !ok {
			return
		}
		s.Choices = learningbound.Choices
	}
	if !(s.Label > 1e-12*math.Abs(centre) && s.Rows > 0) { // labels closer than that differ by the rounding of the centre alone
		return
	}
	terms := s.Terms()
	r.found.bound = &release.LearningBound{
		Value: s.Value(), LossOnSource: s.Loss, Discrepancy: terms.Discrepancy, Complexity: terms.Complexity, Deviation: terms.Deviation,
		LabelFactor: terms.LabelFactor, Confidence: boundConfidence,
		Norm: s.Norm, NormChoices: s.Choices, Label: s.Label, LabelCentre: centre, Noise: s.Noise, Rows: s.Rows,
	}
}
