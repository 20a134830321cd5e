package experiment

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/model/regression"
	"privadapt/core/solve/simplex"
)

// SourceRows returns the source's rows in the form that every method gets: an intercept, then the standardised features
// clipped to the ball, m×order row-major. They must not be changed.
func (t *Task) SourceRows() (rows []float64, order int) { return t.rows, t.moment.Order }

// TargetRows returns the target's rows in the same form, n×order.
func (t *Task) TargetRows() ([]float64, error) {
	var mapped []float64
	x := make([]float64, t.features.Dim())
	if err := t.readTarget(func(z []float64) {
		t.features.Apply(x, z)
		mapped = append(mapped, x...)
	}); err != nil {
		return nil, err
	}
	rows, _ := t.grid.ClipRows(mapped, len(x))
	return rows, nil
}

// OracleError returns the relative error of the second stage on labelled target rows. A fifth of the rows is predicted
// by the model of the others, so no row is scored by a model that has seen its label. Rows are clipped for the
// prediction as they are for the fit, because otherwise a row far outside the ball could have a larger error than all
// others together.
func (t *Task) OracleError() (float64, error) {
	const folds = 5
	rows, err := t.TargetRows()
	if err != nil {
		return 0, err
	}
	d := t.moment.Order
	if len(rows) != d*len(t.Labels) {
		return 0, fmt.Errorf("experiment: %d target rows have %d labels", len(rows)/d, len(t.Labels))
	}
	predictions := make([]float64, len(t.Labels))
	for held := range folds {
		var others regression.Sample
		for j, y := range t.Labels {
			if j%folds != held {
				others.Rows = append(others.Rows, rows[j*d:(j+1)*d]...)
				others.Labels = append(others.Labels, y)
			}
		}
		others.Weights = simplex.Uniform(len(others.Labels))
		w, _, err := regression.CrossValidate(others)
		if err != nil {
			return 0, err
		}
		for j := held; j < len(predictions); j += folds {
			predictions[j] = floats.Dot(w, rows[j*d:(j+1)*d])
		}
	}
	return t.relative(predictions)
}
