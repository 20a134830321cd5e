//go:build !js

package api_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
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

// A campaign whose sample this edge keeps is checked by opening it: what no owner's engine could follow is refused when
// the campaign is made, and not on the owners' machines. What is kept elsewhere was not checked, and the answer says
// so.
func TestACampaignIsCheckedByOpeningItsSample(t *testing.T) {
	e := newEdge(t)
	text := "age,ward,same,who,street,y\n"
	for k := range 60 {
		text += fmt.Sprintf("%d,%s,7,p,s%d,%d.5\n", 20+k, []string{"north", "south"}[k%2], k%51, k%7)
	}
	header, row := "y", "1"
	for k := range 600 {
		header, row = fmt.Sprintf("%s,c%d", header, k), fmt.Sprintf("%s,%%[1]d.%d", row, k)
	}
	columns := header + "\n"
	for k := range 12 {
		columns += fmt.Sprintf(row, k) + "\n"
	}
	columns = strings.Replace(columns, "\n1", "\n2", 5)
	sample, wide := e.upload("s.csv", text), e.upload("s.csv", columns)
	other := e.upload("s.csv", strings.Replace(text, "20", "21", 1))
	mixed, elsewhere := sample, sample
	mixed.SHA256, elsewhere.Source = other.SHA256, "https://elsewhere.example/s.csv"
	for _, c := range []struct {
		what    string
		sample  campaign.Sample
		more    string
		refused string // a part of the sentence; empty where the campaign is made
		checked bool
	}{
		{"fits", sample, `"label":"y"`, "", true},
		{"groups", sample, `"label":"y","release":"report","groupBy":"ward"`, "", true},
		{"another label", sample, `"label":"price"`, `no label column "price"`, false},
		{"a constant label", sample, `"label":"same"`, "nothing to predict", false},
		{"groups of a number", sample, `"label":"y","release":"report","groupBy":"age"`,
			`choose one of "ward"`, false},
		{"groups of too many values", sample, `"label":"y","release":"report","groupBy":"street"`, "at most 50 values", false},
		{"a model of numbers for classes", sample, `"label":"ward","release":"model","base":"smooth"`, "smooth predicts numbers", false},
		{"people by a column that is used", sample, `"label":"y","unit":"ward"`,
			`"ward", which shall name the person`, false},
		{"people by a column that is left out", sample, `"label":"y","unit":"ward","ignore":["ward"]`, "", true},
		{"another column left out", sample, `"label":"y","ignore":["wards"]`, `no column "wards" to declare ignored`, false},
		{"an order of no dates", sample, `"label":"y","dateOrder":{"age":"dmy"}`, "is not a date", false},
		{"people by a constant column", sample, `"label":"y","unit":"who"`, "", true},
		{"people by a column that is not there", sample, `"label":"y","unit":"patient"`, "", true},
		{"own model", sample, `"label":"y","release":"model","base":"file","baseFile":"https://elsewhere.example/m.json","baseSHA256":"` + other.SHA256 + `"`, "", false},
		{"other bytes", mixed, `"label":"y"`, "settings name another", false},
		{"too many columns for a table", wide, `"label":"y","release":"moments"`, "kB are taken at most", false},
		{"many columns for a linear model", wide, `"label":"y","release":"model","base":"linear"`, "", true},
		{"kept elsewhere", elsewhere, `"label":"price"`, "", false},
	} {
		var answer struct {
			Code, Message, Note string
			Checked             bool
		}
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"epsilonMax":1,"delta":1e-5,%s}`, c.sample.Source, c.sample.SHA256, c.more)
		status := e.call("POST", "/api/campaigns", token, body, &answer)
		if c.refused == "" && (status != http.StatusCreated || answer.Checked != c.checked ||
			answer.Checked != (answer.Note == "")) {
			t.Errorf("%s: %d, %+v", c.what, status, answer)
		}
		if c.refused != "" && (status != http.StatusUnprocessableEntity || answer.Code != "bad-settings" ||
			!strings.Contains(answer.Message, c.refused)) {
			t.Errorf("%s: %d, %+v", c.what, status, answer)
		}
	}
}

// The column of people is refused where all samples use it, and said to be unchecked where one is elsewhere.
func TestTheColumnOfPeopleAmongSeveralSamples(t *testing.T) {
	e := newEdge(t)
	add := func(text string) campaign.Sample { return e.upload("s.csv", text) }
	both, again := add("a,who,y\n1,1,1\n2,2,2\n3,4,3\n"), add("a,who,y\n1,1,1\n2,2,2\n3,5,4\n")
	without := add("a,y\n1,1\n2,2\n3,4\n")
	elsewhere := both
	elsewhere.Source = "https://elsewhere.example/s.csv"
	elsewhere.SHA256 = strings.Repeat("0", 64)
	for _, c := range []struct {
		second  campaign.Sample
		status  int
		checked bool
	}{{again, 422, false}, {without, 201, true}, {elsewhere, 201, false}} {
		var answer struct {
			Message, Note string
			Checked       bool
		}
		body := fmt.Sprintf(`{"samples":[{"source":%q,"sha256":%q},{"source":%q,"sha256":%q}],"epsilonMax":1,"delta":1e-5,"label":"y","unit":"who"}`,
			both.Source, both.SHA256, c.second.Source, c.second.SHA256)
		if status := e.call("POST", "/api/campaigns", token, body, &answer); status != c.status ||
			answer.Checked != c.checked {
			t.Errorf("with %s: %d, %+v", c.second.Source, status, answer)
		}
	}
}

// The operator's form offers the columns of a sample, of the analyst's own alone.
func TestTheColumnsOfASampleAreListed(t *testing.T) {
	e := newEdge(t)
	columns := func(text string) (names []string) {
		var answer struct{ Columns []string }
		path := "/api/samples/" + e.upload("s.csv", text).SHA256 + "/s.csv/columns"
		if status := e.call("GET", path, token, "", &answer); status != http.StatusOK {
			t.Fatal(status)
		}
		return answer.Columns
	}
	for text, want := range map[string][]string{
		"age;\"ward, old\";;y\n1;2;3;4\n": {"age", "ward, old", "y"},
		"\xff\xfe":                        {},
	} {
		if got := columns(text); got == nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	none := "/api/samples/" + strings.Repeat("0", 64) + "/s.csv/columns"
	if status := e.call("GET", none, token, "", nil); status != http.StatusNotFound {
		t.Errorf("of no sample: %d", status)
	}
	if status := e.call("GET", none, "nobody", "", nil); status != http.StatusUnauthorized {
		t.Errorf("of nobody: %d", status)
	}
}

// An own model and a model to be judged that this edge keeps are opened beside the sample: what owners' engines could
// not read, or would not take for a model of this sample, is refused when the campaign is made. Those that are
// elsewhere were not checked, and the answer says so.
func TestACampaignIsCheckedByOpeningItsModels(t *testing.T) {
	a := newAsking(t)
	type kept struct{ Source, SHA256 string }
	add := func(name, text string) kept {
		one := a.upload(name, text)
		return kept{one.Source, one.SHA256}
	}
	text, _ := stump(t)
	base, broken := add("stump.json", text), add("broken.json", text[:len(text)/2])
	otherColumns := add("columns.json", strings.Replace(text, `"feature_names":["a"`, `"feature_names":["b"`, 1))
	model := add("model.json", modelOf(t, dataset.AnyTask, method.Linear))
	asClass := add("class.json", modelOf(t, dataset.Classification, method.Linear))
	inFile := add("in-file.json", modelOf(t, dataset.AnyTask, method.File, text))
	sample := add("table.json", twoKinds)
	elsewhere := kept{"https://elsewhere.example/m.json", base.SHA256}
	own := func(base kept) string {
		return fmt.Sprintf(`,"release":"report","base":"file","baseFile":%q,"baseSHA256":%q`, base.Source, base.SHA256)
	}
	about := func(model kept) string {
		return fmt.Sprintf(`,"release":"report","model":%q,"modelSHA256":%q`, model.Source, model.SHA256)
	}
	beside := func(base kept) string { return fmt.Sprintf(`,"baseFile":%q,"baseSHA256":%q`, base.Source, base.SHA256) }
	for _, c := range []struct {
		what, settings string
		refused        string // a part of the sentence; empty where the campaign is made
		note           string // a part of it; empty where all was checked
	}{
		{"own model", own(base), "", ""},
		{"own model elsewhere", own(elsewhere), "", "not opened your own model,"},
		{"own model that breaks off", own(broken), "your own model does not fit", ""},
		{"own model of other columns", own(otherColumns), "your own model does not fit", ""},
		{"other bytes", own(kept{base.Source, model.SHA256}), "settings name another", ""},
		{"no model", own(sample), "your own model does not fit", ""},
		{"a model", about(model), "", ""},
		{"a model elsewhere", about(elsewhere), "", "not opened the model that the report is about,"},
		{"a model of the label as a class", about(asClass), "another public sample, or with the sample read differently", ""},
		{"a file for a model", about(base), "cannot be about this model", ""},
		{"a model in a file", about(inFile) + beside(base), "", ""},
		{"a model in a file that is not given", about(inFile), "give that file as well", ""},
		{"a model in another file", about(inFile) + beside(otherColumns), "does not fit", ""},
		{"a model in a file elsewhere", about(inFile) + beside(elsewhere), "", "your own model and the model that the report"},
	} {
		var answer struct {
			Code, Message, Note string
			Checked             bool
		}
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`,
			a.sample.Source, a.sample.SHA256, c.settings)
		status := a.call("POST", "/api/campaigns", token, body, &answer)
		made := status == http.StatusCreated && answer.Checked == (c.note == "") && strings.Contains(answer.Note, c.note)
		refused := status == http.StatusUnprocessableEntity && answer.Code == "bad-settings"
		if c.refused == "" && !made || c.refused != "" && !(refused && strings.Contains(answer.Message, c.refused)) {
			t.Errorf("%s: %d, %+v", c.what, status, answer)
		}
	}
	place := strings.Replace(base.Source, "https://samples.example", "/api/samples", 1)
	if status := a.call("DELETE", place, token, "", nil); status != http.StatusConflict {
		t.Errorf("a model that a campaign names is deleted: %d", status)
	}
}

