package experiment

import (
	"privadapt/core/dataset"
	"privadapt/core/regression"
	"privadapt/core/simplex"
)

// SourceRows returns the source's rows as every method sees them: an intercept, then the standardised features clipped to
// the ball, m×order row-major. They must not be changed.
func (t *Task) SourceRows() (rows []float64, order int) { return t.rows, t.moment.SymmetricDim() }

// TargetRows returns the target's rows in the same form, n×order.
func (t *Task) TargetRows() ([]float64, error) {
	file, err := t.target()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, err := dataset.NewTargetReader(file, t.Source.Schema)
	if err != nil {
		return nil, err
	}
	dim := t.Source.Schema.Dim()
	var features []float64
	for z := make([]float64, dim); reader.Next(z); {
		features = append(features, z...)
	}
	rows, _ := t.grid.ClipRows(features, dim)
	return rows, reader.Err()
}

// OracleError returns the relative error of the second stage on labelled target rows: every fifth is predicted by the
// model of the others, so that no row is scored by a model that has seen its label.
func (t *Task) OracleError() (float64, error) {
	const folds = 5
	rows, err := t.TargetRows()
	if err != nil {
		return 0, err
	}
	order := t.moment.SymmetricDim()
	predictions := make([]float64, len(t.labels))
	for held := range folds {
		var others regression.Sample
		for j, y := range t.labels {
			if j%folds != held {
				others.Rows = append(others.Rows, rows[j*order:(j+1)*order]...)
				others.Labels = append(others.Labels, y)
			}
		}
		others.Weights = simplex.Uniform(len(others.Labels))
		model, err := t.fit(others)
		if err != nil {
			return 0, err
		}
		all, err := t.predict(model)
		if err != nil {
			return 0, err
		}
		for j := held; j < len(all); j += folds {
			predictions[j] = all[j]
		}
	}
	return t.relative(predictions), nil
}
