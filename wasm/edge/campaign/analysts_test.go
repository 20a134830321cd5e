//go:build !js

package campaign_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/must"
	"privadapt/core/terms"
	"privadapt/wasm/edge/campaign"
)

// The operator's form offers the columns of a sample, of the analyst's own alone.
func TestTheColumnsOfASampleAreListed(t *testing.T) {
	e := newEdge(t)
	for text, want := range map[string][]string{
		"age;\"ward, old\";;y\n1;2;3;4\n": {"age", "ward, old", "y"},
		"\xff\xfe":                        {},
	} {
		var answer struct{ Columns []string }
		path := "/api/samples/" + e.upload("s.csv", text).SHA256 + "/s.csv/columns"
		if e.call("GET", path, token, "", &answer); answer.Columns == nil || !slices.Equal(answer.Columns, want) {
			t.Errorf("%q: %q, want %q", text, answer.Columns, want)
		}
		e.refused("GET", path, "another", "", 404, "no-sample", "")
	}
}

// A link has what its campaign asks for in its fragment, and is given out once. A link that owners' pages could not
// read is not made.
func TestLinks(t *testing.T) {
	e := newEdge(t)
	sample := e.upload("s.csv", sampleText)
	made := e.open(sample, `,"title":"A & B","epsilon":0.5`)
	fields := e.invite(made.ID)
	for name, want := range map[string]string{"campaign": made.ID, "title": "A & B", "epsilon": "0.5", "epsilonMax": "1",
		"delta": "0.00001", "source": sample.Source, "sha256": sample.SHA256, "label": "y", "release": "moments",
		"reply": "https://site.example/api/campaigns/" + made.ID + "/releases"} {
		if fields.Get(name) != want {
			t.Errorf("%s is %q, not %q", name, fields.Get(name), want)
		}
	}
	elsewhere := func(length int) campaign.Sample {
		return campaign.Sample{Source: "https://example.org/" + strings.Repeat("a", length), SHA256: strings.Repeat("0", 64)}
	}
	e.open(elsewhere(1900), "")
	many := ""
	for k := range 80 {
		many += fmt.Sprintf(`,"%d%s"`, k, strings.Repeat("c", 190))
	}
	body := fmt.Sprintf(`{"source":%q,"sha256":"%064d","label":"y","epsilonMax":1,"delta":1e-6,"ignore":[%s]}`,
		elsewhere(1900).Source, 0, many[1:])
	e.refused("POST", "/api/campaigns", token, body, 422, "bad-settings", "links of")
	before := len(e.store.invitations)
	must.Do(t, e.store.AddCampaign(campaign.Campaign{ID: "old", Analyst: campaign.DigestOf(token),
		Settings: terms.Terms{Source: "https://example.org/s.csv", Title: strings.Repeat("a", 20_000)}}))
	if status := e.call("POST", "/api/campaigns/old/invitations", token, `{"count":1}`, nil); status != 422 {
		t.Errorf("links of a campaign that was made before: status %d", status)
	}
	if len(e.store.invitations) > before {
		t.Error("invitations are kept that have no links")
	}
}

// Invitations are listed with their names and states, and without tokens or digests of tokens; they can be withdrawn,
// and owners hear so. A closed campaign makes none.
func TestInvitationsAreListedAndWithdrawn(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(3)
	path := "/api/campaigns/" + id
	e.call("POST", path+"/invitations", token, `{"count":2,"names":["Ward 3"]}`, nil)
	e.end(tokens[1], func(i *campaign.Invitation) { i.UsedBy = "a release" })
	e.end(tokens[2], func(i *campaign.Invitation) { i.Expires = time.Now().UnixMilli() })
	revoked := campaign.InvitationID(campaign.DigestOf(tokens[0]))
	if status := e.call("DELETE", path+"/invitations/"+revoked, token, "", nil); status != http.StatusOK {
		t.Errorf("withdrawn: %d", status)
	}
	var list struct{ Invitations []map[string]any }
	e.call("GET", path+"/invitations", token, "", &list)
	said := fmt.Sprint(list)
	states, named := map[string]string{}, 0
	for _, one := range list.Invitations {
		states[one["id"].(string)] = one["state"].(string)
		if one["name"] == "Ward 3" {
			named++
		}
	}
	if len(states) != 5 || named != 1 {
		t.Errorf("the list: %s", said)
	}
	for k, want := range []string{"revoked", "used", "expired"} {
		digest := campaign.DigestOf(tokens[k])
		if got := states[campaign.InvitationID(digest)]; got != want || strings.Contains(said, digest) ||
			strings.Contains(said, tokens[k]) {
			t.Errorf("%s: %q in %s", want, got, said)
		}
		var answer struct{ State, Label string }
		if e.call("GET", path+"/invitation", tokens[k], "", &answer); answer.State != want || answer.Label != "y" {
			t.Errorf("an owner hears %+v, not %s", answer, want)
		}
	}
	e.call("POST", path+"/close", token, "", nil)
	var answer struct{ State string }
	if e.call("GET", path+"/invitation", tokens[0], "", &answer); answer.State != "closed" {
		t.Errorf("an owner hears %q of a closed campaign", answer.State)
	}
	e.refused("POST", path+"/invitations", token, `{"count":1}`, 409, "closed", "")
	other, _ := e.campaign(0)
	e.refused("GET", "/api/campaigns/"+other+"/invitation", tokens[0], "", 403, "wrong-campaign", "")
}

// A sample is deleted once no campaign names it, and its bytes once nobody has uploaded them any more.
func TestSamplesAreDeleted(t *testing.T) {
	e := newEdge(t)
	sample := e.upload("s.csv", sampleText)
	e.call("POST", "/api/samples?name=s.csv", "another", sampleText, nil)
	place := "/api/samples/" + sample.SHA256 + "/s.csv"
	for _, more := range []string{"", `,"release":"report","model":%q,"modelSHA256":%q`,
		`,"release":"model","base":"file","baseFile":%q,"baseSHA256":%q`} {
		about := sample
		if more != "" {
			about.Source, more = "https://elsewhere.example/s.csv", fmt.Sprintf(more, sample.Source, sample.SHA256)
		}
		id := e.open(about, more).ID
		e.refused("DELETE", place, token, "", 409, "in-use", "")
		if status := e.call("DELETE", "/api/campaigns/"+id, token, "", nil); status != http.StatusOK {
			t.Errorf("the campaign: %d", status)
		}
	}
	for k, bearer := range []string{token, "another"} {
		if status := e.call("DELETE", place, bearer, "", nil); status != http.StatusOK {
			t.Errorf("status %d", status)
		}
		if kept := len(e.store.samples); kept != 1-k {
			t.Errorf("after %d deletions %d files are kept", k+1, kept)
		}
	}
	var list struct{ Samples []campaign.Sample }
	if e.call("GET", "/api/samples", token, "", &list); len(list.Samples) != 0 {
		t.Errorf("listed: %v", list)
	}
}
