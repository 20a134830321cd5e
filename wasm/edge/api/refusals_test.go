//go:build !js

package api_test

import (
	"bytes"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
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
		{"GET", "/api/campaigns/x/close", 405, "bad-method"},
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

// Without the analyst's token nothing is shown or done: not with an owner's token either.
func TestWhatIsTheAnalystsNeedsTheirToken(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	here := "/api/campaigns/" + id
	for _, request := range []string{
		"POST /api/samples", "GET /api/samples", "DELETE /api/samples/x/s.csv", "GET /api/samples/x/s.csv/columns",
		"POST /api/campaigns", "GET /api/campaigns", "GET " + here, "DELETE " + here, "POST " + here + "/close",
		"POST " + here + "/invitations", "GET " + here + "/invitations", "DELETE " + here + "/invitations/x",
		"GET " + here + "/refusals", "GET " + here + "/releases", "GET " + here + "/releases/x",
		"DELETE " + here + "/releases/x", "GET " + here + "/export",
	} {
		method, path, _ := strings.Cut(request, " ")
		for _, bearer := range []string{"", "wrong", tokens[0]} {
			var refusal struct{ Code string }
			if status := e.call(method, path, bearer, "{}", &refusal); status != 401 || refusal.Code != "not-signed-in" {
				t.Errorf("%s: %d %q", request, status, refusal.Code)
			}
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

// What is kept of a release is its own, and what holds noise is known by its values.
func TestWhatIsKeptOfARelease(t *testing.T) {
	for kind, text := range map[release.Kind]string{
		release.Moments: ownersRelease(t, 100, func(o *adapt.Options) { o.Adjacency = "add-remove" }),
		release.Weights: ownersRelease(t, 100, func(o *adapt.Options) { o.Release = release.Weights }),
		release.Report:  releaseOf(t, "", adapt.Options{Release: release.Report, Base: "linear"}, labelled),
	} {
		r := must.Get(release.Decode([]byte(text)))(t)
		kept := must.Get(campaign.NewReceived("c", "digest", r, []byte(text)))(t)
		digest, _ := r.Digest()
		again, err := release.Decode([]byte(kept.Body))
		if err != nil || !release.SameText(again, r) || len(kept.Body) >= len(text) {
			t.Errorf("%s: the body is %.200s: %v", kind, kept.Body, err)
		}
		c := r.Certificate
		if kept.Campaign != "c" || kept.Token != "digest" || kept.ReleaseID != r.ReleaseID || kept.SHA256 != digest ||
			kept.Epsilon != c.Epsilon || kept.Delta != c.Delta || kept.N != c.N || kept.Rows != c.RowsEstimate ||
			kept.Received == 0 {
			t.Errorf("%s: %+v", kind, kept)
		}
		values := digest
		if kind != release.Weights {
			values = combine.ValuesDigest(r)
		}
		if kept.Values != values {
			t.Errorf("%s: values %q, not %q", kind, kept.Values, values)
		}
		if slices.Contains([]string{kept.Values, kept.SHA256}, "") {
			t.Errorf("%s has no digest", kind)
		}
	}
	if _, err := campaign.NewReceived("c", "digest", new(release.Release), []byte("{")); err == nil {
		t.Error("what is no JSON is kept")
	}
}
