package terms

import (
	"reflect"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/dates"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// The public sample is read as the terms say: by its label, its task and its reading.
func TestSourceOptionsAreTheTerms(t *testing.T) {
	reading := Reading{Ignore: []string{"b"}, DateOrder: ordered(dates.DayFirst)}
	asked := Terms{Label: "y", Task: dataset.Classification, Reading: reading}
	want := dataset.SourceOptions{Label: "y", Task: dataset.Classification, Ignore: reading.Ignore,
		DateOrder: reading.DateOrder}
	if got := asked.SourceOptions(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	list := Terms{Source: "s", SHA256: own}.PublicSamples()
	if !slices.Equal(list, []Sample{{Source: "s", SHA256: own}}) {
		t.Errorf("%+v", list)
	}
}

// The facts of a release are what it states: one number of rows, the file and the kind of model that it was chosen
// from, and its samples without their weights.
func TestFactsOfARelease(t *testing.T) {
	campaign, one := "c", 1.0
	file := &release.File{SHA256: own}
	r := &release.Release{Kind: release.Moments, CampaignID: &campaign}
	r.Certificate = release.Certificate{N: 7, Epsilon: 1, Delta: 2, UnitColumn: "who"}
	r.Provenance = release.Provenance{SourceSHA256: other, Sources: []release.Source{{Name: "s", SHA256: own, Rows: 3,
		Weight: &one, EffectiveRows: &one}}}
	r.Provenance.Schema = dataset.Schema{Label: "y", Columns: columns(dataset.Numeric, false, "")}
	want := Facts{
		Campaign: "c", Kind: release.Moments, SourceSHA256: other, Label: "y", Columns: r.Provenance.Schema.Columns,
		Sources: []release.Source{{Name: "s", SHA256: own, Rows: 3}}, Unit: "who", Epsilon: 1, Delta: 2,
		Rows: 7,
	}
	for name, change := range map[string]func(){
		"as it is": func() {},
		"no number": func() {
			r.Certificate.N, r.Certificate.RowsEstimate, r.Certificate.Adjacency = 0, 7.5, method.AddRemove
			want.Rows, want.RowsPrivate = 0, true
		},
		"classes":     func() { r.Provenance.Schema.Classes, want.Classes = []string{"no", "yes"}, true },
		"combined":    func() { r.Certificate.Combination, want.Combined = &release.Combination{}, true },
		"a report":    func() { want.Report = &release.Appraised{}; r.Certificate.Report = want.Report },
		"no campaign": func() { r.CampaignID, want.Campaign = nil, "" },
		"labels": func() {
			want.Choice = &release.Choice{Base: method.Trees}
			r.Certificate.Labels, want.Labels = &release.Labels{Choice: want.Choice}, true
		},
		"labels of a model": func() {
			r.Kind, want.Kind = release.Model, release.Model
			r.Certificate.Labels, want.Labels = &release.Labels{Choice: &release.Choice{}}, true
		},
		"a base": func() {
			r.Certificate.Base = &release.Base{Kind: method.File, File: file}
			want.Choice = &release.Choice{Base: method.File, File: file}
		},
	} {
		keptRelease, keptFacts := *r, want
		if change(); !reflect.DeepEqual(FactsOf(r), want) {
			t.Errorf("%s: %+v, not %+v", name, FactsOf(r), want)
		}
		*r, want = keptRelease, keptFacts
	}
}
