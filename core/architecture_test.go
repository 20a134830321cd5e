//go:build !js

// Package core_test checks who may import whom, and how large the house is. The rules are promises of the README, and a
// single import would break them.
package core_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	{[]string{"wasm/python"}, slices.Concat(library, []string{"jsbridge"}),
		"Python's engine is the owner's, and has no audit and nothing that computes without privacy"},
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

// imports returns what each package of the module and of other modules imports directly, for GOOS=js and, of Python's
// engine, for wasip1. Standard packages have no entry of their own.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	graph := map[string][]string{}
	for system, packages := range map[string]string{"js": "privadapt/...", "wasip1": "privadapt/wasm/python"} {
		command := exec.Command("go", "list", "-deps", "-f",
			`{{if not .Standard}}{{.ImportPath}}:{{join .Imports ","}}{{end}}`, packages)
		command.Env = append(os.Environ(), "GOOS="+system, "GOARCH=wasm")
		out, err := command.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for _, line := range strings.Fields(string(out)) {
			name, direct, _ := strings.Cut(line, ":")
			graph[name] = append(graph[name], strings.Split(direct, ",")...)
		}
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

// size counts lines of product, lines of tests and vectors, and Go packages.
type size struct{ product, tests, packages int }

// budget has the most that each room may hold. Whoever needs more raises a number here, where the change is seen; whoever
// made a room smaller lowers its.
var budget = map[string]size{
	"core/adapt":       {5510, 7490, 5},
	"core/data":        {5590, 4110, 4},
	"core/internal":    {1200, 2360, 4},
	"core/kernel":      {1024, 400, 1},
	"core/lab":         {2160, 3260, 2},
	"core/model":       {5601, 2987, 7},
	"core/must":        {30, 0, 1},
	"core/noise":       {820, 2241, 2},
	"core/release":     {5390, 5961, 4},
	"core/solve":       {2680, 3230, 4},
	"core/terms":       {1845, 660, 5},
	"core/warehouse":   {2290, 2120, 1},
	"core/words":       {250, 150, 1},
	"jsbridge/npm":     {12980, 10650, 0},
	"jsbridge/vaultui": {3500, 840, 2},
	"wasm/edge":        {1640, 1940, 2},
	"wasm/engine":      {30, 0, 1},
	"wasm/finish":      {470, 150, 1},
	"wasm/kernel":      {80, 63, 0},
	"wasm/lab":         {60, 0, 1},
	"wasm/python":      {290, 500, 1},
	"site/analyst":     {1200, 0, 0},
	"site/build":       {1430, 0, 0},
	"site/embed":       {300, 0, 0},
	"site/kit-page":    {120, 0, 0},
	"site/operator":    {450, 0, 0},
	"site/owner":       {1860, 0, 0},
	"site/paper":       {560, 0, 0},
	"site/plots":       {270, 0, 0},
	"site/shared":      {1400, 0, 0},
	"site/test":        {0, 10450, 0},
	"site/vault":       {775, 0, 0},
}

// The whole house may hold this much. The aims are 41,000 lines of Go, 23,000 of JavaScript, types and CSS, 62,000 of
// tests, vectors and lock files, and 50 packages.
var whole = struct{ goLines, javaScript, tests, packages int }{41000, 23000, 62000, 50}

// A file is a test's if its path says so; what make builds and what is installed counts as nothing.
var (
	ofTests     = regexp.MustCompile(`_test\.go$|/test/|testdata|\.test\.`)
	unversioned = []string{"node_modules", "dist", "dist.new", "output", "state", ".wrangler", ".git"}
)

func TestTheHouseIsWithinItsBudget(t *testing.T) {
	rooms, packages := map[string]*size{}, map[string]bool{}
	javaScript, goLines, tests := 0, 0, 0
	must.Do(t, fs.WalkDir(os.DirFS(".."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && slices.Contains(unversioned, entry.Name()) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		extension := filepath.Ext(path)
		if err != nil || !entry.Type().IsRegular() || extension == ".wasm" || extension == ".test" {
			return err
		}
		lines := bytes.Count(must.Get(os.ReadFile("../"+path))(t), []byte("\n"))
		parts := strings.Split(path, "/")
		room := &size{}
		if slices.Contains([]string{"core", "jsbridge", "wasm", "site"}, parts[0]) && len(parts) > 2 {
			name := parts[0] + "/" + parts[1]
			if rooms[name] == nil {
				rooms[name] = room
			}
			room = rooms[name]
		}
		script := slices.Contains([]string{".js", ".mjs", ".ts", ".css"}, extension)
		switch {
		case ofTests.MatchString(path):
			room.tests += lines
			tests += lines
		case strings.HasSuffix(path, "package-lock.json"):
			tests += lines
		case extension == ".go":
			room.product += lines
			goLines += lines
		case script:
			room.product += lines
			javaScript += lines
		}
		if folder := filepath.Dir(path); extension == ".go" && !strings.HasSuffix(path, "_test.go") && !packages[folder] {
			packages[folder] = true
			room.packages++
		}
		return nil
	}))
	within := func(what string, count, most int) {
		if count > most {
			t.Errorf("%s: %d, and %d are in the budget", what, count, most)
		}
	}
	for name, room := range rooms {
		within(name+", lines of product", room.product, budget[name].product)
		within(name+", lines of tests and vectors", room.tests, budget[name].tests)
		within(name+", packages", room.packages, budget[name].packages)
	}
	within("lines of Go", goLines, whole.goLines)
	within("lines of JavaScript, types and CSS", javaScript, whole.javaScript)
	within("lines of tests, vectors and lock files", tests, whole.tests)
	within("packages", len(packages), whole.packages)
}
