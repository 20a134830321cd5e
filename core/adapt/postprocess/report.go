package postprocess

import (
	"fmt"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// checkReport compares a report with the public sample: the public choice and the axes must be the same to the bit. A
// model that was given can only be compared by its digest, which is for who has it.
func checkReport(source *dataset.Source, r *release.Release, progress solve.Progress) ([]string, error) {
	c, problems := r.Certificate, []string{}
	stated := *c.Report
	o := plan.Options{
		Epsilon:   c.Epsilon,
		Delta:     c.Delta,
		Adjacency: c.Adjacency,
		Radius:    c.Radius,
		Release:   release.Report,
	}
	if stated.File != nil {
		o.BaseFile, o.BaseFileURL = r.GivenFile(), stated.File.URL
	}
	if stated.GroupBy != nil {
		o.GroupBy = *stated.GroupBy
	}
	if stated.Model != release.PublicModel {
		return problems, nil
	}
	if stated.File != nil && o.BaseFile == nil {
		return append(problems, "the model of the report was chosen from a file; give that file as well (baseFile)"), nil
	}
	// Several kinds may have been chosen from. The kind that was chosen is the choice among itself alone as well.
	for _, base := range []method.Base{method.Auto, stated.Base} {
		o.Base = base
		p, err := plan.New(o, source)
		if err != nil {
			return nil, err
		}
		found, err := p.PrepareReport(progress)
		if err != nil {
			return nil, err
		}
		if release.SameText(found.Stated, stated) {
			return problems, nil
		}
	}
	return append(
		problems,
		fmt.Sprintf(
			"the report is about another model than the public choice of this sample with the base auto or %s, or counts between other limits",
			stated.Base,
		),
	), nil
}
