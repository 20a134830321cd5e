//go:build !js

package campaign_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
	"privadapt/wasm/edge/campaign"
)

// Public samples, the second one with a label that may be taken as a number or as a class, and tables of owners.
const (
	sampleText = "a,y\n1,2\n2,3\n4,4\n5,6\n0,1\n"
	twoKinds   = "a,y\n1,0\n2,0\n3,1\n4,1\n0,0\n5,1\n1.5,0\n3.5,1\n2.5,0\n4.5,1\n"
)

var (
	unlabelled = "a\n" + strings.Repeat("1\n3\n", 50)
	labelled   = "a,y\n" + strings.Repeat("1,1\n3,0\n2,\n", 40)
)

// runOn is the engine's release for an owner of a table who has this sample, at ε = 1 unless it is stated.
func runOn(t testing.TB, sample string, read dataset.SourceOptions, o adapt.Options, table string) *release.Release {
	t.Helper()
	read.Label = "y"
	source := must.Get(dataset.ReadSource(strings.NewReader(sample), read))(t)
	if o.Epsilon == 0 {
		o.Epsilon = 1
	}
	o.Delta = 1e-5
	target, _ := must.Both(adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil))(t)
	return must.Get(target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))(t)
}

// ownersRelease is the moments of an owner of that many rows, unless the options say otherwise.
func ownersRelease(t testing.TB, rows int, o adapt.Options) string {
	t.Helper()
	if o.Release == "" {
		o.Release = release.Moments
	}
	table := "a\n" + strings.Repeat("1\n3\n", rows/2)
	return textOf(t, runOn(t, sampleText, dataset.SourceOptions{}, o, table))
}

// releaseOf is an owner's release about twoKinds.
func releaseOf(t testing.TB, task dataset.Task, o adapt.Options, table string) string {
	t.Helper()
	return textOf(t, runOn(t, twoKinds, dataset.SourceOptions{Task: task}, o, table))
}

// modelOf is a release of a model with this base.
func modelOf(t testing.TB, task dataset.Task, base method.Base) string {
	t.Helper()
	return releaseOf(t, task, adapt.Options{Release: release.Model, Base: base}, unlabelled)
}

func textOf(t testing.TB, r *release.Release) string {
	t.Helper()
	return string(must.Get(r.Encode())(t))
}

func decoded(t testing.TB, text string) *release.Release {
	t.Helper()
	return must.Get(release.Decode([]byte(text)))(t)
}

// A campaign lists and exports what its owners sent, a few releases at a time, each as its engine wrote it.
func TestWhatArrivesIsListedAndExported(t *testing.T) {
	e := newEdge(t)
	const owners = 22
	id, tokens := e.campaign(owners)
	path := "/api/campaigns/" + id
	var texts []string
	for i, token := range tokens {
		texts = append(texts, ownersRelease(t, 20+2*i, adapt.Options{}))
		if status := e.call("POST", path+"/releases", token, texts[i], nil); status != http.StatusCreated {
			t.Fatalf("release %d: %d", i, status)
		}
	}
	var list struct{ Releases []campaign.Received }
	if e.call("GET", path+"/releases", token, "", &list); len(list.Releases) != owners || list.Releases[1].N != 22 {
		t.Errorf("the list: %+v", list.Releases)
	}
	var exported []*release.Release
	for after := ""; ; {
		var page struct {
			Releases []*release.Release
			Next     *int64
		}
		if status := e.call("GET", path+"/export"+after, token, "", &page); status != http.StatusOK || len(page.Releases) > 20 {
			t.Fatalf("status %d, %d releases at a time", status, len(page.Releases))
		}
		exported = append(exported, page.Releases...)
		if page.Next == nil {
			break
		}
		after = fmt.Sprintf("?after=%d", *page.Next)
	}
	if len(exported) != owners {
		t.Fatalf("%d releases are exported", len(exported))
	}
	for i, r := range exported {
		if textOf(t, r) != texts[i] {
			t.Errorf("release %d is exported otherwise than it was sent", i)
		}
	}
	first := path + "/releases/" + exported[0].ReleaseID
	var one json.RawMessage
	if status := e.call("GET", first, token, "", &one); status != http.StatusOK || string(one)+"\n" != texts[0] {
		t.Errorf("one of them: %d, %s", status, one)
	}
	if status := e.call("DELETE", first, token, "", nil); status != http.StatusOK {
		t.Errorf("deleted: %d", status)
	}
	e.refused("GET", first, token, "", 404, "no-release", "")
	e.refused("POST", path+"/releases", tokens[0], texts[0], 410, "deleted", "")
}

