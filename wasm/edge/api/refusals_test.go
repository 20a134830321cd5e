//go:build !js

package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
	"privadapt/wasm/edge/api"
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

// Each limit of a request is held from both sides: what is as large, as many or as late as may be is taken, and a byte,
// a link or a minute more is refused. It makes no difference whether the size was announced.
func TestLimitsOfRequests(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	here := "/api/campaigns/" + id
	padded := func(text string, size int) string { return text + strings.Repeat(" ", size-len(text)) }
	in := func(years int, minutes time.Duration) string {
		return fmt.Sprintf(`{"count":1,"expires":%d}`, time.Now().AddDate(years, 0, 0).Add(minutes*time.Minute).UnixMilli())
	}
	names := func(list ...string) string {
		return fmt.Sprintf(`{"count":2,"names":["%s"]}`, strings.Join(list, `","`))
	}
	const mostSample, mostJSON = 16 << 20, 64 << 10
	for _, c := range []struct {
		what, path, who, body string
		status                int
		code                  string
	}{
		{"the most links", here + "/invitations", token, `{"count":200}`, 201, ""},
		{"a link more", here + "/invitations", token, `{"count":201}`, 422, "bad-count"},
		{"one link", here + "/invitations", token, `{"count":1}`, 201, ""},
		{"no link", here + "/invitations", token, `{"count":0}`, 422, "bad-count"},
		{"less than no link", here + "/invitations", token, `{"count":-1}`, 422, "bad-count"},
		{"a name for each", here + "/invitations", token, names("a", "b"), 201, ""},
		{"a name more", here + "/invitations", token, names("a", "b", "c"), 422, "bad-names"},
		{"a name of two lines", here + "/invitations", token, names("a", `b\nc`), 422, "bad-names"},
		{"almost ten years", here + "/invitations", token, in(10, -5), 201, ""},
		{"more than ten years", here + "/invitations", token, in(10, 5), 422, "bad-expiry"},
		{"almost now", here + "/invitations", token, in(0, 5), 201, ""},
		{"past", here + "/invitations", token, in(0, -5), 422, "bad-expiry"},
		{"before all time", here + "/invitations", token, `{"count":1,"expires":-1}`, 422, "bad-expiry"},
		{"the most settings", here + "/invitations", token, padded(`{"count":1}`, mostJSON), 201, ""},
		{"settings of a byte more", here + "/invitations", token, padded(`{"count":1}`, mostJSON+1), 413, "too-large"},
		{"the largest sample", "/api/samples?name=s.csv", token, padded(sampleText, mostSample), 201, ""},
		{"a sample of a byte more", "/api/samples?name=s.csv", token, padded(sampleText, mostSample+1), 413, "too-large"},
		{"the longest name", "/api/samples?name=" + strings.Repeat("x", 64) + ".tsv", token, sampleText, 201, ""},
		{"a name of a letter more", "/api/samples?name=" + strings.Repeat("x", 65) + ".csv", token, sampleText, 422,
			"bad-name"},
		{"the largest release", here + "/releases", tokens[0], padded("{", campaign.MostBytes), 400, "bad-release"},
		{"a release of a byte more", here + "/releases", tokens[0], padded("{", campaign.MostBytes+1), 413, "too-large"},
	} {
		for _, announced := range []bool{true, false} {
			r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
			if !announced {
				r.ContentLength = -1
			}
			r.Header.Set("Authorization", "Bearer "+c.who)
			recorder := httptest.NewRecorder()
			e.handler.ServeHTTP(recorder, r)
			var answer struct{ Code string }
			if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil || recorder.Code != c.status ||
				answer.Code != c.code {
				t.Errorf("%s, announced: %v: %d %q, %v", c.what, announced, recorder.Code, answer.Code, err)
			}
		}
	}
}

var errStore = errors.New("the store cannot be reached")

// deciding is a store that keeps releases with an outcome of its own, and in which refusals may not be recorded.
type deciding struct {
	*memory
	outcome campaign.Outcome
	failure error
}

func (d *deciding) Receive(context.Context, campaign.Received) (campaign.Outcome, error) {
	return d.outcome, nil
}

func (d *deciding) Refuse(ctx context.Context, r campaign.Refusal) error {
	return errors.Join(d.memory.Refuse(ctx, r), d.failure)
}

