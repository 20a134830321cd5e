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

	"privadapt/core/must"
)

var (
	declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w*)\(`)
	namedTest    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
)

// unknownTests returns the tests, fuzzers and benchmarks of Go that a document, or a comment of Go, names and that are
// not there.
func unknownTests(name, text string, declared []string) (unknown []string) {
	for _, line := range strings.Split(text, "\n") {
		if path.Ext(name) == ".go" {
			_, line, _ = strings.Cut(line, "//")
		}
		for _, test := range namedTest.FindAllString(line, -1) {
			if !slices.Contains(declared, test) {
				unknown = append(unknown, test)
			}
		}
	}
	return unknown
}

// A test that a claim rests on is there, under the name that the claim gives.
func TestNamedTestsExist(t *testing.T) {
	texts, declared := map[string]string{}, []string{}
	for _, name := range repository(t) {
		if kind := path.Ext(name); kind != ".go" && kind != ".md" {
			continue
		}
		text := must.Get(os.ReadFile(filepath.Join("..", filepath.FromSlash(name))))(t)
		texts[name] = string(text)
		if strings.HasSuffix(name, "_test.go") {
			for _, found := range declaredTest.FindAllStringSubmatch(string(text), -1) {
				declared = append(declared, found[1])
			}
		}
	}
	delete(texts, "core/names_test.go") // it names what it looks for
	for name, text := range texts {
		for _, test := range unknownTests(name, text, declared) {
			t.Errorf("%s names %s, and there is no such test", name, test)
		}
	}
	if len(declared) < 500 {
		t.Errorf("the check is blind: it found %d tests", len(declared))
	}
}

// The check finds what it is for, and lets through what only looks like it.
func TestUnknownTestsAreFound(t *testing.T) {
	declared := []string{"TestRows", "FuzzRows", "BenchmarkRows"}
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"README.md", "see `TestRows`, `FuzzRows` and BenchmarkRows", 0},
		{"README.md", "see `TestRow`, `TestRowsAndColumns` and `FuzzColumns`", 3},
		{"rows.go", "// Tests: TestRows,\n// TestColumns.", 1},
		{"rows.go", "TestColumns() // see TestRows", 0},
		{"README.md", "Tests of rows; Testing; a Test; testRows; BenchmarkRows/large", 0},
	} {
		if got := unknownTests(c.name, c.text, declared); len(got) != c.want {
			t.Errorf("%s: %q: %q are unknown, want %d", c.name, c.text, got, c.want)
		}
	}
}
