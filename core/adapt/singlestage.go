package adapt

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/discrepancy"
	"privadapt/core/frankwolfe"
	"privadapt/core/regression"
	"privadapt/core/simplex"
	"privadapt/core/singlestage"
)

// stage is the set-up of algorithm 1, all of it public: labels in standard deviations and Λ.
type stage struct {
	scaledLabels
	norm, largest float64 // Λ, and Y ≥ |y|
}

// newStage takes Λ from the settings or, as a default, twice the norm of the model that the source alone gives.
func (r *run) newStage() (stage, error) {
	// In standard deviations the largest label is at least 1, but for constant labels, of which this is as true a bound.
	s := stage{scaledLabels: scaleLabels(r.source.Labels), norm: r.plan.ModelNorm, largest: 1}
	for _, y := range s.labels {
		s.largest = math.Max(s.largest, math.Abs(y))
	}
	if s.norm == 0 {
		w, _, err := regression.CrossValidate(regression.Sample{
			Rows: r.rows, Labels: s.labels, Weights: simplex.Uniform(r.source.Rows),
		})
		if err != nil {
			return s, tooFewRows(err)
		}
		// Constant labels have the model 0; any ball holds it.
		s.norm = math.Max(2*floats.Norm(w, 2), 1e-6)
	}
	return s, nil
}

// unit is 4Λ², the factor of the discrepancy in the objective of algorithm 1.
func (s stage) unit() float64 { return 4 * s.norm * s.norm }

// solve runs algorithm 1 and keeps its weights and model.
func (r *run) solve(s stage, o *discrepancy.Objective, oracle frankwolfe.Oracle, choose singlestage.Chooser) error {
	bounds := singlestage.Bounds{Radius: s.norm, SourceRadius: r.sourceRadius, Label: s.largest, Mu: r.plan.Mu}
	result, err := singlestage.Minimise(&singlestage.Problem{
		Rows: r.rows, Labels: s.labels, Radius: s.norm, Discrepancy: o,
	}, oracle, choose, singlestage.Settings{
		Iterations: r.plan.Iterations,
		Step:       bounds.PaperStep(r.plan.Iterations),
		Recorder:   func(round int) error { return r.rounds(round - 1) },
	})
	if err != nil {
		return err
	}
	r.keep(result.Weights)
	r.singleStaged = s.fit(result.Model, s.norm, r.plan.grid.Intercept())
	return nil
}

// singleStage runs algorithm 1 on M̂₀: exact steps, and the iterate of the least gap, at no cost.
func (r *run) singleStage(o *discrepancy.Objective) error {
	s, err := r.newStage()
	if err != nil {
		return err
	}
	r.certificate.ModelNorm = &s.norm
	return r.solve(s, o, simplex.Minimise, singlestage.Least)
}

// selectSingleStage runs algorithm 1 with K vertices drawn by the selection mechanism, and the iterate by one more draw.
//
// Privacy. The scores of a round are the losses, a function of public rows and earlier draws, plus 4Λ²∇F̃: their range is
// 4Λ²R. The gap of an iterate moves by 4Λ²⟨E, x_vx_vᵀ − Σq_ix_ix_iᵀ⟩, the difference of two scores' changes, so by at most
// 4Λ²R either way, and all K gaps span at most 8Λ²R: halved they are scores like those of a round. (The choice that the
// paper's algorithm makes, by noisy values whose noise has been used before, is not covered by its proof.)
// Test: TestSensitivityBounds in core/discrepancy attacks both ranges.
func (r *run) selectSingleStage() error {
	s, err := r.newStage()
	if err != nil {
		return err
	}
	k := r.plan.Iterations
	task := r.selectionTask(k)
	losses := math.Pow(s.norm*r.sourceRadius+s.largest, 2)
	task.Range *= s.unit()
	// Adding a loss, which is the same for neighbours, rounds once more; a gap sums m terms, with weights whose sum drifts by
	// an ulp a round, and adds that of the ball, at most four times a loss.
	terms := float64(r.source.Rows + k + 16)
	task.Error = s.unit()*task.Error + terms*0x1p-53*(5*losses+s.unit()*task.Spread)
	// A gap, halved, has the spread of two scores.
	task.Spread = 2 * (losses + s.unit()*task.Spread + s.norm*2*math.Sqrt(losses)*r.sourceRadius)
	task.Draws = k + 1
	m, err := r.newSelection(task, 2*s.unit()) // algorithm 1 prints twice the scale of algorithm 2
	if err != nil {
		return err
	}
	r.certificate.ModelNorm = &s.norm
	if err := r.pay(); err != nil {
		return err
	}
	choose := func(gaps []float64) int {
		for i := range gaps {
			gaps[i] /= 2
		}
		return m.Minimise(gaps)
	}
	if err := r.solve(s, r.objective(r.sum.Mean()), m.Minimise, choose); err != nil {
		return err
	}
	checkDraws(m.Draws(), k+1)
	return nil
}