// A release is taken once, from an invitation that is open, and by itself: not with its values under another name, not
// as the sum of several, not without a number of rows to add, and not after its invitation has ended.
func TestWhatArrivesIsTakenOnce(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(4)
	ofCampaign := adapt.Options{Campaign: id}
	owners := []*release.Release{decoded(t, ownersRelease(t, 100, ofCampaign)), decoded(t, ownersRelease(t, 200, ofCampaign))}
	sum := must.Get(combine.Combine(release.Engine{Version: "0.0.0"}, owners))(t)
	cutOff, renamed := owners[0], *owners[0]
	for cutOff.Certificate.RowsEstimate != 1 { // of no rows the noise makes every second number negative
		cutOff = decoded(t, ownersRelease(t, 0, adapt.Options{Campaign: id, Adjacency: method.AddRemove}))
	}
	renamed.ReleaseID = sum.ReleaseID
	e.end(tokens[2], func(i *campaign.Invitation) { i.Expires = 1 })
	e.end(tokens[3], func(i *campaign.Invitation) { i.Revoked = true })
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
		{"one by a withdrawn invitation", tokens[3], owners[1], http.StatusGone, "revoked"},
	} {
		var answer struct{ Code string }
		status := e.call("POST", "/api/campaigns/"+id+"/releases", c.token, textOf(t, c.r), &answer)
		if status != c.status || answer.Code != c.code {
			t.Errorf("%s: %d %q, want %d %q", c.name, status, answer.Code, c.status, c.code)
		}
	}
}

// end changes the invitation of a token in the store.
func (e *edge) end(token string, change func(*campaign.Invitation)) {
	one := e.store.invitations[campaign.DigestOf(token)]
	change(&one)
	e.store.invitations[one.Digest] = one
}

// What is kept of a release is its own, and what holds noise is known by its values.
func TestWhatIsKeptOfARelease(t *testing.T) {
	e := newEdge(t)
	sample := e.upload("s.csv", twoKinds)
	for kind, text := range map[release.Kind]string{
		release.Moments: releaseOf(t, dataset.AnyTask, adapt.Options{Release: release.Moments, Adjacency: method.AddRemove}, unlabelled),
		release.Weights: releaseOf(t, dataset.AnyTask, adapt.Options{Release: release.Weights}, unlabelled),
		release.Report:  releaseOf(t, dataset.AnyTask, adapt.Options{Release: release.Report, Base: "linear"}, labelled),
	} {
		id := e.open(sample, fmt.Sprintf(`,"release":%q`, kind)).ID
		token := e.invite(id).Get("token")
		if status := e.call("POST", "/api/campaigns/"+id+"/releases", token, text, nil); status != http.StatusCreated {
			t.Fatalf("%s: status %d", kind, status)
		}
		kept, r := e.store.releases[len(e.store.releases)-1], decoded(t, text)
		digest, _ := r.Digest()
		c := r.Certificate
		if kept.Campaign != id || kept.Token != campaign.DigestOf(token) || kept.ReleaseID != r.ReleaseID ||
			kept.SHA256 != digest || kept.Epsilon != c.Epsilon || kept.Delta != c.Delta || kept.N != c.N ||
			kept.Rows != c.RowsEstimate || kept.Received == 0 || len(kept.Body) >= len(text) ||
			!release.SameText(decoded(t, kept.Body), r) {
			t.Errorf("%s: %+v", kind, kept)
		}
		values := digest
		if kind != release.Weights {
			values = combine.ValuesDigest(r)
		}
		if kept.Values != values || slices.Contains([]string{kept.Values, kept.SHA256}, "") {
			t.Errorf("%s: values %q, not %q", kind, kept.Values, values)
		}
	}
}

