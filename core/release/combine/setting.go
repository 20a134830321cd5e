package combine

import (
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// setting is what releases must have in common for their moments to be moments of the same rows on the same grid.
type setting struct {
	SourceSHA256 string
	SourceRows   int
	Sources      []release.Source // without names and shares
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
}

func settingOf(r *release.Release) *setting {
	c, p := r.Certificate, r.Provenance
	var sources []release.Source
	for _, s := range p.Sources {
		sources = append(sources, release.Source{SHA256: s.SHA256, Rows: s.Rows})
	}
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
	return &setting{
		p.SourceSHA256, p.SourceRows, sources, p.Schema, p.Features, c.Adjacency, protected(c), c.Radius, c.SourceRadius,
		c.GridSteps, c.InterceptSteps, c.Order, r.CampaignID, labels,
	}
}

// agrees returns an error that says in what two settings differ.
func (s *setting) agrees(o *setting) error {
	for _, c := range []struct {
		same bool
		what string
	}{
		{s.SourceSHA256 == o.SourceSHA256 && release.SameText(s.Sources, o.Sources),
			"were made with different public samples; their SHA-256 differ"},
		{release.SameText(s.Schema, o.Schema) && s.SourceRows == o.SourceRows,
			"read the columns of the public sample differently: another label, or other columns taken as categories or left out"},
		{s.Features.Equal(o.Features), "compare the samples by different features"},
		{(s.Labels == nil) == (o.Labels == nil), "are partly of moments with labels and partly of moments without; these do not add up"},
		{release.SameText(s.Labels, o.Labels), "compare their labels with different public models; the owners have to use the same base, and the same file with a model if there is one"},
		{s.Adjacency == o.Adjacency, "protect different things: replace-one and add-remove do not add up"},
		{s.Unit == o.Unit, "protect different things: rows and people do not add up"},
		{s.Radius == o.Radius, "clipped their rows at different radii"},
		{s.GridSteps == o.GridSteps && s.InterceptSteps == o.InterceptSteps, "use different grids"},
		{s.SourceRadius == o.SourceRadius, "state different radii of the same public sample"},
		{release.SameText(s.Campaign, o.Campaign), "belong to different campaigns"},
	} {
		if !c.same {
			return refuse("setting", "the releases %s", c.what)
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
