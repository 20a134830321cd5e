//go:build !js

package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/wasm/edge/api"
	"privadapt/wasm/edge/campaign"
)

const token = "an-analysts-token"

const sampleText = "a,y\n1,2\n2,3\n4,4\n5,6\n0,1\n"

// ownersRelease is a release of the engine for an owner of that many rows.
func ownersRelease(t testing.TB, rows int, change func(*adapt.Options)) string {
	t.Helper()
	source := must.Get(dataset.ReadSource(strings.NewReader(sampleText), dataset.SourceOptions{Label: "y"}))(t)
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}
	if change != nil {
		change(&o)
	}
	return textOf(t, runOn(t, source, o, "a\n"+strings.Repeat("1\n3\n", rows/2)))
}

// runOn is the engine's release for an owner of a table.
func runOn(t testing.TB, source *dataset.Source, o adapt.Options, table string) *release.Release {
	t.Helper()
	target, _ := must.Both(adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil))(t)
	return must.Get(target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))(t)
}

func textOf(t testing.TB, r *release.Release) string {
	t.Helper()
	return string(must.Get(r.Encode())(t))
}

// edge is a server over a store in memory.
type edge struct {
	*testing.T
	handler http.Handler
	store   *memory
}

func newEdge(t *testing.T) *edge {
	m := newMemory()
	s := &api.Server{
		Store: m, Bucket: m, Analysts: api.ReadAnalysts("no digest, " + campaign.DigestOf(token) + "," +
			campaign.DigestOf("another")),
		Place: api.Place{Site: "https://site.example/", API: "https://site.example", Samples: "https://samples.example"},
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
	recorder := httptest.NewRecorder()
	e.handler.ServeHTTP(recorder, r)
	h := recorder.Header()
	if recorder.Code != http.StatusNoContent {
		if h.Get("Content-Type") != "application/json" || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Cache-Control") != "no-store" {
			e.Errorf("%s %s: headers %v", method, path, h)
		}
	}
	if value != nil {
		if err := json.Unmarshal(recorder.Body.Bytes(), value); err != nil {
			e.Errorf("%s %s: %v: %.200s", method, path, err, recorder.Body)
		}
	}
	return recorder.Code
}

// upload puts a sample or a model on the edge.
func (e *edge) upload(name, text string) (kept campaign.Sample) {
	e.Helper()
	if status := e.call("POST", "/api/samples?name="+name, token, text, &kept); status != http.StatusCreated {
		e.Fatalf("%s: %d", name, status)
	}
	return kept
}

// invite is what one more link into a campaign says.
func (e *edge) invite(id string) url.Values {
	e.Helper()
	var made struct{ Links []string }
	e.call("POST", "/api/campaigns/"+id+"/invitations", token, `{"count":1}`, &made)
	_, fragment, _ := strings.Cut(made.Links[0], "#")
	return must.Get(url.ParseQuery(fragment))(e)
}

// campaign makes one, with more settings, and the tokens of some invitations.
func (e *edge) campaign(invitations int, more ...string) (id string, tokens []string) {
	e.Helper()
	sample := e.upload("s.csv", sampleText)
	var c campaign.Campaign
	body := fmt.Sprintf(`{"source":%q,"sha256":%q,"label":"y","epsilonMax":1,"delta":1e-5,"title":"A & B"%s}`,
		sample.Source, sample.SHA256, strings.Join(more, ""))
	if status := e.call("POST", "/api/campaigns", token, body, &c); status != http.StatusCreated {
		e.Fatalf("the campaign: %d", status)
	}
	var made struct{ Links []string }
	var text json.RawMessage
	e.call("POST", "/api/campaigns/"+c.ID+"/invitations", token, fmt.Sprintf(`{"count":%d}`, invitations), &text)
	if err := json.Unmarshal(text, &made); err != nil || strings.Contains(string(text), `\u0026`) {
		e.Errorf("the links cannot be copied: %v: %.200s", err, text)
	}
	for _, link := range made.Links {
		_, fragment, _ := strings.Cut(link, "#")
		fields, err := url.ParseQuery(fragment)
		if err != nil || fields.Get("campaign") != c.ID || fields.Get("title") != "A & B" ||
			fields.Get("epsilonMax") != "1" ||
			fields.Get("epsilon") != "" {
			e.Errorf("the link %s: %v", link, err)
		}
		tokens = append(tokens, fields.Get("token"))
	}
	return c.ID, tokens
}

func TestVerifyEndpoint(t *testing.T) {
	e := newEdge(t)
	valid := ownersRelease(t, 100, nil)
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		ok                       bool
	}{
		{"a release of the engine", "POST", "/api/verify", valid, 200, true},
		{"a claim that does not hold", "POST", "/api/verify", strings.Replace(valid, `"epsilon": 1,`, `"epsilon": 0.5,`, 1),
			200, false},
		{"no release", "POST", "/api/verify", "a,b\n1,2\n", 400, false},
		{"nothing", "POST", "/api/verify", "", 400, false},
		{"too much", "POST", "/api/verify", strings.Repeat(" ", 8<<20+1), 413, false},
	} {
		var report verify.Report
		if status := e.call(c.method, c.path, "", c.body, &report); status != c.status || report.OK != c.ok {
			t.Errorf("%s: status %d, %+v", c.name, status, report)
		}
	}
}

