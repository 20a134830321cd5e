//go:build !js

package campaign_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/must"
	"privadapt/wasm/edge/campaign"
)

const token = "an-analysts-token"

// edge is a server over a store in memory.
type edge struct {
	*testing.T
	handler http.Handler
	store   *memory
}

func newEdge(t *testing.T) *edge {
	m := newMemory()
	s := &campaign.Server{
		Store: m, Bucket: m,
		Analysts: []string{campaign.DigestOf(token), campaign.DigestOf("another")},
		Site:     "https://site.example/", API: "https://site.example", Samples: "https://samples.example",
	}
	return &edge{t, s.Handler(), m}
}

// call returns the status of a request, and its answer in value if that is not nil.
func (e *edge) call(method, path, bearer, body string, value any) int {
	e.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	return e.serve(r, value)
}

func (e *edge) serve(r *http.Request, value any) int {
	e.Helper()
	recorder := httptest.NewRecorder()
	e.handler.ServeHTTP(recorder, r)
	h := recorder.Header()
	if h.Get("Content-Type") != "application/json" || h.Get("X-Content-Type-Options") != "nosniff" ||
		h.Get("Cache-Control") != "no-store" {
		e.Errorf("%s %s: headers %v", r.Method, r.URL, h)
	}
	if value != nil {
		if err := json.Unmarshal(recorder.Body.Bytes(), value); err != nil {
			e.Errorf("%s %s: %v: %.200s", r.Method, r.URL, err, recorder.Body)
		}
	}
	return recorder.Code
}

// refused checks that a request is refused with a status, a code and a sentence that has this in it.
func (e *edge) refused(method, path, bearer, body string, status int, code, sentence string) {
	e.Helper()
	var refusal struct{ Code, Message string }
	got := e.call(method, path, bearer, body, &refusal)
	if got != status || refusal.Code != code || refusal.Message == "" || !strings.Contains(refusal.Message, sentence) {
		e.Errorf("%s %s with %.100q: %d %+v, want %d %s: …%s…", method, path, body, got, refusal, status, code, sentence)
	}
}

// upload puts a sample or a model on the edge.
func (e *edge) upload(name, text string) (kept campaign.Sample) {
	e.Helper()
	if status := e.call("POST", "/api/samples?name="+name, token, text, &kept); status != http.StatusCreated {
		e.Fatalf("%s: %d", name, status)
	}
	return kept
}

// open makes a campaign about a sample with more settings.
func (e *edge) open(sample campaign.Sample, more string) (made campaign.Campaign) {
	e.Helper()
	if status := e.call("POST", "/api/campaigns", token, settings(sample, more), &made); status != http.StatusCreated {
		e.Fatalf("no campaign with %s: %d", more, status)
	}
	return made
}

