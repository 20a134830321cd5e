//go:build !js

package sampler

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

const root = "../../.."

// tags are the build tags with which the Makefile builds a command.
func tags(command string) string {
	if command == "edge" {
		return ""
	}
	return "simd"
}

// release compiles a command by the Makefile's own line and returns the bytes. wasm/finish has not yet removed their
// names.
func release(t *testing.T, command string) string {
	t.Helper()
	makefile := must.Get(os.ReadFile(root + "/Makefile"))(t)
	line := regexp.MustCompile(`(?m)^WASM *:?= *(.*)$`).FindSubmatch(makefile)
	if line == nil {
		t.Fatal("the Makefile has no line WASM, by which releases are built")
	}
	if tag := tags(command); tag != "" &&
		!strings.Contains(string(makefile), "$(WASM) -tags "+tag+" -o $(DIST)/go/"+command+".wasm") {
		t.Fatalf("the Makefile does not build %s by the tag %s", command, tag)
	}
	out := filepath.Join(t.TempDir(), "release.wasm")
	build := exec.Command("sh", "-c", string(line[1])+` -tags "$2" -o "$0" "$1"`, out, "./wasm/"+command, tags(command))
	build.Dir = root
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line[1], err, text)
	}
	binary := must.Get(os.ReadFile(out))(t)
	return string(binary)
}

// seededCode matches the names of functions of the seeded generators, and of code that replaces the system's generator.
// A Go binary has the names of all linked functions, also of inlined ones and also without its symbol table, because
// the runtime needs them for stack traces.
var seededCode = regexp.MustCompile(
	`math/rand(/v2)?\.[A-Za-z(]|x/exp/rand\.|gonum/mathext/prng\.|SetTestingReader|SetGlobalRandom|testing\.\(\*T\)`,
)

// math/rand is among the packages of every build, because math/big and the crypto packages import it. The linker drops
// functions that are never called, and here it drops all of them: the engine that an owner loads and the edge's binary
// have no function of a seeded generator. The lab, whose synthetic data are seeded, shows that the check can find one.
func TestReleaseLinksNoSeededSource(t *testing.T) {
	for _, command := range []string{"engine", "edge"} {
		binary := release(t, command)
		if found := seededCode.FindAllString(binary, 5); found != nil {
			t.Errorf("wasm/%s links a seeded or replaceable source: %q", command, found)
		}
		if !strings.Contains(binary, "crypto/internal/sysrand.getRandomValues") {
			t.Errorf("the check of wasm/%s is blind: not even the system's generator is found", command)
		}
	}
	if !seededCode.MatchString(release(t, "lab")) {
		t.Error("the check is blind: the lab draws its synthetic data from a seed")
	}
}

// Every Sampler of the shipped code reads crypto/rand.Reader. One function makes Samplers, one line calls it, and
// nothing later changes a Sampler's source or the Reader itself.
func TestEverySamplerReadsTheSystemsGenerator(t *testing.T) {
	files := token.NewFileSet()
	calls := map[string][]string{}
	must.Do(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		inside := filepath.Dir(path) == filepath.Clean(root+"/core/noise/sampler")
		checkSource(t, files, file, inside, calls)
		return nil
	}))
	for maker, want := range map[string]string{"newSampler": "New: rand.Reader", "newBitStream": "newSampler: source"} {
		if got := calls[maker]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is called by %q, want only %q", maker, got, want)
		}
	}
}

// checkSource records the calls of the functions that make Samplers, with caller and argument, and reports every other
// way to give a Sampler a source.
func checkSource(t *testing.T, files *token.FileSet, file *ast.File, inside bool, calls map[string][]string) {
	report := func(n ast.Node, what string) { t.Errorf("%v: %s", files.Position(n.Pos()), what) }
	for _, group := range file.Comments {
		if strings.Contains(group.Text(), "go:linkname") || slices.ContainsFunc(group.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, "//go:linkname")
		}) {
			report(group, "a go:linkname can reach unexported functions")
		}
	}
	for _, i := range file.Imports {
		if i.Path.Value == `"crypto/rand"` && i.Name != nil {
			report(i, "crypto/rand under another name")
		}
	}
	function := ""
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			function = n.Name.Name
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if s, ok := left.(*ast.SelectorExpr); ok &&
					(text(s) == "rand.Reader" || inside && (s.Sel.Name == "source" || s.Sel.Name == "dice")) {
					report(n, "the source of a Sampler is replaced")
				}
			}
		case *ast.CompositeLit:
			if maker := map[string]string{"Sampler": "newSampler", "bitStream": "newBitStream"}[text(n.Type)]; inside &&
				maker != "" && maker != function {
				report(n, "a Sampler is made outside "+maker)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && text(n.X) == "rand.Reader" {
				report(n, "the address of rand.Reader is taken")
			}
		case *ast.CallExpr:
			if name := text(n.Fun); inside && (name == "newSampler" || name == "newBitStream") {
				calls[name] = append(calls[name], function+": "+text(n.Args[0]))
			}
		}
		return true
	})
}

// text returns the source text of an identifier or a selector, and "" for any other expression.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return text(e.X) + "." + e.Sel.Name
	}
	return ""
}
