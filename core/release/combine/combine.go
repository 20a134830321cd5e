// Package combine adds up the private second moments, or the counts of a report or an estimate, that several owners
// released of one target population.
//
// # What is added
//
// Owner i has n_i private rows and released M̂_i = (1/n_i)(S_i + W_i), where S_i is the exact sum of outer products and
// W_i the mechanism's noise. Weighted by n_i they give
//
//	M̂₀ = Σ n_i·M̂_i / Σ n_i = M₀ + W/n,  n = Σ n_i,  W = Σ W_i,
//
// the second moment of all rows together. The noise of the sum has the sum of the variances, so with N equal owners the
// noise of the mean is 1/√N of one owner's noise. (A single owner of all rows would have 1/√N of that again, because
// each of the N owners adds the noise that it needs alone.) n_i is public under replace-one adjacency. Under add-remove
// it is private, and the released n̂_i takes its place: n̂_i·M̂_i is the noisy sum that the mechanism drew and n̂ = Σ
// n̂_i its noisy count, so the ratio has the form of one owner's release, with the noises added. A count that was drawn
// below 1 was cut off there and no longer belongs to that sum, so such a release cannot be combined. (To leave that
// owner out is a choice by the noise, and the stated confidences do not cover it. Owners of few rows should use
// replace-one.)
//
// # Labels
//
// Moments with labels hold the two sums that the mechanism drew, of rows with a label and of rows without one (package
// pair), as whole numbers. They are added up as they are, n and the noise as above; the moments of all rows, and how
// many have a label, follow from the total as a run computes them from its own draw. What the labels are compared with
// is a function of the public sample and of the base that was asked for, so it is the same for all owners, which their
// documents state by its digest.
//
// # Counts
//
// The counts of a report or an estimate are whole parts of rows, so they are added up as they are, and what they say
// follows from the sum. The owners' certificates have to name the same model, nodes and groups.
//
// # Privacy
//
// This package draws nothing: all of it is post-processing. A person's record that only one owner holds changes one
// release, so all releases together are (max ε_i, max δ_i)-differentially private and max ρ_i-zCDP: parallel
// composition over owners (McSherry 2009, theorem 4). It assumes that the owners are disjoint, which cannot be checked
// from releases; the document states the assumption. If k owners hold the same person, up to k of the losses add up for
// that person.
//
// Tests: TestCombinedNoise the law of the noise, TestTheOrderOfOwnersChangesNothing the sums,
// TestNoMutatedCombinationVerifiesBelowItsNoise the claims. COMBINE.md has figures.
package combine

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Combine adds up one or more releases of different owners and writes the sum as a release of their kind. The order does
// not matter: the same releases give the same document. A single release that is itself combined is returned as it is,
// if its certificate holds, so that a model can be computed from a sum that another party has made. Errors are of type
// *words.Error and name the release by its place.
func Combine(engine release.Engine, releases []*release.Release) (*release.Release, error) {
	if len(releases) == 1 && releases[0].Certificate.Combination != nil {
		return alreadyCombined(releases[0])
	}
	if len(releases) == 0 {
		return nil, words.Refuse("none", "there is no release to combine")
	}
	var sum *total
	members := make([]release.Member, 0, len(releases))
	seen := map[string]int{} // place by id, by digest and by values
	for i, r := range releases {
		digest, err := r.Digest()
		if err != nil {
			return nil, err
		}
		for _, mark := range []string{"id " + r.ReleaseID, "digest " + digest, "values " + ValuesDigest(r)} {
			if first, twice := seen[mark]; twice {
				return nil, words.Refuse("duplicate", "release %d is the same as release %d", i+1, first)
			}
			seen[mark] = i + 1
		}
		one, err := totalOf(r)
		switch {
		case err != nil:
		case sum == nil:
			sum = one
		default:
			err = sum.add(one)
		}
		if err != nil {
			return nil, atPlace(err, i)
		}
		members = append(members, release.Member{ReleaseID: r.ReleaseID, SHA256: digest})
	}
	return sum.document(engine, members)
}

func atPlace(err error, i int) error {
	if e, ok := err.(*words.Error); ok {
		return words.Refuse(e.Code, "release %d: %s", i+1, e.Message)
	}
	return err
}