// deciding is a store that keeps releases with an outcome of its own, or fails.
type deciding struct {
	*memory
	outcome campaign.Outcome
	failure error
}

func (d *deciding) Receive(campaign.Received) (campaign.Outcome, error) { return d.outcome, d.failure }

// An owner hears what became of a release, also when an answer was lost and the campaign has ended meanwhile.
func TestAnswersToAnArrival(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(2)
	text, path := ownersRelease(t, 100, adapt.Options{}), "/api/campaigns/"+id+"/releases"
	d := &deciding{memory: e.store}
	usual := e.handler
	e.handler = (&campaign.Server{Store: d, Bucket: e.store}).Handler()
	for _, c := range []struct {
		outcome campaign.Outcome
		failure error
		status  int
		code    string
	}{
		{campaign.Kept, nil, 201, ""}, {campaign.Withdrawn, nil, 410, "withdrawn"}, {0, errors.New("the store cannot be reached"), 500, "internal"},
	} {
		d.outcome, d.failure = c.outcome, c.failure
		var answer struct{ Code, ReleaseID, SHA256 string }
		status := e.call("POST", path, tokens[0], text, &answer)
		refused := c.status >= 400
		if status != c.status || answer.Code != c.code || (answer.ReleaseID != "" && answer.SHA256 != "") == refused {
			t.Errorf("outcome %d: %d, %+v", c.outcome, status, answer)
		}
	}
	e.handler = usual
	if status := e.call("POST", path, tokens[0], text, nil); status != http.StatusCreated {
		t.Fatal(status)
	}
	must.Do(t, e.store.CloseCampaign(id))
	if status := e.call("POST", path, tokens[0], text, nil); status != http.StatusOK {
		t.Errorf("the same again after the end: %d", status)
	}
	e.refused("POST", path, tokens[0], ownersRelease(t, 100, adapt.Options{}), 409, "token-used", "")
	e.refused("POST", path, tokens[1], text, 410, "closed", "")
}

// What an owner hears before anything is spent is what the edge judges by when a release arrives: the engine takes the
// answer as it is and refuses the run, or makes a release that is accepted.
func TestOwnersAreToldWhatIsJudgedOnArrival(t *testing.T) {
	e := newEdge(t)
	id, _ := e.campaign(0)
	c := must.Get(e.store.Campaign(id))(t)
	told := c.Receiver()
	if told.Campaign != id || told.MostBytes != campaign.MostBytes || told.Label != "y" || told.EpsilonMax != 1 {
		t.Errorf("an owner hears %+v", told)
	}
	r := decoded(t, ownersRelease(t, 4, adapt.Options{Receiver: &told, Campaign: id}))
	if err := c.Accepts(r, campaign.MostBytes); err != nil {
		t.Error(err)
	}
	if err := c.Accepts(r, campaign.MostBytes+1); err == nil {
		t.Error("a release that is too large is accepted")
	}
	r.ReleaseID = "a b"
	if err := c.Accepts(r, 0); err == nil {
		t.Error("a release without an identifier is accepted")
	}
}

// check opens a campaign about twoKinds and checks that it says so in its links and to owners who ask in advance, and
// that it refuses releases with these codes, or takes them where the code is empty. It returns its place.
func (e *edge) check(settings string, says map[string]string, codes map[string]string) (path string) {
	e.Helper()
	path = "/api/campaigns/" + e.open(e.upload("s.csv", twoKinds), settings).ID
	for text, code := range codes {
		fields := e.invite(strings.TrimPrefix(path, "/api/campaigns/"))
		var said map[string]any
		e.call("GET", path+"/invitation", fields.Get("token"), "", &said)
		for name, want := range says {
			if heard, _ := said[name].(string); fields.Get(name) != want || heard != want {
				e.Errorf("%s: %s is %q in the link and %q to an owner who asks, want %q", settings, name, fields.Get(name),
					heard, want)
			}
		}
		want := http.StatusCreated
		if code != "" {
			want = http.StatusUnprocessableEntity
		}
		var answer struct{ Code, Message string }
		if status := e.call("POST", path+"/releases", fields.Get("token"), text, &answer); status != want ||
			answer.Code != code {
			e.Errorf("%s: status %d, code %q, want %q (%s), for %.300s", settings, status, answer.Code, code, answer.Message,
				text)
		}
	}
	return path
}

