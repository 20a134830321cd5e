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

	"privadapt/core/must"
)

// longest is how many characters a line may have that is no text.
const longest = 120

// coded are the kinds of files that hold code.
var coded = []string{".go", ".js", ".mjs", ".jsx", ".ts", ".css", ".py", ".c", ".wat"}

// A text is not broken, so that one finds it by its words: a string of 40 characters or more, a regular expression, or
// a line between two backticks. A comment is broken, unless it is a row of a table.
var (
	text    = regexp.MustCompile(`"([^"\\]|\\.){40,}"|'[^']{40,}'|^\s*/[^/*]` + "|`[^`]{40,}|^[^`]{40,}`")
	comment = regexp.MustCompile(`^\s*(//|/\*|\*|;;)`)
	row     = regexp.MustCompile(`^\s*\* \|`)
)

// isText reports whether a line may be long; raw is whether it stands between two backticks.
func isText(line string, raw bool) bool {
	if comment.MatchString(line) && !raw {
		return row.MatchString(line)
	}
	return raw || text.MatchString(line)
}

func TestLinesAreShort(t *testing.T) {
	for _, name := range repository(t) {
		if !slices.Contains(coded, path.Ext(name)) || strings.Contains(name, "/testdata/") {
			continue
		}
		content := must.Get(os.ReadFile(filepath.Join("..", filepath.FromSlash(name))))(t)
		if strings.HasPrefix(string(content), "// Generated from ") {
			continue
		}
		raw := false
		for i, line := range strings.Split(string(content), "\n") {
			inside := raw
			raw = raw != (strings.Count(line, "`")%2 == 1)
			if utf8.RuneCountInString(line) > longest && !isText(line, inside && raw) {
				t.Errorf("%s:%d has more than %d characters: %s", name, i+1, longest, line)
			}
		}
	}
}

const (
	// most is how many lines a file has at most, and mostFiles how many files a folder, tests aside. What is generated does
	// not count.
	most, mostFiles = 300, 25
)

// long has the files that are one concept and longer.
var long = []string{
	"wasm/kernel/kernel.wat",    // one module
	"site/analyst/analyst.html", // one page
}

// A file can be read at once, and a folder seen.
func TestFilesAndFoldersAreSmall(t *testing.T) {
	folders := map[string]int{}
	for _, name := range repository(t) {
		if !slices.Contains(append(coded, ".html"), path.Ext(name)) || strings.Contains(name, "/testdata/") {
			continue
		}
		content := must.Get(os.ReadFile(filepath.Join("..", filepath.FromSlash(name))))(t)
		if strings.HasPrefix(string(content), "// Generated from ") {
			continue
		}
		if lines := strings.Count(string(content), "\n"); (lines > most) != slices.Contains(long, name) {
			t.Errorf("%s has %d lines", name, lines)
		}
		if !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "/test/") {
			folders[path.Dir(name)]++
		}
	}
	for folder, files := range folders {
		if files > mostFiles {
			t.Errorf("%s has %d files", folder, files)
		}
	}
}
