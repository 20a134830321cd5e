//go:build !js

package audit

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutant is a fault planted from outside: go test -overlay compiles a patched copy in place of the shipped file. It is
// caught if the audit calls a claim broken, or if the named other test fails.
type mutant struct {
	name  string
	edits []edit

	// The audit of the cells that match this pattern, at that many trials a side; or else a test of another package.
	cells  string
	trials int

	test, inPackage string
}

// edit replaces the only occurrence of a text in a file of the module.
type edit struct{ file, old, new string }

type mutantOutcome struct {
	Name   string `json:"name"`
	By     string `json:"caughtBy"`
	Caught bool   `json:"caught"`
}

const root = "../.."

func plantMutants(t *testing.T) []mutantOutcome {
	var outcomes []mutantOutcome
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			o := mutantOutcome{Name: m.name, By: m.test}
			args := []string{"-run", "^" + m.test + "$", root + "/" + m.inPackage}
			proof := "--- FAIL: " + m.test
			if m.cells != "" {
				o.By = "audit of " + m.cells
				args = []string{"-run", "^TestAudit$/^claims$/" + m.cells, ".", "-audit.trials", fmt.Sprint(m.trials)}
				proof = claimBroken
			}
			overlay := writeOverlay(t, m.edits)
			command := exec.Command("go", append([]string{"test", "-count=1", "-vet=off", "-timeout=5m", "-overlay", overlay}, args...)...)
			out, err := command.CombinedOutput()
			o.Caught = err != nil && strings.Contains(string(out), proof)
			outcomes = append(outcomes, o)
			if !o.Caught {
				t.Errorf("not caught by %s (%v):\n%s", o.By, err, out)
			}
		})
	}
	return outcomes
}

// writeOverlay writes patched copies and returns the overlay file that names them.
func writeOverlay(t *testing.T, edits []edit) string {
	t.Helper()
	dir := t.TempDir()
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for i, e := range edits {
		path, err := filepath.Abs(filepath.Join(root, e.file))
		if err != nil {
			t.Fatal(err)
		}
		current := path
		if patched, ok := overlay.Replace[path]; ok {
			current = patched
		}
		text, err := os.ReadFile(current)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), e.old); n != 1 {
			t.Fatalf("%s holds the text to be changed %d times: %q", e.file, n, e.old)
		}
		copied := filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(copied, []byte(strings.Replace(string(text), e.old, e.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[path] = copied
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
