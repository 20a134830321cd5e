package release

import (
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
)

// FeatureMap returns the map from standardised columns to features.
func (p Provenance) FeatureMap() *features.Map {
	if p.Features != nil {
		return p.Features
	}
	return features.Identity(p.Schema)
}

// coefficientSlots lists the columns, in the order of the encoding, as coefficients of value 0.
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

// scaling returns mean and scale of what each coefficient multiplies.
func scaling(s dataset.Schema) (means, scales []float64) {
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

// RawModel converts a model of rows (c, x), w₀·c + Σ w_k x_k, to what a release states: standardised columns,
// x_k = (a_k − mean_k)/scale_k, become raw ones.
func RawModel(source *dataset.Source, w []float64, intercept float64) Values {
	means, scales := scaling(source.Schema)
	coefficients := coefficientSlots(source.Schema)
	b := w[0] * intercept
	for k := range coefficients {
		coefficients[k].Value = w[k+1] / scales[k]
		b -= coefficients[k].Value * means[k]
	}
	return Values{
		Intercept:    &b,
		Coefficients: coefficients,
		LabelRange:   []float64{slices.Min(source.Labels), slices.Max(source.Labels)},
	}
}

// WeightsCSV returns the weights beside the source's row numbers, from 1, as a table.
func (r *Release) WeightsCSV() string {
	var b strings.Builder
	const weight = len(",1.2345678901234567e-100\n")
	b.Grow(len("row,weight\n") + len(r.Values.Weights)*(len(strconv.Itoa(len(r.Values.Weights)))+weight))
	b.WriteString("row,weight\n")
	for j, q := range r.Values.Weights {
		b.WriteString(strconv.Itoa(j + 1))
		b.WriteByte(',')
		b.WriteString(strconv.FormatFloat(q, 'g', -1, 64))
		b.WriteByte('\n')
	}
	return b.String()
}
