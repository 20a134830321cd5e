// Package baseline has the usual ways to weight source rows by unlabelled target rows, none of them private: kernel
// mean matching, KLIEP and the ratio of densities that a logistic regression gives. The engine is measured against
// them. No Go library has them, so they are written from their papers. Each is a function of its samples alone: where a
// paper draws rows at random, rows at equal distances in the file are used.
package baseline

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Samples are the rows of both sides in one scale, m×d and n×d row-major; m and n at least 5, for the folds.
type Samples struct {
	Source, Target []float64
	Order          int // d
}

const folds = 5

// fold scatters the rows of a file over the folds, whatever its order (Knuth's multiplicative hash).
func fold(j int) int { return int(uint32(j) * 2654435761 >> 16 % folds) }

func (s Samples) check() error {
	if len(s.Source) < folds*s.Order || len(s.Target) < folds*s.Order {
		return errors.New("baseline: there are too few rows; give at least 5 on either side")
	}
	return nil
}

// table is a sample as a matrix, its rows at equal distances in the sample if there are more than most.
func (s Samples) table(rows []float64, most int) *mat.Dense {
	all := mat.NewDense(len(rows)/s.Order, s.Order, rows)
	m, _ := all.Dims()
	if m <= most {
		return all
	}
	some := mat.NewDense(most, s.Order, nil)
	for k := range most {
		some.SetRow(k, all.RawRowView(spread(k, m, most)))
	}
	return some
}

// spread is the place of the k-th of some rows at equal distances among m.
func spread(k, m, some int) int { return k * m / some }

// source and target are the whole samples.
func (s Samples) source() *mat.Dense { return s.table(s.Source, math.MaxInt) }
func (s Samples) target() *mat.Dense { return s.table(s.Target, math.MaxInt) }

// kernel returns exp(−‖a_i−b_j‖²/2σ²) for the rows of two tables.
func kernel(a, b *mat.Dense, width float64) *mat.Dense {
	m, _ := a.Dims()
	n, _ := b.Dims()
	k := mat.NewDense(m, n, nil)
	for i := range m {
		x, row := a.RawRowView(i), k.RawRowView(i)
		for j := range row {
			row[j] = math.Exp(-squaredDistance(x, b.RawRowView(j)) / (2 * width * width))
		}
	}
	return k
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		d := v - b[i]
		sum += d * d
	}
	return sum
}

// medianDistance is the median distance between two rows of both samples together, at most 500 rows of each: the usual
// width of a Gaussian kernel (Gretton et al., "Covariate shift by kernel mean matching", 2009).
func (s Samples) medianDistance() float64 {
	const most = 500
	var both mat.Dense
	both.Stack(s.table(s.Source, most), s.table(s.Target, most))
	rows, _ := both.Dims()
	var distances []float64
	for i := range rows {
		for j := range i {
			distances = append(distances, squaredDistance(both.RawRowView(i), both.RawRowView(j)))
		}
	}
	slices.Sort(distances)
	if median := math.Sqrt(distances[len(distances)/2]); median > 0 {
		return median
	}
	return 1 // most rows are equal, and any width serves
}
