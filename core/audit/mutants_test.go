//go:build !js

package audit

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mutant is a fault planted from outside: go test -overlay compiles a patched copy in place of the shipped file. It is
// caught if the audit calls a claim broken, or if the named other test fails.
type mutant struct {
	name  string
	edits []edit

	// The audit of the cells that match this pattern, at that many trials a side; or else a test of a package; or else, where
	// inPackage is a file, the test of that name in Node.
	cells  string
	trials int

	test, inPackage string
}

// edit replaces the only occurrence of a text in a file of the module.
type edit struct{ file, old, new string }

func byAudit(name, cells string, trials int, edits ...edit) mutant {
	return mutant{name: name, edits: edits, cells: cells, trials: trials}
}

func byTest(name, test, inPackage string, edits ...edit) mutant {
	return mutant{name: name, edits: edits, test: test, inPackage: inPackage}
}

// mutants are faults that a programmer might make, each with what catches it. Faults that cost no privacy are not among them:
// rows rounded to the nearest step with their norm checked afterwards, scores rounded up in place of down (either way a
// neighbour's differ by less than the charge allows).
var mutants = slices.Concat(momentMutants, rowMutants, selectionMutants, gradientMutants, samplerMutants, runMutants)

type mutantOutcome struct {
	Name   string `json:"name"`
	By     string `json:"caughtBy"`
	Caught bool   `json:"caught"`
}

const root = "../.."

// plantMutants plants each in a parallel test. The outcomes are complete when those are.
func plantMutants(t *testing.T) []mutantOutcome {
	outcomes := make([]mutantOutcome, len(mutants))
	for i, m := range mutants {
		o := &outcomes[i]
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			*o = mutantOutcome{Name: m.name, By: m.test}
			if m.cells != "" {
				o.By = "audit of " + m.cells
			}
			command, proof := m.command(t)
			out, err := command.CombinedOutput()
			o.Caught = err != nil && (strings.Contains(string(out), proof) || m.test != "" && ownPanic.Match(out))
			if !o.Caught {
				t.Errorf("not caught by %s (%v):\n%s", o.By, err, out)
			}
		})
	}
	return outcomes
}

// ownPanic is how a run ends, and the test with it, whose draws are not those charged.
var ownPanic = regexp.MustCompile(`panic: (adapt|mechanism): `)

// command returns what should fail, and the text by which it shows that it has failed for that reason.
func (m mutant) command(t *testing.T) (command *exec.Cmd, proof string) {
	overlay := writeOverlay(t, m.edits)
	if m.inNode() {
		engine := filepath.Join(t.TempDir(), "engine.wasm")
		build := exec.Command("go", "build", "-overlay", overlay, "-o", engine, root+"/wasm/engine")
		build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		command = exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern", m.test, filepath.Join(root, m.inPackage))
		command.Env = append(os.Environ(), "PRIVADAPT_TEST_ENGINE="+engine)
		return command, "not ok 1 - " + m.test
	}
	args := []string{"test", "-count=1", "-vet=off", "-timeout=5m", "-overlay", overlay}
	if m.cells != "" {
		return exec.Command("go", append(args, "-run", "^TestAudit$/^claims$/"+m.cells, ".", "-audit.trials", fmt.Sprint(m.trials))...), claimBroken
	}
	return exec.Command("go", append(args, "-run", "^"+m.test+"$", root+"/"+m.inPackage)...), "--- FAIL: " + m.test
}

func (m mutant) inNode() bool { return strings.HasSuffix(m.inPackage, ".mjs") }

// The list is not stale: every text to be changed is there, once, and so are the tests and the cells that are named.
func TestMutantsFitTheirFiles(t *testing.T) {
	var cells []string
	for _, c := range Cells() {
		cells = append(cells, c.Name)
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			writeOverlay(t, m.edits)
			if m.cells != "" {
				pattern := regexp.MustCompile(m.cells)
				if !slices.ContainsFunc(cells, pattern.MatchString) {
					t.Errorf("there is no cell %s", m.cells)
				}
				return
			}
			if !m.hasTest(t) {
				t.Errorf("there is no %s in %s", m.test, m.inPackage)
			}
		})
	}
}

func (m mutant) hasTest(t *testing.T) bool {
	t.Helper()
	pattern, head := filepath.Join(root, m.inPackage, "*_test.go"), "func "+m.test+"("
	if m.inNode() {
		pattern, head = filepath.Join(root, m.inPackage), `test("`+m.test+`"`
	}
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), head)
	})
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
