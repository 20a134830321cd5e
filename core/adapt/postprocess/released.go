package postprocess

import (
	"cmp"
	"fmt"

	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Solve computes a model or weights from moments that were released before, of one owner or combined ones, as the run
// itself would have done. This is post-processing: it reads nothing private, costs nothing and may be repeated with
// other settings. The settings of the moments (ε, δ, adjacency, radius) are fixed and must not be in the
// options. The certificate is the moments' certificate and what the solver adds; the caller has verified it.
// releaseID is random, or names what was computed. From moments with labels a model with labels is computed; its
// base is the one that the owners' public model was chosen from, and the public sample has to lead to that model
// again.
func Solve(
	releaseID string,
	engine release.Engine,
	source *dataset.Source,
	released *release.Release,
	o plan.Options,
	progress plan.Progress,
) (*release.Release, error) {
	c := released.Certificate
	switch {
	case released.Kind != release.Moments:
		return nil, words.Refuse("bad-release",
			"a release of kind %q holds no moments; a model or weights are computed from moments alone", released.Kind)
	case o.Epsilon != 0 || o.Delta != 0 || o.Adjacency != "" || o.Radius != 0 ||
		o.SettingsAfterPreview != nil:
		return nil, words.Refuse("bad-option",
			"epsilon, delta, adjacency and radius are set by the released moments and cannot be set again")
	case o.UseLabels && c.Labels == nil:
		return nil, words.Refuse("bad-option", "these moments were released without labels; leave useLabels out")
	case c.Labels != nil && o.Release != "" && o.Release != release.Model:
		return nil, words.Refuse("bad-option",
			"moments with labels lead to a model, and the release is %s; choose release model", o.Release)
	case o.Release == release.Moments:
		return nil, words.Refuse("bad-option", "the input is already a release of moments; choose release model or weights")
	case source.Digest != released.Provenance.SourceSHA256:
		return nil, words.Refuse("integrity", "the moments were released for another public sample: its SHA-256 is %s, not %s",
			released.Provenance.SourceSHA256, source.Digest)
	}
	if problem := readOtherwise(source.Schema, released.Provenance.Schema); problem != "" {
		return nil, words.Refuse("bad-option", "%s", problem)
	}
	o.Epsilon, o.Delta, o.Adjacency, o.Radius = c.Epsilon, c.Delta, method.Adjacency(c.Adjacency), c.Radius
	made := released.Provenance.FeatureMap()
	o.SettingsAfterPreview = released.Provenance.SettingsAfterPreview
	if c.Labels != nil {
		if err := chooseOffset(&o, released); err != nil {
			return nil, err
		}
	}
	p, err := plan.New(o, source)
	if err != nil {
		return nil, err
	}
	if c.Labels != nil {
		if _, err := p.Prepare(progress); err != nil {
			return nil, err
		}
	}
	if !p.Map.Equal(made) {
		return nil, words.Refuse("bad-option",
			"the moments are of other features than this engine fits to the public sample; use the engine that made them, %s",
			released.Provenance.EngineVersion)
	}
	if p.Mechanism != method.Moment || c.GridSteps != grid.Steps || p.Grid.InterceptSteps() != c.InterceptSteps {
		return nil, words.Refuse("bad-option",
			"the moments come from the mechanism moment on the grid of another engine; leave the mechanism out")
	}
	// The draw was made then. From here on the computation is the same as in the run itself.
	v := drawn.Value{ReleaseID: releaseID, Rows: c.N, Output: drawn.Output{Moment: momentOf(released)}}
	if c.Labels != nil {
		if err := readSums(&v.Output, p, released, progress); err != nil {
			return nil, err
		}
	}
	result, err := process(&plan.Problem{Plan: p, Progress: progress}, v, engine, c)
	if err != nil {
		return nil, err
	}
	result.Release.CampaignID = released.CampaignID
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

// chooseOffset makes the options those from which the owners' public model was chosen.
func chooseOffset(o *plan.Options, released *release.Release) error {
	asked, named := released.Certificate.Labels.Choice.Base, released.NamedFile()
	if o.Base != "" && o.Base != asked {
		return words.Refuse("bad-option",
			"the base is %s, and the labels were compared with a model that was chosen from %s; leave the base out",
			o.Base, asked)
	}
	if named == nil && o.BaseFile != nil {
		return words.Refuse(
			"bad-option",
			"the public sample was loaded with a model's file, and the owners had none; leave it out",
		)
	}
	if named != nil {
		if problem := checkFile(o.BaseFile, named); problem != "" {
			return words.Refuse("bad-option", "%s", problem)
		}
		o.BaseFileURL = cmp.Or(named.URL, o.BaseFileURL)
	}
	o.Base, o.UseLabels = asked, true
	return nil
}

// readSums takes the drawn sums from moments with labels, if the public sample leads to the model that the labels were
// compared with.
func readSums(out *drawn.Output, p *plan.Plan, released *release.Release, progress plan.Progress) error {
	c := released.Certificate
	public, err := p.Prepare(progress)
	if err != nil {
		return err
	}
	if problems := checkOffset(public, c.Labels.OffsetSHA256, c.Labels); len(problems) > 0 {
		return words.Refuse("bad-option", "%s; use the engine that made the moments, %s", problems[0],
			released.Provenance.EngineVersion)
	}
	sums := released.Sums(p.Grid)
	with, without := sums.Matrices()
	out.Labelled = &drawn.Labelled{Sums: sums, With: with, Without: without, Sigma: c.Labels.SumDeviation}
	if out.MomentRows = float64(c.N); c.Adjacency == method.AddRemove {
		out.MomentRows = c.RowsEstimate
	}
	return nil
}

// readOtherwise says what to give for the public sample to be read as it was for a release, or "" if it is.
func readOtherwise(given, stated dataset.Schema) string {
	const said = "the public sample is read differently than for the release: "
	switch {
	case release.SameText(given, stated):
		return ""
	case given.Label != stated.Label:
		return said + fmt.Sprintf("give the label %q, not %q", stated.Label, given.Label)
	}
	for i, there := range stated.Columns {
		if i >= len(given.Columns) || given.Columns[i].Name != there.Name {
			break
		}
		if here := given.Columns[i]; here.Kind != there.Kind {
			return said + fmt.Sprintf("there the column %q is %s, not %s", there.Name, there.Kind, here.Kind)
		}
	}
	return said + "give the same task, categories, ignored columns and order of dates"
}
