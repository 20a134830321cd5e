//go:build !js

// Package core_test checks who may import whom. The rules are promises of the README, and a single import would break
// them.
package core_test

import (
	"fmt"
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

	"privadapt/core/must"
)

// rule names all that some packages may link, directly or not, besides themselves and the standard library. Names of
// this module are written without privadapt/; a name that ends in /... is a folder and all below it. What is not named
// is refused.
type rule struct {
	of, may []string
	why     string
}

var rules = []rule{
	{[]string{"wasm/engine"}, slices.Concat(library, []string{"jsbridge/vaultui/...", "honnef.co/go/js/dom/v2"}),
		"the owner's engine has no audit and nothing that computes without privacy"},
	{[]string{"wasm/lab"}, slices.Concat(library, []string{"core/lab/figure1", "gonum.org/v1/gonum/..."}),
		"the lab of the paper's page is the engine and the paper's figures"},
	{[]string{"wasm/edge"}, edge, "the edge checks and combines releases; it cannot compute on private rows"},
	{[]string{"core/release/verify"}, verifier,
		"the verifier shares the document's types with the engine and nothing else"},
	{[]string{"core/adapt/postprocess"}, postprocessing, "what is made after the draw is made of public values"},
	{
		models,
		slices.Concat(
			models,
			[]string{"core/data/dataset/...", "core/terms/method", "core/kernel", "core/words", "core/solve/simplex", "core/solve/symeigen"},
		),
		"base models see public data alone",
	},
	{[]string{"core/model/correction"}, []string{"core/kernel", "core/solve/symeigen"},
		"a correction sees what a mechanism returned, and nothing before it"},
	{solvers, solvers,
		"a solver knows nothing of privacy; noise reaches it through an oracle"},
}

var solvers = []string{"core/solve/...", "core/model/regression", "core/kernel"}

// What package postprocess may link. All of it is public: names, the plan, solvers, documents.
var postprocessing = slices.Concat(models, []string{
	"core/adapt/drawn", "core/adapt/plan", "core/data/dataset/...", "core/data/features", "core/data/grid", "core/kernel",
	"core/model/correction", "core/model/regression", "core/noise", "core/release", "core/release/appraisal",
	"core/solve/...", "core/terms", "core/terms/method", "core/terms/settings", "core/words", "gonum.org/v1/gonum/floats/...",
	"gonum.org/v1/gonum/internal/asm/...",
})

// What a nonlinear model links, where it is fitted and where it is read.
var models = []string{"core/model/auto", "core/model/basemodel", "core/model/labelled", "core/model/linear",
	"core/model/trees"}

// The engine as a program of any binary links it.
var library = slices.Concat(postprocessing, []string{
	"core/adapt", "core/adapt/draw", "core/adapt/postprocess", "core/release/combine", "core/internal/private/mechanism",
	"core/noise/sampler", "core/internal/private/moment", "core/internal/private/people",
	"core/internal/private/tally", "core/terms/settings",
	"core/release/verify", "core/warehouse", "jsbridge",
})

// What package verify may link: the document, its features, the models in it, the shape of the counts of a report and
// the public reader of columns.
var verifier = slices.Concat(
	models,
	[]string{"core/release/appraisal", "core/data/dataset/...", "core/data/features", "core/data/grid", "core/kernel",
		"core/terms/method", "core/release", "core/solve/simplex", "core/solve/symeigen", "core/words"},
)

var edge = slices.Concat(verifier, []string{"core/release/combine", "core/noise/sampler", "core/terms",
	"core/terms/invitation", "core/terms/settings", "core/release/verify", "wasm/edge/...",
	"github.com/syumai/workers/..."})

func anyMatches(patterns []string, part string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, part) })
}

// matches reports whether a package is what a name of a list stands for.
func matches(pattern, part string) bool {
	folder, below := strings.CutSuffix(pattern, "/...")
	return part == folder || below && strings.HasPrefix(part, folder+"/")
}

// standard reports whether a package is one of the standard library: its name begins with no domain and not with this
// module's.
func standard(path string) bool {
	if strings.HasPrefix(path, "golang.org/x/text/") {
		return true // forms of Unicode, which the standard library has inside itself alone
	}
	first, _, _ := strings.Cut(path, "/")
	return first != "privadapt" && !strings.Contains(first, ".")
}

// imports returns what each package of the module and of other modules imports directly, for GOOS=js. Standard packages
// have no entry of their own.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	command := exec.Command("go", "list", "-deps", "-f",
		`{{if not .Standard}}{{.ImportPath}}:{{join .Imports ","}}{{end}}`, "privadapt/...")
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
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
			!matches("core/lab/...", part) {
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

// Imports that would break a promise, each planted alone in the graph, are refused.
func TestPlantedImportsAreRefused(t *testing.T) {
	graph := imports(t)
	for _, p := range []struct{ from, to string }{
		{"wasm/edge", "privadapt/core/internal/private/mechanism"},
		{"wasm/engine", "privadapt/core/lab/figure1"},
		{"core/release/verify", "privadapt/core/noise/sampler"},
		{"core/adapt/postprocess", "privadapt/core/internal/private/moment"},
		{"core/solve", "privadapt/core/noise/sampler"},
		{"core/data/dataset", "syscall/js"},
		{"core/adapt", "crypto/rand"},
		{"core/solve/simplex", "math/rand/v2"},
		{"jsbridge", "honnef.co/go/js/dom/v2"},
		{"wasm/other", "privadapt/core/terms/method"},
	} {
		from := "privadapt/" + p.from
		before := graph[from]
		graph[from] = append(slices.Clone(before), p.to)
		if len(violations(graph)) == 0 {
			t.Errorf("%s may import %s", p.from, p.to)
		}
		if graph[from] = before; before == nil {
			delete(graph, from)
		}
	}
}

// What is private is out of reach of the code that makes a release: its list has neither the private sum nor a
// mechanism, a sampler or a target. Of package dataset, where the private reader is at home beside the public one, it
// names the types of the public sample alone, and of package csv nothing.
func TestPostprocessingImportsNothingPrivate(t *testing.T) {
	for _, private := range []string{"core/internal/private/moment", "core/warehouse", "core/adapt", "core/adapt/draw",
		"core/internal/private/mechanism", "core/noise/sampler"} {
		if slices.Contains(postprocessing, private) {
			t.Errorf("%s is private, and post-processing may link it", private)
		}
	}
	files := []string{"adapt/drawn/drawn.go", "adapt/plan/problem.go", "adapt/plan/singlestage.go"}
	for _, file := range slices.Concat(files, must.Get(filepath.Glob("adapt/postprocess/*.go"))(t)) {
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
