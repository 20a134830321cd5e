package postprocess

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/data/dataset"
	"privadapt/core/model/regression"
	"privadapt/core/release"
	"privadapt/core/release/learningbound"
	"privadapt/core/terms/method"
)

// boundConfidence is the probability of the learning bound, 1−β−β′ with β = β′.
const boundConfidence = 0.95

// boundError certifies the learning bound of a model fitted to the weights, under the mechanism moment. It is computed
// from M̂₀ and public data: post-processing. There is no bound if the labels of the source are all equal, if the
// model's norm exceeds the largest of the grid, or if the noise leaves open whether there are private rows at all.
// (Labels are within ±10¹⁰⁰, so nothing overflows.)
func (r *run) boundError(model *solve.Model) {
	failure := (1 - boundConfidence) / 2
	centre := labelCentre(r.Source)
	w := centred(model.Coefficients, centre, r.Grid.Intercept())
	s := learningbound.Setting{
		Loss:        lossOnSource(r.Plan, w, centre, r.weights),
		Label:       largestLabel(r.Source, centre),
		Discrepancy: r.found.discrepancy.Weighted,
		Noise:       r.noise.Bound(r.drawn.Output.Moment, failure),
		Norm:        model.Ball,
		Choices:     1,
		Radius:      r.Radius,
		Rows:        r.noise.Fewest(failure),
		Failure:     failure,
	}
	if s.Norm == 0 {
		var ok bool
		if s.Norm, ok = learningbound.Norm(floats.Norm(w, 2), s.Radius, s.Label); !ok {
			return
		}
		s.Choices = learningbound.Choices
	}
	// Labels closer than that differ by the rounding of the centre alone.
	if !(s.Label > 1e-12*math.Abs(centre) && s.Rows > 0) {
		return
	}
	terms := s.Terms()
	r.found.bound = &release.LearningBound{
		Value: s.Value(), LossOnSource: s.Loss, Discrepancy: terms.Discrepancy, Complexity: terms.Complexity,
		Deviation:   terms.Deviation,
		LabelFactor: terms.LabelFactor, Confidence: boundConfidence,
		Norm: s.Norm, NormChoices: s.Choices, Label: s.Label, LabelCentre: centre, Noise: s.Noise, Rows: s.Rows,
	}
}

func labelCentre(source *dataset.Source) float64 {
	return floats.Sum(source.Labels) / float64(len(source.Labels))
}

// largestLabel returns Y, the largest distance of a public label from a centre.
func largestLabel(source *dataset.Source, centre float64) (largest float64) {
	for _, y := range source.Labels {
		largest = math.Max(largest, math.Abs(y-centre))
	}
	return largest
}

// centred returns a model for labels minus a centre.
func centred(coefficients []float64, centre, intercept float64) []float64 {
	w := slices.Clone(coefficients)
	w[0] -= centre / intercept
	return w
}

// lossOnSource returns Σ q_j(w·x_j − y_j)² for centred labels.
func lossOnSource(p *plan.Plan, w []float64, centre float64, weights []float64) (loss float64) {
	for j, y := range p.Source.Labels {
		residual := floats.Dot(w, p.Rows[j*len(w):(j+1)*len(w)]) - (y - centre)
		loss += weights[j] * residual * residual
	}
	return loss
}

// checkBound compares what a learning bound says of the public sample with the sample: the size of the labels and,
// where the weights are released and the model is the second stage without a bound on its norm, the loss. Sums may
// differ by rounding between machines.
func checkBound(p *plan.Plan, r *release.Release) (problems []string) {
	const slack = 1e-6
	b := r.Certificate.LearningBound
	if b == nil {
		return nil
	}
	if !(b.Label >= largestLabel(p.Source, b.LabelCentre)*(1-slack)) {
		problems = append(
			problems,
			fmt.Sprintf("the learning bound says that no public label is farther than %.6g from %.6g, and one is", b.Label,
				b.LabelCentre),
		)
	}
	if r.Kind != release.Weights || b.NormChoices == 1 || r.Certificate.Solver == method.SingleStage {
		return problems
	}
	w, _, err := regression.CrossValidate(
		regression.Sample{Rows: p.Rows, Labels: p.Source.Labels, Weights: r.Values.Weights},
	)
	if err != nil {
		return append(problems, "there is a learning bound, but no linear model can be fitted to the released weights")
	}
	if loss := lossOnSource(p, centred(w, b.LabelCentre, p.Grid.Intercept()), b.LabelCentre,
		r.Values.Weights); !(b.LossOnSource >= loss*(1-slack)) {
		problems = append(
			problems,
			fmt.Sprintf("the learning bound states a loss on the public sample of %.6g, and it is %.6g", b.LossOnSource,
				loss),
		)
	}
	return problems
}
