//go:build !js

package api_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/wasm/edge/campaign"
)

const (
	twoKinds = "a,y\n1,0\n2,0\n3,1\n4,1\n0,0\n5,1\n1.5,0\n3.5,1\n2.5,0\n4.5,1\n"
	own      = `,"baseFile":"https://example.org/m.json","baseSHA256":`
)

// unlabelled and labelled are tables of owners.
var (
	unlabelled = "a\n" + strings.Repeat("1\n3\n", 50)
	labelled   = "a,y\n" + strings.Repeat("1,1\n3,0\n2,\n", 40)
)

// releaseOf is an owner's release, of the label as a number or as a class. A file holds one more model to choose from.
func releaseOf(t *testing.T, task dataset.Task, o adapt.Options, table string, file ...string) string {
	t.Helper()
	source := must.Get(dataset.ReadSource(strings.NewReader(twoKinds), dataset.SourceOptions{Label: "y", Task: task}))(t)
	for _, text := range file {
		o.BaseFile = must.Get(xgboost.Decode([]byte(text), source.Schema.Used(), 0))(t)
	}
	o.Epsilon, o.Delta = 1, 1e-5
	return textOf(t, runOn(t, source, o, table))
}

// modelOf is a release of a model with this base.
func modelOf(t *testing.T, task dataset.Task, base method.Base, file ...string) string {
	t.Helper()
	return releaseOf(t, task, adapt.Options{Release: release.Model, Base: base}, unlabelled, file...)
}

// stump is a model in a file, and its digest.
func stump(t *testing.T) (file, digest string) {
	t.Helper()
	text := must.Get(os.ReadFile("../../../core/model/xgboost/testdata/stump.json"))(t)
	return string(text), fmt.Sprintf("%x", sha256.Sum256(text))
}

// asking is an edge with a sample on it, for campaigns that differ in what they ask for.
type asking struct {
	*edge
	sample struct{ Source, SHA256 string }
}

func newAsking(t *testing.T) *asking {
	a := &asking{edge: newEdge(t)}
	a.call("POST", "/api/samples?name=s.csv", token, twoKinds, &a.sample)
	return a
}

