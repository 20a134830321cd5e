// Package correction corrects public models by private labels. It fits the corrections to released sums, and estimates
// the errors of the models before and after.
//
// A row is v = (c, φ, γt): the intercept c, features φ, and the residuals t = (y − f(x))/s of a public model f with a
// public scale s, one for each output. All that this package reads is what a mechanism returned, and public numbers, so
// that all of it is post-processing.
package correction

import (
	"errors"
	"math"
	"slices"

	"privadapt/core/solve/symeigen"
)

// Drawn is what the mechanism returned: the sums of vvᵀ with noise added.
type Drawn struct {
	// Labelled is Σ vvᵀ over the rows with a label, of the order 1 + features + Residuals.
	Labelled *symeigen.Matrix
	// Unlabelled is Σ (c,φ)(c,φ)ᵀ over the rows without a label, of the order 1 + features; nil where no such sum was
	// drawn.
	Unlabelled *symeigen.Matrix
	// Sigma is the standard deviation of the noise in a diagonal entry of either sum; an entry off the diagonal has
	// Sigma/√2.
	Sigma float64
	// Intercept is c and Gamma γ.
	Intercept, Gamma float64
	// Scales has the standard deviation a of each feature over the public sample, which goes with the root of how large
	// its corrections are expected to be.
	Scales    []float64
	Residuals int
	// Rows is the number of private rows, with a label and without: n where it is public, else its estimate.
	Rows float64
}

// Alternative is a model h that may be corrected in place of f.
type Alternative struct {
	Coefficients [][]float64 // Coefficients[k] project output k of (h(x) − f(x))/s on (1, φ)
	// Chance is the prior probability that h is to be corrected, above 0. What all alternatives leave of 1 is the
	// chance that f is.
	Chance float64
}

// Chances of alternatives. A model that was fitted under the private weights has a smaller error than f on nearly all
// tasks that were tried. The linear model is not the public choice, but far away from the public sample it can be the
// better one, and where labels behave differently than on the public sample no model at all can be.
const (
	Reweighted = 0.9
	Linear     = 0.05
	Constant   = 0.01
)

// Fitted is a correction: the model Σ Shares·(f, h, …) + s·Delta·(1, φ) for each output.
type Fitted struct {
	Shares []float64   // of f and then of the alternatives, ≥ 0 and of sum 1
	Delta  [][]float64 // for each residual: of 1 and of φ
	// Base estimates the mean squared residual of f, in units of t, and Gains by how much the corrected model's is
	// smaller.
	Base  []Estimate
	Gains []Gain
	// Size is the mean square of a residual of f too, close to 1 where noise drowns it: for use as a scale.
	Size []float64
	// Columns is the mean of ‖φ‖² over all rows and ColumnsNoise its standard error from the noise. Labelled is the
	// share of the rows that have a label.
	Columns, ColumnsNoise, Labelled float64
}

func (d Drawn) order() int { return 1 + len(d.Scales) }

// check reports shapes and numbers that no mechanism returns.
func (d Drawn) check(alternatives []Alternative) error {
	p := d.order()
	switch {
	case d.Residuals < 1 || slices.ContainsFunc(d.Scales, func(a float64) bool { return !(a >= 1/largest && a <= largest) }):
		return errors.New("correction: there are no residuals, or the scale of a feature is out of range")
	case d.Labelled == nil || d.Labelled.Order != p+d.Residuals || d.Unlabelled != nil && d.Unlabelled.Order != p:
		return errors.New("correction: the orders of the sums do not fit the columns")
	case !finite(d.Labelled) || d.Unlabelled != nil && !finite(d.Unlabelled):
		return errors.New("correction: a sum has an entry that is not a number of at most 1e30")
	case !(d.Gamma >= 1/largest && d.Gamma <= largest && d.Sigma >= 0 && d.Sigma <= largest &&
		d.Intercept >= 1/largest && d.Intercept <= largest && d.Rows >= 1 && d.Rows <= largest):
		return errors.New("correction: γ, the noise, the intercept or the number of rows is out of range")
	}
	chances := 0.0
	for _, a := range alternatives {
		chances += a.Chance
		if !(a.Chance > 0 && chances < 1) {
			return errors.New("correction: the chances of the alternatives have to be above 0 and to leave one for f")
		}
		if len(a.Coefficients) != d.Residuals {
			return errors.New("correction: an alternative needs coefficients for each residual")
		}
		for _, own := range a.Coefficients {
			if len(own) != p {
				return errors.New("correction: an alternative needs a coefficient for 1 and for each column")
			}
			for _, v := range own {
				if !(math.Abs(v) <= largest) {
					return errors.New("correction: an alternative has a coefficient that is not a number of at most 1e30")
				}
			}
		}
	}
	return nil
}

// largest is how large any number may be, so that products of several are finite.
const largest = 1e30

func finite(m *symeigen.Matrix) bool {
	for i := range m.Order {
		for j := i; j < m.Order; j++ {
			if !(math.Abs(m.At(i, j)) <= largest) {
				return false
			}
		}
	}
	return true
}

// column returns the labelled sum of residual k and the features, and square that of its squares, in units of t.
func (d Drawn) column(k int) []float64 {
	b := make([]float64, d.order())
	for i := range b {
		b[i] = d.Labelled.At(i, d.order()+k) / d.Gamma
	}
	return b
}

func (d Drawn) square(k int) float64 {
	p := d.order() + k
	return d.Labelled.At(p, p) / (d.Gamma * d.Gamma)
}
