package words

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/must"
)

// What is said has a sentence with as many values, and no sentence is left that nothing says: a key is a literal in the
// source, whole or what follows its dot.
func TestEveryKeyHasASentenceAndEverySentenceAKey(t *testing.T) {
	sentences, literals := English().Sentences, map[string]bool{}
	says := regexp.MustCompile(`^(words\.(New|Part)|(lines|warnings)\.(say|warn))$`)
	for _, root := range []string{"..", "../../jsbridge", "../../wasm"} {
		must.Do(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			ast.Inspect(must.Get(parser.ParseFile(token.NewFileSet(), path, nil, 0))(t), func(n ast.Node) bool {
				if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING {
					literals[must.Get(strconv.Unquote(literal.Value))(t)] = true
				}
				call, is := n.(*ast.CallExpr)
				if !is || len(call.Args) == 0 || call.Ellipsis.IsValid() {
					return true
				}
				key, isLiteral := call.Args[0].(*ast.BasicLit)
				if !isLiteral || !says.MatchString(types.ExprString(call.Fun)) {
					return true
				}
				name := must.Get(strconv.Unquote(key.Value))(t)
				if got := strings.Count(sentences[name], "%s"); sentences[name] == "" || got != len(call.Args)-1 {
					t.Errorf("%s: %q is said with %d values, and its sentence is %q", path, name, len(call.Args)-1, sentences[name])
				}
				return true
			})
			return nil
		}))
	}
	for key := range sentences {
		whole := strings.TrimSuffix(key, ".one")
		group, end, dotted := strings.Cut(whole, ".")
		if group == "input" {
			continue // of files that a script could not read; the package's own test looks for who says them
		}
		if sentences[whole] == "" || !literals[whole] && !(dotted && literals[end]) {
			t.Errorf("nothing says %q", key)
		}
	}
}

// A message says the same after it has crossed as JSON, in any language; one thing is counted by a sentence of its own.
func TestAMessageCrossesAsJSON(t *testing.T) {
	other := Language{Decimal: ",", Thousands: ".", Sentences: map[string]string{
		"repaired": "%s ersetzt: %s.", "cells-were": "%s Zellen wurden", "cells-were.one": "%s Zelle wurde",
		"repaired-column": "%s %s", "name": "„%s“", "lacking": "ohne %s", "percent": "%s %%",
	}}
	for _, c := range []struct {
		said     Message
		en, also string
	}{
		{New("lacking", Names([]string{"a", "b"})), "Your file has no column “a”, “b”; the sample’s average is used instead.",
			"ohne „a“, „b“"},
		{New("repaired", Part("cells-were", 1), []any{Part("repaired-column", "a", 1234), Part("repaired-column", "b", 0.5)}),
			"1 cell was missing or unreadable and replaced by the sample’s average: a 1,234, b 0.5.",
			"1 Zelle wurde ersetzt: a 1.234, b 0,5."},
		{New("percent", int64(2000)), "2,000%", "2.000 %"},
	} {
		var crossed Message
		must.Do(t, json.Unmarshal(must.Get(json.Marshal(c.said))(t), &crossed))
		if c.said.String() != c.en || English().Say(crossed) != c.en || other.Say(crossed) != c.also {
			t.Errorf("%v, and as JSON %q and %q", c.said, English().Say(crossed), other.Say(crossed))
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	en, share := English(), func(part, whole int) string { return English().Say(Share(part, whole)) }
	for got, want := range map[string]string{
		en.Grouped(0): "0", en.Grouped(999): "999", en.Grouped(1000): "1,000", en.Grouped(1234567): "1,234,567",
		en.Grouped(-1000): "-1,000", share(1, 1000): "under 1%", share(999, 1000): "over 99%", share(1000, 1000): "100%",
		share(1, 0): "0%", share(1, 4): "25%",
		en.FileSize(999): "999 B", en.FileSize(2e5): "200 kB", en.FileSize(2e8): "200 MB", en.FileSize(1.5e9): "1.5 GB",
		en.Plain(1): "1", en.Plain(1e-6): "1e-6", en.Plain(0.5): "0.5", en.Plain(123456789): "1.23457e+8",
		Sentence("no header"): "no header.", Sentence("why? "): "why?",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The pages read what people type by a reader of their own, which runs the same file: site/test/build.test.mjs.
func TestADecimalCommaIsRead(t *testing.T) {
	file, err := os.ReadFile("testdata/typed.json")
	var cases [][2]any
	if err != nil || json.Unmarshal(file, &cases) != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		want, is := c[1].(float64)
		if got, ok := Number(c[0].(string)); ok != is || got != want {
			t.Errorf("%q: %v, %v", c[0], got, ok)
		}
	}
}
