//go:build !js

package campaign_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Imports of the edge run one way: platform and api know the rules, the rules know neither of them, nor HTTP, nor
// JavaScript.
func TestImportsRunOneWay(t *testing.T) {
	for name, forbidden := range map[string][]string{
		"campaign": {"privadapt/wasm/edge/api", "privadapt/wasm/edge/platform", "net/http", "syscall/js"},
		"api":      {"privadapt/wasm/edge/platform", "syscall/js"},
		"platform": {"privadapt/wasm/edge/api", "net/http"},
	} {
		command := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, "privadapt/wasm/edge/"+name)
		command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := command.Output()
		if err != nil {
			t.Fatalf("go list %s: %v", name, err)
		}
		imported := strings.Fields(string(out))
		if name != "campaign" && !slices.Contains(imported, "privadapt/wasm/edge/campaign") {
			t.Errorf("the check is blind: %s does import campaign", name)
		}
		for _, other := range forbidden {
			if slices.Contains(imported, other) {
				t.Errorf("%s imports %s", name, other)
			}
		}
	}
}
