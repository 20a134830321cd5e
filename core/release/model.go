package release

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"privadapt/core/dataset"
)

// coefficientSlots lists the schema's features as coefficients of value 0, in the order of the encoding.
func coefficientSlots(s dataset.Schema) []Coefficient {
	var slots []Coefficient
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

// Scaling returns mean and scale of each feature, in the order of the encoding.
func Scaling(s dataset.Schema) (means, scales []float64) {
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

// RawModel converts a model of standardised rows (c, z), w₀·c + Σ w_k z_k with z_k = (x_k − mean_k)/scale_k, to the raw
// units of the columns. len(w) = Dim + 1.
func RawModel(s dataset.Schema, w []float64, intercept float64) Values {
	means, scales := Scaling(s)
	coefficients := coefficientSlots(s)
	b := w[0] * intercept
	for k := range coefficients {
		coefficients[k].Value = w[k+1] / scales[k]
		b -= coefficients[k].Value * means[k]
	}
	return Values{Intercept: &b, Coefficients: coefficients}
}

// Predict applies a model to the rows of a table, which is read as private rows are: a missing or unreadable cell counts
// as the source's mean, an unseen level as the average one. It returns one prediction for each record.
func (r *Release) Predict(table io.Reader, progress func(rows int) error) ([]float64, dataset.Report, error) {
	if r.Kind != Model {
		return nil, dataset.Report{}, &Error{"this release holds " + string(r.Kind) + ", not a model; predictions need --release model"}
	}
	reader, err := dataset.NewTargetReader(table, r.Provenance.Schema)
	if err != nil {
		return nil, dataset.Report{}, err
	}
	means, scales := Scaling(r.Provenance.Schema)
	slopes := make([]float64, len(means))
	base := *r.Values.Intercept
	for k, c := range r.Values.Coefficients {
		slopes[k] = c.Value * scales[k]
		base += c.Value * means[k]
	}
	z := make([]float64, len(slopes))
	var predictions []float64
	for reader.Next(z) {
		y := base
		for k, v := range z {
			y += slopes[k] * v
		}
		predictions = append(predictions, y)
		if progress != nil && len(predictions)%4096 == 0 {
			if err := progress(len(predictions)); err != nil {
				return nil, dataset.Report{}, err
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, dataset.Report{}, errors.Join(errors.New("release: the table could not be read to its end"), err)
	}
	return predictions, reader.Report(), nil
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
