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
// folder that is not here has none.
var longLines = map[string]int{
	".ci":              2,
	".ci/lint":         1,
	"core":             10,
	"core/adapt":       110,
	"core/data":        85,
	"core/internal":    13,
	"core/kernel":      1,
	"core/lab":         116,
	"core/model":       26,
	"core/noise":       7,
	"core/release":     166,
	"core/solve":       37,
	"core/terms":       86,
	"core/warehouse":   44,
	"jsbridge":         11,
	"jsbridge/npm":     658,
	"jsbridge/vaultui": 77,
	"site":             16,
	"site/analyst":     32,
	"site/build":       27,
	"site/embed":       12,
	"site/kit-page":    4,
	"site/operator":    5,
	"site/owner":       116,
	"site/paper":       14,
	"site/shared":      50,
	"site/test":        203,
	"site/vault":       28,
	"wasm/edge":        108,
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
