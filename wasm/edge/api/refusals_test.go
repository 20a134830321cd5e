//go:build !js

package api_test

import (
	"bytes"
	"log"
	"net/http"
	"os"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
	"privadapt/wasm/edge/campaign"
)

// Every refusal is an object with a code and a message, also for an unknown path or a wrong method.
func TestEveryRefusalIsJSON(t *testing.T) {
	e := newEdge(t)
	for _, c := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/api/verify", 405, "bad-method"},
		{"PUT", "/api/campaigns", 405, "bad-method"},
		{"DELETE", "/api/campaigns/x/releases", 405, "bad-method"},
		{"POST", "/api/campaigns/x/combined", 405, "bad-method"},
		{"GET", "/api/", 404, "no-endpoint"},
		{"GET", "/api/nothing", 404, "no-endpoint"},
		{"POST", "/api/campaigns/x/rows", 404, "no-endpoint"},
		{"GET", "/api/campaigns", 401, "not-signed-in"},
	} {
		var refusal struct{ Code, Message string }
		if status := e.call(c.method, c.path, "", "", &refusal); status != c.status || refusal.Code != c.code ||
			refusal.Message == "" {
			t.Errorf("%s %s: %d %+v", c.method, c.path, status, refusal)
		}
	}
}

// A refusal is one line in the log, which has nothing of the body or of a token, and no character that could break the
// line.
func TestRefusalsAreLoggedOnOneLine(t *testing.T) {
	var text bytes.Buffer
	log.SetOutput(&text)
	defer log.SetOutput(os.Stderr)
	defer log.SetFlags(log.Flags())
	log.SetFlags(0)
	e := newEdge(t)
	id, tokens := e.campaign(1)
	path := "/api/campaigns/" + id + "/releases"
	e.call("POST", path, tokens[0], `{"secret-body": "never logged"}`, nil)
	e.call("POST", path, "a-made-up-token", "{}", nil)
	e.call("POST", "/api/campaigns/x%0Aforged%20line/releases", tokens[0], "{}", nil)
	e.call("PUT", path, "", "", nil)
	want := []string{
		"refused POST /api/campaigns/{campaign}/releases campaign=" + id + " 400 bad-release",
		"refused POST /api/campaigns/{campaign}/releases campaign=" + id + " 401 bad-token",
		"refused POST /api/campaigns/{campaign}/releases campaign=xforgedline 404 no-campaign",
		"refused PUT /api/campaigns/{campaign}/releases campaign=" + id + " 405 bad-method",
	}
	if got := strings.TrimSuffix(text.String(), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the log:\n%s\nnot\n%s", got, strings.Join(want, "\n"))
	}
}

// Refused requests of an invitation's holder are listed for the analyst; strangers' requests are not.
func TestRefusedArrivalsAreListed(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(2)
	path := "/api/campaigns/" + id
	e.call("POST", path+"/releases", tokens[1], "{}", nil)
	e.call("POST", path+"/releases", "a-made-up-token", "{}", nil)
	var answer struct {
		Refusals []struct {
			Invitation, Code, Message string
			Status                    int
		}
	}
	if status := e.call("GET", path+"/refusals", token, "", &answer); status != http.StatusOK ||
		len(answer.Refusals) != 1 {
		t.Fatalf("%d, %+v", status, answer)
	}
	if r := answer.Refusals[0]; r.Status != 400 || r.Code != "bad-release" || r.Message == "" || len(r.Invitation) != 16 {
		t.Errorf("%+v", r)
	}
	if status := e.call("GET", path+"/refusals", "another", "", nil); status != http.StatusNotFound {
		t.Errorf("another analyst: %d", status)
	}
}

