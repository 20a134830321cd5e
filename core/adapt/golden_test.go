package adapt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/cryptotest"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// goldenValues are the digests of what a release holds, for the draw that this test fixes: on amd64 and as WebAssembly,
// where functions such as exp round differently. They were written before the packages were moved into rooms. A change
// that is not meant to change an answer leaves them as they are.
var goldenValues = []struct {
	name, amd64, wasm string
	options           Options
}{
	{"linear", "d6ac38a3391fafd0", "9658f90bc4780edd", Options{}},
	{"default", "5740e2b3ba8a84df", "7be4697ea746e420", Options{Base: method.Auto}},
	{"add-remove", "ed4024810e9f2e49", "0c3c059ca38c9b52", Options{Base: method.Auto, Adjacency: method.AddRemove}},
	{"weights", "b3360100a4f3da50", "3a731be72121fa45", Options{Release: release.Weights}},
	{"moments", "4267f023419d0560", "4267f023419d0560", Options{Release: release.Moments}},
	{"labels", "7497c04f52a0f27f", "983cf4bca0cdd974", Options{Base: method.Auto, UseLabels: true}},
	{
		"moments with labels",
		"00b7d4e7845f4034",
		"00b7d4e7845f4034",
		Options{Release: release.Moments, Base: method.Auto, UseLabels: true},
	},
	{
		"report",
		"7a0f1c63a352793f",
		"7a0f1c63a352793f",
		Options{Release: release.Report, Base: method.Auto, GroupBy: "colour"},
	},
	{"selection", "b3980da18e4b7db3", "b3980da18e4b7db3", Options{Release: release.Weights, Mechanism: method.Selection}},
	{"gradient", "066e0f5d1bcb08cd", "5fee96ce92100868", Options{Release: release.Weights, Mechanism: method.Gradient}},
	{
		"single-stage",
		"e6031d972afd204c",
		"e1dcbc25dd96cf20",
		Options{Solver: method.SingleStage, Mechanism: method.Selection},
	},
	{"pnorm", "86e271a8b6edb2e4", "21c0f2964a7b01b1", Options{Release: release.Weights, Smoothing: method.PNorm}},
}

// With the same draws a release has the same values, bit for bit, whatever has moved in the code. The platform's
// generator is replaced by a seeded one here, as only tests can do it.
func TestValuesForAGivenDrawStay(t *testing.T) {
	for _, c := range goldenValues {
		want, known := map[string]string{"amd64": c.amd64, "wasm": c.wasm}[runtime.GOARCH]
		if !known {
			t.Skipf("the digests hold on amd64 and WebAssembly, and this is %s", runtime.GOARCH)
		}
		t.Run(c.name, func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 20220614)
			o := c.options
			o.Epsilon, o.Delta = 1, 1e-6
			target, _, err := ReadTarget(publicSource(t), o, []io.Reader{strings.NewReader(someLabels(privateTable(1000)))},
				nil)
			if err != nil {
				t.Fatal(err)
			}
			made, err := target.Adapt(release.Engine{Version: "0.0.0"}, free, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(made.Values)
			if err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256(text); hex.EncodeToString(sum[:8]) != want {
				t.Errorf("%s: the values have the digest %x, and had %s", c.name, sum[:8], want)
			}
		})
	}
}
