package release

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"privadapt/core/model/labelled"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// Labels says how private labels corrected a model. A private row with a label is v = (c, z, g, t): intercept and
// columns, what a public model f predicts of the row, and by how much the label deviates from that, both in public
// units. Every row is clipped as one vector to the certificate's radius. Two sums of vvᵀ, one over the rows with a
// label and one over the rows without, which have no t, are released as one draw with the certificate's noise on
// each; the certificate's second moment, with the weights that come from it, adds both on what they share. A
// release of moments holds both sums. A release of a model holds neither, so only who has the release of the
// moments can compute its correction again.
type Labels struct {
	Order     int `json:"order"`     // of v: the certificate's order and Residuals
	Residuals int `json:"residuals"` // T: 1, or of classes one less than there are
	// Base is the kind of f, the unweighted candidate that cross-validation of the public sample alone chooses, and
	// OffsetSHA256 the digest of f and of the scales of g, as the model holds them. A reader who has the sample can
	// compute both again, and Spread.
	Base         method.Base `json:"base"`
	OffsetSHA256 string      `json:"offsetSHA256"`
	// S, for each residual: t = 0.7(y − f)/s, y the number, or 1 for a row of the class and else 0.
	Spread []float64 `json:"spread"`
	// RowsEstimate is the released number of rows with a label, and RowsNoise its standard deviation.
	RowsEstimate float64 `json:"rowsEstimate"`
	RowsNoise    float64 `json:"rowsNoise"`
	// SumDeviation is σ of a diagonal entry of either sum.
	SumDeviation float64 `json:"sumDeviation"`
	// Choice is what f was chosen from: Moments only, whose certificate has no Base.
	Choice *Choice `json:"choice,omitempty"`
	// Share is the share of the model fitted under the weights; the rest is f's. The correction is added to both.
	// Model only.
	Share *float64 `json:"share,omitempty"`
	// Errors is about the mean squared errors of each residual, in squared units of y. Model only.
	Errors []LabelError `json:"errors,omitempty"`
}

// Choice says what a public model was chosen from.
type Choice struct {
	Base method.Base `json:"base"`           // that was asked for: auto, or the one kind
	File *File       `json:"file,omitempty"` // the analyst's own model, if there was one to choose
}

// LabelError is about mean squared errors over rows like those with a label.
type LabelError struct {
	// Base is f's. What clipping takes from it was added again, as far as the public sample shows it; see
	// labelled.Clipping. A null value is smaller than the noise can show.
	Base appraisal.IntervalNumber `json:"base"`
	// Gain is by which share of f's the released model's is smaller; below 0 it is larger. The value of an interval that
	// is wider than the value is null.
	Gain    appraisal.IntervalNumber `json:"gain"`
	Verdict Verdict                  `json:"verdict"`
}

// Verdict is what a gain comes to, in a word.
type Verdict string

// A model is better, or worse, where the whole interval of its gain is above 0, or below, and else probably better
// where the chance of a gain is 80% or more.
const (
	Better         Verdict = "better"
	ProbablyBetter Verdict = "probably-better"
	NoDifference   Verdict = "no-difference"
	Worse          Verdict = "worse"
)

// Verdicts are all of them.
var Verdicts = []Verdict{Better, ProbablyBetter, NoDifference, Worse}

// VerdictOf returns the verdict on a gain.
func VerdictOf(gain appraisal.IntervalNumber, likely bool) Verdict {
	switch {
	case gain.Low != nil && *gain.Low > 0:
		return Better
	case gain.High != nil && *gain.High < 0:
		return Worse
	case likely:
		return ProbablyBetter
	}
	return NoDifference
}

// Gains are what a gain can be.
var Gains = appraisal.Between(math.Inf(-1), 1)

// ErrorBounds are what the mean squared error of a number, or of the probability of one of several classes, can be.
func ErrorBounds(classes int) appraisal.IntervalBounds {
	if classes > 0 {
		return appraisal.ShareBounds
	}
	return appraisal.Positive
}

// checkLabels compares the shapes of what is said of labels with the model.
func (r *Release) checkLabels(m labelled.Model) error {
	l := r.Certificate.Labels
	corrected, is := m.(*labelled.Corrected)
	if (l != nil) != is {
		return errors.New("the certificate speaks of labels where no labels corrected the model, or does not where they did")
	}
	if l == nil {
		return nil
	}
	f := corrected.Offset
	switch {
	case l.Residuals != f.Outputs() || len(l.Spread) != l.Residuals || len(l.Errors) != l.Residuals:
		return fmt.Errorf("the certificate speaks of %d residuals with %d spreads and %d errors, and the model has %d",
			l.Residuals, len(l.Spread), len(l.Errors), f.Outputs())
	case l.OffsetSHA256 != f.Digest():
		return errors.New("the model holds another offset than the certificate names by its digest")
	case l.Choice != nil:
		return errors.New("the labels of a model say what its offset was chosen from, which its base says")
	case l.Share == nil || *l.Share != corrected.Share:
		return errors.New("the model has another share of what was fitted under the weights than the certificate says")
	}
	return nil
}

// checkSums compares the sums of labelled moments with what the certificate says of them.
func (r *Release) checkSums() error {
	v, l := r.Values, r.Certificate.Labels
	if l == nil {
		if v.LabelledSum != nil || v.UnlabelledSum != nil {
			return errors.New("there are sums of rows with labels, and the certificate states no labels")
		}
		return nil
	}
	if l.Share != nil || l.Errors != nil {
		return errors.New("the certificate of moments speaks of a corrected model")
	}
	if l.Choice == nil || l.Choice.Base != method.Auto && l.Choice.Base != l.Base {
		return errors.New("the certificate does not say what the model that the labels are compared with was chosen from")
	}
	if l.Base == method.File && l.Choice.File == nil {
		return errors.New("the model that the labels are compared with is a file that is not named")
	}
	if l.Choice.File != nil {
		if err := l.Choice.File.Check(); err != nil {
			return err
		}
	}
	columns := len(v.Moments)
	if l.Residuals < 1 || l.Residuals > mostResiduals || l.Order != columns+l.Residuals ||
		len(l.Spread) != l.Residuals {
		return fmt.Errorf("the certificate speaks of %d residuals with %d spreads in rows of the order %d, and there are %d columns",
			l.Residuals, len(l.Spread), l.Order, columns)
	}
	other := l.Order - l.Residuals
	if len(v.LabelledSum) != l.Order*(l.Order+1)/2 || len(v.UnlabelledSum) != other*(other+1)/2 {
		return fmt.Errorf("the sums have %d and %d entries, which do not fit the orders %d and %d", len(v.LabelledSum),
			len(v.UnlabelledSum), l.Order, other)
	}
	for _, text := range slices.Concat(v.LabelledSum, v.UnlabelledSum) {
		if !isWhole(text) {
			return errors.New("an entry of the sums is not a whole number in plain decimals")
		}
	}
	return nil
}

// mostResiduals is one less than a label may have classes, 64.
const mostResiduals = 63

// isWhole reports whether a text is a whole number in plain decimals, of at most 60 digits. The sums of 2⁶² rows
// have 37.
func isWhole(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	plain := !strings.ContainsFunc(digits, func(c rune) bool { return c < '0' || c > '9' })
	return plain && len(digits) >= 1 && len(digits) <= 60 && (digits[0] != '0' || text == "0")
}
