package combine

import (
	"cmp"
	"math"
	"slices"

	"privadapt/core/release"
)

// Deviation says how far a release differs from the others: the entry of its moments that is farthest from the median of all
// releases, and the one of its squares that is farthest from the public sample's, each in standard deviations of that
// release's noise. Owners who honestly differ have large deviations too, the larger the less noise they have. A small
// deviation proves nothing.
type Deviation struct {
	ReleaseID string `json:"releaseId"`
	// FromOthers is signed. Row and Column name the entry.
	FromOthers float64 `json:"fromOthers"`
	Row        string  `json:"row"`
	Column     string  `json:"column"`
	// FromSource is signed and of the diagonal entry of Square: its mean square, which is about 1 in the public sample, as columns are
	// standardised on it. Ratio is that mean square.
	FromSource float64 `json:"fromSource"`
	Square     string  `json:"square"`
	Ratio      float64 `json:"ratio"`
}

// Deviations compares releases of one setting, as Combine takes them, in their order. The caller has checked the values.
func Deviations(releases []*release.Release) []Deviation {
	if len(releases) == 0 {
		return nil
	}
	medians := medianMoments(releases)
	list := make([]Deviation, len(releases))
	for k, r := range releases {
		list[k] = deviationOf(r, medians)
	}
	return list
}

func deviationOf(r *release.Release, medians [][]float64) Deviation {
	d, sigma, names := Deviation{ReleaseID: r.ReleaseID}, r.Certificate.Noise.StandardDeviation, r.Values.Names
	for i, row := range r.Values.Moments {
		for j, v := range row[:i+1] {
			if i == 0 {
				continue // public
			}
			noise := sigma
			if i != j {
				noise /= math.Sqrt2
			}
			if z := (v - medians[i][j]) / noise; d.Row == "" || math.Abs(z) > math.Abs(d.FromOthers) {
				d.FromOthers, d.Row, d.Column = z, names[i], names[j]
			}
			if z := (v - 1) / noise; i == j && (d.Square == "" || math.Abs(z) > math.Abs(d.FromSource)) {
				d.FromSource, d.Square, d.Ratio = z, names[i], v
			}
		}
	}
	return d
}

// medianMoments returns the medians entry by entry, on and below the diagonal.
func medianMoments(releases []*release.Release) [][]float64 {
	medians := make([][]float64, releases[0].Certificate.Order)
	values := make([]float64, len(releases))
	for i := range medians {
		medians[i] = make([]float64, i+1)
		for j := range medians[i] {
			for k, r := range releases {
				values[k] = r.Values.Moments[i][j]
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
