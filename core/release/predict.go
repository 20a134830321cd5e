package release

import (
	"io"
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
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
	classes := len(r.Provenance.Schema.Classes)
	cells, scores := make([]float64, len(r.Provenance.Schema.Used())), make([]float64, basemodel.Outputs(classes))
	for rows.Next(cells) {
		m.Predict(scores, cells)
		if classes == 0 {
			p.Numbers = append(p.Numbers, scores[0])
		} else {
			p.Probabilities = append(p.Probabilities, make([]float64, classes)...)
			basemodel.Probabilities(p.Probabilities[p.Rows*classes:], scores)
		}
		if p.Rows++; progress != nil && p.Rows%1024 == 0 {
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
		return nil, &Error{"this release holds " + string(r.Kind) + ", not a model; predictions need --release model"}
	}
	if r.Nonlinear() {
		m, err := r.BaseModel()
		if err != nil {
			return nil, &Error{err.Error()}
		}
		if err := r.NeedsFile(m); err != nil {
			return nil, err
		}
		return m, nil
	}
	m := &LinearRows{
		encoding: basemodel.NewEncoding(r.Provenance.Schema.Used()),
		Features: r.Provenance.FeatureMap(),
		Least:    math.Inf(-1),
		Most:     math.Inf(1),
	}
	means, scales := Scaling(r.Provenance.Schema, m.Features)
	m.Base = *r.Values.Intercept
	for k, c := range r.Values.Coefficients {
		m.Slopes = append(m.Slopes, c.Value*scales[k])
		m.Base += c.Value * means[k]
	}
	if y := r.Values.LabelRange; y != nil {
		m.Least, m.Most = y[0], y[1]
	}
	return m, nil
}

// LinearRows is a linear model, see [Release.Predict], of the features of a standardised row. Predictions are limited
// to Least and Most.
type LinearRows struct {
	Features          *features.Map
	Slopes            []float64
	Base, Least, Most float64

	encoding basemodel.Encoding
}

// Predict implements basemodel.Model.
func (m *LinearRows) Predict(scores, cells []float64) {
	d := m.encoding.Dim()
	both := make([]float64, d+len(m.Slopes))
	z, x := both[:d], both[d:]
	m.encoding.Apply(z, cells)
	m.Features.Apply(x, z)
	y := m.Base
	for k, v := range x {
		y += float64(m.Slopes[k] * v)
	}
	scores[0] = math.Min(math.Max(y, m.Least), m.Most)
}