// momentsOf is a release of an owner who has united these samples.
func momentsOf(t *testing.T, texts ...string) *release.Release {
	t.Helper()
	files := make([]dataset.File, len(texts))
	for k, text := range texts {
		files[k] = dataset.File{Name: fmt.Sprintf("as the owner names it, %d", k), Data: strings.NewReader(text)}
	}
	source := must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t)
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}
	return runOn(t, source, o, "a\n"+strings.Repeat("1\n3\n", 30))
}

// A campaign about several samples names them in its links and to owners who ask, and takes releases that were made
// with all of them in their order.
func TestCampaignsNameSeveralSamples(t *testing.T) {
	e := newEdge(t)
	texts := []string{sampleText, sampleText + "7,8\n"}
	uploaded, list := make([]campaign.Sample, len(texts)), []map[string]any{}
	for k, text := range texts {
		uploaded[k] = e.upload(fmt.Sprintf("s%d.csv", k), text)
		list = append(list, map[string]any{"source": uploaded[k].Source, "sha256": strings.ToUpper(uploaded[k].SHA256),
			"name": fmt.Sprintf("Ward %d", k+1)})
	}
	settings := must.Get(json.Marshal(map[string]any{"samples": list, "label": "y", "epsilonMax": 1, "delta": 1e-5}))(t)
	var made campaign.Campaign
	if status := e.call("POST", "/api/campaigns", token, string(settings), &made); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	one := uploaded[1]
	if e.call("DELETE", "/api/samples/"+one.SHA256+"/"+one.Name, token, "", nil) != http.StatusConflict {
		t.Error("a sample of the campaign can be deleted")
	}
	for _, c := range []struct {
		what, text string
		takes      bool
	}{
		{"all samples", textOf(t, momentsOf(t, texts...)), true},
		{"another order", textOf(t, momentsOf(t, texts[1], texts[0])), false},
		{"one sample alone", textOf(t, momentsOf(t, texts[0])), false},
	} {
		fields := e.invite(made.ID)
		if !slices.Equal(fields["source"], []string{uploaded[0].Source, uploaded[1].Source}) ||
			!slices.Equal(fields["sha256"], []string{uploaded[0].SHA256, uploaded[1].SHA256}) ||
			!slices.Equal(fields["name"], []string{"Ward 1", "Ward 2"}) {
			t.Fatalf("the link says %v", fields)
		}
		var answer struct{ Code string }
		status := e.call("POST", "/api/campaigns/"+made.ID+"/releases", fields.Get("token"), c.text, &answer)
		if c.takes != (status == http.StatusCreated) || !c.takes && answer.Code != "wrong-sample" {
			t.Errorf("%s: status %d, code %q", c.what, status, answer.Code)
		}
	}
}

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
	sample campaign.Sample
}

func newAsking(t *testing.T) *asking {
	e := newEdge(t)
	return &asking{e, e.upload("s.csv", twoKinds)}
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
		fields := a.invite(made.ID)
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
