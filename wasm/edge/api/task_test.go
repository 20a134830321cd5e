//go:build !js

package api_test

import (
	"crypto/sha256"
	"fmt"
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

// A campaign states what it asks for in its links and to owners who ask in advance, and judges releases by it. What is
// judged is specified in core/terms; here it is shown of one rule of each kind.
func TestCampaignsAskForWhatTheyTake(t *testing.T) {
	a := newAsking(t)
	a.refuses(`,"task":"ranking"`, `,"release":"model","base":"forest"`, `,"labels":"wish"`, `,"groupBy":"c"`)
	file, digest := stump(t)
	own := own + fmt.Sprintf("%q", digest)
	filed, linear := modelOf(t, dataset.Regression, method.Auto, file), modelOf(t, dataset.Regression, method.Linear)
	trees, classes := modelOf(t, dataset.Regression, method.Trees), modelOf(t, dataset.Classification, method.Linear)
	a.check(`,"release":"model"`, texts{"task": "", "base": "", "baseSHA256": ""},
		texts{linear: "", classes: "", trees: "", filed: "wrong-base-file"})
	a.check(`,"release":"model"`+own, texts{"baseSHA256": digest}, texts{filed: "", trees: "wrong-base-file"})
	a.check(`,"release":"model","task":"regression","base":"linear"`, texts{"task": "regression", "base": "linear"},
		texts{linear: "", classes: "wrong-task", trees: "wrong-base"})

	a.check(`,"release":"model","unit":"who"`, texts{"unit": "who"}, texts{linear: "no-unit"})
	moments := func(base method.Base) string {
		return releaseOf(t, dataset.Regression,
			adapt.Options{Release: release.Moments, UseLabels: base != "", Base: base}, labelled)
	}
	a.check(``, texts{"labels": ""}, texts{moments(""): "", moments(method.Auto): "labels"})
	a.check(`,"labels":"required","base":"linear"`, texts{"labels": "required", "base": "linear"},
		texts{moments(method.Linear): "", moments(""): "no-labels", moments(method.Auto): "wrong-base"})

	model := fmt.Sprintf("%x", sha256.Sum256([]byte(linear)))
	report := func(o adapt.Options) string {
		o.Release = release.Report
		return releaseOf(t, dataset.Regression, o, labelled)
	}
	a.check(
		fmt.Sprintf(`,"release":"report","model":"https://example.org/m.json","modelSHA256":%q`, model),
		texts{"model": "https://example.org/m.json", "modelSHA256": model, "groupBy": ""},
		texts{report(adapt.Options{Model: []byte(linear)}): "", report(adapt.Options{Base: method.Linear}): "wrong-model",
			linear: "wrong-kind"},
	)
}

// Two owners may have the same model, where no difference was found, and both have paid for it.
func TestTheSameModelArrivesTwice(t *testing.T) {
	a := newAsking(t)
	one := modelOf(t, dataset.Regression, method.Linear)
	other := must.Get(release.Decode([]byte(one)))(t)
	other.ReleaseID = strings.Repeat("0", 32)
	a.check(`,"release":"model"`, nil, texts{one: "", textOf(t, other): ""})
}
