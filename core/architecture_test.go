//go:build !js

// Package core_test checks the shape of the module: who may import whom. The rules are promises of the README, and a
// single import would break them.
package core_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// imports returns the packages that each package of the module links, itself included, for GOOS=js.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	list := func(args ...string) []string {
		command := exec.Command("go", append([]string{"list"}, args...)...)
		command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := command.Output()
		if err != nil {
			t.Fatalf("go list %v: %v", args, err)
		}
		return strings.Fields(string(out))
	}
	linked := map[string][]string{}
	for _, line := range list("-deps", "-f", `{{if not .Standard}}{{.ImportPath}}:{{join .Imports ","}}{{end}}`, "privadapt/...") {
		name, direct, _ := strings.Cut(line, ":")
		linked[name] = strings.Split(direct, ",")
	}
	return linked
}

// reaches reports whether from imports target, directly or not. Standard packages are leaves.
func reaches(graph map[string][]string, from, target string, seen map[string]bool) bool {
	if from == target {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, next := range graph[from] {
		if next == target || reaches(graph, next, target, seen) {
			return true
		}
	}
	return false
}

func TestImportsRunOneWay(t *testing.T) {
	graph := imports(t)
	solvers := []string{
		"frankwolfe", "projectedgradient", "mirrordescent", "singlestage", "dualgap",
		"discrepancy", "simplex", "kernel", "regression",
	}
	for name := range graph {
		if !strings.HasPrefix(name, "privadapt/") {
			continue
		}
		forbid := func(target, why string) {
			if name != target && reaches(graph, name, target, map[string]bool{}) {
				t.Errorf("%s reaches %s: %s", name, target, why)
			}
		}
		if part, isCore := strings.CutPrefix(name, "privadapt/core/"); isCore {
			forbid("syscall/js", "core knows no JavaScript")
			forbid("privadapt/jsbridge", "imports run from jsbridge to core")
			if slices.Contains(solvers, part) {
				forbid("privadapt/core/dp/sampler", "a solver knows nothing of privacy; noise reaches it through an oracle")
				forbid("privadapt/core/dp/mechanism", "a solver knows nothing of privacy")
			}
			if part == "verify" {
				forbid("privadapt/core/adapt", "the verifier shares no code with the engine")
				forbid("privadapt/core/dp/accountant", "the verifier has its own accountant")
			}
		}
		if name == "privadapt/wasm/engine" {
			forbid("privadapt/core/experiment", "the owner's engine cannot compute without privacy")
			forbid("privadapt/core/experiment/baseline", "the owner's engine cannot compute without privacy")
		}
		if name == "privadapt/wasm/edge" {
			forbid("privadapt/core/adapt", "the edge cannot compute on anybody's data")
			forbid("privadapt/core/frankwolfe", "the edge has no solver")
		}
		direct := graph[name]
		if slices.Contains(direct, "crypto/rand") && name != "privadapt/core/dp/sampler" {
			t.Errorf("%s imports crypto/rand: there is one place for randomness, dp/sampler", name)
		}
		inExperiments := name == "privadapt/core/experiment" || strings.HasPrefix(name, "privadapt/core/experiment/")
		if (slices.Contains(direct, "math/rand") || slices.Contains(direct, "math/rand/v2")) && !inExperiments {
			t.Errorf("%s imports math/rand: seeded sources exist in tests and experiments alone", name)
		}
		if slices.Contains(direct, "honnef.co/go/js/dom/v2") && name != "privadapt/jsbridge/vaultui" {
			t.Errorf("%s imports the DOM: only the vault's form touches a document", name)
		}
	}
	if !reaches(graph, "privadapt/wasm/lab", "privadapt/core/experiment", map[string]bool{}) {
		t.Error("the check is blind: the lab does reach the experiments")
	}
}
