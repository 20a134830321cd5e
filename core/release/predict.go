package release

import (
	"io"
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// Predictions are what a model says of the rows of a table.
type Predictions struct {
	Rows int
	// Numbers has one for each row; nil where the label is a class.
	Numbers []float64
	// Probabilities are of the schema's classes, rows×classes; nil where the label is a number.
	Probabilities []float64
}

// Label returns the class of the i-th row, for a given number of classes: the place of the largest probability, of
// equal ones the first.
func (p Predictions) Label(i, classes int) int {
	best, row := 0, p.Probabilities[i*classes:(i+1)*classes]
	for k, v := range row {
		if v > row[best] {
			best = k
		}
	}
	return best
}

// Predict applies a model to the rows of a table, which is read as private rows are. It makes one prediction for each
// record.
//
// A linear model takes a missing or unreadable cell as the source's mean, an unseen level as the average level.
// Features are not clipped to the radius as they are for the fit. Clipping would make a model that is right outside the
// ball wrong there; some tasks lose by it as much as others gain. Predictions are limited to the range of the source's
// labels. For labels within it this raises no error, and no prediction can be absurd where a row
// is far from the source's rows. A base model is given such cells as missing, and limits its predictions to the same
// range.
func (r *Release) Predict(table io.Reader, progress func(rows int) error) (Predictions, dataset.Report, error) {
	m, err := r.RowModel()
	if err != nil {
		return Predictions{}, dataset.Report{}, err
	}
	rows, err := dataset.NewCellReader(table, r.Provenance.Schema)
	if err != nil {
		return Predictions{}, dataset.Report{}, err
	}
	return r.predict(m, rows, progress)
}

// PredictValues applies a model to rows in memory; see [Release.Predict].
func (r *Release) PredictValues(
	values *dataset.ValueRows,
	progress func(rows int) error,
) (Predictions, dataset.Report, error) {
	m, err := r.RowModel()
	if err != nil {
		return Predictions{}, dataset.Report{}, err
	}
	return r.predict(m, values, progress)
}

func (r *Release) predict(
	m basemodel.Model,
	rows dataset.Rows,
	progress func(rows int) error,
) (p Predictions, report dataset.Report, err error) {
	const together = 1024 // rows
	classes, width := len(r.Provenance.Schema.Classes), len(r.Provenance.Schema.Used())
	outputs := basemodel.Outputs(classes)
	cells, scores := make([]float64, together*width), make([]float64, together*outputs)
	for more := true; more; {
		read := 0
		for read < together && more {
			if more = rows.Next(cells[read*width : (read+1)*width]); more {
				read++
			}
		}
		if read == 0 {
			break
		}
		m.Predict(scores[:read*outputs], cells[:read*width])
		for j := range read {
			own := scores[j*outputs : (j+1)*outputs]
			if classes == 0 {
				p.Numbers = append(p.Numbers, own[0])
			} else {
				p.Probabilities = append(p.Probabilities, make([]float64, classes)...)
				basemodel.Probabilities(p.Probabilities[(p.Rows+j)*classes:], own)
			}
		}
		if p.Rows += read; progress != nil && read == together {
			if err := progress(p.Rows); err != nil {
				return Predictions{}, dataset.Report{}, err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return Predictions{}, dataset.Report{}, err
	}
	return p, rows.Report(), nil
}

// IsOf reports whether a release was made with the public sample of this digest, read in the same way.
func (r *Release) IsOf(digest string, schema dataset.Schema) bool {
	return r.Provenance.SourceSHA256 == digest && SameText(r.Provenance.Schema, schema)
}

// RowModel returns the model of a release of the kind Model as a function of the cells of a row.
func (r *Release) RowModel() (basemodel.Model, error) {
	if r.Kind != Model {
		return nil, refuse("this release holds %s, not a model; predictions need --release model", r.Kind)
	}
	if r.Nonlinear() {
		m, err := r.BaseModel()
		if err != nil {
			return nil, refuse("%s", err)
		}
		if err := r.NeedsFile(m); err != nil {
			return nil, err
		}
		return m, nil
	}
	m := &LinearRows{
		encoding: basemodel.NewEncoding(r.Provenance.Schema.Used()),
		Limits:   basemodel.Limits{Low: math.Inf(-1), High: math.Inf(1)},
	}
	means, scales := scaling(r.Provenance.Schema)
	m.Base = *r.Values.Intercept
	for k, c := range r.Values.Coefficients {
		m.Slopes = append(m.Slopes, c.Value*scales[k])
		m.Base += c.Value * means[k]
	}
	if y := r.Values.LabelRange; y != nil {
		m.Limits = basemodel.Limits{Low: y[0], High: y[1]}
	}
	return m, nil
}

// LinearRows is a linear model, see [Release.Predict], of a standardised row. Predictions are limited to its limits.
type LinearRows struct {
	basemodel.Limits
	Slopes []float64
	Base   float64

	encoding basemodel.Encoding
}

// Predict implements basemodel.Model.
func (m *LinearRows) Predict(scores, cells []float64) {
	z := make([]float64, len(m.Slopes))
	for j := range scores {
		m.encoding.Apply(z, m.encoding.Row(cells, j))
		y := m.Base
		for k, v := range z {
			y += float64(m.Slopes[k] * v)
		}
		scores[j] = m.Clip(y)
	}
}
