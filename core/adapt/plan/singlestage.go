package plan

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/model/regression"
	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/words"
)

// Stage is the set-up of algorithm 1, all of it public: labels in standard deviations and Λ.
type Stage struct {
	ScaledLabels
	Norm, Largest float64 // Λ, and Y ≥ |y|
}

// NewStage takes Λ from the settings or, as a default, twice the norm of the model that the source alone gives.
func (p *Problem) NewStage() (Stage, error) {
	// In standard deviations the largest label is at least 1, except for constant labels, for which 1 is a valid bound
	// too.
	s := Stage{ScaledLabels: ScaleLabels(p.Source.Labels), Norm: p.ModelNorm, Largest: 1}
	for _, y := range s.Labels {
		s.Largest = math.Max(s.Largest, math.Abs(y))
	}
	if s.Norm == 0 {
		w, _, err := regression.CrossValidate(regression.Sample{
			Rows: p.Rows, Labels: s.Labels, Weights: simplex.Uniform(p.Source.Rows),
		})
		if err != nil {
			return s, TooFewRows(err)
		}
		// Constant labels have the model 0, which is in any ball.
		s.Norm = math.Max(2*floats.Norm(w, 2), 1e-6)
	}
	return s, nil
}

// Unit is 4Λ², the factor of the discrepancy in the objective of algorithm 1.
func (s Stage) Unit() float64 { return 4 * s.Norm * s.Norm }

// SingleStage runs algorithm 1 and returns its weights and its model.
func (p *Problem) SingleStage(
	s Stage,
	o *discrepancy.Objective,
	oracle solve.Oracle,
	choose solve.GapChooser,
) ([]float64, *Model, error) {
	result, err := solve.MinimiseSingleStage(&solve.SingleStage{
		Rows: p.Rows, Labels: s.Labels, Radius: s.Norm, Discrepancy: o,
	}, oracle, choose, solve.PaperStep(s.Norm, p.SourceRadius, s.Largest, p.Mu, p.Iterations),
		solve.Rounds{Iterations: p.Iterations, Recorder: func(round int) error { return p.Round(round - 1) }})
	if err != nil {
		return nil, nil, err
	}
	return result.Weights, s.Model(result.Model, s.Norm, p.Grid.Intercept()), nil
}

// TooFewRows is the error of a second stage that has too few rows. The budget is spent by then, so it says what to
// change next time.
func TooFewRows(err error) error {
	return errors.Join(
		words.Refuse("refused", "the weights rest on too few source rows for a model; raise lambda or release the weights"),
		err,
	)
}
