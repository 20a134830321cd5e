package adapt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"testing"
	"testing/cryptotest"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// goldenValues are the digests of what a release holds, for the draw that this test fixes: on amd64 and as WebAssembly,
// where functions such as exp round differently. The digests are in testdata/golden.json. A change that is not meant to
// change an answer leaves them as they are; one that is, such as a new kind of model, writes them by -update.
var goldenValues = []struct {
	name    string
	options Options
}{
	{"linear", Options{}},
	{"default", Options{Base: method.Auto}},
	{"add-remove", Options{Base: method.Auto, Adjacency: method.AddRemove}},
	{"weights", Options{Release: release.Weights}},
	{"moments", Options{Release: release.Moments}},
	{"labels", Options{Base: method.Auto, UseLabels: true}},
	{"moments with labels", Options{Release: release.Moments, Base: method.Auto, UseLabels: true}},
	{"report", Options{Release: release.Report, Base: method.Auto, GroupBy: "colour"}},
	{"selection", Options{Release: release.Weights, Mechanism: method.Selection}},
	{"gradient", Options{Release: release.Weights, Mechanism: method.Gradient}},
	{"single-stage", Options{Solver: method.SingleStage, Mechanism: method.Selection}},
	{"pnorm", Options{Release: release.Weights, Smoothing: method.PNorm}},
}

const golden = "testdata/golden.json"

var update = flag.Bool("update", false, "write the digests of this platform into testdata/golden.json")

// With the same draws a release has the same values, bit for bit, whatever has moved in the code. The platform's
// generator is replaced by a seeded one here, as only tests can do it.
func TestValuesForAGivenDrawStay(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "wasm" {
		t.Skipf("the digests hold on amd64 and WebAssembly, and this is %s", runtime.GOARCH)
	}
	text := must.Get(os.ReadFile(golden))(t)
	digests := map[string]map[string]string{} // by case and platform
	must.Do(t, json.Unmarshal(text, &digests))
	for _, c := range goldenValues {
		if digests[c.name] == nil {
			digests[c.name] = map[string]string{}
		}
		t.Run(c.name, func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 20220614)
			o := c.options
			o.Epsilon, o.Delta = 1, 1e-6
			made := adapted(t, publicSource(t), o, someLabels(privateTable(1000)))
			text := must.Get(json.Marshal(made.Values))(t)
			sum := sha256.Sum256(text)
			got := hex.EncodeToString(sum[:8])
			if want := digests[c.name][runtime.GOARCH]; got != want && !*update {
				t.Errorf("%s: the values have the digest %s, and had %q", c.name, got, want)
			}
			digests[c.name][runtime.GOARCH] = got
		})
	}
	if text = must.Get(json.MarshalIndent(digests, "", " "))(t); *update {
		if err := os.WriteFile(golden, append(text, '\n'), 0o644); err != nil {
			t.Error(err)
		}
	}
}
