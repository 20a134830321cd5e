package combine

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"privadapt/core/release"
)

// Deviation says how far a release differs from the others: the entry of its moments that is farthest from the median
// of all releases, and the one of its squares that is farthest from the public sample's, each in standard deviations of
// that release's noise. Owners who honestly differ have large deviations too, the larger the less noise they have. A
// small deviation proves nothing.
type Deviation struct {
	ReleaseID string `json:"releaseId"`
	// FromOthers is signed. Row and Column name the entry. With labels it may be an entry of the mean over the rows
	// with a label, and InLabels then says so: of a column, of what a public model predicts, or of a residual, by how
	// much the label deviates from that.
	FromOthers float64 `json:"fromOthers"`
	Row        string  `json:"row"`
	Column     string  `json:"column"`
	InLabels   bool    `json:"inLabels,omitempty"`
	// FromSource is signed and of the diagonal entry of Square: its mean square, which is about 1 in the public sample,
	// as columns are standardised on it. Ratio is that mean square.
	FromSource float64 `json:"fromSource"`
	Square     string  `json:"square"`
	Ratio      float64 `json:"ratio"`
}

// fewLabels is how many standard deviations of its noise a number of rows with a label has at least to be divided by.
// Sums of fewer rows are little more than noise, and verification bounds them by it.
const fewLabels = 5

// Deviations compares releases of one setting, as Combine takes them, in their order. The caller has checked the
// values.
func Deviations(releases []*release.Release) []Deviation {
	if len(releases) == 0 {
		return nil
	}
	columns, labels := make([][][]float64, len(releases)), make([][][]float64, len(releases))
	for k, r := range releases {
		columns[k], labels[k] = r.Values.Moments, meanOfLabels(r)
	}
	enough := slices.DeleteFunc(slices.Clone(labels), func(mean [][]float64) bool { return mean == nil })
	medians, labelMedians := mediansOf(columns), mediansOf(enough)
	list := make([]Deviation, len(releases))
	for k, r := range releases {
		d := &list[k]
		d.ReleaseID = r.ReleaseID
		d.ofColumns(r, medians)
		if labels[k] != nil {
			d.ofLabels(r, labels[k], labelMedians)
		}
	}
	return list
}

func (d *Deviation) ofColumns(r *release.Release, medians [][]float64) {
	sigma, names := r.Certificate.Noise.StandardDeviation, r.Values.Names
	for i, row := range r.Values.Moments {
		for j, v := range row[:i+1] {
			if i == 0 {
				continue // public
			}
			noise := sigma
			if i != j {
				noise /= math.Sqrt2
			}
			d.compare((v-medians[i][j])/noise, names[i], names[j], false)
			if z := (v - 1) / noise; i == j && (d.Square == "" || math.Abs(z) > math.Abs(d.FromSource)) {
				d.FromSource, d.Square, d.Ratio = z, names[i], v
			}
		}
	}
}

// ofLabels compares the mean over the rows with a label. The number of these rows has noise of its own, which enters in
// first order, at the median: so the release cannot make its own noise larger by what it states.
func (d *Deviation) ofLabels(r *release.Release, mean, medians [][]float64) {
	l, names := r.Certificate.Labels, labelNames(r)
	for i, row := range mean {
		for j, v := range row {
			if i == 0 {
				continue // what it was divided by
			}
			noise := l.SumDeviation
			if i != j {
				noise /= math.Sqrt2
			}
			noise = math.Hypot(noise, medians[i][j]*l.RowsNoise) / l.RowsEstimate
			d.compare((v-medians[i][j])/noise, names[i], names[j], true)
		}
	}
}

func (d *Deviation) compare(z float64, row, column string, inLabels bool) {
	if d.Row == "" || math.Abs(z) > math.Abs(d.FromOthers) {
		d.FromOthers, d.Row, d.Column, d.InLabels = z, row, column, inLabels
	}
}

// meanOfLabels is the sum of the rows with a label over their number, on and below the diagonal; nil where there is
// none, or of too few rows.
func meanOfLabels(r *release.Release) [][]float64 {
	c, l := r.Certificate, r.Certificate.Labels
	if l == nil || !(l.RowsEstimate >= fewLabels*l.RowsNoise) {
		return nil
	}
	mean, k := make([][]float64, l.Order), 0
	for i := range mean {
		mean[i] = make([]float64, i+1)
	}
	step := c.Radius / float64(c.GridSteps)
	for i := range l.Order {
		for j := i; j < l.Order; j++ {
			steps, _ := new(big.Float).SetString(r.Values.LabelledSum[k])
			sum, _ := steps.Float64()
			mean[j][i] = sum * step * step / l.RowsEstimate
			k++
		}
	}
	return mean
}

// labelNames names the entries of a row with a label: the columns, a prediction and a residual for each output
// of the public model.
func labelNames(r *release.Release) []string {
	label, classes := r.Provenance.Schema.Label, r.Provenance.Schema.Classes
	names := slices.Clone(r.Values.Names)
	for _, what := range []string{"prediction", "residual"} {
		for k := range r.Certificate.Labels.Residuals {
			of := label
			if classes != nil {
				of = fmt.Sprintf("%s = %s", label, classes[k+1])
			}
			names = append(names, fmt.Sprintf("%s of %s", what, of))
		}
	}
	return names
}

// mediansOf returns the medians entry by entry, on and below the diagonal; nil of nothing.
func mediansOf(tables [][][]float64) [][]float64 {
	if len(tables) == 0 {
		return nil
	}
	medians, values := make([][]float64, len(tables[0])), make([]float64, len(tables))
	for i := range medians {
		medians[i] = make([]float64, i+1)
		for j := range medians[i] {
			for k, table := range tables {
				values[k] = table[i][j]
			}
			medians[i][j] = median(values)
		}
	}
	return medians
}

// median sorts the values and returns the middle one, or the mean of the two middle ones.
func median(values []float64) float64 {
	slices.SortFunc(values, cmp.Compare)
	low, high := values[(len(values)-1)/2], values[len(values)/2]
	return low + (high-low)/2
}