// settings of a campaign about a sample, and more.
func settings(sample campaign.Sample, more string) string {
	return fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5%s}`, sample.Source, sample.SHA256,
		more)
}

// invite is what one more link into a campaign says.
func (e *edge) invite(id string) url.Values {
	e.Helper()
	var made struct{ Links []string }
	e.call("POST", "/api/campaigns/"+id+"/invitations", token, `{"count":1}`, &made)
	_, fragment, _ := strings.Cut(made.Links[0], "#")
	return must.Get(url.ParseQuery(fragment))(e)
}

// campaign makes one about a small sample, and the tokens of some invitations.
func (e *edge) campaign(invitations int) (id string, tokens []string) {
	e.Helper()
	c := e.open(e.upload("s.csv", sampleText), "")
	for range invitations {
		tokens = append(tokens, e.invite(c.ID).Get("token"))
	}
	return c.ID, tokens
}

// Without the analyst's token nothing is shown or done: not with an owner's token either. Another analyst learns as
// little as a stranger.
func TestWhatIsTheAnalystsNeedsTheirToken(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	here := "/api/campaigns/" + id
	for _, request := range []string{
		"POST /api/samples", "GET /api/samples", "DELETE /api/samples/x/s.csv", "GET /api/samples/x/s.csv/columns",
		"POST /api/campaigns", "GET /api/campaigns", "DELETE " + here, "POST " + here + "/close",
		"POST " + here + "/invitations", "GET " + here + "/invitations", "DELETE " + here + "/invitations/x",
		"GET " + here + "/releases", "GET " + here + "/releases/x", "DELETE " + here + "/releases/x", "GET " + here + "/export",
	} {
		method, path, _ := strings.Cut(request, " ")
		for _, bearer := range []string{"", "wrong", tokens[0], campaign.DigestOf(token)} {
			e.refused(method, path, bearer, "{}", 401, "not-signed-in", "an analyst's token that this edge knows")
		}
		if strings.HasPrefix(path, here) {
			e.refused(method, path, "another", "{}", 404, "no-campaign", "no such campaign")
		}
	}
	var none struct{ Campaigns []campaign.Campaign }
	if e.call("GET", "/api/campaigns", "another", "", &none); len(none.Campaigns) != 0 {
		t.Error("another analyst's campaigns are listed")
	}
}

// A refusal says what is wrong in an operator's words, as an object with a code and a sentence: no header, no query
// parameter, no message of a decoder. An address that does not exist and a method that it does not take are refused so.
func TestRefusalsAreInAnOperatorsWords(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	here := "/api/campaigns/" + id
	for _, c := range []struct {
		method, path, who, body string
		status                  int
		code, sentence          string
	}{
		{"GET", "/api/", "", "", 404, "no-endpoint", ""},
		{"POST", here + "/rows", token, "", 404, "no-endpoint", ""},
		{"PUT", "/api/campaigns", token, "", 404, "no-endpoint", "another method"},
		{"GET", here + "/invitation", "", "", 401, "no-token", "this needs an invitation"},
		{"GET", here + "/invitation", "made-up", "", 401, "bad-token", ""},
		{"GET", "/api/campaigns/x/invitation", tokens[0], "", 404, "no-campaign", ""},
		{"DELETE", here + "/invitations/x", token, "", 404, "no-invitation", ""},
		{"GET", here + "/releases/x", token, "", 404, "no-release", ""},
		{"DELETE", here + "/releases/x", token, "", 404, "no-release", ""},
		{"DELETE", "/api/samples/x/s.csv", token, "", 404, "no-sample", ""},
		{"GET", "/api/samples/x/s.csv/columns", token, "", 404, "no-sample", ""},
		{"POST", "/api/samples?name=my%20sample.csv", token, "a", 422, "bad-name", "rename the file"},
		{"POST", "/api/samples?name=s.csv", token, "", 422, "empty", ""},
		{"GET", here + "/export?after=x", token, "", 422, "bad-page", "from its beginning"},
		{"GET", here + "/export?after=-1", token, "", 422, "bad-page", "from its beginning"},
		{"POST", "/api/campaigns", token, `{"epsilonMaximum":1}`, 400, "bad-request", `no setting "epsilonMaximum"`},
		{"POST", "/api/campaigns", token, `{"epsilonMax":"1"}`, 400, "bad-request", `"epsilonMax" cannot be a string`},
		{"POST", "/api/campaigns", token, `[]`, 400, "bad-request", "no JSON object"},
		{"POST", "/api/campaigns", token, `{"label":`, 400, "bad-request", "no JSON object"},
		{"POST", "/api/campaigns", token, ``, 400, "bad-request", "no JSON object"},
		{"POST", "/api/campaigns", token, `{} {}`, 400, "bad-request", "text after the settings"},
	} {
		e.refused(c.method, c.path, c.who, c.body, c.status, c.code, c.sentence)
	}
}

// A refusal is one line in the log, which has nothing of the body, the address or a token.
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
	want := `refused POST /api/campaigns/{campaign}/releases 400 bad-release
refused POST /api/campaigns/{campaign}/releases 401 bad-token
refused POST /api/campaigns/{campaign}/releases 404 no-campaign
refused / 404 no-endpoint
`
	if text.String() != want {
		t.Errorf("the log:\n%s\nnot\n%s", &text, want)
	}
}

// Each limit of a request is held from both sides: what is as large, as many or as late as may be is taken, and a byte,
// a link or a minute more is refused. It makes no difference whether the size was announced.
func TestLimitsOfRequests(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	links, releases := "/api/campaigns/"+id+"/invitations", "/api/campaigns/"+id+"/releases"
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
		{"the most links", links, token, `{"count":200}`, 201, ""},
		{"a link more", links, token, `{"count":201}`, 422, "bad-count"},
		{"one link", links, token, `{"count":1}`, 201, ""},
		{"no link", links, token, `{"count":0}`, 422, "bad-count"},
		{"less than no link", links, token, `{"count":-1}`, 422, "bad-count"},
		{"a name for each", links, token, names("a", "b"), 201, ""},
		{"a name more", links, token, names("a", "b", "c"), 422, "bad-names"},
		{"a name of two lines", links, token, names("a", `b\nc`), 422, "bad-names"},
		{"almost ten years", links, token, in(10, -5), 201, ""},
		{"more than ten years", links, token, in(10, 5), 422, "bad-expiry"},
		{"almost now", links, token, in(0, 5), 201, ""},
		{"past", links, token, in(0, -5), 422, "bad-expiry"},
		{"before all time", links, token, `{"count":1,"expires":-1}`, 422, "bad-expiry"},
		{"the most settings", links, token, padded(`{"count":1}`, mostJSON), 201, ""},
		{"settings of a byte more", links, token, padded(`{"count":1}`, mostJSON+1), 413, "too-large"},
		{"the largest sample", "/api/samples?name=s.csv", token, padded(sampleText, mostSample), 201, ""},
		{"a sample of a byte more", "/api/samples?name=s.csv", token, padded(sampleText, mostSample+1), 413, "too-large"},
		{"the longest name", "/api/samples?name=" + strings.Repeat("x", 64) + ".tsv", token, sampleText, 201, ""},
		{"a name of a letter more", "/api/samples?name=" + strings.Repeat("x", 65) + ".csv", token, sampleText, 422, "bad-name"},
		{"the largest release", releases, tokens[0], padded("{", campaign.MostBytes), 400, "bad-release"},
		{"a release of a byte more", releases, tokens[0], padded("{", campaign.MostBytes+1), 413, "too-large"},
	} {
		for _, announced := range []bool{true, false} {
			r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
			if !announced {
				r.ContentLength = -1
			}
			r.Header.Set("Authorization", "Bearer "+c.who)
			var answer struct{ Code string }
			if status := e.serve(r, &answer); status != c.status || answer.Code != c.code {
				t.Errorf("%s, announced: %v: %d %q", c.what, announced, status, answer.Code)
			}
		}
	}
}

// No token is kept: the contents of the store give no access.
func TestTokensAreKeptAsDigests(t *testing.T) {
	e := newEdge(t)
	_, tokens := e.campaign(2)
	kept := fmt.Sprintf("%+v %+v", e.store.campaigns, e.store.invitations)
	for _, secret := range append(tokens, token) {
		if strings.Contains(kept, secret) {
			t.Error("a token is kept as it is")
		}
		if !strings.Contains(kept, campaign.DigestOf(secret)) {
			t.Error("the digest of a token is not kept")
		}
	}
}

// Analysts are known by digests; what is none is left out.
func TestAnalystsAreDigests(t *testing.T) {
	digest := campaign.DigestOf("x")
	for text, want := range map[string][]string{
		"":                                  nil,
		"secret":                            nil,
		digest:                              {digest},
		strings.ToUpper(digest) + "\n":      {digest},
		digest + ", " + digest + ",zz,abcd": {digest, digest},
	} {
		if got := campaign.ReadAnalysts(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A digest belongs to its token, and two are the same only as a whole.
func TestDigestsOfTokens(t *testing.T) {
	const ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if campaign.DigestOf("") != ofNothing || campaign.DigestOf("a") == ofNothing {
		t.Error("the digest is not the SHA-256")
	}
	for other, same := range map[string]bool{ofNothing: true, ofNothing[1:]: false, "": false, ofNothing + "0": false,
		ofNothing[:63] + "6": false} {
		if campaign.SameDigest(ofNothing, other) != same {
			t.Errorf("%q: same is %v", other, !same)
		}
	}
}

func TestPagesOfOtherOriginsMayCall(t *testing.T) {
	recorder := httptest.NewRecorder()
	newEdge(t).handler.ServeHTTP(recorder, httptest.NewRequest("OPTIONS", "/api/campaigns/x/releases", nil))
	h := recorder.Header()
	if recorder.Code != http.StatusNoContent || h.Get("Access-Control-Allow-Origin") != "*" ||
		h.Get("Access-Control-Allow-Credentials") != "" ||
		!strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("%d %v", recorder.Code, h)
	}
}
