package jsbridge

import (
	"cmp"
	"fmt"
	"io"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// What requests do, whether their host is JavaScript or Python.

// Handles are the values that an engine keeps between requests, by number.
type Handles struct {
	values map[int]any
	last   int
}

// Keep returns the handle of a value.
func (h *Handles) Keep(value any) int {
	if h.values == nil {
		h.values = map[int]any{}
	}
	h.last++
	h.values[h.last] = value
	return h.last
}

// Drop forgets the value of a handle. Sums are overwritten.
func (h *Handles) Drop(handle int) {
	if target, is := h.values[handle].(*adapt.Target); is {
		target.Wipe()
	}
	delete(h.values, handle)
}

// Kept returns the value of a handle, if it is a T.
func Kept[T any](h *Handles, handle int) (T, error) {
	v, ok := h.values[handle].(T)
	if !ok {
		return v, words.Refuse("stale-handle", "what this handle named is no longer loaded in the engine; load it again")
	}
	return v, nil
}

// Taken returns the target of a handle, which is used up, whatever comes of it: Adapt overwrites the sums.
func (h *Handles) Taken(handle int) (*adapt.Target, error) {
	target, err := Kept[*adapt.Target](h, handle)
	if err == nil {
		delete(h.values, handle)
	}
	return target, err
}

// Fits reports of a reading the public fits before it alone: the reader itself reports the bytes.
func Fits(progress adapt.Progress) adapt.Progress {
	return func(stage string, done, total int64) error {
		if stage != plan.StagePrepare {
			return nil
		}
		return progress(stage, done, total)
	}
}

// Sample is a public sample and, if it was loaded with one, an analyst's own model for it.
type Sample struct {
	*dataset.Source
	Forecasts adapt.Forecaster

	file    *trees.XGBoost
	fileURL string

	model       []byte             // the document of the model that reports are about, or nil
	preparation *adapt.Preparation // the engine's
}

// LoadSample reads a public sample. published is the digest of the published file where this one was unpacked from it, or
// "". The model that comes with it, as modelFile returns it, is nil if there is none. What was prepared for the sample
// before is forgotten, because the memory is needed for this one.
func LoadSample(file io.Reader, published string, o SourceOptions, preparation *adapt.Preparation, modelFile func() ([]byte, error)) (*Sample, error) {
	preparation.Forget()
	source, err := dataset.ReadSource(file, o.SourceOptions)
	if err != nil {
		return nil, err
	}
	source.Digest = cmp.Or(published, source.Digest)
	if o.Integrity != "" {
		if err := CheckIntegrity("public sample", source.Digest, o.Integrity); err != nil {
			return nil, err
		}
	}
	s := &Sample{Source: source, Forecasts: adapt.Forecaster{Source: source}, preparation: preparation}
	data, err := modelFile()
	if data == nil || err != nil {
		return s, err
	}
	if s.file, err = trees.DecodeXGBoost(data, s.Schema.Used(), len(s.Schema.Classes)); err != nil {
		return nil, err
	}
	if s.fileURL = o.BaseURL; o.BaseIntegrity != "" {
		err = CheckIntegrity("model's file", s.file.Digest(), o.BaseIntegrity)
	}
	return s, err
}

// Facts are what a host is told of a sample.
func (s *Sample) Facts() map[string]any {
	facts := map[string]any{
		"rows":      s.Rows,
		"label":     s.Schema.Label,
		"classes":   append([]string{}, s.Schema.Classes...), // nil would be null
		"columns":   s.Schema.Columns,
		"dimension": s.Schema.Dim(),
		"radius":    plan.DefaultRadius(features.Identity(s.Schema)),
		"digest":    s.Digest,
		"notes":     append([]string{}, s.Notes...),
		// Where private workbooks may have their header.
		"linesAbove": s.Schema.LinesAbove,
	}
	if s.file != nil {
		facts["baseDigest"] = s.file.Digest()
	}
	return facts
}

// Give makes the file one of the models that a run may choose from, and the document the model that a report is
// about. It lets runs share the fits to the public sample.
func (s *Sample) Give(o *adapt.Options) {
	o.BaseFile, o.BaseFileURL, o.Preparation = s.file, s.fileURL, s.preparation
	if o.Release.Counted() && o.Model == nil {
		o.Model = s.model
	}
}

// Releases decodes one release or several, of which decode returns the k-th.
func Releases(count int, decode func(k int) (*release.Release, error)) (list []*release.Release, err error) {
	if count == 0 {
		return nil, words.Refuse("bad-message", "no release was given")
	}
	for k := range count {
		r, err := decode(k)
		if err != nil {
			return nil, fmt.Errorf("release %d: %w", k+1, err)
		}
		list = append(list, r)
	}
	return list, nil
}

// Combined adds up what several owners released and, of moments, unless these are requested, computes weights or a model
// from the sum and the public sample. It reads nothing private and draws nothing.
func Combined(engine release.Engine, parts []*release.Release, o adapt.Options, sample func() (*Sample, error), progress adapt.Progress) (*release.Release, error) {
	result, err := combine.Combine(engine, parts)
	if err != nil {
		return nil, words.Refuse("bad-combination", "%s", err)
	}
	if result.Kind == o.Release {
		return result, nil
	}
	if result.Kind.Counted() {
		return nil, words.Refuse("bad-combination", "the releases are of kind %q, and so is their sum; choose release %[1]s", result.Kind)
	}
	s, err := sample()
	if err != nil {
		return nil, err
	}
	if s.Give(&o); o.Base == "" && result.Certificate.Labels == nil {
		o.Base = method.Auto
	}
	return adapt.Solve(engine, s.Source, result, o, progress)
}

// Verified says what a release claims and proves. The sample may be nil, and so may what modelFile returns.
func Verified(r *release.Release, s *Sample, modelFile func() ([]byte, error), acceptLargeDelta bool, progress adapt.Progress) (verify.Report, error) {
	var allowed []verify.Allowance
	if acceptLargeDelta {
		allowed = append(allowed, verify.LargeDelta)
	}
	report := verify.Certificate(r, allowed...)
	if err := GiveFile(r, modelFile); err != nil {
		report.Problems = append(report.Problems, Describe(err).Message)
	}
	if s != nil {
		if s.file != nil { // else the one that was given beside the sample, if there was one
			r.SetFile(s.file)
		}
		problems, err := adapt.CheckSource(s.Source, r, progress)
		if err != nil {
			return report, err
		}
		report.Problems = append(report.Problems, problems...)
	}
	report.OK = len(report.Problems) == 0
	return report, nil
}

// GiveFile gives a release the file of its model, if there is one.
func GiveFile(r *release.Release, modelFile func() ([]byte, error)) error {
	data, err := modelFile()
	if data == nil || err != nil {
		return err
	}
	return r.ReadFile(data)
}
