//go:build !js

package mechanism

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// The proofs quote the code completely: the quoted blocks of each function, one after the other, are the lines of the
// function, apart from comments and indentation. Each test that a proof names exists.
func TestProofQuotesTheCode(t *testing.T) {
	for file, functions := range map[string]int{"MOMENT.md": 8, "REPORT.md": 7} {
		t.Run(file, func(t *testing.T) { checkProof(t, file, functions) })
	}
}

func checkProof(t *testing.T, file string, functions int) {
	t.Helper()
	proof := must.Get(os.ReadFile(file))(t)
	quoted, order := map[[2]string][]string{}, [][2]string{}
	for _, block := range regexp.MustCompile("(?ms)^```go (\\S+) (\\S+)\n(.*?)^```$").FindAllSubmatch(proof, -1) {
		at := [2]string{string(block[1]), string(block[2])}
		if quoted[at] == nil {
			order = append(order, at)
		}
		quoted[at] = append(quoted[at], codeLines(string(block[3]))...)
	}
	if len(order) < functions {
		t.Fatalf("the proof quotes only %v", order)
	}
	for _, at := range order {
		if want := functionLines(t, "../../../../"+at[0], at[1]); !slices.Equal(quoted[at], want) {
			t.Errorf("%s of %s has changed, or is not quoted whole; read the proof again:\n%s\nquoted:\n%s",
				at[1], at[0], strings.Join(want, "\n"), strings.Join(quoted[at], "\n"))
		}
	}
	for _, name := range regexp.MustCompile(`Test[A-Z]\w+`).FindAllString(string(proof), -1) {
		if !hasTest(t, name) {
			t.Errorf("there is no %s", name)
		}
	}
}

// codeLines are the lines of a text without indentation, comments and empty lines.
func codeLines(text string) (lines []string) {
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "//")
		if code = strings.TrimSpace(code); code != "" {
			lines = append(lines, code)
		}
	}
	return lines
}

// functionLines are the code lines of a function, or of a method that is named as type.method.
func functionLines(t *testing.T, path, name string) []string {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	files := token.NewFileSet()
	file := must.Get(parser.ParseFile(files, path, text, 0))(t)
	receiver, method, isMethod := strings.Cut(name, ".")
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || isMethod != (f.Recv != nil) || !isMethod && f.Name.Name != name {
			continue
		}
		if isMethod {
			kind := f.Recv.List[0].Type
			if star, ok := kind.(*ast.StarExpr); ok {
				kind = star.X
			}
			if f.Name.Name != method || kind.(*ast.Ident).Name != receiver {
				continue
			}
		}
		return codeLines(string(text[files.Position(f.Pos()).Offset:files.Position(f.End()).Offset]))
	}
	t.Fatalf("there is no %s in %s", name, path)
	return nil
}

// hasTest reports whether a test of this name is somewhere in the core.
func hasTest(t *testing.T, name string) (found bool) {
	t.Helper()
	must.Do(t, filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		found = found || bytes.Contains(text, []byte("func "+name+"("))
		return err
	}))
	return found
}