// An owner hears what became of a release. Whatever is refused is recorded, and is refused where that fails.
func TestAnswersToAnArrival(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(2)
	text, path := ownersRelease(t, 100, nil), "/api/campaigns/"+id+"/releases"
	d := &deciding{memory: e.store}
	e.handler = (&api.Server{Store: d, Bucket: e.store}).Handler()
	for _, c := range []struct {
		outcome campaign.Outcome
		failure error
		status  int
		code    string
	}{
		{campaign.Kept, nil, 201, ""}, {campaign.Repeated, nil, 200, ""}, {campaign.TokenUsed, nil, 409, "token-used"},
		{campaign.Duplicate, nil, 409, "duplicate"}, {campaign.Deleted, nil, 410, "deleted"},
		{campaign.Withdrawn, nil, 410, "withdrawn"}, {campaign.Duplicate, errStore, 409, "duplicate"},
	} {
		d.outcome, d.failure = c.outcome, c.failure
		recorded := len(e.store.refusals)
		var answer struct{ Code, ReleaseID, SHA256 string }
		status := e.call("POST", path, tokens[0], text, &answer)
		refused := c.status >= 400
		if status != c.status || answer.Code != c.code || (answer.ReleaseID != "" && answer.SHA256 != "") == refused ||
			len(e.store.refusals) > recorded != refused {
			t.Errorf("outcome %d: %d, %+v, %d refusals", c.outcome, status, answer, len(e.store.refusals)-recorded)
		}
		if refused && c.failure == nil {
			last := e.store.refusals[len(e.store.refusals)-1]
			if last.Campaign != id || last.Invitation != campaign.InvitationID(campaign.DigestOf(tokens[0])) ||
				last.Status != c.status || last.Code != c.code || last.Message == "" || last.Time == 0 {
				t.Errorf("outcome %d is recorded as %+v", c.outcome, last)
			}
		}
	}
	ended := e.store.invitations[campaign.DigestOf(tokens[1])]
	for code, change := range map[string]func(){
		"revoked": func() { ended.Revoked = true },
		"expired": func() { ended.Revoked, ended.Expires = false, 1 },
	} {
		kept := ended
		change()
		e.store.invitations[ended.Digest] = ended
		var answer struct{ Code string }
		if status := e.call("POST", path, tokens[1], text, &answer); status != 410 || answer.Code != code {
			t.Errorf("%s: %d %q", code, status, answer.Code)
		}
		ended = kept
	}
	must.Do(t, e.store.CloseCampaign(t.Context(), id))
	var answer struct{ Code string }
	if status := e.call("POST", path, tokens[0], text, &answer); status != 410 || answer.Code != "closed" {
		t.Errorf("closed: %d %q", status, answer.Code)
	}
}

// An owner whose answer was lost sends the release again, and hears that it has arrived though the campaign has ended.
func TestAReleaseIsAcknowledgedAfterTheEnd(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(2)
	text, path := ownersRelease(t, 100, nil), "/api/campaigns/"+id+"/releases"
	if status := e.call("POST", path, tokens[0], text, nil); status != 201 {
		t.Fatal(status)
	}
	must.Do(t, e.store.CloseCampaign(t.Context(), id))
	var answer struct{ Code string }
	if status := e.call("POST", path, tokens[0], text, &answer); status != 200 {
		t.Errorf("the same again: %d %q", status, answer.Code)
	}
	if status := e.call("POST", path, tokens[0], ownersRelease(t, 100, nil), &answer); status != 409 {
		t.Errorf("another: %d %q", status, answer.Code)
	}
	if status := e.call("POST", path, tokens[1], text, &answer); status != 410 || answer.Code != "closed" {
		t.Errorf("by an unused invitation: %d %q", status, answer.Code)
	}
}

