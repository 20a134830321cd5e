//go:build !js

package api_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/sources"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/invitation"
	"privadapt/wasm/edge/campaign"
)

// severalSamples are three files with y = 3a. The labels of the second are shuffled.
func severalSamples() []string {
	texts := make([]string, 3)
	for k := range texts {
		var b strings.Builder
		b.WriteString("a,y\n")
		rows := rand.New(rand.NewPCG(uint64(k), 1)).Perm(100)
		for j, of := range rows {
			if k != 1 {
				of = j
			}
			fmt.Fprintf(&b, "%g,%g\n", float64(j)/10+float64(k)/100, 0.3*float64(of)+float64(53*of%10)/10)
		}
		texts[k] = b.String()
	}
	return texts
}

// momentsOf is a release of an owner who has united these samples.
func momentsOf(t *testing.T, texts ...string) *release.Release {
	t.Helper()
	files := make([]dataset.File, len(texts))
	for k, text := range texts {
		files[k] = dataset.File{Name: fmt.Sprintf("as the owner names it, %d", k), Data: strings.NewReader(text)}
	}
	source := must.Get(sources.Read(files, sources.Options{SourceOptions: dataset.SourceOptions{Label: "y"}}, nil))(t)
	o := adapt.Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}
	return runOn(t, source, o, "a\n"+strings.Repeat("1\n3\n", 30))
}

