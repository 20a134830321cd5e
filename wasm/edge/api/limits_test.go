//go:build !js

package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"privadapt/core/must"
	"privadapt/wasm/edge/api"
	"privadapt/wasm/edge/campaign"
)

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