// open makes a campaign with further settings.
func (a *asking) open(settings string) (made campaign.Campaign, status int) {
	body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`, a.sample.Source,
		a.sample.SHA256, settings)
	status = a.call("POST", "/api/campaigns", token, body, &made)
	return made, status
}

// refuses checks that there is no campaign with any of these settings.
func (a *asking) refuses(settings ...string) {
	a.Helper()
	for _, bad := range settings {
		if _, status := a.open(bad); status != http.StatusUnprocessableEntity {
			a.Errorf("settings with %s: status %d", bad, status)
		}
	}
}

// check opens a campaign and checks that it says so in its links and to owners who ask in advance, and that it refuses
// releases with these codes, or takes them where the code is empty.
func (a *asking) check(settings string, says map[string]string, codes map[string]string) {
	a.Helper()
	made, status := a.open(settings)
	if status != http.StatusCreated {
		a.Fatalf("settings with %s: status %d", settings, status)
	}
	path := "/api/campaigns/" + made.ID
	for text, code := range codes {
		var links struct{ Links []string }
		a.call("POST", path+"/invitations", token, `{"count":1}`, &links)
		_, fragment, _ := strings.Cut(links.Links[0], "#")
		fields, err := url.ParseQuery(fragment)
		if err != nil {
			a.Fatal(err)
		}
		var said map[string]any
		a.call("GET", path+"/invitation", fields.Get("token"), "", &said)
		for name, want := range says {
			if heard, _ := said[name].(string); fields.Get(name) != want || heard != want {
				a.Errorf("%s: %s is %q in the link and %q to an owner who asks, want %q", settings, name, fields.Get(name),
					heard, want)
			}
		}
		want := http.StatusCreated
		if code != "" {
			want = http.StatusUnprocessableEntity
		}
		var answer struct{ Code, Message string }
		if status := a.call("POST", path+"/releases", fields.Get("token"), text, &answer); status != want ||
			answer.Code != code {
			a.Errorf("%s: status %d, code %q, want %q (%s), for %.300s", settings, status, answer.Code, code, answer.Message,
				text)
		}
	}
}

type texts = map[string]string

// A campaign states what its label is and which kind of model it asks for: in its links, to owners who ask in advance,
// and when a release arrives.
func TestCampaignsAskForATaskAndAModel(t *testing.T) {
	a := newAsking(t)
	file, digest := stump(t)
	own := own + fmt.Sprintf("%q", digest)
	a.refuses(`,"task":"ranking"`, `,"release":"model","base":"forest"`, `,"base":"linear"`,
		`,"release":"weights","base":"trees"`, `,"release":"model","task":"classification","base":"smooth"`,
		`,"release":"model","base":"file"`, `,"release":"model","base":"trees"`+own, `,"release":"weights"`+own, own,
		`,"release":"model","baseFile":"https://example.org/m.json"`, `,"release":"model","labels":"yes"`)
	regression, classification := modelOf(t, dataset.Regression, method.Linear), modelOf(t, dataset.Classification,
		method.Linear)
	trees := modelOf(t, dataset.Regression, method.Trees)
	filed, other := modelOf(t, dataset.Regression, method.Auto, file), modelOf(t, dataset.Regression, method.Auto,
		file+" ")
	alone := modelOf(t, dataset.Regression, method.File, file)
	for _, c := range []struct {
		settings, task, base, file string
		codes                      texts
	}{
		{`,"release":"model"`, "", "", "", texts{regression: "", classification: "", trees: "", filed: "wrong-base-file"}},
		{`,"release":"model"` + own, "", "", digest, texts{regression: "", filed: "", trees: "wrong-base-file",
			other: "wrong-base-file"}},
		{`,"release":"model","base":"file"` + own, "", "file", digest,
			texts{alone: "", filed: "wrong-base", trees: "wrong-base"}},
		{`,"release":"model","base":"auto"`, "", "auto", "", texts{regression: "", classification: "", trees: ""}},
		{`,"release":"model","task":"regression"`, "regression", "", "",
			texts{regression: "", trees: "", classification: "wrong-task"}},
		{`,"release":"model","task":"classification"`, "classification", "", "",
			texts{classification: "", regression: "wrong-task", trees: "wrong-task"}},
		{`,"release":"model","base":"linear"`, "", "linear", "",
			texts{regression: "", classification: "", trees: "wrong-base"}},
		{`,"release":"model","base":"trees"`, "", "trees", "",
			texts{trees: "", regression: "wrong-base", classification: "wrong-base"}},
	} {
		a.check(c.settings, texts{"task": c.task, "base": c.base, "baseSHA256": c.file}, c.codes)
	}
}

// A campaign for models may ask for labels or demand them: in its links, to owners who ask in advance, and when a
// release arrives. A model that labels corrected is taken by every campaign for models.
func TestCampaignsAskForLabels(t *testing.T) {
	a := newAsking(t)
	with := releaseOf(t, dataset.Regression, adapt.Options{Release: release.Model, Base: method.Linear, UseLabels: true},
		labelled)
	without := modelOf(t, dataset.Regression, method.Linear)
	a.check(`,"release":"model"`, texts{"labels": ""}, texts{with: "", without: ""})
	a.check(`,"release":"model","labels":"wish"`, texts{"labels": "wish"}, texts{with: "", without: ""})
	a.check(`,"release":"model","labels":"required"`, texts{"labels": "required"}, texts{with: "", without: "no-labels"})
}

// A campaign may demand that people be protected, by the column that names them: in its links, to owners who ask in
// advance, and when a release arrives. Where releases are added up, one that protects people is refused if the campaign
// does not demand it.
func TestCampaignsDemandAUnit(t *testing.T) {
	a := newAsking(t)
	source := must.Get(dataset.ReadSource(strings.NewReader(twoKinds), dataset.SourceOptions{Label: "y"}))(t)
	table := "a,who,other\n" + strings.Repeat("1,anna,x\n3,otto,y\n2,ada,z\n", 40)
	of := func(kind release.Kind, unit string) string {
		o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: kind, Unit: unit}
		if kind == release.Model {
			o.Base = method.Linear
		}
		files := func() []io.Reader { return []io.Reader{strings.NewReader(table)} }
		counted := files()
		if unit == "" {
			counted = nil
		}
		target, _ := must.Both(adapt.ReadTargetTwice(source, o, counted, files(), nil))(t)
		made := must.Get(target.Adapt(release.Engine{Version: "0.1.0"}, func(adapt.Charge) error { return nil }, nil))(t)
		return textOf(t, made)
	}
	const moments, model = `,"release":"moments"`, `,"release":"model"`
	a.check(moments+`,"unit":"who"`, texts{"unit": "who"}, texts{
		of(release.Moments, "who"): "", of(release.Moments, "other"): "wrong-unit", of(release.Moments, ""): "no-unit",
	})
	a.check(moments, texts{"unit": ""}, texts{of(release.Moments, ""): "", of(release.Moments, "who"): "unit"})
	a.check(model+`,"unit":"who"`, texts{"unit": "who"},
		texts{of(release.Model, "who"): "", of(release.Model, ""): "no-unit"})
	a.check(model, texts{"unit": ""}, texts{of(release.Model, "who"): "", of(release.Model, ""): ""})
	a.refuses(moments+`,"unit":"who\nelse"`, moments+`,"unit":" who"`, moments+`,"unit":"y"`)

	// Where no difference is found two owners have the same model, and both have paid for it.
	one := of(release.Model, "")
	other := must.Get(release.Decode([]byte(one)))(t)
	other.ReleaseID = strings.Repeat("0", 32)
	a.check(model, texts{"unit": ""}, texts{one: "", textOf(t, other): ""})
}

// Moments with labels add up only if all owners compared their labels with the same public model, so a campaign demands
// them or takes none, and names the kind of that model and its file, as one for models does.
func TestCampaignsAskForMomentsWithLabels(t *testing.T) {
	a := newAsking(t)
	file, digest := stump(t)
	own := own + fmt.Sprintf("%q", digest)
	moments := func(base method.Base, file ...string) string {
		return releaseOf(
			t,
			dataset.Regression,
			adapt.Options{Release: release.Moments, UseLabels: true, Base: base},
			labelled,
			file...)
	}
	auto, linear, trees := moments(method.Auto), moments(method.Linear), moments(method.Trees)
	filed, other, alone := moments(method.Auto, file), moments(method.Auto, file+" "), moments(method.File, file)
	without := releaseOf(t, dataset.Regression, adapt.Options{Release: release.Moments}, labelled)
	const required = `,"labels":"required"`
	for _, c := range []struct {
		settings, base, file string
		codes                texts
	}{
		{``, "", "", texts{without: "", auto: "labels", linear: "wrong-base"}},
		{required, "", "", texts{auto: "", without: "no-labels", linear: "wrong-base", filed: "wrong-base-file"}},
		{required + `,"base":"auto"`, "auto", "", texts{auto: "", linear: "wrong-base"}},
		{required + `,"base":"linear"`, "linear", "", texts{linear: "", auto: "wrong-base", without: "no-labels"}},
		{required + `,"base":"trees"`, "trees", "", texts{trees: "", linear: "wrong-base", auto: "wrong-base"}},
		{required + own, "", digest, texts{filed: "", auto: "wrong-base-file", other: "wrong-base-file",
			alone: "wrong-base", without: "no-labels"}},
		{required + `,"base":"file"` + own, "file", digest, texts{alone: "", filed: "wrong-base"}},
	} {
		a.check(c.settings, texts{"base": c.base, "baseSHA256": c.file}, c.codes)
	}
	a.refuses(`,"labels":"wish"`, `,"labels":"wish","base":"linear"`, `,"base":"linear"`, own, required+`,"base":"file"`,
		required+`,"base":"trees"`+own, required+`,"base":"smooth","task":"classification"`)
	var failed struct{ Code, Message string }
	body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5,"labels":"wish"}`,
		a.sample.Source, a.sample.SHA256)
	if a.call("POST", "/api/campaigns", token, body, &failed); failed.Code != "bad-settings" ||
		!strings.Contains(failed.Message, "do not add up") {
		t.Errorf("moments whose labels are only wished for: %+v", failed)
	}
}

