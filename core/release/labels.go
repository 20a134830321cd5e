package release

import (
	"errors"
	"fmt"

	"privadapt/core/basemodel/labelled"
	"privadapt/core/method"
)

// Labels says how private labels corrected a model. A private row with a label is v = (c, z, g, t): intercept and columns, what a public
// model f predicts of the row, and by how much the label deviates from that, both in public units. Every row is clipped as one vector
// to the certificate's radius. The sum of vvᵀ over the rows with a label and that of the rows without one, which have no t, are
// released as one draw with the certificate's noise on each; the certificate's second moment, with the weights that come from it, is
// that of both together on (c, z). The document holds neither sum, so what was computed from them cannot be computed again.
type Labels struct {
	Order     int `json:"order"`     // of v: the certificate's order and twice Residuals
	Residuals int `json:"residuals"` // T: 1, or of classes one less than there are
	// Base is the kind of f, the unweighted candidate that cross-validation of the public sample alone chooses, and OffsetSHA256 the digest
	// of f and of the scales of g, as the model holds them. A reader who has the sample can compute both again, and Spread.
	Base         method.Base `json:"base"`
	OffsetSHA256 string      `json:"offsetSHA256"`
	Spread       []float64   `json:"spread"` // s, for each residual: t = (y − f)/s, y the number, or 1 for a row of the class and else 0
	// RowsEstimate is the released number of rows with a label, and RowsNoise its standard deviation.
	RowsEstimate float64 `json:"rowsEstimate"`
	RowsNoise    float64 `json:"rowsNoise"`
	// SumDeviation is σ of a diagonal entry of either sum.
	SumDeviation float64 `json:"sumDeviation"`
	Share        float64 `json:"share"` // of the model fitted under the weights; the rest is f's. The correction is added to both
	// Errors estimates the mean squares over the rows with a label, for each residual in squared units of y.
	Errors []LabelError `json:"errors"`
}

// LabelError compares the errors of f with those of the released model.
type LabelError struct {
	Base      Estimate `json:"base"`
	Corrected Estimate `json:"corrected"`
}

// Estimate is a mean with its standard errors. What clipping takes from it was added again, as far as the public sample shows it.
type Estimate struct {
	Value    float64 `json:"value"`
	Noise    float64 `json:"noise"`    // standard error from the noise
	Sampling float64 `json:"sampling"` // standard error from the choice of the rows, and from half of what was added for clipping; see labelled.Clipping
}

// checkLabels compares the shapes of what is said of labels with the model.
func (r *Release) checkLabels(m Bent) error {
	l := r.Certificate.Labels
	corrected, is := m.(*labelled.Corrected)
	if (l != nil) != is {
		return errors.New("the certificate speaks of labels where no labels corrected the model, or does not where they did")
	}
	if l == nil {
		return nil
	}
	f := corrected.Offset()
	_, share := corrected.Other()
	switch {
	case l.Residuals != f.Outputs() || len(l.Spread) != l.Residuals || len(l.Errors) != l.Residuals:
		return fmt.Errorf("the certificate speaks of %d residuals with %d spreads and %d errors, and the model has %d", l.Residuals, len(l.Spread), len(l.Errors), f.Outputs())
	case l.OffsetSHA256 != f.Digest():
		return errors.New("the model holds another offset than the certificate names by its digest")
	case l.Share != share:
		return errors.New("the model has another share of what was fitted under the weights than the certificate says")
	}
	return nil
}
