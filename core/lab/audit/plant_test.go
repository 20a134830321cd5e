//go:build !js

package audit

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	only   = flag.String("audit.only", "", "plant the mutants whose names match this `pattern`")
	repeat = flag.Int("audit.repeat", 1,
		"run the test of each mutant this many `times`, the audit of cells each time on another stream")
)

// mutantOutcome is how often a mutant was caught. A mutant counts as caught only if every run caught it.
type mutantOutcome struct {
	Name    string  `json:"name"`
	By      string  `json:"caughtBy"`
	Caught  bool    `json:"caught"`
	Runs    int     `json:"runs"`
	Escapes int     `json:"escapes"`
	Seconds float64 `json:"processorSeconds"`
}

const root = "../../.."

// With -audit.only the mutants of those names are planted, and all are caught, as often as -audit.repeat says.
func TestMutantsByName(t *testing.T) {
	if *only == "" {
		t.Skip("make test plants some of the mutants, make audit all")
	}
	pattern := regexp.MustCompile(*only)
	var named []mutant
	for _, m := range mutants {
		if pattern.MatchString(m.name) {
			named = append(named, m)
		}
	}
	if len(named) == 0 {
		t.Fatalf("no mutant is named like %q", *only)
	}
	plantMutants(t, named)
}

// plantMutants plants each in a parallel test. The outcomes are complete when those are.
func plantMutants(t *testing.T, mutants []mutant) []mutantOutcome {
	outcomes := make([]mutantOutcome, len(mutants))
	for i, m := range mutants {
		o := &outcomes[i]
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			*o = mutantOutcome{Name: m.name, By: m.test, Runs: *repeat}
			if m.cells != "" {
				o.By = "audit of " + m.cells
			}
			command, proof := m.plant(t)
			for run := range *repeat {
				c := command(run)
				out, err := c.CombinedOutput()
				o.Seconds += (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
				if err == nil || !proof.Match(out) && !(m.test != "" && ownPanic.Match(out)) {
					o.Escapes++
					t.Errorf("not caught by %s (%v):\n%s", o.By, err, out)
				} else if *repeat == 1 && testing.Verbose() && m.cells != "" {
					t.Logf("%s", out)
				}
			}
			o.Caught = o.Escapes == 0
			t.Logf("caught by %s in %d of %d runs of %.2f processor seconds", o.By, o.Runs-o.Escapes, o.Runs,
				o.Seconds/float64(o.Runs))
		})
	}
	return outcomes
}

// ownPanic is how a run ends, and the test with it, whose draws are not those charged.
var ownPanic = regexp.MustCompile(`panic: (draw|mechanism): `)

// plant builds what has the fault. It returns the command that should fail, for each run, and what shows in its output
// that it has failed for that reason.
func (m mutant) plant(t *testing.T) (command func(run int) *exec.Cmd, proof *regexp.Regexp) {
	t.Helper()
	if m.inJavaScript() {
		return inNode(m.test, filepath.Join(patchedPackage(t, m.edits), m.inPackage), os.Environ()), notOK(m.test)
	}
	// In the environment, so that what a test itself lists or builds has the fault as well.
	environment := append(os.Environ(),
		"GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+writeOverlay(t, m.edits)))
	if m.inNode() {
		engine := filepath.Join(t.TempDir(), "engine.wasm")
		build(t, append(environment, "GOOS=js", "GOARCH=wasm"), "build", "-o", engine, root+"/wasm/engine")
		return inNode(m.test, filepath.Join(root, m.inPackage),
			append(os.Environ(), "PRIVADAPT_TEST_ENGINE="+engine)), notOK(m.test)
	}
	folder, proof := ".", regexp.MustCompile(regexp.QuoteMeta(claimBroken))
	if m.cells == "" {
		folder, proof = root+"/"+m.inPackage, regexp.MustCompile("--- FAIL: "+m.test)
	}
	binary := filepath.Join(t.TempDir(), "planted.test")
	build(t, environment, "test", "-c", "-vet=off", "-o", binary, folder)
	return func(run int) *exec.Cmd {
		args := []string{"-test.timeout=20m", "-test.run", "^" + m.test + "$"}
		if m.cells != "" {
			args = append(args[:1], "-test.run", "^TestAudit$/^claims$/"+m.cells, "-test.v", "-audit.trials",
				fmt.Sprint(m.trials), "-audit.stream", fmt.Sprint(uint64(run)+*stream))
		}
		c := exec.Command(binary, args...)
		c.Env, c.Dir = environment, folder
		return c
	}, proof
}

func build(t *testing.T, environment []string, args ...string) {
	t.Helper()
	c := exec.Command("go", args...)
	c.Env = environment
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func inNode(test, file string, environment []string) func(int) *exec.Cmd {
	return func(int) *exec.Cmd {
		c := exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern", "^"+regexp.QuoteMeta(test)+"$",
			file)
		c.Env = environment
		return c
	}
}

func notOK(test string) *regexp.Regexp {
	return regexp.MustCompile(`not ok \d+ - ` + regexp.QuoteMeta(test))
}