func TestCampaign(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(4)
	path := "/api/campaigns/" + id
	texts := []string{ownersRelease(t, 100, nil), ownersRelease(t, 200, nil), ownersRelease(t, 300, nil)}
	for i, text := range texts {
		if status := e.call("POST", path+"/releases", tokens[i], text, nil); status != http.StatusCreated {
			t.Fatalf("release %d: %d", i, status)
		}
	}
	for _, c := range []struct {
		name, bearer, body string
		status             int
	}{
		{"no token", "", texts[0], 401},
		{"too much ε", tokens[3], ownersRelease(t, 100, func(o *adapt.Options) { o.Epsilon = 2 }), 422},
		{"a model", tokens[3], ownersRelease(t, 100, func(o *adapt.Options) { o.Release = release.Model }), 422},
	} {
		if status := e.call("POST", path+"/releases", c.bearer, c.body, nil); status != c.status {
			t.Errorf("%s: %d", c.name, status)
		}
	}
	var list struct{ Releases []campaign.Received }
	if e.call("GET", path+"/releases", token, "", &list); len(list.Releases) != 3 {
		t.Errorf("%d releases are listed", len(list.Releases))
	}
	var exported struct{ Releases []*release.Release }
	if e.call("GET", path+"/export", token, "", &exported); len(exported.Releases) != 3 {
		t.Fatalf("%d releases are exported", len(exported.Releases))
	}
	for i, r := range exported.Releases {
		if textOf(t, r) != texts[i] {
			t.Errorf("release %d is exported otherwise than it was sent", i)
		}
	}
	first := path + "/releases/" + exported.Releases[0].ReleaseID
	for _, status := range []int{http.StatusOK, http.StatusNotFound} {
		if got := e.call("DELETE", first, token, "", nil); got != status {
			t.Errorf("deleted: %d, not %d", got, status)
		}
		if got := e.call("GET", first, token, "", nil); got != http.StatusNotFound {
			t.Errorf("a deleted release: %d", got)
		}
	}
	if status := e.call("POST", path+"/releases", tokens[0], texts[0], nil); status != http.StatusGone {
		t.Errorf("a deleted release that is sent again: %d", status)
	}
	// Another analyst learns as little as a stranger.
	for _, c := range []string{"", "/releases", "/export", "/refusals"} {
		if status := e.call("GET", path+c, "another", "", nil); status != http.StatusNotFound {
			t.Errorf("another analyst's %s: %d", c, status)
		}
		if status := e.call("GET", path+c, tokens[3], "", nil); status != http.StatusUnauthorized {
			t.Errorf("an owner's %s: %d", c, status)
		}
	}
	var none struct{ Campaigns []campaign.Campaign }
	if e.call("GET", "/api/campaigns", "another", "", &none); len(none.Campaigns) != 0 {
		t.Error("another analyst's campaigns are listed")
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
	if e.call("GET", "/api/campaigns", campaign.DigestOf(token), "", nil) != http.StatusUnauthorized {
		t.Error("a digest opens the door")
	}
}

func TestAnalystsAreDigests(t *testing.T) {
	digest := campaign.DigestOf("x")
	for text, want := range map[string][]string{
		"":                                  nil,
		"secret":                            nil,
		digest:                              {digest},
		strings.ToUpper(digest) + "\n":      {digest},
		digest + ", " + digest + ",zz,abcd": {digest, digest},
	} {
		if got := api.ReadAnalysts(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v", text, got)
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

// memory keeps a test's campaigns, releases and samples.
type memory struct {
	campaigns   []campaign.Campaign
	invitations map[string]campaign.Invitation // by digest
	refusals    []campaign.Refusal
	uploaded    []campaign.Sample
	releases    []campaign.Received
	received    int64
	samples     map[string][]byte
}

func newMemory() *memory {
	return &memory{invitations: map[string]campaign.Invitation{}, samples: map[string][]byte{}}
}

// newest are the entries of a list that are to be kept, the last one first.
func newest[T any](list []T, keep func(T) bool) []T {
	kept := []T{}
	for _, one := range slices.Backward(list) {
		if keep(one) {
			kept = append(kept, one)
		}
	}
	return kept
}

func (m *memory) AddCampaign(_ context.Context, c campaign.Campaign) error {
	m.campaigns = append(m.campaigns, c)
	return nil
}

func (m *memory) CloseCampaign(_ context.Context, id string) error {
	for i := range m.campaigns {
		if m.campaigns[i].ID == id {
			m.campaigns[i].Closed = true
		}
	}
	return nil
}

func (m *memory) Campaign(_ context.Context, id string) (*campaign.Campaign, error) {
	for _, c := range m.campaigns {
		if c.ID == id {
			return &c, nil
		}
	}
	return nil, nil
}

func (m *memory) Campaigns(_ context.Context, analyst string) ([]campaign.Campaign, error) {
	return newest(m.campaigns, func(c campaign.Campaign) bool { return c.Analyst == analyst }), nil
}

func (m *memory) DeleteCampaign(_ context.Context, id string) error {
	m.campaigns = slices.DeleteFunc(m.campaigns, func(c campaign.Campaign) bool { return c.ID == id })
	m.releases = slices.DeleteFunc(m.releases, func(r campaign.Received) bool { return r.Campaign == id })
	m.refusals = slices.DeleteFunc(m.refusals, func(r campaign.Refusal) bool { return r.Campaign == id })
	maps.DeleteFunc(m.invitations, func(_ string, i campaign.Invitation) bool { return i.Campaign == id })
	return nil
}

func (m *memory) Receive(_ context.Context, r campaign.Received) (campaign.Outcome, error) {
	invited, found := m.invitations[r.Token]
	present := slices.ContainsFunc(m.releases, func(k campaign.Received) bool { return k.Token == r.Token })
	switch {
	case found && invited.UsedBy == r.SHA256 && !present:
		return campaign.Deleted, nil
	case found && invited.UsedBy == r.SHA256:
		return campaign.Repeated, nil
	case found && invited.UsedBy != "":
		return campaign.TokenUsed, nil
	case !found || invited.StateAt(time.UnixMilli(r.Received)) != campaign.Open:
		return campaign.Withdrawn, nil
	}
	for _, k := range m.releases {
		if k.Campaign == r.Campaign && (k.ReleaseID == r.ReleaseID || k.Values == r.Values) {
			return campaign.Duplicate, nil
		}
	}
	invited.UsedBy = r.SHA256
	m.invitations[r.Token] = invited
	m.received++
	r.Sequence = m.received
	m.releases = append(m.releases, r)
	return campaign.Kept, nil
}

func (m *memory) Releases(_ context.Context, id string, after int64, limit int, _ bool) ([]campaign.Received, error) {
	list := []campaign.Received{}
	for _, r := range m.releases {
		if r.Campaign == id && r.Sequence > after && len(list) < limit {
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *memory) Release(_ context.Context, id, releaseID string) (*campaign.Received, error) {
	for _, r := range m.releases {
		if r.Campaign == id && r.ReleaseID == releaseID {
			return &r, nil
		}
	}
	return nil, nil
}

func (m *memory) Put(_ context.Context, key string, body []byte, _ string) error {
	m.samples[key] = body
	return nil
}

func (m *memory) Get(_ context.Context, key string, most int) ([]byte, error) {
	body, ok := m.samples[key]
	if !ok || len(body) > most {
		return nil, nil
	}
	return body, nil
}

func (m *memory) AddInvitations(_ context.Context, list []campaign.Invitation) error {
	for _, one := range list {
		m.invitations[one.Digest] = one
	}
	return nil
}

func (m *memory) Invitation(_ context.Context, digest string) (*campaign.Invitation, error) {
	if one, found := m.invitations[digest]; found {
		return &one, nil
	}
	return nil, nil
}

func (m *memory) Invitations(_ context.Context, id, after string, limit int) ([]campaign.Invitation, error) {
	list := []campaign.Invitation{}
	for _, one := range m.invitations {
		if one.Campaign == id && one.ID > after {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b campaign.Invitation) int { return cmp.Compare(a.ID, b.ID) })
	return list[:min(len(list), limit)], nil
}

func (m *memory) Revoke(_ context.Context, id, invitation string) (found bool, err error) {
	for digest, one := range m.invitations {
		if one.Campaign == id && one.ID == invitation {
			one.Revoked, found = true, true
			m.invitations[digest] = one
		}
	}
	return found, nil
}

func (m *memory) Refuse(_ context.Context, r campaign.Refusal) error {
	m.refusals = append(m.refusals, r)
	return nil
}

func (m *memory) Refusals(_ context.Context, id string) ([]campaign.Refusal, error) {
	return newest(m.refusals, func(r campaign.Refusal) bool { return r.Campaign == id }), nil
}

func (m *memory) AddSample(_ context.Context, s campaign.Sample) error {
	m.uploaded = append(m.uploaded, s)
	return nil
}

func (m *memory) Samples(_ context.Context, analyst string) ([]campaign.Sample, error) {
	return newest(m.uploaded, func(s campaign.Sample) bool { return s.Analyst == analyst }), nil
}

func (m *memory) DeleteSample(_ context.Context, analyst, sha256, name string) (found, last bool, err error) {
	before := len(m.uploaded)
	same := func(s campaign.Sample) bool { return s.SHA256 == sha256 && s.Name == name }
	m.uploaded = slices.DeleteFunc(m.uploaded, func(s campaign.Sample) bool { return s.Analyst == analyst && same(s) })
	return len(m.uploaded) < before, !slices.ContainsFunc(m.uploaded, same), nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	delete(m.samples, key)
	return nil
}

func (m *memory) DeleteRelease(_ context.Context, id, releaseID string) (bool, error) {
	before := len(m.releases)
	m.releases = slices.DeleteFunc(m.releases,
		func(r campaign.Received) bool { return r.Campaign == id && r.ReleaseID == releaseID })
	return len(m.releases) < before, nil
}