type texts = map[string]string

// A release whose noise does not give the ε that it claims is refused, whatever its kind: moments alone are checked
// once more when they are added up.
func TestArrivalsAreVerified(t *testing.T) {
	e := newEdge(t)
	report := releaseOf(t, dataset.Regression, adapt.Options{Release: release.Report, Base: "linear"}, labelled)
	weights := releaseOf(t, dataset.Regression, adapt.Options{Release: release.Weights}, unlabelled)
	lying := func(text string) string { return strings.Replace(text, `"epsilon": 1,`, `"epsilon": 0.5,`, 1) }
	e.check(`,"release":"report"`, nil, texts{report: "", lying(report): "bad-certificate"})
	e.check(`,"release":"weights"`, nil, texts{weights: "", lying(weights): "bad-certificate"})
	twice := ownersRelease(t, 100, adapt.Options{Epsilon: 2})
	e.check(``, nil, texts{ownersRelease(t, 100, adapt.Options{}): "wrong-sample", twice: "wrong-sample", weights: "wrong-kind"})
}

// An estimate is asked for, taken, and listed with its average, with labels or without; a report with its main measure.
func TestEstimatesArriveWithTheirNumbers(t *testing.T) {
	e := newEdge(t)
	of := func(o adapt.Options) string {
		o.Base = "linear"
		return releaseOf(t, dataset.Regression, o, "a,y\n"+strings.Repeat("1,0\n3,1\n2,\n", 40))
	}
	plain, corrected := of(adapt.Options{Release: release.Estimate}), of(adapt.Options{Release: release.Estimate, UseLabels: true})
	report := of(adapt.Options{Release: release.Report})
	for settings, c := range map[string]struct {
		said  string
		codes texts
	}{
		`,"release":"estimate"`:                     {"average", texts{plain: "", corrected: "", report: "wrong-kind"}},
		`,"release":"estimate","labels":"required"`: {"average", texts{plain: "no-labels", corrected: ""}},
		`,"release":"report"`:                       {"rmse", texts{report: ""}},
	} {
		var list struct{ Releases []campaign.Received }
		e.call("GET", e.check(settings, nil, c.codes)+"/releases", token, "", &list)
		for _, one := range list.Releases {
			var low, high float64
			name, numbers, _ := strings.Cut(one.Said, " (")
			if _, err := fmt.Sscanf(numbers, "%g to %g", &low, &high); err != nil || low > high || !strings.HasPrefix(name, c.said) {
				t.Errorf("%s: the list says %q: %v", settings, one.Said, err)
			}
		}
		if len(list.Releases) == 0 {
			t.Errorf("%s: nothing has arrived", settings)
		}
	}
}

// Two owners may have the same model, where no difference was found, and both have paid for it.
func TestTheSameModelArrivesTwice(t *testing.T) {
	one := modelOf(t, dataset.Regression, method.Linear)
	other := decoded(t, one)
	other.ReleaseID = strings.Repeat("0", 32)
	newEdge(t).check(`,"release":"model"`, nil, texts{one: "", textOf(t, other): ""})
}

