//go:build !js

package api_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/basemodel/xgboost"
	"privadapt/core/dataset"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/wasm/edge/campaign"
)

const twoKinds = "a,y\n1,0\n2,0\n3,1\n4,1\n0,0\n5,1\n1.5,0\n3.5,1\n2.5,0\n4.5,1\n"

// modelOf is an owner's release of a model with this base, of the label as a number or as a class.
func modelOf(t *testing.T, task dataset.Task, base method.Base) string {
	t.Helper()
	return releaseOf(t, task, adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Model, Base: base}, "a\n"+strings.Repeat("1\n3\n", 50))
}

// filedModel is the same with the model in a file among those that there are to choose from.
func filedModel(t *testing.T, base method.Base, file string) string {
	t.Helper()
	source, err := dataset.ReadSource(strings.NewReader(twoKinds), dataset.SourceOptions{Label: "y", Task: dataset.Regression})
	if err != nil {
		t.Fatal(err)
	}
	m, err := xgboost.Decode([]byte(file), source.Schema.Used(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return releaseOf(t, dataset.Regression, adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Model, Base: base, BaseFile: m}, "a\n"+strings.Repeat("1\n3\n", 50))
}

func releaseOf(t *testing.T, task dataset.Task, o adapt.Options, table string) string {
	t.Helper()
	source, err := dataset.ReadSource(strings.NewReader(twoKinds), dataset.SourceOptions{Label: "y", Task: task})
	if err != nil {
		t.Fatal(err)
	}
	target, _, err := adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := target.Adapt(release.Engine{}, func(adapt.Charge) error { return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := result.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A campaign states what its label is and which kind of model it asks for: in its links, to owners who ask in advance, and when a
// release arrives.
func TestCampaignsAskForATaskAndAModel(t *testing.T) {
	e := newEdge(t)
	var sample struct{ Source, SHA256 string }
	e.call("POST", "/api/samples?name=s.csv", token, twoKinds, &sample)
	open := func(more string) (c campaign.Campaign, status int) {
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`, sample.Source, sample.SHA256, more)
		status = e.call("POST", "/api/campaigns", token, body, &c)
		return c, status
	}
	stump, err := os.ReadFile("../../../core/basemodel/xgboost/testdata/stump.json")
	if err != nil {
		t.Fatal(err)
	}
	digest := fmt.Sprintf("%x", sha256.Sum256(stump))
	own := fmt.Sprintf(`,"baseFile":"https://example.org/m.json","baseSHA256":%q`, digest)
	for _, bad := range []string{
		`,"task":"ranking"`, `,"release":"model","base":"forest"`, `,"base":"linear"`, `,"release":"weights","base":"trees"`,
		`,"release":"model","task":"classification","base":"smooth"`, `,"release":"model","base":"file"`, `,"release":"model","base":"trees"` + own,
		`,"release":"weights"` + own, `,"release":"model","baseFile":"https://example.org/m.json"`, `,"labels":"wish"`, `,"release":"model","labels":"yes"`,
	} {
		if _, status := open(bad); status != http.StatusUnprocessableEntity {
			t.Errorf("settings with %s: status %d", bad, status)
		}
	}

	regression, classification := modelOf(t, dataset.Regression, method.Linear), modelOf(t, dataset.Classification, method.Linear)
	trees := modelOf(t, dataset.Regression, method.Trees)
	filed, other := filedModel(t, method.Auto, string(stump)), filedModel(t, method.Auto, string(stump)+" ")
	alone := filedModel(t, method.File, string(stump))
	for _, c := range []struct {
		settings, task, base string
		takes, refuses       []string
		code                 string
	}{
		{`,"release":"model"`, "", "", []string{regression, classification, trees}, []string{filed}, "wrong-base-file"},
		{`,"release":"model"` + own, "", "", []string{regression, filed}, []string{trees, other}, "wrong-base-file"},
		{`,"release":"model","base":"file"` + own, "", "file", []string{alone}, []string{filed, trees}, "wrong-base"},
		{`,"release":"model","base":"auto"`, "", "auto", []string{regression, classification, trees}, nil, ""},
		{`,"release":"model","task":"regression"`, "regression", "", []string{regression, trees}, []string{classification}, "wrong-task"},
		{`,"release":"model","task":"classification"`, "classification", "", []string{classification}, []string{regression, trees}, "wrong-task"},
		{`,"release":"model","base":"linear"`, "", "linear", []string{regression, classification}, []string{trees}, "wrong-base"},
		{`,"release":"model","base":"trees"`, "", "trees", []string{trees}, []string{regression, classification}, "wrong-base"},
	} {
		made, status := open(c.settings)
		if status != http.StatusCreated {
			t.Fatalf("settings with %s: status %d", c.settings, status)
		}
		says := map[string]string{"task": c.task, "base": c.base, "baseSHA256": ""}
		if strings.Contains(c.settings, own) {
			says["baseSHA256"] = digest
		}
		e.checkCampaign(t, c.settings, made, says, c.takes, c.refuses, c.code)
	}
}

// checkCampaign checks that a campaign says so in its links and to owners who ask in advance, takes some releases, and refuses others with a
// code.
func (e *edge) checkCampaign(t *testing.T, settings string, made campaign.Campaign, says map[string]string, takes, refuses []string, refusal string) {
	t.Helper()
	path := "/api/campaigns/" + made.ID
	for i, text := range slices.Concat(takes, refuses) {
		var links struct{ Links []string }
		e.call("POST", path+"/invitations", token, `{"count":1}`, &links)
		_, fragment, _ := strings.Cut(links.Links[0], "#")
		fields, err := url.ParseQuery(fragment)
		if err != nil {
			t.Fatal(err)
		}
		var said map[string]any
		e.call("GET", path+"/invitation", fields.Get("token"), "", &said)
		for name, want := range says {
			if heard, _ := said[name].(string); fields.Get(name) != want || heard != want {
				t.Errorf("%s: %s is %q in the link and %q to an owner who asks, want %q", settings, name, fields.Get(name), heard, want)
			}
		}
		want, code := http.StatusCreated, ""
		if i >= len(takes) {
			want, code = http.StatusUnprocessableEntity, refusal
		}
		var answer struct{ Code string }
		if status := e.call("POST", path+"/releases", fields.Get("token"), text, &answer); status != want || answer.Code != code {
			t.Errorf("%s: release %d: status %d, code %q", settings, i, status, answer.Code)
		}
	}
}

// A campaign for models may ask for labels or demand them: in its links, to owners who ask in advance, and when a release arrives. A model
// that labels corrected is taken by every campaign for models.
func TestCampaignsAskForLabels(t *testing.T) {
	e := newEdge(t)
	var sample struct{ Source, SHA256 string }
	e.call("POST", "/api/samples?name=s.csv", token, twoKinds, &sample)
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Model, Base: method.Linear, UseLabels: true}
	labelled := releaseOf(t, dataset.Regression, o, "a,y\n"+strings.Repeat("1,1\n3,0\n2,\n", 40))
	plain := modelOf(t, dataset.Regression, method.Linear)
	moments := func(use bool, base method.Base) string {
		o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments, UseLabels: use, Base: base}
		return releaseOf(t, dataset.Regression, o, "a,y\n"+strings.Repeat("1,1\n3,0\n2,\n", 40))
	}
	with, without, other := moments(true, method.Auto), moments(false, ""), moments(true, method.Trees)
	for _, c := range []struct {
		settings string
		codes    map[string]string // of a release that is refused
	}{
		{``, map[string]string{with: "labels", without: "", other: "wrong-base"}},
		{`,"labels":"required"`, map[string]string{with: "", without: "no-labels", other: "wrong-base"}},
	} {
		var made campaign.Campaign
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`, sample.Source, sample.SHA256, c.settings)
		if status := e.call("POST", "/api/campaigns", token, body, &made); status != http.StatusCreated {
			t.Fatalf("settings with %s: status %d", c.settings, status)
		}
		for text, want := range c.codes {
			var links struct{ Links []string }
			e.call("POST", "/api/campaigns/"+made.ID+"/invitations", token, `{"count":1}`, &links)
			_, fragment, _ := strings.Cut(links.Links[0], "#")
			fields, err := url.ParseQuery(fragment)
			if err != nil {
				t.Fatal(err)
			}
			var answer struct{ Code string }
			if e.call("POST", "/api/campaigns/"+made.ID+"/releases", fields.Get("token"), text, &answer); answer.Code != want {
				t.Errorf("moments, settings %s: code %q, want %q", c.settings, answer.Code, want)
			}
		}
	}
	var failed struct{ Code string }
	if e.call("POST", "/api/campaigns", token, fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5,"labels":"wish"}`, sample.Source, sample.SHA256), &failed); failed.Code != "bad-settings" {
		t.Errorf("moments whose labels are only wished for: %q", failed.Code)
	}
	for _, c := range []struct {
		settings, labels string
		takes, refuses   []string
	}{
		{`,"release":"model"`, "", []string{labelled, plain}, nil},
		{`,"release":"model","labels":"wish"`, "wish", []string{labelled, plain}, nil},
		{`,"release":"model","labels":"required"`, "required", []string{labelled}, []string{plain}},
	} {
		var made campaign.Campaign
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`, sample.Source, sample.SHA256, c.settings)
		if status := e.call("POST", "/api/campaigns", token, body, &made); status != http.StatusCreated {
			t.Fatalf("settings with %s: status %d", c.settings, status)
		}
		e.checkCampaign(t, c.settings, made, map[string]string{"labels": c.labels}, c.takes, c.refuses, "no-labels")
	}
}

// A campaign for reports says in its links and to owners who ask which model it is about and by which column it is divided, and takes reports on
// that model, divided so, alone. What belongs to a report is refused in the settings of other campaigns.
func TestCampaignsAskForReports(t *testing.T) {
	e := newEdge(t)
	var sample struct{ Source, SHA256 string }
	e.call("POST", "/api/samples?name=s.csv", token, twoKinds, &sample)
	model := modelOf(t, dataset.Regression, method.Linear)
	digest := fmt.Sprintf("%x", sha256.Sum256([]byte(model)))
	own := fmt.Sprintf(`,"release":"report","model":"https://example.org/m.json","modelSHA256":%q`, digest)
	open := func(settings string) (made campaign.Campaign, status int) {
		status = e.call("POST", "/api/campaigns", token, fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`, sample.Source, sample.SHA256, settings), &made)
		return made, status
	}
	for _, bad := range []string{
		strings.Replace(own, "report", "model", 1), `,"release":"weights","groupBy":"c"`, `,"groupBy":"c"`, `,"release":"report","model":"https://example.org/m.json"`,
		fmt.Sprintf(`,"release":"report","modelSHA256":%q`, digest), own + `,"base":"linear"`, `,"release":"report","labels":"required"`, `,"release":"report","groupBy":" c"`,
		`,"release":"report","base":"forest"`, strings.Replace(own, "https", "http", 1),
	} {
		if _, status := open(bad); status != http.StatusUnprocessableEntity {
			t.Errorf("settings with %s: status %d", bad, status)
		}
	}
	table := "a,y\n" + strings.Repeat("1,1\n3,0\n2,\n", 40)
	report := func(o adapt.Options) string {
		o.Epsilon, o.Delta, o.Release = 1, 1e-5, release.Report
		return releaseOf(t, dataset.Regression, o, table)
	}
	public, trees, given := report(adapt.Options{Base: method.Linear}), report(adapt.Options{Base: method.Trees}), report(adapt.Options{Model: []byte(model)})
	for _, c := range []struct {
		settings       string
		takes, refuses []string
		code           string
	}{
		{`,"release":"report"`, []string{public, trees}, []string{given}, "wrong-model"},
		{own, []string{given}, []string{public}, "wrong-model"},
		{`,"release":"report","base":"linear"`, []string{public}, []string{trees, given}, "wrong-base"},
		{`,"release":"report","groupBy":"c"`, nil, []string{public}, "wrong-groups"},
		{`,"release":"report"`, nil, []string{model}, "wrong-kind"},
		{`,"release":"model"`, nil, []string{public}, "wrong-kind"},
	} {
		made, status := open(c.settings)
		if status != http.StatusCreated {
			t.Fatalf("settings with %s: status %d", c.settings, status)
		}
		says := map[string]string{"model": made.Settings.Model, "modelSHA256": made.Settings.ModelSHA256, "groupBy": made.Settings.GroupBy}
		e.checkCampaign(t, c.settings, made, says, c.takes, c.refuses, c.code)
	}
}
