//go:build !js

package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/wasm/edge/campaign"
)

// momentsOf is a release of an owner who has united these samples.
func momentsOf(t *testing.T, texts ...string) *release.Release {
	t.Helper()
	files := make([]dataset.File, len(texts))
	for k, text := range texts {
		files[k] = dataset.File{Name: fmt.Sprintf("as the owner names it, %d", k), Data: strings.NewReader(text)}
	}
	source := must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t)
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}
	return runOn(t, source, o, "a\n"+strings.Repeat("1\n3\n", 30))
}

// A campaign about several samples names them in its links and to owners who ask, and takes releases that were made
// with all of them in their order.
func TestCampaignsNameSeveralSamples(t *testing.T) {
	e := newEdge(t)
	texts := []string{sampleText, sampleText + "7,8\n"}
	uploaded, list := make([]campaign.Sample, len(texts)), []map[string]any{}
	for k, text := range texts {
		e.call("POST", fmt.Sprintf("/api/samples?name=s%d.csv", k), token, text, &uploaded[k])
		list = append(list, map[string]any{"source": uploaded[k].Source, "sha256": strings.ToUpper(uploaded[k].SHA256),
			"name": fmt.Sprintf("Ward %d", k+1)})
	}
	settings := must.Get(json.Marshal(map[string]any{"samples": list, "label": "y", "epsilonMax": 1, "delta": 1e-5}))(t)
	var made campaign.Campaign
	if status := e.call("POST", "/api/campaigns", token, string(settings), &made); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	one := uploaded[1]
	if e.call("DELETE", "/api/samples/"+one.SHA256+"/"+one.Name, token, "", nil) != http.StatusConflict {
		t.Error("a sample of the campaign can be deleted")
	}
	for _, c := range []struct {
		what, text string
		takes      bool
	}{
		{"all samples", textOf(t, momentsOf(t, texts...)), true},
		{"another order", textOf(t, momentsOf(t, texts[1], texts[0])), false},
		{"one sample alone", textOf(t, momentsOf(t, texts[0])), false},
	} {
		path := "/api/campaigns/" + made.ID
		var links struct{ Links []string }
		e.call("POST", path+"/invitations", token, `{"count":1}`, &links)
		_, fragment, _ := strings.Cut(links.Links[0], "#")
		fields, err := url.ParseQuery(fragment)
		if err != nil || !slices.Equal(fields["source"], []string{uploaded[0].Source, uploaded[1].Source}) ||
			!slices.Equal(fields["sha256"], []string{uploaded[0].SHA256, uploaded[1].SHA256}) ||
			!slices.Equal(fields["name"], []string{"Ward 1", "Ward 2"}) {
			t.Fatalf("the link is %s", links.Links[0])
		}
		var answer struct{ Code string }
		status := e.call("POST", path+"/releases", fields.Get("token"), c.text, &answer)
		if c.takes != (status == http.StatusCreated) || !c.takes && answer.Code != "wrong-sample" {
			t.Errorf("%s: status %d, code %q", c.what, status, answer.Code)
		}
	}
}