// A campaign for reports says in its links and to owners who ask which model it is about and by which column it is
// divided, and takes reports on that model, divided so, alone. What belongs to a report is refused in the settings of
// other campaigns.
func TestCampaignsAskForReports(t *testing.T) {
	a := newAsking(t)
	model := modelOf(t, dataset.Regression, method.Linear)
	digest := fmt.Sprintf("%x", sha256.Sum256([]byte(model)))
	own := fmt.Sprintf(`,"release":"report","model":"https://example.org/m.json","modelSHA256":%q`, digest)
	a.refuses(strings.Replace(own, "report", "model", 1), `,"release":"weights","groupBy":"c"`, `,"groupBy":"c"`,
		`,"release":"report","model":"https://example.org/m.json"`,
		fmt.Sprintf(`,"release":"report","modelSHA256":%q`, digest), own+`,"base":"linear"`,
		`,"release":"report","labels":"required"`, `,"release":"report","groupBy":" c"`,
		`,"release":"report","base":"forest"`, strings.Replace(own, "https", "http", 1))
	report := func(o adapt.Options) string {
		o.Release = release.Report
		return releaseOf(t, dataset.Regression, o, labelled)
	}
	public, trees, given := report(adapt.Options{Base: method.Linear}), report(adapt.Options{Base: method.Trees}), report(
		adapt.Options{Model: []byte(model)},
	)
	plain := texts{"model": "", "modelSHA256": "", "groupBy": ""}
	a.check(`,"release":"report"`, plain, texts{public: "", trees: "", given: "wrong-model", model: "wrong-kind"})
	a.check(own, texts{"model": "https://example.org/m.json", "modelSHA256": digest, "groupBy": ""},
		texts{given: "", public: "wrong-model"})
	a.check(`,"release":"report","base":"linear"`, plain, texts{public: "", trees: "wrong-base", given: "wrong-base"})
	a.check( // of a sample elsewhere, which was not opened: this one has no column c
		`,"release":"report","groupBy":"c","source":"https://elsewhere.example/s.csv"`,
		texts{"model": "", "modelSHA256": "", "groupBy": "c"},
		texts{public: "wrong-groups"},
	)
	a.check(`,"release":"model"`, plain, texts{public: "wrong-kind"})
}