// A campaign states what it asks for in its links and to owners who ask in advance, and judges releases by it. What is
// judged is specified in core/terms; here it is shown of one rule of each kind.
func TestCampaignsAskForWhatTheyTake(t *testing.T) {
	e := newEdge(t)
	sample := e.upload("s.csv", twoKinds)
	for _, bad := range []string{`,"task":"ranking"`, `,"release":"model","base":"forest"`, `,"labels":"wish"`, `,"groupBy":"c"`} {
		if status := e.call("POST", "/api/campaigns", token, settings(sample, bad), nil); status != 422 {
			t.Errorf("settings with %s: status %d", bad, status)
		}
	}
	linear, trees := modelOf(t, dataset.Regression, method.Linear), modelOf(t, dataset.Regression, method.Trees)
	digest := strings.Repeat("a", 64)
	e.check(fmt.Sprintf(`,"release":"model","baseFile":"https://example.org/m.json","baseSHA256":%q`, digest),
		texts{"baseSHA256": digest}, texts{trees: "wrong-base-file"})
	e.check(`,"release":"model","task":"regression","base":"linear"`, texts{"task": "regression", "base": "linear"},
		texts{linear: "", trees: "wrong-base"})
	e.check(`,"release":"model","unit":"who"`, texts{"unit": "who"}, texts{linear: "no-unit"})
	made := func(kind release.Kind, o adapt.Options) string {
		o.Release = kind
		return releaseOf(t, dataset.Regression, o, labelled)
	}
	e.check(`,"labels":"required","base":"linear"`, texts{"labels": "required", "base": "linear"},
		texts{made(release.Moments, adapt.Options{UseLabels: true, Base: method.Linear}): "",
			made(release.Moments, adapt.Options{}): "no-labels"})

	model := fmt.Sprintf("%x", sha256.Sum256([]byte(linear)))
	e.check(
		fmt.Sprintf(`,"release":"report","model":"https://example.org/m.json","modelSHA256":%q`, model),
		texts{"model": "https://example.org/m.json", "modelSHA256": model, "groupBy": ""},
		texts{made(release.Report, adapt.Options{Model: []byte(linear)}): "", linear: "wrong-kind",
			made(release.Report, adapt.Options{Base: method.Linear}): "wrong-model"},
	)
}

// The name of an invitation is one line of at most 80 characters that can be seen, or nothing.
func TestNamesOfInvitations(t *testing.T) {
	for name, is := range map[string]bool{
		"": true, "Ward 3, Jane Doe": true, strings.Repeat("x", 80): true, strings.Repeat("é", 80): true,
		strings.Repeat("x", 81): false, strings.Repeat("é", 81): false, " a": false, "a ": false, " ": false,
		"a\nb": false, "a\tb": false, "a\u202eb": false, "a\u00a0b": false, "a\xffb": false,
	} {
		if campaign.IsName(name) != is {
			t.Errorf("%q is a name: %v", name, !is)
		}
	}
}

// An invitation is known by the first 16 digits of its token's digest, and holds the digest in place of the token. Used
// it stays used, and it ends at the moment that it names.
func TestStatesOfAnInvitation(t *testing.T) {
	now := time.UnixMilli(1_000_000)
	digest := campaign.DigestOf("token")
	made := campaign.NewInvitation("c", "token", "Jane", now, 7)
	if want := (campaign.Invitation{ID: digest[:16], Digest: digest, Campaign: "c", Created: 1_000_000, Expires: 7,
		Name: "Jane"}); made != want {
		t.Errorf("%+v", made)
	}
	for _, c := range []struct {
		i    campaign.Invitation
		want campaign.State
	}{
		{campaign.Invitation{}, campaign.Open}, {campaign.Invitation{Expires: 1_000_001}, campaign.Open},
		{campaign.Invitation{Expires: 1_000_000}, campaign.Expired}, {campaign.Invitation{Expires: 1}, campaign.Expired},
		{campaign.Invitation{Revoked: true}, campaign.Revoked},
		{campaign.Invitation{Revoked: true, Expires: 1}, campaign.Revoked},
		{campaign.Invitation{UsedBy: "r", Revoked: true, Expires: 1}, campaign.Used},
	} {
		if got := c.i.StateAt(now); got != c.want {
			t.Errorf("%+v is %s", c.i, got)
		}
	}
}
