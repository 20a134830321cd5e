package postprocess

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/dataset"
	"privadapt/core/grid"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/symeigen"
)

// Solve computes a model or weights from moments that were released before, of one owner or combined ones, as the run itself
// would have done. This is post-processing: it reads nothing private, costs nothing and may be repeated with other settings.
// The settings of the moments (ε, δ, adjacency, features, radius) are fixed and must not be in the options. The
// certificate is that of the moments and what the solver adds; the caller has verified it. releaseID is random, or names
// what was computed.
//
// For several owners the learning bound is for a population in which each owner has the share of its rows. Its proof
// requires that rows are independent, not that all follow one law.
func Solve(releaseID string, engine release.Engine, source *dataset.Source, released *release.Release, o plan.Options, progress solve.Progress) (*release.Release, error) {
	c := released.Certificate
	switch {
	case released.Kind != release.Moments:
		return nil, plan.Refuse("bad-release", "a release of kind %q holds no moments; a model or weights are computed from moments alone", released.Kind)
	case o.Epsilon != 0 || o.Delta != 0 || o.Adjacency != "" || o.Radius != 0 || o.Features != "" || o.SettingsAfterPreview != nil:
		return nil, plan.Refuse("bad-option", "epsilon, delta, adjacency, features and radius are those of the released moments and cannot be set again")
	case o.UseLabels:
		return nil, plan.Refuse("bad-option", "released moments have no labels; leave useLabels out")
	case o.Release == release.Moments:
		return nil, plan.Refuse("bad-option", "the input is already a release of moments; choose release model or weights")
	case source.Digest != released.Provenance.SourceSHA256:
		return nil, plan.Refuse("integrity", "the moments were released for another public sample: its SHA-256 is %s, not %s", released.Provenance.SourceSHA256, source.Digest)
	case !release.SameText(source.Schema, released.Provenance.Schema):
		return nil, plan.Refuse("bad-option", "the public sample is read differently than the releases did: give the same label (%q), categories and ignored columns", released.Provenance.Schema.Label)
	}
	o.Epsilon, o.Delta, o.Adjacency, o.Radius = c.Epsilon, c.Delta, method.Adjacency(c.Adjacency), c.Radius
	made := released.Provenance.FeatureMap()
	o.Features = made.Kind
	o.SettingsAfterPreview = released.Provenance.SettingsAfterPreview
	p, err := plan.New(o, source)
	if err != nil {
		return nil, err
	}
	if !p.Map.Equal(made) {
		return nil, plan.Refuse("bad-option", "the moments are of other features than this engine fits to the public sample; use the engine that made them, %s", released.Provenance.EngineVersion)
	}
	if p.Mechanism != method.Moment || c.GridSteps != grid.Steps || p.Grid.InterceptSteps() != c.InterceptSteps {
		return nil, plan.Refuse("bad-option", "the moments come from the mechanism moment on the grid of another engine; leave the mechanism out")
	}
	// The draw was made then. From here on the computation is that of the run itself.
	v := drawn.Value{ReleaseID: releaseID, Rows: c.N, Output: drawn.Output{Moment: momentOf(released)}}
	result, err := process(&solve.Problem{Plan: p, Progress: progress}, v, engine, c)
	if err != nil {
		return nil, err
	}
	result.Release.CampaignID = released.CampaignID
	if c.Combination != nil && c.Combination.Method != "" {
		// The statements with a confidence are proven for the sum. Trimming moves the moments of owners who differ, by an unknown
		// amount.
		result.Release.Certificate.LearningBound, result.Release.Certificate.Discrepancy = nil, nil
	}
	return result.Release, nil
}

// momentOf returns M̂₀, d×d.
func momentOf(released *release.Release) *symeigen.Matrix {
	d := released.Certificate.Order
	m := symeigen.NewMatrix(d, nil)
	for i, row := range released.Values.Moments {
		for j := i; j < d; j++ {
			m.Set(i, j, row[j])
		}
	}
	return m
}
