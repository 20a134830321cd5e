package verify

import (
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// severalSamples is a release of two public samples, of a kind.
func severalSamples(t *testing.T, kind release.Kind) *release.Release {
	t.Helper()
	files := []dataset.File{
		{Name: "first", Data: strings.NewReader("a,c,y\n1,red,3\n2,blue,4\n3,red,1\n0,red,2\n2,red,1\n1,blue,0\n")},
		{Name: "second", Data: strings.NewReader("a,c,y\n5,blue,0\n4,blue,2\n3,red,1\n4,red,2\n5,red,3\n")},
	}
	source := must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t)
	r := must.Get(run(source, adapt.Options{Release: kind, Base: method.Linear, Epsilon: 50, Delta: 1e-5}))(t)
	if report := Certificate(r); !report.OK {
		t.Fatal(report.Problems)
	}
	return r
}

// The shares of weight of several samples follow from the weights. Where a document holds no weights, the shares
// agree with the effective sample size to six digits. Each relation has lies that it alone refuses.
func TestSharesOfSeveralSamples(t *testing.T) {
	for _, c := range []struct {
		kind       release.Kind
		name, says string
		change     func(s []release.Source, size *float64)
	}{
		{release.Model, "more rows of equal weight", "effective sample size",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows *= 1 + 1e-4 }},
		{release.Model, "fewer rows of equal weight", "effective sample size",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows *= 1 - 1e-4 }},
		{release.Model, "weight moved to the other sample", "effective sample size",
			func(s []release.Source, _ *float64) { *s[0].Weight += 1e-3; *s[1].Weight -= 1e-3 }},
		{release.Model, "another effective sample size", "effective sample size",
			func(_ []release.Source, size *float64) { *size *= 0.999 }},
		{release.Model, "the same to seven digits", "",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows *= 1 + 1e-8 }},
		{release.Model, "weights beyond 1", "sum to 1", func(s []release.Source, _ *float64) { *s[0].Weight += 1e-3 }},
		{release.Model, "weights below 1", "sum to 1", func(s []release.Source, _ *float64) { *s[0].Weight -= 1e-3 }},
		{release.Model, "a negative weight", "negative",
			func(s []release.Source, _ *float64) { *s[0].Weight, *s[1].Weight = -0.1, 1.1 }},
		{release.Model, "more rows than there are", "numbers of rows",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows = 6.01 }},
		{release.Model, "less than one row", "numbers of rows",
			func(s []release.Source, _ *float64) { *s[0].EffectiveRows = 0.9 }},
		{release.Model, "half of the weight on no row", "numbers of rows", func(s []release.Source, size *float64) {
			*s[0].Weight, *s[0].EffectiveRows, *s[1].Weight, *s[1].EffectiveRows, *size = 0.5, 0, 0.5, 4, 16
		}},
		{release.Model, "no weight, and worth rows", "numbers of rows", func(s []release.Source, size *float64) {
			*s[0].Weight, *s[0].EffectiveRows, *s[1].Weight, *s[1].EffectiveRows, *size = 0, 3, 1, 4, 4
		}},
		{release.Model, "no weight, and worth none", "", func(s []release.Source, size *float64) {
			*s[0].Weight, *s[0].EffectiveRows, *s[1].Weight, *s[1].EffectiveRows, *size = 0, 0, 1, 4, 4
		}},
		{release.Weights, "weight moved to the other sample", "released weights",
			func(s []release.Source, _ *float64) { *s[0].Weight += 1e-6; *s[1].Weight -= 1e-6 }},
		{release.Weights, "more rows of equal weight", "released weights",
			func(s []release.Source, _ *float64) { *s[1].EffectiveRows *= 1 + 1e-8 }},
	} {
		r := severalSamples(t, c.kind)
		c.change(r.Provenance.Sources, r.Certificate.EffectiveSampleSize)
		report := Certificate(r)
		if problems := strings.Join(report.Problems, " "); report.OK != (c.says == "") ||
			!strings.Contains(problems, c.says) {
			t.Errorf("%s, %s: %q", c.kind, c.name, problems)
		}
	}
}
