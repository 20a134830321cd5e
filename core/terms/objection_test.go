package terms

import (
	"reflect"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

const own, other = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

// asking is a receiver of moments, and fitting are the facts of a release that it takes.
var (
	asking = Receiver{Campaign: "c", MostBytes: 1000, Terms: Terms{
		Release: release.Moments, SHA256: own, Label: "y", EpsilonMax: 1, Delta: 1e-6, RowsMin: 10, RowsMax: 20,
	}}
	fitting = Facts{
		Campaign: "c", Kind: release.Moments, SourceSHA256: own, Label: "y", Epsilon: 1, Delta: 1e-6, Rows: 15, Bytes: 1000,
	}
)

func code(refused *words.Error) string {
	if refused == nil {
		return ""
	}
	return refused.Code
}

type pair struct {
	r *Receiver
	f *Facts
}

// with asks for another kind of release, and has a release of that kind.
func (p pair) with(kind release.Kind) pair {
	p.r.Release, p.f.Kind = kind, kind
	return p
}

// model asks for a model, and has one of a base that was chosen from, of a file if one is given.
func (p pair) model(base method.Base, file *release.File) pair {
	p.with(release.Model).f.Choice = &release.Choice{Base: base, File: file}
	return p
}

// reads asks for an order of the dates of b, if one is given, and has a sample in which b was read in this way.
func (p pair) reads(asked csv.DateOrder, kind dataset.Kind, isDate bool, order csv.DateOrder) pair {
	if p.f.Columns = columns(kind, isDate, order); asked != "" {
		p.r.DateOrder = ordered(asked)
	}
	return p
}

// private has a number of rows that is private, and bounds on it.
func (p pair) private(least, most int64) {
	p.r.RowsMin, p.r.RowsMax, p.f.Rows, p.f.RowsPrivate = least, most, 0, true
}

func (p pair) report(base method.Base, model, group string) pair {
	p.with(release.Report)
	about := &release.Appraised{Model: release.PublicModel, Base: base, ModelSHA256: other}
	if p.f.Report = about; model != "" {
		about.Model, about.Base, about.ModelSHA256 = release.GivenModel, "", model
	}
	if group != "" {
		about.GroupBy = &group
	}
	return p
}

// columns are a sample's columns: a, and b, which was read in this way.
func columns(kind dataset.Kind, isDate bool, order csv.DateOrder) []dataset.Column {
	return []dataset.Column{{Name: "a", Kind: dataset.Numeric}, {Name: "b", Kind: kind, Dates: isDate, DateOrder: order}}
}

func ordered(order csv.DateOrder) map[string]csv.DateOrder {
	return map[string]csv.DateOrder{"b": order}
}

// Each term is held at its bounds, from both sides.
func TestObjection(t *testing.T) {
	file := func(digest string) *release.File { return &release.File{SHA256: digest} }
	const anyFile = "https://example.org/m.json"
	for _, c := range []struct {
		name   string
		change func(p pair)
		code   string
	}{
		{"what fits", func(pair) {}, ""},
		{"a release for no campaign", func(p pair) { p.f.Campaign = "" }, ""},
		{"a release for another campaign", func(p pair) { p.f.Campaign = "d" }, "wrong-campaign"},
		{"another kind", func(p pair) { p.f.Kind = release.Weights }, "wrong-kind"},
		{"a combination", func(p pair) { p.f.Combined = true }, "combined"},
		{"another sample", func(p pair) { p.f.SourceSHA256 = other }, "wrong-sample"},
		{"another label", func(p pair) { p.f.Label = "z" }, "wrong-label"},
		{"a number for a class", func(p pair) { p.r.Task = dataset.Classification }, "wrong-task"},
		{"a class for a number", func(p pair) { p.r.Task, p.f.Classes = dataset.Regression, true }, "wrong-task"},
		{"a class", func(p pair) { p.r.Task, p.f.Classes = dataset.Classification, true }, ""},
		{"a class where nothing is asked", func(p pair) { p.f.Classes = true }, ""},

		{"the cap of ε", func(p pair) { p.f.Epsilon = 1.0000001 }, "epsilon"},
		{"the cap of δ", func(p pair) { p.f.Delta = 1.0000001e-6 }, "delta"},
		{"the fewest rows", func(p pair) { p.f.Rows = 10 }, ""},
		{"fewer rows", func(p pair) { p.f.Rows = 9 }, "too-few-rows"},
		{"the most rows", func(p pair) { p.f.Rows = 20 }, ""},
		{"more rows", func(p pair) { p.f.Rows = 21 }, "too-many-rows"},
		{"rows that are not known", func(p pair) { p.f.Rows = 0 }, ""},
		{"a private number, a least", func(p pair) { p.private(2, 0) }, "private-rows"},
		{"a private number, a most", func(p pair) { p.private(1, MostRows-1) }, "private-rows"},
		{"a private number, no bound", func(p pair) { p.private(1, MostRows) }, ""},
		{"one byte too many", func(p pair) { p.f.Bytes = 1001 }, "too-large"},

		{"labels that were not asked for", func(p pair) { p.f.Labels = true }, "labels"},
		{"labels that were required", func(p pair) { p.r.Labels, p.f.Labels = RequiredLabels, true }, ""},
		{"labels that are missing", func(p pair) { p.r.Labels = RequiredLabels }, "no-labels"},
		{"labels that a model may have", func(p pair) { p.with(release.Model).f.Labels = true }, ""},
		{"labels that were wished for", func(p pair) { p.with(release.Model).r.Labels = WishLabels }, ""},

		{"labels compared with auto", func(p pair) {
			p.r.Labels, p.f.Labels, p.f.Choice = RequiredLabels, true, &release.Choice{Base: method.Auto}
		}, ""},
		{"labels compared with trees", func(p pair) {
			p.r.Labels, p.f.Labels, p.f.Choice = RequiredLabels, true, &release.Choice{Base: method.Trees}
		}, "wrong-base"},
		{"trees for auto", func(p pair) { p.model(method.Trees, nil) }, ""},
		{"trees for linear", func(p pair) { p.model(method.Trees, nil).r.Base = method.Linear }, "wrong-base"},
		{"linear, chosen from nothing", func(p pair) { p.with(release.Model).r.Base = method.Linear }, ""},
		{"nothing chosen for trees", func(p pair) { p.with(release.Model).r.Base = method.Trees }, "wrong-base"},

		{"no file for a file", func(p pair) { p.model(method.Auto, nil).r.BaseSHA256 = own }, "wrong-base-file"},
		{"the file", func(p pair) { p.model(method.Auto, file(own)).r.BaseSHA256 = own }, ""},
		{"another file", func(p pair) { p.model(method.Auto, file(other)).r.BaseSHA256 = own }, "wrong-base-file"},
		{"a file of any digest", func(p pair) { p.model(method.Auto, file(own)).r.BaseFile = anyFile }, ""},
		{"no file for one of any digest", func(p pair) { p.model(method.Auto, nil).r.BaseFile = anyFile }, "wrong-base-file"},
		{"a file for none", func(p pair) { p.model(method.Auto, file(own)) }, "wrong-base-file"},
		{"a report on the file", func(p pair) {
			p.report(method.File, "", "").r.Base, p.r.BaseSHA256, p.f.Report.File = method.File, own, file(own)
		}, ""},
		{"a report on another file", func(p pair) {
			p.report(method.File, "", "").r.Base, p.r.BaseSHA256, p.f.Report.File = method.File, own, file(other)
		}, "wrong-base-file"},
		{"a report on trees for want of the file",
			func(p pair) { p.report(method.Trees, "", "").r.BaseSHA256 = own }, "wrong-base-file"},
		{"a report on a file that was not asked for",
			func(p pair) { p.report(method.File, "", "").f.Report.File = file(own) }, "wrong-base-file"},
		{"a report on the model, which is in the file", func(p pair) {
			p.report("", own, "").r.ModelSHA256, p.r.BaseFile, p.r.BaseSHA256 = own, anyFile, other
		}, ""},

		{"a column that is left out",
			func(p pair) { p.reads("", dataset.Ignored, false, "").r.Ignore = []string{"b"} }, ""},
		{"a column that was to be left out",
			func(p pair) { p.reads("", dataset.Numeric, false, "").r.Ignore = []string{"b"} }, "unwanted-column"},
		{"a column left out unasked, as a constant one is", func(p pair) { p.reads("", dataset.Ignored, false, "") }, ""},
		{"dates in their order", func(p pair) { p.reads(csv.DayFirst, dataset.Numeric, true, csv.DayFirst) }, ""},
		{"dates in another order",
			func(p pair) { p.reads(csv.DayFirst, dataset.Numeric, true, csv.MonthFirst) }, "wrong-reading"},
		{"dates taken as categories",
			func(p pair) { p.reads(csv.DayFirst, dataset.Categorical, false, "") }, "wrong-reading"},
		{"dates whose order the sample settles", func(p pair) { p.reads("", dataset.Numeric, true, csv.MonthFirst) }, ""},
		{"dates all on one day", func(p pair) { p.reads(csv.DayFirst, dataset.Ignored, false, "") }, ""},

		{"linear, chosen from nothing, for a file", func(p pair) { p.with(release.Model).r.BaseSHA256 = own }, ""},

		{"a report on the public model", func(p pair) { p.report(method.Trees, "", "") }, ""},
		{"a report on another public model", func(p pair) { p.report(method.Trees, "", "").r.Base = method.Linear },
			"wrong-base"},
		{"a report on that public model", func(p pair) { p.report(method.Trees, "", "").r.Base = method.Trees }, ""},
		{"a report on the model", func(p pair) { p.report("", own, "").r.ModelSHA256 = own }, ""},
		{"a report on another model", func(p pair) { p.report("", other, "").r.ModelSHA256 = own }, "wrong-model"},
		{"a report on a model that was not asked for", func(p pair) { p.report("", own, "") }, "wrong-model"},
		{"a report on the public model in place of one",
			func(p pair) { p.report(method.Trees, "", "").r.ModelSHA256 = own }, "wrong-model"},
		{"a report on a public model of the digest of one",
			func(p pair) { p.report(method.Trees, "", "").r.ModelSHA256 = other }, "wrong-model"},
		{"a report that is divided", func(p pair) { p.report(method.Trees, "", "c").r.GroupBy = "c" }, ""},
		{"a report that is divided by another column", func(p pair) { p.report(method.Trees, "", "b").r.GroupBy = "c" },
			"wrong-groups"},
		{"a report that is divided unasked", func(p pair) { p.report(method.Trees, "", "c") }, "wrong-groups"},
		{"people", func(p pair) { p.r.Unit, p.f.Unit = "who", "who" }, ""},
		{"rows in place of people", func(p pair) { p.r.Unit = "who" }, "no-unit"},
		{"people of another column", func(p pair) { p.r.Unit, p.f.Unit = "who", "whom" }, "wrong-unit"},
		{"people where rows are added up", func(p pair) { p.f.Unit = "who" }, "unit"},
		{"people where rows would do", func(p pair) { p.with(release.Model).f.Unit = "who" }, ""},

		{"a report that is not divided", func(p pair) { p.report(method.Trees, "", "").r.GroupBy = "c" }, "wrong-groups"},
	} {
		r, f := asking, fitting
		c.change(pair{&r, &f})
		if got := code(r.Objection(f)); got != c.code {
			t.Errorf("%s: %q, want %q", c.name, got, c.code)
		}
	}
}

// The reason says what is asked for, and counts what the release protects.
func TestObjectionNamesWhatIsAsked(t *testing.T) {
	group := "town"
	about := func(model string, group *string) Facts {
		return Facts{Kind: release.Report, Report: &release.Appraised{Model: model, GroupBy: group}}
	}
	for _, c := range []struct {
		asks Terms
		made Facts
		want string
	}{
		{Terms{RowsMin: 10}, Facts{Rows: 9}, "the release has fewer than 10 private rows"},
		{Terms{RowsMax: 10}, Facts{Rows: 11}, "the release has more than 10 private rows"},
		{Terms{RowsMin: 10}, Facts{Unit: "who", Rows: 9}, "the release has fewer than 10 people"},
		{Terms{RowsMax: 10}, Facts{Unit: "who", Rows: 11}, "the release has more than 10 people"},
		{Terms{}, about(release.GivenModel, nil),
			"the report is about another model than the campaign's, which is the one that is chosen on the public sample"},
		{Terms{ModelSHA256: own}, about(release.PublicModel, nil),
			"the report is about another model than the campaign's, whose SHA-256 is " + own},
		{Terms{}, about(release.PublicModel, &group), "the campaign asks for a report that is divided by no column"},
		{Terms{GroupBy: "age"}, about(release.PublicModel, nil), "the campaign asks for a report that is divided by the column age"},
	} {
		if refused := (Receiver{Terms: c.asks}).Objection(c.made); refused == nil || refused.Message != c.want {
			t.Errorf("%v, want %q", refused, c.want)
		}
	}
}

// Of bytes the reason says whole kilobytes, of a document that is too large more than of the limit.
func TestATooLargeReleaseIsToldInKilobytes(t *testing.T) {
	for bytes, says := range map[int]string{5001: "at most 5 kB, and this one can have 6 kB",
		6000: "at most 5 kB, and this one can have 6 kB", 6001: "at most 5 kB, and this one can have 7 kB"} {
		if refused := (Receiver{MostBytes: 5000}).Objection(Facts{Bytes: bytes}); refused == nil ||
			!strings.Contains(refused.Message, says) || refused.Reason.Values[0] != 5 {
			t.Errorf("%d bytes: %+v", bytes, refused)
		}
	}
}

// A receiver that states nothing takes anything but what adds up to nothing: moments with labels, which it does not
// know of.
func TestAReceiverThatStatesNothing(t *testing.T) {
	var silent Receiver
	for _, f := range []Facts{
		{Kind: release.Weights, Epsilon: 9, Delta: 0.1, Rows: 1e9, Bytes: 1 << 30},
		{Kind: release.Model, Choice: &release.Choice{Base: method.Trees}, Labels: true, Classes: true},
		{Kind: release.Report, Report: &release.Appraised{Model: release.PublicModel, Base: method.Linear}},
	} {
		if refused := silent.Objection(f); refused != nil {
			t.Errorf("%+v: %v", f, refused)
		}
	}
}

// The facts of a release are what it states: one number of rows, the file and the kind of model that it was chosen
// from.
func TestFactsOfARelease(t *testing.T) {
	campaign := "c"
	file := &release.File{SHA256: own}
	r := &release.Release{Kind: release.Moments, CampaignID: &campaign}
	r.Certificate = release.Certificate{N: 7, Epsilon: 1, Delta: 2, UnitColumn: "who"}
	r.Provenance = release.Provenance{SourceSHA256: other}
	r.Provenance.Schema = dataset.Schema{Label: "y", Columns: columns(dataset.Numeric, false, "")}
	want := Facts{
		Campaign: "c", Kind: release.Moments, SourceSHA256: other, Label: "y", Columns: r.Provenance.Schema.Columns,
		Unit: "who", Epsilon: 1, Delta: 2,
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
