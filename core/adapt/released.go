package adapt

import (
	"reflect"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/dataset"
	"privadapt/core/dp/mechanism"
	"privadapt/core/moment"
	"privadapt/core/release"
)

// Solve computes a model or weights from moments that were released before, of one owner or combined ones, as the run itself
// would have done: post-processing, which reads nothing private, costs nothing and may be repeated with other settings. What the
// moments were made with (ε, δ, adjacency, features, radius) is theirs, and must not be in the options. The certificate is the moments',
// with what the solver adds; the caller has verified it.
//
// Of several owners the learning bound is that of a population in which each has the share of its rows; its proof needs that rows
// are independent, not that all follow one law.
func Solve(engine Engine, source *dataset.Source, released *release.Release, o Options, progress Progress) (*release.Release, error) {
	c := released.Certificate
	switch {
	case released.Kind != release.Moments:
		return nil, refuse("bad-release", "a release of kind %q holds no moments; a model or weights are computed from moments alone", released.Kind)
	case o.Epsilon != 0 || o.Delta != 0 || o.Adjacency != "" || o.Radius != 0 || o.Features != "" || o.SettingsAfterPreview != nil:
		return nil, refuse("bad-option", "epsilon, delta, adjacency, features and radius are those of the released moments and cannot be set again")
	case o.Release == release.Moments:
		return nil, refuse("bad-option", "moments are what there is; choose release model or weights")
	case source.Digest != released.Provenance.SourceSHA256:
		return nil, refuse("integrity", "the moments were released for another public sample: its SHA-256 is %s, not %s", released.Provenance.SourceSHA256, source.Digest)
	case !reflect.DeepEqual(source.Schema, released.Provenance.Schema):
		return nil, refuse("bad-option", "the public sample is read differently than the releases did: give the same label (%q), categories and ignored columns", released.Provenance.Schema.Label)
	}
	o.Epsilon, o.Delta, o.Adjacency, o.Radius = c.Epsilon, c.Delta, mechanism.Adjacency(c.Adjacency), c.Radius
	made := released.Provenance.FeatureMap()
	o.Features = made.Kind
	o.SettingsAfterPreview = released.Provenance.SettingsAfterPreview
	p, err := newPlan(o, source)
	if err != nil {
		return nil, err
	}
	if !p.features.Equal(made) {
		return nil, refuse("bad-option", "the moments are of other features than this engine fits to the public sample; use the engine that made them, %s", released.Provenance.EngineVersion)
	}
	if p.Mechanism != Moment || p.grid.InterceptSteps() != c.InterceptSteps {
		return nil, refuse("bad-option", "the moments come from the mechanism moment on the grid of another engine; leave the mechanism out")
	}
	r := &run{Target: &Target{source: source, plan: p, sum: &moment.Sum{Grid: p.grid, Rows: c.N, Order: c.Order}}, progress: progress}
	r.rows, r.sourceRadius = p.grid.ClipRows(p.rows, p.features.Dim())
	r.certificate = c
	r.certifySolver()
	r.moment, r.noise = momentOf(released), noiseOf(c, p.grid)
	if err := r.reweight(); err != nil {
		return nil, err
	}
	values, err := r.values()
	if err != nil {
		return nil, err
	}
	document := r.document(engine, values)
	document.CampaignID = released.CampaignID
	if c.Combination != nil && c.Combination.Method != "" {
		// What is stated with a confidence is about the sum; how far trimming moves the moments of owners who differ is not known.
		document.Certificate.LearningBound, document.Certificate.Discrepancy = nil, nil
	}
	return document, nil
}

// momentOf returns M̂₀, d×d.
func momentOf(released *release.Release) *mat.SymDense {
	d := released.Certificate.Order
	m := mat.NewSymDense(d, nil)
	for i, row := range released.Values.Moments {
		for j := i; j < d; j++ {
			m.SetSym(i, j, row[j])
		}
	}
	return m
}

// noiseOf returns the law of the noise that a certificate states. The count of rows has, in c², the noise of a diagonal entry
// of the sum.
func noiseOf(c release.Certificate, g moment.Grid) noise {
	e := noise{sigma: c.Noise.StandardDeviation, rows: float64(c.N), order: c.Order, radius: c.Radius}
	if mechanism.Adjacency(c.Adjacency) == mechanism.AddRemove {
		e.rows = c.RowsEstimate
		e.count = e.sigma * e.rows / (g.Intercept() * g.Intercept())
	}
	return e
}