// alreadyCombined returns a combined release whose certificate holds.
func alreadyCombined(r *release.Release) (*release.Release, error) {
	if r.Kind != release.Moments && !r.Kind.Counted() {
		return nil, words.Refuse("kind",
			"the release is a result already, of kind %q; weights and models are computed from moments", r.Kind)
	}
	if err := holds(r); err != nil {
		return nil, err
	}
	return r, nil
}

// ValuesDigest is equal for releases of equal values. Independent noise does not repeat itself, so these are one
// release under two names.
func ValuesDigest(r *release.Release) string {
	twin := release.Release{Values: r.Values}
	mark, _ := twin.Digest() // numbers of a decoded document are finite
	return mark
}

const (
	// mostRowsOfOne bounds one release's n, and mostRows the n of a sum, so that sums of rows cannot overflow. Both are
	// far above the rows of any file.
	mostRowsOfOne = 1 << 50
	mostRows      = 1 << 62
)

// Check returns nil if a release can be combined at all: moments or counts of one owner whose certificate holds, which
// includes that the mechanism can have drawn them. The error is an *words.Error.
func Check(r *release.Release) error {
	c := r.Certificate
	switch {
	case r.Kind != release.Moments && !r.Kind.Counted():
		labels := ""
		if r.Certificate.Labels != nil {
			labels = ", with labels if these shall correct the model; the sums that corrected this one are not in the file"
		}
		return words.Refuse("kind", "a release of kind %q cannot be combined: owners have to release moments, a report or an estimate%s",
			r.Kind, labels)
	case c.Combination != nil:
		return words.Refuse("combined", "the release is itself combined; combine the owners' own releases")
	case c.N > mostRowsOfOne || c.RowsEstimate > mostRowsOfOne:
		return words.Refuse("rows", "the release states more private rows than any file has")
	}
	if err := holds(r); err != nil {
		return err
	}
	if r.Kind == release.Moments && c.Adjacency == method.AddRemove && c.RowsEstimate == 1 {
		return words.Refuse("count", "the released number of rows was cut off at 1: there are too few rows for this much noise")
	}
	return nil
}

// partsOfRow is how many parts of a row a count is in.
const partsOfRow = appraisal.Unit * appraisal.Unit

func holds(r *release.Release) error {
	if report := verify.Certificate(r); !report.OK {
		return words.Refuse("certificate", "the certificate does not hold: %s", strings.Join(report.Problems, "; "))
	}
	return nil
}

// total is the exact sum of releases of one setting, so the order in which they are added does not matter.
type total struct {
	*setting
	preview *bool            // settingsAfterPreview of all: true if it is true of one, else null if it is null of one
	cohorts []release.Cohort // in the order of Cohort.Compare
	// entries are the upper triangle of Σ n_i·M̂_i in squared grid steps, row-major; with labels first the sum of rows
	// with a label, and then the sum of rows without one. Counts are in parts of a row.
	entries []*big.Int
}

// totalOf is the sum of one release, or an *words.Error if it cannot be combined.
func totalOf(r *release.Release) (*total, error) {
	if err := Check(r); err != nil {
		return nil, err
	}
	c, entries := r.Certificate, []*big.Int(nil)
	switch {
	case r.Kind.Counted():
		for _, v := range r.Values.Counts {
			entries = append(entries, scaled(v, big.NewRat(partsOfRow, 1)))
		}
	case c.Labels == nil:
		entries = entriesOf(r)
	default:
		sums := r.Sums(grid.Grid{})
		entries = slices.Concat(sums.Labelled.Entries, sums.Unlabelled.Entries)
	}
	return &total{
		setting: settingOf(r),
		preview: r.Provenance.SettingsAfterPreview,
		cohorts: []release.Cohort{{
			Releases: 1, N: c.N, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, DiagonalVariance: c.Noise.DiagonalVariance,
			LabelVariance: c.Noise.LabelVariance,
		}},
		entries: entries,
	}, nil
}

// add adds another sum, or refuses it with an *words.Error.
func (t *total) add(other *total) error {
	if err := t.agrees(other.setting); err != nil {
		return err
	}
	if t.rows() > mostRows-other.rows() {
		return words.Refuse("rows", "the releases together have more private rows than can be counted")
	}
	for k, v := range other.entries {
		t.entries[k].Add(t.entries[k], v)
	}
	for _, c := range other.cohorts {
		at, found := slices.BinarySearchFunc(t.cohorts, c, release.Cohort.Compare)
		if found {
			t.cohorts[at].Releases += c.Releases
			t.cohorts[at].N += c.N
		} else {
			t.cohorts = slices.Insert(t.cohorts, at, c)
		}
	}
	t.preview = eitherPreview(t.preview, other.preview)
	return nil
}