// A release is taken once, from an invitation that is open, and by itself: not with its values under another name, not
// as the sum of several, not without a number of rows to add, and not after its invitation has ended.
func TestWhatArrivesIsTakenOnce(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(4)
	ofCampaign := func(o *adapt.Options) { o.Campaign = id }
	var owners []*release.Release
	for _, text := range []string{ownersRelease(t, 100, ofCampaign), ownersRelease(t, 200, ofCampaign)} {
		r := must.Get(release.Decode([]byte(text)))(t)
		owners = append(owners, r)
	}
	sum := must.Get(combine.Combine(release.Engine{Version: "0.0.0"}, owners))(t)
	cutOff, renamed := owners[0], *owners[0]
	for cutOff.Certificate.RowsEstimate != 1 { // of no rows the noise makes every second number negative
		text := ownersRelease(t, 0, func(o *adapt.Options) { o.Campaign, o.Adjacency = id, method.AddRemove })
		cutOff = must.Get(release.Decode([]byte(text)))(t)
	}
	renamed.ReleaseID = sum.ReleaseID
	ended := e.store.invitations[campaign.DigestOf(tokens[2])]
	ended.Expires = 1
	e.store.invitations[ended.Digest] = ended
	for _, c := range []struct {
		name, token string
		r           *release.Release
		status      int
		code        string
	}{
		{"a release", tokens[0], owners[0], http.StatusCreated, ""},
		{"the same again", tokens[0], owners[0], http.StatusOK, ""},
		{"another", tokens[0], owners[1], http.StatusConflict, "token-used"},
		{"the same with another invitation", tokens[1], owners[0], http.StatusConflict, "duplicate"},
		{"its values under another name", tokens[1], &renamed, http.StatusConflict, "duplicate"},
		{"a sum", tokens[1], sum, http.StatusUnprocessableEntity, "combined"},
		{"one whose number of rows was cut off", tokens[1], cutOff, http.StatusUnprocessableEntity, "count"},
		{"one after the end", tokens[2], owners[1], http.StatusGone, "expired"},
	} {
		var answer struct{ Code string }
		status := e.call("POST", "/api/campaigns/"+id+"/releases", c.token, textOf(t, c.r), &answer)
		if status != c.status || answer.Code != c.code {
			t.Errorf("%s: %d %q, want %d %q", c.name, status, answer.Code, c.status, c.code)
		}
	}
}

// Counts have noise as moments have, which does not repeat itself: a report under another name is the same one.
func TestAReportArrivesOnce(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(3, `,"release":"report","base":"linear"`)
	source := must.Get(dataset.ReadSource(strings.NewReader(sampleText), dataset.SourceOptions{Label: "y"}))(t)
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Report, Base: method.Linear, Campaign: id}
	table := "a,y\n" + strings.Repeat("1,2\n3,4\n", 50)
	one, other := runOn(t, source, o, table), runOn(t, source, o, table)
	renamed := *one
	renamed.ReleaseID = "0f0e0d0c-0b0a-4908-8706-050403020100"
	for i, r := range []*release.Release{one, &renamed, other} {
		var answer struct{ Code string }
		status := e.call("POST", "/api/campaigns/"+id+"/releases", tokens[i], textOf(t, r), &answer)
		if duplicate := i == 1; (status == http.StatusConflict && answer.Code == "duplicate") != duplicate ||
			(status == http.StatusCreated) == duplicate {
			t.Errorf("release %d: %d %q", i+1, status, answer.Code)
		}
	}
}

// A refusal says what is wrong in an operator's words: no header, no query parameter, no message of a decoder.
func TestRefusalsAreInAnOperatorsWords(t *testing.T) {
	e := newEdge(t)
	id, _ := e.campaign(1)
	here := "/api/campaigns/" + id
	for _, c := range []struct{ method, path, who, body, want string }{
		{"GET", "/api/campaigns", "", "", "this needs an analyst's token that this edge knows"},
		{"GET", here + "/invitation", "", "", "this needs an invitation"},
		{"POST", here + "/invitations", token, `{"count":0}`, "1 to 200 at a time"},
		{"POST", here + "/invitations", token, `{"count":1,"expires":1}`, "a time between now and then"},
		{"POST", "/api/samples?name=my%20sample.csv", token, "a", "rename the file"},
		{"GET", here + "/releases?after=x", token, "", "from its beginning"},
		{"GET", here + "/combined?trim=x", token, "", "a whole number of releases"},
		{"POST", "/api/campaigns", token, `{"epsilonMaximum":1}`, `there is no setting "epsilonMaximum"`},
		{"POST", "/api/campaigns", token, `{"epsilonMax":"1"}`, `the setting "epsilonMax" cannot be a string`},
		{"POST", "/api/campaigns", token, `[]`, "settings in braces"},
		{"POST", "/api/campaigns", token, `{"label":`, "breaks off"},
		{"POST", "/api/campaigns", token, ``, "breaks off"},
		{"POST", "/api/campaigns", token, `{} {}`, "text after the settings"},
	} {
		var refusal struct{ Code, Message string }
		e.call(c.method, c.path, c.who, c.body, &refusal)
		if !strings.Contains(refusal.Message, c.want) || strings.Contains(refusal.Message, "json:") {
			t.Errorf("%s %s: %+v", c.method, c.path, refusal)
		}
	}
}
