package campaign

import (
	"slices"
	"strings"

	"privadapt/core/dataset"
	"privadapt/core/release"
)

// PublicSample is one of several public samples that a campaign asks its owners to unite.
type PublicSample struct {
	Source string `json:"source"`         // its address
	SHA256 string `json:"sha256"`         // of its bytes
	Name   string `json:"name,omitempty"` // what invitations and releases call it; of all samples or of none
}

// PublicSamples lists the samples of a campaign, of which most have one.
func (s Settings) PublicSamples() []PublicSample {
	if len(s.Samples) > 0 {
		return s.Samples
	}
	return []PublicSample{{Source: s.Source, SHA256: s.SHA256}}
}

// checkSamples returns what is wrong with the samples, or "".
func (s *Settings) checkSamples() string {
	s.SHA256 = strings.ToLower(s.SHA256)
	for i := range s.Samples {
		s.Samples[i].SHA256 = strings.ToLower(s.Samples[i].SHA256)
	}
	list := s.PublicSamples()
	switch {
	case len(s.Samples) > 0 && (s.Source != "" || s.SHA256 != ""):
		return "the settings name a source and samples; give one of them"
	case len(s.Samples) == 1 || len(s.Samples) > dataset.MostParts:
		return "samples are two to eight; one is named by source and sha256"
	case slices.ContainsFunc(list, func(p PublicSample) bool { return !isDigest(p.SHA256) }):
		return "sha256 is not the SHA-256 of the sample in 64 hexadecimal digits"
	case slices.ContainsFunc(list, func(p PublicSample) bool { return !webAddress(p.Source) }):
		return "source is not an https address of a public sample"
	case slices.ContainsFunc(list, func(p PublicSample) bool { return !plain(p.Name, 120) || (p.Name == "") != (list[0].Name == "") }):
		return "the names of samples may have at most 120 plain characters, and all samples have one or none"
	}
	for i, p := range list {
		if slices.ContainsFunc(list[:i], func(o PublicSample) bool {
			return o.Source == p.Source || o.SHA256 == p.SHA256 || o.Name != "" && o.Name == p.Name
		}) {
			return "two samples have the same address, SHA-256 or name"
		}
	}
	return ""
}

// takesSamples reports whether a release was made with all of the campaign's samples, in their order. Those from which nothing can be
// learnt stand last in a release; which ones these are follows from the samples alone, and combining compares it.
func (s Settings) takesSamples(p release.Provenance) bool {
	if len(s.Samples) == 0 {
		return p.Sources == nil && p.SourceSHA256 == s.SHA256
	}
	places := make([]int, len(p.Sources))
	for i, source := range p.Sources {
		places[i] = slices.IndexFunc(s.Samples, func(o PublicSample) bool { return o.SHA256 == source.SHA256 })
		if places[i] < 0 || i > 0 && places[i] < places[i-1] && source.LeftOut == p.Sources[i-1].LeftOut {
			return false
		}
	}
	return len(places) == len(s.Samples) // a release names no sample twice
}