// rows returns n or, under add-remove adjacency, 0.
func (t *total) rows() (n int64) {
	for _, c := range t.cohorts {
		n += c.N
	}
	return n
}

// eitherPreview is true if one is, else unknown if one is.
func eitherPreview(a, b *bool) *bool {
	switch {
	case a != nil && *a:
		return a
	case b != nil && *b:
		return b
	case a == nil:
		return nil
	}
	return b
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

// setting is what releases must have in common for their moments to be moments of the same rows on the same grid, or
// for their counts to be of the same cells.
type setting struct {
	Kind         release.Kind
	Draws        int // of each owner
	SourceSHA256 string
	SourceRows   int
	Schema       dataset.Schema
	Features     *features.Map // absent: linear
	Adjacency    method.Adjacency
	// Absent: record. The owners' columns may have different names.
	Unit           method.Unit
	Radius         float64
	SourceRadius   float64
	GridSteps      int64
	InterceptSteps int64
	Order          int
	Campaign       *string
	// Without what the draw decides; absent: rows were added up without labels.
	Labels *release.Labels
	Report *release.Appraised
}

func settingOf(r *release.Release) *setting {
	c, p := r.Certificate, r.Provenance
	var labels *release.Labels
	if l := c.Labels; l != nil {
		labels = &release.Labels{
			Order:        l.Order,
			Residuals:    l.Residuals,
			Base:         l.Base,
			OffsetSHA256: l.OffsetSHA256,
			Spread:       l.Spread,
			Choice:       l.Choice,
		}
		if l.Choice != nil && l.Choice.File != nil {
			// Owners may have the same file from different places.
			labels.Choice = &release.Choice{Base: l.Choice.Base, File: &release.File{SHA256: l.Choice.File.SHA256}}
		}
	}
	var report *release.Appraised
	if c.Report != nil {
		same := *c.Report
		if report = &same; same.File != nil {
			same.File = &release.File{SHA256: same.File.SHA256}
		}
	}
	return &setting{
		r.Kind, c.Draws, p.SourceSHA256, p.SourceRows, p.Schema, p.Features, c.Adjacency, protected(c), c.Radius, c.SourceRadius,
		c.GridSteps, c.InterceptSteps, c.Order, r.CampaignID, labels, report,
	}
}

// agrees returns an error that says in what two settings differ.
func (s *setting) agrees(o *setting) error {
	for _, c := range []struct {
		same bool
		what string
	}{
		{s.Kind == o.Kind, "are of different kinds"},
		{s.SourceSHA256 == o.SourceSHA256, "were made with different public samples; their SHA-256 differ"},
		{release.SameText(s.Schema, o.Schema) && s.SourceRows == o.SourceRows,
			"read the columns of the public sample differently: another label, or other columns taken as categories or left out"},
		{s.Features.Equal(o.Features), "compare the samples by different features"},
		{(s.Labels == nil) == (o.Labels == nil), "are partly of moments with labels and partly of moments without; these do not add up"},
		{release.SameText(s.Labels, o.Labels), "compare their labels with different public models; the owners have to use the same base, and the same file with a model if there is one"},
		{s.Draws == o.Draws && release.SameText(s.Report, o.Report),
			"count rows by different models or groups, or some with labels and some without; the owners have to use the same settings"},
		{s.Adjacency == o.Adjacency, "protect different things: replace-one and add-remove do not add up"},
		{s.Unit == o.Unit, "protect different things: rows and people do not add up"},
		{s.Radius == o.Radius, "clipped their rows at different radii"},
		{s.GridSteps == o.GridSteps && s.InterceptSteps == o.InterceptSteps, "use different grids"},
		{s.SourceRadius == o.SourceRadius, "state different radii of the same public sample"},
		{release.SameText(s.Campaign, o.Campaign), "belong to different campaigns"},
	} {
		if !c.same {
			return words.Refuse("setting", "the releases %s", c.what)
		}
	}
	return nil
}

func protected(c release.Certificate) method.Unit {
	if c.Unit == method.Record {
		return ""
	}
	return c.Unit
}
