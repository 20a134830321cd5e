package release

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/dataset"
	"privadapt/core/features"
)

// FeatureMap returns the map from standardised columns to features.
func (p Provenance) FeatureMap() *features.Map {
	if p.Features != nil {
		return p.Features
	}
	return features.Identity(p.Schema)
}

// coefficientSlots lists the features as coefficients of value 0: columns in the order of the encoding where they are taken as
// they are, else names.
func coefficientSlots(s dataset.Schema, m *features.Map) []Coefficient {
	var slots []Coefficient
	if m.Kind != features.Linear {
		for _, name := range m.Names() {
			slots = append(slots, Coefficient{Feature: name})
		}
		return slots
	}
	for _, c := range s.Columns {
		switch c.Kind {
		case dataset.Numeric:
			slots = append(slots, Coefficient{Column: c.Name})
		case dataset.Categorical:
			for i := range c.Levels {
				slots = append(slots, Coefficient{Column: c.Name, Level: &c.Levels[i].Name})
			}
		}
	}
	return slots
}

// Scaling returns mean and scale of what each coefficient multiplies: of raw columns those of the schema, in the order of the
// encoding; mapped features are not scaled again.
func Scaling(s dataset.Schema, m *features.Map) (means, scales []float64) {
	if m.Kind != features.Linear {
		means, scales = make([]float64, m.Dim()), make([]float64, m.Dim())
		for k := range scales {
			scales[k] = 1
		}
		return means, scales
	}
	for _, c := range s.Columns {
		switch c.Kind {
		case dataset.Numeric:
			means, scales = append(means, c.Mean), append(scales, c.Scale)
		case dataset.Categorical:
			for _, l := range c.Levels {
				means, scales = append(means, l.Mean), append(scales, l.Scale)
			}
		}
	}
	return means, scales
}

// RawModel converts a model of rows (c, x), w₀·c + Σ w_k x_k, to what a release states. Standardised columns,
// x_k = (a_k − mean_k)/scale_k, become raw ones; other features remain what the map makes of the standardised columns.
// len(w) = m.Dim + 1.
func RawModel(source *dataset.Source, m *features.Map, w []float64, intercept float64) Values {
	means, scales := Scaling(source.Schema, m)
	coefficients := coefficientSlots(source.Schema, m)
	b := w[0] * intercept
	for k := range coefficients {
		coefficients[k].Value = w[k+1] / scales[k]
		b -= coefficients[k].Value * means[k]
	}
	return Values{Intercept: &b, Coefficients: coefficients, LabelRange: []float64{slices.Min(source.Labels), slices.Max(source.Labels)}}
}

// Predict applies a model to the rows of a table, which is read as private rows are: a missing or unreadable cell counts
// as the source's mean, an unseen level as the average level. It returns one prediction for each record.
//
// Features are not clipped to the radius as they are for the fit. Clipping would make a model that is right outside the ball
// wrong there, and in experiment choices some tasks lose as much as others gain. Predictions are limited to the range of the
// source's labels. For labels within it this raises no error, and no prediction can be absurd where a row is far from the
// source's rows.
func (r *Release) Predict(table io.Reader, progress func(rows int) error) ([]float64, dataset.Report, error) {
	if err := r.mustBeModel(); err != nil {
		return nil, dataset.Report{}, err
	}
	rows, err := dataset.NewTargetReader(table, r.Provenance.Schema)
	if err != nil {
		return nil, dataset.Report{}, err
	}
	return r.PredictRows(rows, progress)
}

// PredictRows applies a model to rows that are encoded by its schema; see [Release.Predict].
func (r *Release) PredictRows(rows dataset.Rows, progress func(rows int) error) ([]float64, dataset.Report, error) {
	if err := r.mustBeModel(); err != nil {
		return nil, dataset.Report{}, err
	}
	m := r.Provenance.FeatureMap()
	means, scales := Scaling(r.Provenance.Schema, m)
	slopes := make([]float64, len(means))
	base := *r.Values.Intercept
	for k, c := range r.Values.Coefficients {
		slopes[k] = c.Value * scales[k]
		base += c.Value * means[k]
	}
	least, most := math.Inf(-1), math.Inf(1)
	if r.Values.LabelRange != nil {
		least, most = r.Values.LabelRange[0], r.Values.LabelRange[1]
	}
	z, x := make([]float64, r.Provenance.Schema.Dim()), make([]float64, len(slopes))
	var predictions []float64
	for rows.Next(z) {
		m.Apply(x, z)
		y := base
		for k, v := range x {
			y += slopes[k] * v
		}
		predictions = append(predictions, math.Min(math.Max(y, least), most))
		if progress != nil && len(predictions)%4096 == 0 {
			if err := progress(len(predictions)); err != nil {
				return nil, dataset.Report{}, err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, dataset.Report{}, err
	}
	return predictions, rows.Report(), nil
}

func (r *Release) mustBeModel() error {
	if r.Kind == Model {
		return nil
	}
	return &Error{"this release holds " + string(r.Kind) + ", not a model; predictions need --release model"}
}

// WeightsCSV returns the weights beside the source's row numbers, from 1, as a table.
func (r *Release) WeightsCSV() string {
	var b strings.Builder
	b.WriteString("row,weight\n")
	for j, q := range r.Values.Weights {
		b.WriteString(strconv.Itoa(j + 1))
		b.WriteByte(',')
		b.WriteString(strconv.FormatFloat(q, 'g', -1, 64))
		b.WriteByte('\n')
	}
	return b.String()
}
