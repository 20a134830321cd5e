//go:build !js

// Package core_test checks the shape of the module: who may import whom. The rules are promises of the README, and a
// single import would break them.
package core_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/must"
)

// imports returns what each package of the module and of other modules imports directly, for GOOS=js. Standard packages
// have no entry of their own. The arguments go to go list.
func imports(t *testing.T, args ...string) map[string][]string {
	t.Helper()
	args = append(
		[]string{"list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}}:{{join .Imports ","}}{{end}}`},
		args...)
	command := exec.Command("go", append(args, "privadapt/...")...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	graph := map[string][]string{}
	for _, line := range strings.Fields(string(out)) {
		name, direct, _ := strings.Cut(line, ":")
		graph[name] = strings.Split(direct, ",")
	}
	return graph
}

// reached returns what a package links, directly or not, itself included.
func reached(graph map[string][]string, from string) map[string]bool {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		if !seen[name] {
			seen[name] = true
			for _, next := range graph[name] {
				visit(next)
			}
		}
	}
	visit(from)
	return seen
}

// violations lists what is wrong with a graph of imports.
func violations(graph map[string][]string) (found []string) {
	refuse := func(format string, values ...any) { found = append(found, fmt.Sprintf(format, values...)) }
	for name, direct := range graph {
		part, own := strings.CutPrefix(name, "privadapt/")
		if !own {
			continue
		}
		linked := reached(graph, name)
		ruled := false
		for _, r := range rules {
			if !anyMatches(r.of, part) {
				continue
			}
			ruled = true
			for path := range linked {
				if to := strings.TrimPrefix(path, "privadapt/"); to != part && !standard(path) && !anyMatches(r.may, to) {
					refuse("%s reaches %s, which is not in its list: %s", part, to, r.why)
				}
			}
		}
		if folder, binary, _ := strings.Cut(part, "/"); folder == "wasm" && !strings.Contains(binary, "/") && !ruled {
			refuse("%s has no list of what it may link", part)
		}
		if strings.HasPrefix(part, "core/") {
			for _, outside := range []string{"syscall/js", "privadapt/jsbridge"} {
				if linked[outside] {
					refuse("%s reaches %s: core knows no JavaScript", part, outside)
				}
			}
		}
		if slices.Contains(direct, "crypto/rand") && part != "core/noise/sampler" {
			refuse("%s imports crypto/rand: there is one place for randomness, noise/sampler", part)
		}
		if (slices.Contains(direct, "math/rand") || slices.Contains(direct, "math/rand/v2")) &&
			!matches("core/lab/experiment/...", part) {
			refuse("%s imports math/rand: seeded sources exist in tests and experiments alone", part)
		}
		if slices.Contains(direct, "honnef.co/go/js/dom/v2") && part != "jsbridge/vaultui" {
			refuse("%s imports the DOM: only the vault's form touches a document", part)
		}
	}
	return found
}

func TestImportsRunOneWay(t *testing.T) {
	for _, problem := range violations(imports(t)) {
		t.Error(problem)
	}
}

// Imports that would break a promise. Each is planted alone.
var planted = []struct{ from, to string }{
	{"wasm/edge", "core/solve/projectedgradient"},
	{"wasm/edge", "core/model/regression"},
	{"wasm/edge", "core/internal/private/mechanism"},
	{"wasm/edge/api", "core/adapt/plan"},
	{"wasm/engine", "core/lab/audit"},
	{"wasm/engine", "core/lab/experiment/bench"},
	{"jsbridge", "core/lab/experiment"},
	{"wasm/lab", "core/lab/audit"},
	{"wasm/bench", "core/lab/experiment"},
	{"core/release/verify", "core/noise/sampler"},
	{"core/release/verify", "core/solve/discrepancy"},
	{"core/release/verify", "core/noise/accountant"},
	{"core/release", "core/noise/momentnoise"},
	{"core/adapt/postprocess", "core/internal/private/moment"},
	{"core/adapt/plan", "core/warehouse"},
	{"core/adapt/solve", "core/internal/private/mechanism"},
	{"core/solve/frankwolfe", "core/noise/sampler"},
	{"core/model/trees", "core/internal/private/moment"},
	{"core/model/wire", "core/adapt/plan"},
	{"core/data/dataset", "syscall/js"},
	{"core/adapt", "crypto/rand"},
	{"core/solve/simplex", "math/rand/v2"},
	{"jsbridge", "honnef.co/go/js/dom/v2"},
	{"core/release/verify", "gonum.org/v1/gonum/mat"},
	{"core/internal/private/moment", "gonum.org/v1/gonum/mat"},
	{"wasm/other", "core/terms/method"},
}

// Every planted import is refused in the graph.
func TestPlantedImportsAreRefused(t *testing.T) {
	graph := imports(t)
	for _, p := range planted {
		from, to := "privadapt/"+p.from, p.to
		if folder, _, _ := strings.Cut(to, "/"); folder == "core" {
			to = "privadapt/" + to
		}
		with := maps.Clone(graph)
		with[from] = append(slices.Clone(graph[from]), to)
		if len(violations(with)) == 0 {
			t.Errorf("%s may import %s", p.from, p.to)
		}
	}
}

// Imports planted in the code itself are seen: one for each binary that has to be kept apart, and one for the verifier.
func TestPlantedImportsAreSeen(t *testing.T) {
	for _, p := range []struct{ from, to, name string }{
		{"wasm/edge", "core/solve/projectedgradient", "main"},
		{"wasm/engine", "core/lab/experiment/bench", "main"},
		{"core/release/verify", "core/solve/discrepancy", "verify"},
	} {
		folder := t.TempDir()
		root := must.Get(filepath.Abs(".."))(t)
		source, overlay := filepath.Join(folder, "planted.go"), filepath.Join(folder, "overlay.json")
		replace := must.Get(json.Marshal(
			map[string]any{"Replace": map[string]string{filepath.Join(root, p.from, "planted.go"): source}},
		))(t)
		for file, content := range map[string]string{source: fmt.Sprintf("package %s\n\nimport _ %q\n", p.name,
			"privadapt/"+p.to), overlay: string(replace)} {
			must.Do(t, os.WriteFile(file, []byte(content), 0o600))
		}
		found := violations(imports(t, "-overlay", overlay))
		if !slices.ContainsFunc(
			found,
			func(problem string) bool { return strings.HasPrefix(problem, p.from+" reaches "+p.to+",") },
		) {
			t.Errorf("%s imports %s, and what is found is %q", p.from, p.to, found)
		}
	}
}

// A list holds what is linked and nothing else, so that what was taken out needs a new decision to come back.
func TestListsHoldNothingSpare(t *testing.T) {
	graph := imports(t)
	for _, r := range rules {
		var linked []string
		for name := range graph {
			if part, own := strings.CutPrefix(name, "privadapt/"); own && anyMatches(r.of, part) {
				for path := range reached(graph, name) {
					linked = append(linked, strings.TrimPrefix(path, "privadapt/"))
				}
			}
		}
		for _, pattern := range r.may {
			if !slices.ContainsFunc(linked, func(part string) bool { return matches(pattern, part) }) {
				t.Errorf("the list of %v names %s, which is not linked", r.of, pattern)
			}
		}
	}
}

// What is private is out of reach of the code that makes a release: its list has neither the private sum nor a
// mechanism, a sampler or a target. Of package dataset, where the private reader is at home beside the public one, it
// names the types of the public sample alone, and of package csv nothing.
func TestPostprocessingImportsNothingPrivate(t *testing.T) {
	for _, problem := range violations(imports(t)) {
		if strings.HasPrefix(problem, "core/adapt/postprocess ") {
			t.Error(problem)
		}
	}
	for _, private := range []string{"core/internal/private/moment", "core/warehouse", "core/adapt", "core/adapt/draw",
		"core/internal/private/mechanism", "core/noise/sampler"} {
		if slices.Contains(postprocessing, private) {
			t.Errorf("%s is private, and post-processing may link it", private)
		}
	}
	for _, folder := range []string{"postprocess", "drawn", "solve"} {
		files, err := filepath.Glob("adapt/" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of %s: %v", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue // a test makes its own public sample
			}
			for _, used := range selected(t, file, "privadapt/core/data/dataset") {
				if used != "Source" && used != "Schema" {
					t.Errorf("%s names dataset.%s: post-processing has no use for readers", file, used)
				}
			}
			for _, used := range selected(t, file, "privadapt/core/data/dataset/csv") {
				t.Errorf("%s names csv.%s: post-processing has no use for readers", file, used)
			}
		}
	}
}

// selected returns what a file names of a package that it imports under its own name.
func selected(t *testing.T, file, path string) (names []string) {
	t.Helper()
	parsed := must.Get(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
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
