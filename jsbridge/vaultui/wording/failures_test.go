package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/must"
)

// notMet are codes of the npm package that no owner meets in a vault, and why.
var notMet = map[string]string{
	"unknown-option": "the form has the options", "bad-rho": "the form asks for no rho",
	"stale-handle": "of programs", "stream-used": "of programs", "disposed": "of programs",
	"bad-combination": "nothing is combined in a vault", "missing-column": "of predictions for a file",
	"bad-sums": "of databases", "other-plan": "of databases",
	"parquet": "of standard input", "xlsx": "of standard input",
}

// Whatever the engine refuses in a vault is said in every language: by each code that the npm package documents for
// calls and for files, and for the receiver's objections by those in the engine's source.
func TestEveryRefusalIsSaidInEveryLanguage(t *testing.T) {
	declared := must.Get(os.ReadFile("../../npm/types/error-codes.d.ts"))(t)
	codes := []string{"integrity", "internal"}
	for _, group := range []string{"UseErrorCode", "FileErrorCode"} {
		_, text, _ := strings.Cut(string(declared), "export type "+group+" =")
		text, _, _ = strings.Cut(text, ";\n\n")
		for _, match := range regexp.MustCompile(`\| "([a-z-]+)"`).FindAllStringSubmatch(text, -1) {
			codes = append(codes, match[1])
		}
	}
	if len(codes) < 45 {
		t.Fatalf("%d codes", len(codes))
	}
	for tag := range languages {
		if tag == "en" {
			continue // which the engine speaks
		}
		other := textsOf(tag)
		for _, code := range codes {
			if _, said := other.EngineFailures[code]; said == (notMet[code] != "") {
				t.Errorf("%s: %q is said: %v", tag, code, said)
			}
		}
		said := objections(t)
		for code, values := range said {
			if got := strings.Count(other.Objections[code], "%s"); other.Objections[code] == "" || got != values {
				t.Errorf("%s: %q has %d values in English, and is %q", tag, code, values, other.Objections[code])
			}
		}
		if len(other.Objections) != len(said) {
			t.Errorf("%s: %d objections, and %d in English", tag, len(other.Objections), len(said))
		}
	}
}

// objections are the codes of a receiver's objections with the number of values in their sentences.
func objections(t *testing.T) map[string]int {
	file := must.Get(parser.ParseFile(token.NewFileSet(), "../../../core/terms/objection.go", nil, 0))(t)
	found := map[string]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "refuse" {
			return true
		}
		code := must.Get(strconv.Unquote(call.Args[0].(*ast.BasicLit).Value))(t)
		found[code] = len(call.Args) - 2
		return true
	})
	return found
}

func TestAnObjectionIsSaidWithItsValues(t *testing.T) {
	Speak("de")
	defer Speak("en")
	few := Objection{"too-few-rows", []string{"40"}}
	want := "Es müssen mindestens 40 Zeilen sein, oder Personen, wenn diese geschützt werden."
	if got := few.Objected("the release has fewer than 40 people"); got != want {
		t.Error(got)
	}
	if got := (Objection{}).Objected("something new"); got != "something new." {
		t.Error(got)
	}
}
