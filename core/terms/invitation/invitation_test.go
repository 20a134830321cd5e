//go:build !js

package invitation

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms"
)

var update = flag.Bool("update", false, "write the links into testdata/terms.json")

// vector is terms, and what becomes of them: `refuses` is a word of the reason why no campaign has them, and `page`
// says that the owner's page takes their link all the same. jsbridge/npm/test/invitation.test.mjs reads the same file.
type vector struct {
	Name     string          `json:"name"`
	Refuses  string          `json:"refuses,omitempty"`
	Page     bool            `json:"page,omitempty"`
	Terms    json.RawMessage `json:"terms"`
	Fragment string          `json:"fragment"` // of their link, whether they are sound or not
}

const vectors = "testdata/terms.json"

// An address, a campaign and a token as long as the edge's.
const reply, campaign, token = "https://privadapt.example/api/campaigns/0f8fad5b-d9cb-469f-a165-70867728950e/releases",
	"0f8fad5b-d9cb-469f-a165-70867728950e", "7c9e6679-7425-40de-944b-e07fc1f90ae7"

// Each limit of each field is held from both sides: sound terms make a campaign and the others do not, and all have the
// link that the owner's page judges by the same file.
func TestTermsAndTheirLinks(t *testing.T) {
	text := must.Get(os.ReadFile(vectors))(t)
	var list []vector
	must.Do(t, json.Unmarshal(text, &list))
	for i, v := range list {
		var given terms.Terms
		must.Do(t, json.Unmarshal(v.Terms, &given))
		err := Check(&given)
		if err == nil {
			_, err = Fragment(given, reply, campaign, token)
		}
		fragment := fragment(given, reply, campaign, token)
		switch {
		case v.Refuses == "" && err != nil:
			t.Errorf("%s: refused: %v", v.Name, err)
		case v.Refuses != "" && (err == nil || !strings.Contains(err.Error(), v.Refuses)):
			t.Errorf("%s: %v, want a refusal that names %q", v.Name, err, v.Refuses)
		}
		if err == nil && (given.RowsMin < 1 || given.RowsMax < given.RowsMin || given.Release == "") {
			t.Errorf("%s: what was left out is not filled in: %+v", v.Name, given)
		}
		if list[i].Fragment = fragment; fragment != v.Fragment && !*update {
			t.Errorf("%s: the link is\n%s\nnot\n%s", v.Name, fragment, v.Fragment)
		}
	}
	if *update {
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		for i, v := range list { // one on each line
			out.WriteByte("[,"[min(i, 1)])
			must.Do(t, encoder.Encode(v))
		}
		must.Do(t, os.WriteFile(vectors, append(out.Bytes(), "]\n"...), 0o644))
	}
}
