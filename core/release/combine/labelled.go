package combine

import (
	"math"

	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/release/pair"
	"privadapt/core/solve/symeigen"
)

// labelled writes the sums of rows with labels and without, and what a run computes from such sums of its own: the
// moments of all rows, and how many have a label. The noise on each sum has the sum of the owners' variances.
func (a *Aggregate) labelled(g grid.Grid, members Members, values *release.Values) release.Certificate {
	s, l := a.setting, *a.setting.Labels
	first := pair.Size(l.Order)
	sums := &pair.Sums{Grid: g, Labelled: pair.Triangle{Order: l.Order, Entries: a.entries[:first]},
		Unlabelled: pair.Triangle{Order: l.Order - l.Residuals, Entries: a.entries[first:]}}
	with, without := sums.Matrices()
	mean, count := pair.Together(with, without, s.Order, g.Intercept(), a.Rows())
	values.LabelledSum, values.UnlabelledSum = sums.Text()
	values.Moments = rowsOf(mean)
	c := a.certificate(members, count)
	_, l.SumDeviation = a.noise()
	l.RowsEstimate, l.RowsNoise = pair.LabelledRows(with, without, s.Adjacency, g.Intercept(), l.SumDeviation, count)
	c.Noise.StandardDeviation *= math.Sqrt2 // M̂₀ is the sum of two, each with noise of its own
	c.Labels = &l
	return c
}

func rowsOf(m *symeigen.Matrix) [][]float64 {
	rows := make([][]float64, m.Order)
	for i := range rows {
		rows[i] = make([]float64, m.Order)
		for j := range rows[i] {
			rows[i][j] = m.At(i, j)
		}
	}
	return rows
}
