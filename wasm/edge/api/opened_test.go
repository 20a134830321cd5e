//go:build !js

package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/terms/method"
)

// A campaign whose sample this edge keeps is checked by opening it: what no owner's engine could follow is refused when
// the campaign is made, and not on the owners' machines. What is kept elsewhere was not checked, and the answer says
// so.
func TestACampaignIsCheckedByOpeningItsSample(t *testing.T) {
	e := newEdge(t)
	var sample, other struct{ Source, SHA256 string }
	text := "age,ward,same,who,street,y\n"
	for k := range 60 {
		text += fmt.Sprintf("%d,%s,7,p,s%d,%d.5\n", 20+k, []string{"north", "south"}[k%2], k%51, k%7)
	}
	header, row := "y", "1"
	for k := range 600 {
		header, row = fmt.Sprintf("%s,c%d", header, k), fmt.Sprintf("%s,%%[1]d.%d", row, k)
	}
	var wide struct{ Source, SHA256 string }
	columns := header + "\n"
	for k := range 12 {
		columns += fmt.Sprintf(row, k) + "\n"
	}
	columns = strings.Replace(columns, "\n1", "\n2", 5)
	for name, into := range map[string]*struct{ Source, SHA256 string }{text: &sample, columns: &wide,
		strings.Replace(text, "20", "21", 1): &other} {
		if status := e.call("POST", "/api/samples?name=s.csv", token, name, into); status != http.StatusCreated {
			t.Fatal(status)
		}
	}
	for _, c := range []struct {
		what, source, sha256, more string
		refused                    string // a part of the sentence; empty where the campaign is made
		checked                    bool
	}{
		{"fits", sample.Source, sample.SHA256, `"label":"y"`, "", true},
		{"groups", sample.Source, sample.SHA256, `"label":"y","release":"report","groupBy":"ward"`, "", true},
		{"another label", sample.Source, sample.SHA256, `"label":"price"`, `no label column "price"`, false},
		{"a constant label", sample.Source, sample.SHA256, `"label":"same"`, "nothing to predict", false},
		{"groups of a number", sample.Source, sample.SHA256, `"label":"y","release":"report","groupBy":"age"`,
			`choose one of "ward"`, false},
		{
			"groups of too many values", sample.Source, sample.SHA256,
			`"label":"y","release":"report","groupBy":"street"`, "at most 50 values", false,
		},
		{
			"a model of numbers for classes", sample.Source, sample.SHA256,
			`"label":"ward","release":"model","base":"smooth"`, "smooth predicts numbers", false,
		},
		{"people by a column that is used", sample.Source, sample.SHA256, `"label":"y","unit":"ward"`,
			`"ward", which shall name the person`, false},
		{
			"people by a column that is left out", sample.Source, sample.SHA256,
			`"label":"y","unit":"ward","ignore":["ward"]`, "", true,
		},
		{
			"another column left out", sample.Source, sample.SHA256,
			`"label":"y","ignore":["wards"]`, `no column "wards" to declare ignored`, false,
		},
		{
			"an order of no dates", sample.Source, sample.SHA256,
			`"label":"y","dateOrder":{"age":"dmy"}`, "is not a date", false,
		},
		{"people by a constant column", sample.Source, sample.SHA256, `"label":"y","unit":"who"`, "", true},
		{"people by a column that is not there", sample.Source, sample.SHA256, `"label":"y","unit":"patient"`, "", true},
		{"own model", sample.Source, sample.SHA256, `"label":"y","release":"model","base":"file","baseFile":"https://elsewhere.example/m.json","baseSHA256":"` + other.SHA256 + `"`, "", false},
		{"other bytes", sample.Source, other.SHA256, `"label":"y"`, "settings name another", false},
		{"too many columns for a table", wide.Source, wide.SHA256, `"label":"y","release":"moments"`, "kB are taken at most", false},
		{"many columns for a linear model", wide.Source, wide.SHA256, `"label":"y","release":"model","base":"linear"`, "", true},
		{"kept elsewhere", "https://elsewhere.example/s.csv", sample.SHA256, `"label":"price"`, "", false},
	} {
		var answer struct {
			Code, Message, Note string
			Checked             bool
		}
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"epsilonMax":1,"delta":1e-5,%s}`, c.source, c.sha256, c.more)
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
	add := func(text string) (one struct{ Source, SHA256 string }) {
		if status := e.call("POST", "/api/samples?name=s.csv", token, text, &one); status != http.StatusCreated {
			t.Fatal(status)
		}
		return one
	}
	both, again := add("a,who,y\n1,1,1\n2,2,2\n3,4,3\n"), add("a,who,y\n1,1,1\n2,2,2\n3,5,4\n")
	without := add("a,y\n1,1\n2,2\n3,4\n")
	elsewhere := both
	elsewhere.Source = "https://elsewhere.example/s.csv"
	elsewhere.SHA256 = strings.Repeat("0", 64)
	for _, c := range []struct {
		second  struct{ Source, SHA256 string }
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
		var one struct{ SHA256, Name string }
		if status := e.call("POST", "/api/samples?name=s.csv", token, text, &one); status != http.StatusCreated {
			t.Fatal(status)
		}
		var answer struct{ Columns []string }
		if status := e.call("GET", "/api/samples/"+one.SHA256+"/s.csv/columns", token, "",
			&answer); status != http.StatusOK {
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
	add := func(name, text string) (one kept) {
		if status := a.call("POST", "/api/samples?name="+name, token, text, &one); status != http.StatusCreated {
			t.Fatalf("%s: %d", name, status)
		}
		return one
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
