//go:build !js

package core_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// longest is how many characters a line of code may have. Biome breaks code at it, but no comment and no text.
const longest = 120

// longLines is how many lines of each folder were longer when the rule was made. A number may fall and never rise; a
// folder that is not here has none. The texts of a second language have come since: five folders with texts have more.
var longLines = map[string]int{
	".ci":              2,
	".ci/lint":         1,
	"core":             10,
	"core/adapt":       116,
	"core/data":        89,
	"core/internal":    13,
	"core/kernel":      1,
	"core/lab":         118,
	"core/model":       32,
	"core/noise":       7,
	"core/release":     166,
	"core/solve":       37,
	"core/terms":       91,
	"core/warehouse":   44,
	"jsbridge":         11,
	"jsbridge/npm":     669,
	"jsbridge/vaultui": 173,
	"site":             16,
	"site/analyst":     38,
	"site/build":       27,
	"site/embed":       12,
	"site/kit-page":    8,
	"site/operator":    6,
	"site/owner":       244,
	"site/paper":       14,
	"site/plots":       12,
	"site/shared":      91,
	"site/test":        217,
	"site/vault":       28,
	"wasm/edge":        121,
	"wasm/finish":      33,
	"wasm/kernel":      71,
	"wasm/lab":         1,
}

// coded are the kinds of files that hold code.
var coded = []string{".go", ".js", ".mjs", ".jsx", ".ts", ".css", ".html", ".py", ".c", ".wat", ".sql"}

func TestLinesAreShort(t *testing.T) {
	found, last := map[string]int{}, map[string]string{}
	for _, name := range repository(t) {
		if !slices.Contains(coded, path.Ext(name)) || strings.Contains(name, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(text), "// Generated from ") {
			continue
		}
		for _, line := range strings.Split(string(text), "\n") {
			if utf8.RuneCountInString(line) > longest {
				found[roomOf(name)]++
				last[roomOf(name)] = name + ": " + line
			}
		}
	}
	for folder, n := range found {
		if n > longLines[folder] {
			t.Errorf("%s has %d lines of more than %d characters, and may have %d; the last:\n%s",
				folder, n, longest, longLines[folder], last[folder])
		}
	}
}

// roomOf is the folder of a file, of two names at most.
func roomOf(name string) string {
	parts := strings.Split(path.Dir(name), "/")
	return strings.Join(parts[:min(2, len(parts))], "/")
}
