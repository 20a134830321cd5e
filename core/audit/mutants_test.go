//go:build !js

package audit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mutant is a fault planted from outside: Go compiles a patched copy in place of the shipped file (go help build, -overlay), and of
// JavaScript a copy of the package is patched. It is caught if the audit calls a claim broken, or if the named other test fails.
type mutant struct {
	name  string
	edits []edit

	// The audit of the cells that match this pattern, at that many trials a side; or else a test of a package; or else, where
	// inPackage is a file, the test of that name in Node, with an engine that has the fault unless the edits are of JavaScript.
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

// mutants are faults that a programmer might make, each with the test that catches it. Faults that cost no privacy are not among them:
// rows rounded to the nearest step with their norm checked afterwards, scores rounded up in place of down (either way a
// neighbour's differ by less than the charge allows).
var mutants = slices.Concat(momentMutants, labelMutants, reportMutants, rowMutants, selectionMutants, gradientMutants, samplerMutants, runMutants, pipelineMutants,
	bitMutants, chargeMutants, inputMutants, cellMutants, sumsMutants, solverMutants, documentMutants, verifierMutants, ledgerMutants,
	strangerMutants)

type mutantOutcome struct {
	Name    string  `json:"name"`
	By      string  `json:"caughtBy"`
	Caught  bool    `json:"caught"`
	Seconds float64 `json:"processorSeconds"`
}

const root = "../.."

// plantMutants plants each in a parallel test. The outcomes are complete when those are.
func plantMutants(t *testing.T, mutants []mutant) []mutantOutcome {
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
			o.Seconds = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
			o.Caught = err != nil && (proof.Match(out) || m.test != "" && ownPanic.Match(out))
			if !o.Caught {
				t.Errorf("not caught by %s (%v):\n%s", o.By, err, out)
				return
			}
			t.Logf("caught by %s in %.1f processor seconds", o.By, o.Seconds)
		})
	}
	return outcomes
}

// ownPanic is how a run ends, and the test with it, whose draws are not those charged.
var ownPanic = regexp.MustCompile(`panic: (draw|mechanism): `)

// command returns what should fail, and what shows in its output that it has failed for that reason.
func (m mutant) command(t *testing.T) (command *exec.Cmd, proof *regexp.Regexp) {
	if m.inJavaScript() {
		command = exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern", namePattern(m.test), filepath.Join(patchedPackage(t, m.edits), m.inPackage))
		return command, notOK(m.test)
	}
	// In the environment, so that what a test itself lists or builds has the fault as well.
	environment := append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+writeOverlay(t, m.edits)))
	if m.inNode() {
		engine := filepath.Join(t.TempDir(), "engine.wasm")
		build := exec.Command("go", "build", "-o", engine, root+"/wasm/engine")
		build.Env = append(environment, "GOOS=js", "GOARCH=wasm")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		command = exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern", namePattern(m.test), filepath.Join(root, m.inPackage))
		command.Env = append(os.Environ(), "PRIVADAPT_TEST_ENGINE="+engine)
		return command, notOK(m.test)
	}
	args := []string{"test", "-count=1", "-vet=off", "-timeout=20m"}
	if m.cells != "" {
		args = append(args, "-run", "^TestAudit$/^claims$/"+m.cells, ".", "-audit.trials", fmt.Sprint(m.trials))
		proof = regexp.MustCompile(regexp.QuoteMeta(claimBroken))
	} else {
		args = append(args, "-run", "^"+m.test+"$", root+"/"+m.inPackage)
		proof = regexp.MustCompile("--- FAIL: " + m.test)
	}
	command = exec.Command("go", args...)
	command.Env = environment
	return command, proof
}

func namePattern(test string) string { return "^" + regexp.QuoteMeta(test) + "$" }

func notOK(test string) *regexp.Regexp {
	return regexp.MustCompile(`not ok \d+ - ` + regexp.QuoteMeta(test))
}

func (m mutant) inJavaScript() bool { return strings.HasSuffix(m.edits[0].file, ".js") }

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
