//go:build !js

package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/wasm/edge/campaign"
)

// A campaign whose every release would be too large is not made: one for weights on a sample of too many rows, which
// the upload counted.
func TestNoCampaignForReleasesThatAreTooLarge(t *testing.T) {
	e := newEdge(t)
	upload := func(rows int) (kept campaign.Sample) {
		e.call("POST", "/api/samples?name=s.csv", token, "a,y\n"+strings.Repeat("1,2\n", rows-1)+"2,3\n", &kept)
		return kept
	}
	fits, large, empty := upload(35_500), upload(35_600), campaign.Sample{}
	e.call("POST", "/api/samples?name=s.csv", token, "no table", &empty)
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