// A campaign about several samples names them in its links and to owners who ask, and takes releases that were made
// with all of them in their order, whichever of them the engine has left out.
func TestCampaignsNameSeveralSamples(t *testing.T) {
	e := newEdge(t)
	texts := severalSamples()
	uploaded := make([]campaign.Sample, len(texts))
	for k, text := range texts {
		if status := e.call("POST", fmt.Sprintf("/api/samples?name=s%d.csv", k), token, text,
			&uploaded[k]); status != http.StatusCreated {
			t.Fatalf("upload: status %d", status)
		}
	}
	settings := func(change func(map[string]any)) string {
		var list []map[string]any
		for k, one := range uploaded {
			list = append(
				list,
				map[string]any{"source": one.Source, "sha256": strings.ToUpper(one.SHA256),
					"name": fmt.Sprintf("Ward %d", k+1)},
			)
		}
		all := map[string]any{"samples": list, "label": "y", "epsilonMax": 1, "delta": 1e-5}
		if change != nil {
			change(all)
		}
		body := must.Get(json.Marshal(all))(t)
		return string(body)
	}
	first := func(all map[string]any) map[string]any { return all["samples"].([]map[string]any)[0] }
	for what, change := range map[string]func(map[string]any){
		"a source beside them": func(all map[string]any) {
			all["source"], all["sha256"] = uploaded[0].Source, uploaded[0].SHA256
		},
		"one in the list":         func(all map[string]any) { all["samples"] = all["samples"].([]map[string]any)[:1] },
		"a digest that is none":   func(all map[string]any) { first(all)["sha256"] = "abc" },
		"no digest":               func(all map[string]any) { delete(first(all), "sha256") },
		"an address that is none": func(all map[string]any) { first(all)["source"] = "http://example.org/a.csv" },
		"a name for some":         func(all map[string]any) { delete(first(all), "name") },
		"a name twice":            func(all map[string]any) { first(all)["name"] = "Ward 2" },
		"an invisible name":       func(all map[string]any) { first(all)["name"] = "a\u202eb" },
		"a sample twice":          func(all map[string]any) { first(all)["sha256"] = uploaded[1].SHA256 },
		"nine": func(all map[string]any) {
			var nine []map[string]any
			for k := range 9 {
				digest := sha256.Sum256([]byte{byte(k)})
				nine = append(nine, map[string]any{"source": fmt.Sprintf("https://example.org/%d", k),
					"sha256": fmt.Sprintf("%x", digest)})
			}
			all["samples"] = nine
		},
	} {
		if status := e.call("POST", "/api/campaigns", token, settings(change),
			nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", what, status)
		}
	}

	var made campaign.Campaign
	if status := e.call("POST", "/api/campaigns", token, settings(nil), &made); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	if one := uploaded[2]; e.call(
		"DELETE",
		"/api/samples/"+one.SHA256+"/"+one.Name,
		token,
		"",
		nil,
	) != http.StatusConflict {
		t.Error("a sample of the campaign can be deleted")
	}
	good := momentsOf(t, texts...)
	if list := good.Provenance.Sources; len(list) != 3 || !list[2].LeftOut || list[2].SHA256 != uploaded[1].SHA256 {
		t.Fatalf("the shuffled sample is not left out: %+v", list)
	}
	swapped := momentsOf(t, texts[2], texts[1], texts[0])
	for _, c := range []struct {
		what, text string
		takes      bool
	}{
		{"all samples", textOf(t, good), true},
		{"all samples, another owner", textOf(t, momentsOf(t, texts...)), true},
		{"another order", textOf(t, swapped), false},
		{"one sample fewer", textOf(t, momentsOf(t, texts[0], texts[2])), false},
		{"one sample alone", textOf(t, momentsOf(t, texts[0])), false},
		{"another sample in place of one", textOf(t, momentsOf(t, texts[0], texts[1], texts[2]+"5,15\n")), false},
	} {
		path := "/api/campaigns/" + made.ID
		var links struct{ Links []string }
		e.call("POST", path+"/invitations", token, `{"count":1}`, &links)
		_, fragment, _ := strings.Cut(links.Links[0], "#")
		fields, err := url.ParseQuery(fragment)
		if err != nil ||
			!slices.Equal(fields["source"], []string{uploaded[0].Source, uploaded[1].Source, uploaded[2].Source}) ||
			!slices.Equal(fields["sha256"], []string{uploaded[0].SHA256, uploaded[1].SHA256, uploaded[2].SHA256}) ||
			!slices.Equal(fields["name"], []string{"Ward 1", "Ward 2", "Ward 3"}) {
			t.Fatalf("the link is %s", links.Links[0])
		}
		var said struct {
			SHA256  string
			Samples []terms.Sample
		}
		if e.call("GET", path+"/invitation", fields.Get("token"), "", &said); said.SHA256 != "" ||
			!slices.Equal(said.Samples, made.Settings.Samples) ||
			len(said.Samples) != 3 {
			t.Errorf("an owner who asks hears %+v", said)
		}
		var answer struct{ Code string }
		status := e.call("POST", path+"/releases", fields.Get("token"), c.text, &answer)
		if c.takes != (status == http.StatusCreated) || !c.takes && answer.Code != "wrong-sample" {
			t.Errorf("%s: status %d, code %q", c.what, status, answer.Code)
		}
	}
	var sum release.Release
	if status := e.call("GET", "/api/campaigns/"+made.ID+"/combined", token, "", &sum); status != http.StatusOK ||
		sum.Certificate.Draws != 2 ||
		len(sum.Provenance.Sources) != 3 {
		t.Errorf("the sum: status %d, %d releases, samples %+v", status, sum.Certificate.Draws, sum.Provenance.Sources)
	}
}

// A campaign about one sample takes no release that says it was united from several.
func TestACampaignAboutOneSampleTakesNoneOfSeveral(t *testing.T) {
	texts := severalSamples()
	alone, united := momentsOf(t, texts[0]), momentsOf(t, texts[0], texts[1])
	if alone.Provenance.SourceSHA256 != united.Provenance.SourceSHA256 {
		t.Fatal("the second sample is not left out, and this test shows nothing")
	}
	c := campaign.Campaign{
		ID: "c",
		Settings: terms.Terms{
			Source:     "https://example.org/a.csv",
			SHA256:     alone.Provenance.SourceSHA256,
			Label:      "y",
			EpsilonMax: 1,
			Delta:      1e-5,
		},
	}
	must.Do(t, invitation.Check(&c.Settings))
	if err := c.Accepts(alone, 0); err != nil {
		t.Error(err)
	}
	if err := c.Accepts(united, 0); err == nil {
		t.Error("a release of two samples is taken")
	}
}
