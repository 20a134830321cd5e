//go:build !js

// Package core_test checks the shape of the module: who may import whom. The rules are promises of the README, and a
// single import would break them.
package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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

// What package postprocess may link of this module, directly or not. All of it is public: names, the plan, solvers, documents.
var postprocessing = []string{
	"core/adapt/drawn", "core/adapt/plan", "core/adapt/postprocess", "core/adapt/solve",
	"core/dataset", "core/discrepancy", "core/dp/accountant", "core/dp/momentnoise", "core/dualgap", "core/features", "core/frankwolfe",
	"core/grid", "core/kernel", "core/learningbound", "core/method", "core/mirrordescent", "core/projectedgradient", "core/regression",
	"core/release", "core/simplex", "core/singlestage", "core/symeigen",
}

// What is private is out of reach of the code that makes a release: it links nothing that is not in the list, and so neither the
// private sum nor a mechanism, a sampler or a target. Of package dataset, where the private reader is at home beside the public
// one, it names the types of the public sample alone.
func TestPostprocessingImportsNothingPrivate(t *testing.T) {
	const name = "privadapt/core/adapt/postprocess"
	graph := imports(t)
	reached := map[string]bool{}
	reaches(graph, name, "nothing", reached)
	for path := range reached {
		if part, own := strings.CutPrefix(path, "privadapt/"); own && !slices.Contains(postprocessing, part) {
			t.Errorf("%s reaches %s, which is not among what post-processing may know", name, path)
		}
	}
	for _, private := range []string{"core/moment", "core/adapt", "core/adapt/draw", "core/dp/mechanism", "core/dp/sampler"} {
		if !reaches(graph, "privadapt/core/adapt", "privadapt/"+private, map[string]bool{}) || slices.Contains(postprocessing, private) {
			t.Errorf("the check is blind: %s is not what it keeps apart", private)
		}
	}
	if len(reached) < len(postprocessing) {
		t.Errorf("the check is blind: only %d packages are reached", len(reached))
	}
	for _, folder := range []string{"postprocess", "drawn", "solve"} {
		files, err := filepath.Glob("adapt/" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of %s: %v", folder, err)
		}
		for _, file := range files {
			for _, used := range selected(t, file, "privadapt/core/dataset") {
				if used != "Source" && used != "Schema" {
					t.Errorf("%s names dataset.%s: post-processing has no use for readers", file, used)
				}
			}
		}
	}
}

// selected returns what a file names of a package that it imports under its own name.
func selected(t *testing.T, file, path string) (names []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range parsed.Imports {
		if i.Path.Value == strconv.Quote(path) && i.Name != nil {
			t.Errorf("%s imports %s under another name", file, path)
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == filepath.Base(path) {
				names = append(names, s.Sel.Name)
			}
		}
		return true
	})
	return names
}
