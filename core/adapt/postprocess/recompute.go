package postprocess

import (
	"fmt"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/labelled"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// CheckSource compares a decoded release with the public sample that it says it was made with, and returns in plain
// sentences what does not agree. Of every release it checks the sample itself, its columns and r̂, and of a learning
// bound what it says of the sample. A base model is fitted again under the released weights, with the model's file if
// the release names one: it must be the same to the bit, and so must be what the certificate says of how it was chosen.
// What it cannot check is that the weights come from the private draw: only the owner has seen the draw.
func CheckSource(source *dataset.Source, r *release.Release, progress plan.Progress) ([]string, error) {
	problems := []string{}
	c := r.Certificate
	if source.Digest != r.Provenance.SourceSHA256 {
		return append(
			problems,
			fmt.Sprintf("the release was made with another public sample: its SHA-256 is %s, not %s", r.Provenance.SourceSHA256,
				source.Digest),
		), nil
	}
	if problem := readOtherwise(source.Schema, r.Provenance.Schema); problem != "" {
		return append(problems, problem), nil
	}
	if source.Rows != r.Provenance.SourceRows {
		return append(problems, fmt.Sprintf("the release states %d rows of the public sample, and it has %d",
			r.Provenance.SourceRows, source.Rows)), nil
	}
	if r.Kind.Counted() {
		return checkReport(source, r, progress)
	}
	sums := r.Kind == release.Moments && c.Labels != nil
	o := plan.Options{
		Epsilon: c.Epsilon, Delta: c.Delta, Mechanism: c.Mechanism, Adjacency: method.Adjacency(c.Adjacency),
		Calibration: c.Calibration, Radius: c.Radius,
		Release: release.Weights, UseLabels: c.Labels != nil,
	}
	if r.Nonlinear() || sums {
		if o.Release = r.Kind; sums {
			o.Base = c.Labels.Choice.Base
		} else {
			o.Base = c.Base.Kind
		}
		if stated := r.NamedFile(); stated != nil {
			file := r.GivenFile()
			if problem := checkFile(file, stated); problem != "" {
				return append(problems, problem), nil
			}
			o.BaseFile, o.BaseFileURL = file, stated.URL
		}
	}
	p, err := plan.New(o, source)
	if err != nil {
		return nil, err
	}
	var public *plan.Public
	if p.UseLabels {
		if public, err = p.Prepare(progress); err != nil {
			return nil, err
		}
	}
	if !p.Map.Equal(r.Provenance.FeatureMap()) {
		problems = append(problems, "the features are not those that this engine fits to the public sample")
	}
	if !(c.SourceRadius >= p.SourceRadius*(1-1e-9)) {
		problems = append(
			problems,
			fmt.Sprintf("the certificate states %.6g as the largest norm of the public rows, and it is %.6g", c.SourceRadius,
				p.SourceRadius),
		)
	}
	if sums {
		return append(problems, checkOffset(public, c.Labels.OffsetSHA256, c.Labels)...), nil
	}
	if !r.Nonlinear() {
		return problems, nil
	}
	model, err := r.BaseModel()
	if err != nil {
		return nil, err
	}
	blend, _ := model.(*auto.Blend)
	if corrected, is := model.(*labelled.Corrected); is {
		problems = append(problems, checkOffset(public, corrected.Offset.Digest(), c.Labels)...)
		blend = corrected.Other
	}
	fitted, chosen, err := fitBase(p, r.Values.Weights, public, progress)
	if err != nil {
		return nil, err
	}
	if blend != nil && !release.SameText(fitted, blend) {
		problems = append(problems, "the base model is not the one that the public sample and the released weights give")
	}
	if !release.SameText(chosen, c.Base) {
		problems = append(
			problems,
			"the certificate's account of how the base model was chosen is not what the public sample and the released weights give",
		)
	}
	return problems, nil
}

// checkFile compares the file that a reader has with the one that a release names.
func checkFile(file *trees.XGBoost, stated *release.File) string {
	if file == nil {
		return fmt.Sprintf("the release was made with a model in a file with the SHA-256 %s; %s", stated.SHA256,
			release.GiveFile)
	}
	if own := release.FileOf(file, "").SHA256; own != stated.SHA256 {
		return fmt.Sprintf("the release was made with a model in another file: its SHA-256 is %s, not %s", stated.SHA256,
			own)
	}
	return ""
}
