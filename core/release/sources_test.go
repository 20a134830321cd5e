package release

import (
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// unitedDocument holds the weights of two public samples.
func unitedDocument() *Release {
	r := modelDocument()
	r.Kind, r.Values = Weights, Values{Weights: []float64{0.25, 0.25, 0.25, 0.25}}
	r.Certificate.EffectiveSampleSize = ptr(4)
	first, second := strings.Repeat("1", 64), strings.Repeat("2", 64)
	r.Provenance.Sources = []Source{
		{SHA256: first, Rows: 3, Weight: ptr(0.75), EffectiveRows: ptr(3)},
		{Name: "second", SHA256: second, Rows: 1, Weight: ptr(0.25), EffectiveRows: ptr(1)},
	}
	r.Provenance.SourceSHA256 = dataset.UnitedDigest([]string{first, second})
	return r
}

// The list of samples agrees with the source. It holds each sample once, with its rows and its digest.
func TestListsOfSamples(t *testing.T) {
	if text, _ := unitedDocument().Encode(); text != nil {
		must.Get(Decode(text))(t)
	}
	for _, c := range []struct {
		name, says string
		change     func(p *Provenance)
	}{
		{"a sample twice", "sample 2 has the SHA-256 of another", func(p *Provenance) {
			p.Sources[1].SHA256 = p.Sources[0].SHA256
			p.SourceSHA256 = dataset.UnitedDigest([]string{p.Sources[0].SHA256, p.Sources[0].SHA256})
		}},
		{"a digest in capitals", "public sample", func(p *Provenance) { p.Sources[1].SHA256 = strings.Repeat("A", 64) }},
		{"a digest too short", "public sample", func(p *Provenance) { p.Sources[1].SHA256 = strings.Repeat("3", 62) }},
		{"words for a digest", "public sample", func(p *Provenance) {
			p.Sources[1].SHA256 = "the exact number of rows with a label is 1475, and no other number"
		}},
		{"one sample alone", "not 2 to", func(p *Provenance) { p.Sources = p.Sources[:1] }},
		{"too many samples", "not 2 to", func(p *Provenance) {
			for range dataset.MostParts {
				p.Sources = append(p.Sources, p.Sources[1])
			}
		}},
		{"a row more", "do not make the source", func(p *Provenance) { p.Sources[0].Rows++ }},
		{"no rows", "sample 2 has 0 rows", func(p *Provenance) { p.Sources[0].Rows, p.Sources[1].Rows = 4, 0 }},
		{"more rows than all", "sample 1 has 5 rows of 4",
			func(p *Provenance) { p.Sources[0].Rows, p.Sources[1].Rows = 5, 1 }},
		{"another order", "do not make the source", func(p *Provenance) {
			p.Sources[0], p.Sources[1] = p.Sources[1], p.Sources[0]
		}},
		{"another source", "do not make the source", func(p *Provenance) { p.SourceSHA256 = testDigest }},
		{"no share", "sample 1 states a share of weights", func(p *Provenance) { p.Sources[0].Weight = nil }},
		{"no rows of equal weight", "share of weights", func(p *Provenance) { p.Sources[0].EffectiveRows = nil }},
		{"a long name", "name of public sample 2 is too long",
			func(p *Provenance) { p.Sources[1].Name = strings.Repeat("x", 1001) }},
		{"a row less", "do not make the source", func(p *Provenance) { p.Sources[0].Rows-- }},
	} {
		r := unitedDocument()
		c.change(&r.Provenance)
		isRefused(t, c.name, r, c.says)
	}
	for name, change := range map[string]func(r *Release){
		"a name of 1000 bytes": func(r *Release) { r.Provenance.Sources[0].Name = strings.Repeat("x", 1000) },
		"no weights": func(r *Release) {
			r.Kind, r.Values, r.Certificate.EffectiveSampleSize = Model, modelDocument().Values, nil
			for i := range r.Provenance.Sources {
				r.Provenance.Sources[i].Weight, r.Provenance.Sources[i].EffectiveRows = nil, nil
			}
		},
	} {
		r := unitedDocument()
		change(r)
		isRead(t, name, r)
	}
	unreadable := unitedDocument().Provenance
	if unreadable.Sources[1].Name = "\xff"; unreadable.checkSources(true) == nil {
		t.Error("a name that is not UTF-8 is taken")
	}
}

// The share of a sample comes from its own rows.
func TestSharesOfSamples(t *testing.T) {
	s := &dataset.Source{
		Parts: []dataset.Part{{Name: "a", Digest: "1", Rows: 3}, {Name: "b", Digest: "2", Rows: 2}},
	}
	q := []float64{0.5, 0.25, 0.25, 0, 0}
	want := []Source{{"a", "1", 3, ptr(1), ptr(1 / 0.375)}, {"b", "2", 2, ptr(0), ptr(0)}}
	if got := SourcesOf(s, q); !SameText(got, want) {
		t.Errorf("%+v", got)
	}
	for i := range want {
		want[i].Weight, want[i].EffectiveRows = nil, nil
	}
	if got := SourcesOf(s, nil); !SameText(got, want) {
		t.Errorf("without weights: %+v", got)
	}
	if SourcesOf(new(dataset.Source), q) != nil {
		t.Error("one file is listed")
	}
}
