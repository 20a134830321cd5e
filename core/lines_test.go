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

// longLines is how many lines of each folder are longer: texts, which are not broken, and code that Biome leaves whole.
// A number may fall and never rise; a folder that is not here has none.
var longLines = map[string]int{
	"core":             10,
	"core/adapt":       111,
	"core/data":        83,
	"core/internal":    12,
	"core/lab":         117,
	"core/model":       25,
	"core/noise":       7,
	"core/release":     165,
	"core/solve":       35,
	"core/terms":       90,
	"core/warehouse":   41,
	"jsbridge":         11,
	"jsbridge/npm":     184,
	"jsbridge/vaultui": 158,
	"site":             9,
	"site/analyst":     20,
	"site/build":       3,
	"site/embed":       6,
	"site/kit-page":    6,
	"site/operator":    3,
	"site/owner":       198,
	"site/paper":       5,
	"site/plots":       1,
	"site/shared":      66,
	"site/test":        74,
	"site/vault":       6,
	"wasm/edge":        80,
	"wasm/finish":      7,
	"wasm/kernel":      70,
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
