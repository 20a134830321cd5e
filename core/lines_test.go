//go:build !js

package core_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// longest is how many characters a line may have that is no text.
const longest = 120

// coded are the kinds of files that hold code.
var coded = []string{".go", ".js", ".mjs", ".jsx", ".ts", ".css", ".py", ".c", ".wat"}

// A text is not broken, so that one finds it by its words: a string of 40 characters or more, a regular expression, a
// row of a table in a comment, or a line between two backticks.
var text = regexp.MustCompile(`"([^"\\]|\\.){40,}"|'[^']{40,}'|^\s*/[^/*]|^\s*\* \||` + "`[^`]{40,}|^[^`]{40,}`")

func TestLinesAreShort(t *testing.T) {
	for _, name := range repository(t) {
		if !slices.Contains(coded, path.Ext(name)) || strings.Contains(name, "/testdata/") {
			continue
		}
		content, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(content), "// Generated from ") {
			continue
		}
		raw := false
		for i, line := range strings.Split(string(content), "\n") {
			inside := raw
			raw = raw != (strings.Count(line, "`")%2 == 1)
			if utf8.RuneCountInString(line) > longest && !(inside && raw) && !text.MatchString(line) {
				t.Errorf("%s:%d has more than %d characters: %s", name, i+1, longest, line)
			}
		}
	}
}
