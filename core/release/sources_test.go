package release

import (
	"strings"
	"testing"

	"privadapt/core/data/dataset"
)

// unitedDocument holds the weights of two public samples, and names a third that was left out.
func unitedDocument() *Release {
	r := modelDocument()
	r.Kind, r.Values = Weights, Values{Weights: []float64{0.25, 0.25, 0.25, 0.25}}
	r.Certificate.EffectiveSampleSize = ptr(4)
	first, second := strings.Repeat("1", 64), strings.Repeat("2", 64)
	r.Provenance.Sources = []Source{
		{SHA256: first, Rows: 3, Weight: ptr(0.75), EffectiveRows: ptr(3)},
		{SHA256: second, Rows: 1, Weight: ptr(0.25), EffectiveRows: ptr(1)},
		{Name: "third", SHA256: strings.Repeat("3", 64), Rows: 900, LeftOut: true},
	}
	r.Provenance.SourceSHA256 = dataset.UnitedDigest([]string{first, second})
	return r
}

// The list of samples agrees with the source. It holds each sample once, with its rows and its digest. The samples
// that were left out are at the end and have no share.
func TestListsOfSamples(t *testing.T) {
	if text, _ := unitedDocument().Encode(); text != nil {
		if _, err := Decode(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, says string
		change     func(p *Provenance)
	}{
		{"a sample twice", "SHA-256 of another", func(p *Provenance) {
			p.Sources[1].SHA256 = p.Sources[0].SHA256
			p.SourceSHA256 = dataset.UnitedDigest([]string{p.Sources[0].SHA256, p.Sources[0].SHA256})
		}},
		{"one that is left out and not", "SHA-256 of another",
			func(p *Provenance) { p.Sources[2].SHA256 = p.Sources[1].SHA256 }},
		{"a digest in capitals", "public sample", func(p *Provenance) { p.Sources[2].SHA256 = strings.Repeat("A", 64) }},
		{"a digest too short", "public sample", func(p *Provenance) { p.Sources[2].SHA256 = strings.Repeat("3", 62) }},
		{"words for a digest", "public sample", func(p *Provenance) {
			p.Sources[2].SHA256 = "the exact number of rows with a label is 1475, and no other number"
		}},
		{"one sample alone", "not 2 to", func(p *Provenance) { p.Sources = p.Sources[:1] }},
		{"too many samples", "not 2 to", func(p *Provenance) {
			for range dataset.MostParts {
				p.Sources = append(p.Sources, p.Sources[2])
			}
		}},
		{"a row more", "do not make the source", func(p *Provenance) { p.Sources[0].Rows++ }},
		{"no rows", "0 rows", func(p *Provenance) { p.Sources[0].Rows, p.Sources[1].Rows = 4, 0 }},
		{"no rows of what was left out", "0 rows", func(p *Provenance) { p.Sources[2].Rows = 0 }},
		{"more rows than all", "rows of 4", func(p *Provenance) { p.Sources[0].Rows, p.Sources[1].Rows = 5, 1 }},
		{"another order", "do not make the source", func(p *Provenance) {
			p.Sources[0], p.Sources[1] = p.Sources[1], p.Sources[0]
		}},
		{"another source", "do not make the source", func(p *Provenance) { p.SourceSHA256 = testDigest }},
		{"all left out", "", func(p *Provenance) { p.Sources[0].LeftOut, p.Sources[1].LeftOut = true, true }},
		{"one left out before others", "stands before",
			func(p *Provenance) { p.Sources[0], p.Sources[2] = p.Sources[2], p.Sources[0] }},
		{"no share", "share of weights", func(p *Provenance) { p.Sources[0].Weight = nil }},
		{"no rows of equal weight", "share of weights", func(p *Provenance) { p.Sources[0].EffectiveRows = nil }},
		{"a share of what was left out", "share of weights", func(p *Provenance) { p.Sources[2].Weight = ptr(0) }},
		{"a long name", "too long", func(p *Provenance) { p.Sources[2].Name = strings.Repeat("x", 1001) }},
	} {
		r := unitedDocument()
		c.change(&r.Provenance)
		isRefused(t, c.name, r, c.says)
	}
}
