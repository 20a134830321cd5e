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
	word         = regexp.MustCompile(`\w+`)
	address      = regexp.MustCompile(`https?://\S+`)
	// camelCase is how programs write names and people do not.
	camelCase = regexp.MustCompile(`\b[a-z]{2,}[A-Z][a-z]\w*`)
	// foreign are names that documents and comments take from elsewhere.
	foreign = []string{"arXiv", "compileStreaming", "fileInput", "loansData"}
)

// divided returns what a line of a file says to a program, and what it says to people.
func divided(name, line string) (code, said string) {
	switch {
	case strings.Contains(line, "biome-ignore"):
		return "", ""
	case path.Ext(name) == ".md":
		return "", line
	case slices.Contains(coded, path.Ext(name)) && comment.MatchString(line):
		return "", line
	case path.Ext(name) == ".go":
		code, said, _ = strings.Cut(line, " // ")
		return code, said
	}
	return line, ""
}

// A name of a variable, a function or a field that a document or a comment gives is one of the code.
func TestNamesInTextsExist(t *testing.T) {
	there, said := map[string]bool{}, map[string]string{}
	for _, name := range repository(t) {
		if !slices.Contains(append(coded, ".md", ".html", ".json", ".toml"), path.Ext(name)) ||
			name == "core/names_test.go" || strings.Contains(name, "/testdata/") {
			continue
		}
		text := must.Get(os.ReadFile(filepath.Join("..", filepath.FromSlash(name))))(t)
		for _, line := range strings.Split(string(text), "\n") {
			code, text := divided(name, line)
			for _, w := range word.FindAllString(code, -1) {
				there[w] = true
			}
			for _, w := range camelCase.FindAllString(address.ReplaceAllString(text, ""), -1) {
				said[w] = name
			}
		}
	}
	for name, file := range said {
		if !there[name] && !slices.Contains(foreign, name) {
			t.Errorf("%s names %s, which no code does", file, name)
		}
	}
	if len(said) < 300 {
		t.Errorf("the check is blind: it found %d names", len(said))
	}
}

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

// What a comment says is no code, and what a text of a program says is.
func TestCommentsAreToldFromCode(t *testing.T) {
	for _, c := range []struct{ name, line, code, said string }{
		{"a.go", "	rows := readRows() // by readRow", "	rows := readRows()", "by readRow"},
		{"a.go", "	// see readRow", "", "	// see readRow"},
		{"a.go", `	open("https://example.org")`, `	open("https://example.org")`, ""},
		{"a.js", " * see readRow", "", " * see readRow"},
		{"a.js", "// biome-ignore lint/style/noRule: tests", "", ""},
		{"README.md", "`readRow` reads", "", "`readRow` reads"},
		{"a.json", `{"readRow": 1}`, `{"readRow": 1}`, ""},
	} {
		if code, said := divided(c.name, c.line); code != c.code || said != c.said {
			t.Errorf("%s: %q: %q is code and %q a comment", c.name, c.line, code, said)
		}
	}
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
