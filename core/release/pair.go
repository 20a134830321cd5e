// PairSums are what the mechanism of two sums returned: the second moments of the rows with a label and of the
// rows without one, with noise, in whole squared grid steps. Whole numbers are exact, so that the sums of several
// owners add up without rounding. All that is computed here from them is post-processing, of one owner's sums as of
// many owners'.

package release

import (
	"math"
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// PairSums are Σ vvᵀ of the rows v = (c, z, g, t) with a label and of the rows v = (c, z, g) without one, each with its
// noise.
type PairSums struct {
	Grid                 grid.Grid
	Labelled, Unlabelled PairTriangle
}

// PairTriangle is a symmetric matrix of whole squared grid steps.
type PairTriangle struct {
	Order   int
	Entries []*big.Int // i ≤ j, row-major
}

// PairSize returns the number of entries of a triangle.
func PairSize(order int) int { return order * (order + 1) / 2 }

// Matrices returns both sums in the units of the rows' products.
func (s *PairSums) Matrices() (labelled, unlabelled *symeigen.Matrix) {
	return s.Labelled.matrix(s.Grid), s.Unlabelled.matrix(s.Grid)
}

func (t PairTriangle) matrix(g grid.Grid) *symeigen.Matrix {
	m, one, k := symeigen.NewMatrix(t.Order, nil), big.NewRat(1, 1), 0
	for i := range t.Order {
		for j := i; j < t.Order; j++ {
			m.Set(i, j, g.Float(t.Entries[k], one))
			k++
		}
	}
	return m
}

// Text returns both sums as a document writes them: whole numbers in decimals.
func (s *PairSums) Text() (labelled, unlabelled []string) {
	return s.Labelled.text(), s.Unlabelled.text()
}

func (t PairTriangle) text() []string {
	text := make([]string, len(t.Entries))
	for k, v := range t.Entries {
		text[k] = v.String()
	}
	return text
}

// Sums are those of decoded moments with labels, as Text wrote them.
func (r *Release) Sums(g grid.Grid) *PairSums {
	read := func(order int, entries []string) PairTriangle {
		t := PairTriangle{Order: order}
		for _, text := range entries {
			v, _ := new(big.Int).SetString(text, 10)
			t.Entries = append(t.Entries, v)
		}
		return t
	}
	l := r.Certificate.Labels
	return &PairSums{Grid: g, Labelled: read(l.Order, r.Values.LabelledSum),
		Unlabelled: read(l.Order-l.Residuals, r.Values.UnlabelledSum)}
}

// PairTogether returns M̂₀ of all rows on (c, φ), of the order d, and the number of rows that it is the mean over: the
// public n or, where rows is 0, n̂ ≥ 1 from the entries (0,0). It is computed from the sums with noise, in the units of
// the rows' products.
func PairTogether(
	labelled, unlabelled *symeigen.Matrix,
	order int,
	intercept float64,
	rows int64,
) (mean *symeigen.Matrix, count float64) {
	square := intercept * intercept
	if count = float64(rows); rows == 0 {
		count = math.Max(1, (labelled.At(0, 0)+unlabelled.At(0, 0))/square)
	}
	mean = symeigen.NewMatrix(order, nil)
	for i := range order {
		for j := i; j < order; j++ {
			mean.Set(i, j, (labelled.At(i, j)+unlabelled.At(i, j))/count)
		}
	}
	mean.Set(0, 0, square)
	return mean, count
}

// PairLabelledRows estimates how many of the rows have a label, between 0 and count, and the standard deviation of that
// number's noise. sigma is the standard deviation of a diagonal entry of either sum, and count the number of all
// rows: n, or its estimate under add-remove adjacency.
func PairLabelledRows(
	labelled, unlabelled *symeigen.Matrix,
	a method.Adjacency,
	intercept, sigma, count float64,
) (rows, noise float64) {
	square := intercept * intercept
	rows, noise = labelled.At(0, 0)/square, sigma/square
	if a == method.ReplaceOne { // n minus the rows without a label is a second estimate, with noise of its own
		rows = (rows + count - unlabelled.At(0, 0)/square) / 2
		noise /= math.Sqrt2
	}
	return math.Min(math.Max(rows, 0), count), noise
}
