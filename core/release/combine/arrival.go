package combine

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/release/pair"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

const (
	// mostRowsOfOne bounds one release's n, and mostRows the n of a sum, so that sums of rows cannot overflow. Both are
	// far above the rows of any file.
	mostRowsOfOne = 1 << 50
	mostRows      = 1 << 62
)

// Check returns nil if a release can be combined at all: moments of one owner whose certificate holds, which includes
// that the mechanism can have drawn them. The error is an *Error.
func Check(r *release.Release) error {
	c := r.Certificate
	switch {
	case r.Kind != release.Moments:
		labels := ""
		if r.Certificate.Labels != nil {
			labels = ", with labels if these shall correct the model; the sums that corrected this one are not in the file"
		}
		return refuse("kind", "a release of kind %q cannot be combined: owners have to release moments%s", r.Kind, labels)
	case c.Combination != nil:
		return refuse("combined", "the release is itself combined; combine the owners' own releases")
	case c.N > mostRowsOfOne || c.RowsEstimate > mostRowsOfOne:
		return refuse("rows", "the release states more private rows than any file has")
	}
	if err := holds(r); err != nil {
		return err
	}
	if c.Adjacency == method.AddRemove && c.RowsEstimate == 1 {
		return refuse("count", "the released number of rows was cut off at 1: there are too few rows for this much noise")
	}
	return nil
}

func holds(r *release.Release) error {
	if report := verify.Certificate(r); !report.OK {
		return refuse("certificate", "the certificate does not hold: %s", strings.Join(report.Problems, "; "))
	}
	return nil
}

// newAggregate is the sum of one release.
func newAggregate(r *release.Release) (*Aggregate, error) {
	if err := Check(r); err != nil {
		return nil, err
	}
	return sumOf(r)
}

// sumOf is newAggregate of a release that Check accepts.
func sumOf(r *release.Release) (*Aggregate, error) {
	c, entries := r.Certificate, []*big.Int(nil)
	if c.Labels == nil {
		entries = entriesOf(r)
	} else {
		sums, err := pair.Read(grid.Grid{}, c.Labels.Order, c.Labels.Order-c.Labels.Residuals, r.Values.LabelledSum,
			r.Values.UnlabelledSum)
		if err != nil {
			return nil, refuse("certificate", "%s", err)
		}
		entries = slices.Concat(sums.Labelled.Entries, sums.Unlabelled.Entries)
	}
	return &Aggregate{
		setting: settingOf(r),
		preview: r.Provenance.SettingsAfterPreview,
		cohorts: []release.Cohort{{
			Releases: 1, N: c.N, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, DiagonalVariance: c.Noise.DiagonalVariance,
		}},
		entries: entries,
	}, nil
}

// entriesOf returns n·M̂ in squared grid steps, rounded to whole ones: the noisy integers that the mechanism drew, up
// to the float64 rounding of M̂. Under add-remove adjacency n is n̂, and entry (0,0) thus becomes n̂ itself, in squared
// steps of the intercept.
func entriesOf(r *release.Release) []*big.Int {
	c := r.Certificate
	rows := new(big.Rat).SetInt64(c.N)
	if c.Adjacency == method.AddRemove {
		rows.SetFloat64(c.RowsEstimate)
	}
	scale := big.NewRat(c.GridSteps, 1)
	scale.Quo(scale, new(big.Rat).SetFloat64(c.Radius))
	scale.Mul(scale, scale).Mul(scale, rows)
	entries := make([]*big.Int, 0, c.Order*(c.Order+1)/2)
	for i := range c.Order {
		for j := i; j < c.Order; j++ {
			entries = append(entries, scaled(r.Values.Moments[i][j], scale))
		}
	}
	// M̂₀₀ is c², known exactly.
	rows.Mul(rows, big.NewRat(c.InterceptSteps*c.InterceptSteps, 1))
	entries[0] = rounded(rows.Num(), rows.Denom())
	return entries
}

// scaled returns the integer nearest to v·scale, v finite. Products of big.Rat would take most of the time of an
// arrival to find their lowest terms, which nothing needs.
func scaled(v float64, scale *big.Rat) *big.Int {
	fraction, exponent := math.Frexp(v)
	numerator := big.NewInt(int64(math.Ldexp(fraction, 53))) // v = numerator·2^(exponent−53)
	numerator.Mul(numerator, scale.Num())
	if exponent -= 53; exponent >= 0 {
		return rounded(numerator.Lsh(numerator, uint(exponent)), scale.Denom())
	}
	return rounded(numerator, new(big.Int).Lsh(scale.Denom(), uint(-exponent)))
}

// rounded returns the integer nearest to a/b, b > 0, and rounds a half up.
func rounded(a, b *big.Int) *big.Int {
	twice := new(big.Int).Lsh(a, 1)
	twice.Add(twice, b)
	return twice.Div(twice, new(big.Int).Lsh(b, 1))
}