// A campaign whose every release would be too large is not made: one for weights on a sample of too many rows, which
// the upload counted.
func TestNoCampaignForReleasesThatAreTooLarge(t *testing.T) {
	e := newEdge(t)
	upload := func(rows int) campaign.Sample {
		return e.upload("s.csv", "a,y\n"+strings.Repeat("1,2\n", rows-1)+"2,3\n")
	}
	fits, large, empty := upload(35_500), upload(35_600), e.upload("s.csv", "no table")
	if fits.Rows != 35_500 || large.Rows != 35_600 || empty.Rows != 0 || empty.SHA256 == "" {
		t.Fatalf("counted %d, %d and %d rows", fits.Rows, large.Rows, empty.Rows)
	}
	unknown := campaign.Sample{Source: "https://example.org/s.csv", SHA256: strings.Repeat("0", 64)}
	for _, c := range []struct {
		sample campaign.Sample
		asks   string
		made   bool
	}{
		{fits, `"release":"weights"`, true}, {large, `"release":"weights"`, false}, {unknown, `"release":"weights"`, true},
		{large, `"release":"moments"`, true},
	} {
		body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-6,%s}`, c.sample.Source,
			c.sample.SHA256, c.asks)
		var answer struct{ Code, Message string }
		status := e.call("POST", "/api/campaigns", token, body, &answer)
		if made := status == http.StatusCreated; made != c.made ||
			!made && (answer.Code != "bad-settings" || !strings.Contains(answer.Message, "35600 rows")) {
			t.Errorf("%d rows, %s: status %d, %+v", c.sample.Rows, c.asks, status, answer)
		}
	}
}

// A campaign whose invitations owners' pages could not read is not made, and one that was made before gives no links.
func TestNoCampaignWithoutLinks(t *testing.T) {
	e := newEdge(t)
	long := func(k, length int) string {
		return fmt.Sprintf(`{"source":"https://example.org/%d%s","sha256":"%064d"}`, k, strings.Repeat("a", length), k)
	}
	for length, want := range map[int]int{1300: http.StatusCreated, 1500: http.StatusUnprocessableEntity} {
		var list []string
		for k := range 8 {
			list = append(list, long(k, length))
		}
		body := fmt.Sprintf(`{"samples":[%s],"label":"y","epsilonMax":1,"delta":1e-6}`, strings.Join(list, ","))
		var answer struct{ Code, Message string }
		if status := e.call("POST", "/api/campaigns", token, body, &answer); status != want ||
			want != http.StatusCreated && !strings.Contains(answer.Message, "links of") {
			t.Errorf("addresses of %d characters: status %d, %+v", length, status, answer)
		}
	}
	old := campaign.Campaign{
		ID:       "old",
		Analyst:  campaign.DigestOf(token),
		Settings: terms.Terms{Source: "https://example.org/s.csv", Title: strings.Repeat("a", 20_000)},
	}
	must.Do(t, e.store.AddCampaign(t.Context(), old))
	if status := e.call("POST", "/api/campaigns/old/invitations", token, `{"count":1}`,
		nil); status != http.StatusUnprocessableEntity {
		t.Errorf("links of a campaign that was made before: status %d", status)
	}
	if len(e.store.invitations) > 0 {
		t.Error("invitations are kept that have no links")
	}
}

// What an owner hears before anything is spent is what the edge judges by when a release arrives: the engine takes the
// answer as it is and refuses the run, or makes a release that is accepted.
func TestOwnersAreToldWhatIsJudgedOnArrival(t *testing.T) {
	e := newEdge(t)
	id, _ := e.campaign(0)
	c := must.Get(e.store.Campaign(t.Context(), id))(t)
	told := c.Receiver()
	if told.Campaign != id || told.MostBytes != campaign.MostBytes || told.Label != "y" || told.EpsilonMax != 1 {
		t.Errorf("an owner hears %+v", told)
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(sampleText), dataset.SourceOptions{Label: "y"}))(t)
	r := runOn(t, source, adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments, Receiver: &told, Campaign: id},
		"a\n1\n2\n")
	if err := c.Accepts(r, campaign.MostBytes); err != nil {
		t.Error(err)
	}
	if err := c.Accepts(r, campaign.MostBytes+1); err == nil {
		t.Error("a release that is too large is accepted")
	}
	report := *r
	report.ReleaseID = "a b"
	if err := c.Accepts(&report, 0); err == nil {
		t.Error("a release without an identifier is accepted")
	}
}

// A release whose noise does not give the ε that it claims is refused, whatever its kind: moments alone are checked
// once more when they are added up.
func TestArrivalsAreVerified(t *testing.T) {
	a := newAsking(t)
	report := releaseOf(t, dataset.Regression, adapt.Options{Release: release.Report, Base: "linear"}, labelled)
	weights := releaseOf(t, dataset.Regression, adapt.Options{Release: release.Weights}, unlabelled)
	lying := func(text string) string { return strings.Replace(text, `"epsilon": 1,`, `"epsilon": 0.5,`, 1) }
	a.check(`,"release":"report"`, nil, texts{report: "", lying(report): "bad-certificate"})
	a.check(`,"release":"weights"`, nil, texts{weights: "", lying(weights): "bad-certificate"})
	a.check(``, nil, texts{ownersRelease(t, 100, nil): "wrong-sample"})
}
