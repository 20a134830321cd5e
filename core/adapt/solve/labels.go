package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Model is a linear model and the limit on its norm: either Penalty or Norm is set.
type Model struct {
	Coefficients []float64 // w for standardised rows and raw labels, d
	Penalty      *float64  // of ridge regression
	Norm         *float64  // Λ for labels in standard deviations
}

// ScaledLabels are labels of mean 0 and standard deviation 1, so that a bound on a model's norm does not depend on
// their unit.
type ScaledLabels struct {
	Labels      []float64
	mean, scale float64
}

// ScaleLabels returns the scaled labels of the source.
func ScaleLabels(raw []float64) ScaledLabels {
	s := ScaledLabels{Labels: make([]float64, len(raw))}
	s.mean, s.scale = meanAndDeviation(raw)
	if s.scale == 0 {
		s.scale = 1 // constant labels: the model is their mean
	}
	for j, y := range raw {
		s.Labels[j] = (y - s.mean) / s.scale
	}
	return s
}

// meanAndDeviation returns the mean and the population standard deviation, the second with the correction for the
// rounding of the first.
func meanAndDeviation(v []float64) (mean, deviation float64) {
	n := float64(len(v))
	mean = floats.Sum(v) / n
	var sum, squares float64
	for _, x := range v {
		sum += x - mean
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt((squares - sum*sum/n) / n)
}

// Model returns the model for raw labels, given that w has a norm of Λ at most and the first coordinate of a row is the
// intercept.
func (s ScaledLabels) Model(w []float64, norm, intercept float64) *Model {
	raw := make([]float64, len(w))
	for i, v := range w {
		raw[i] = v * s.scale
	}
	raw[0] += s.mean / intercept
	return &Model{Coefficients: raw, Norm: &norm}
}
