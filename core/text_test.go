//go:build !js

package core_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// What a reader of the repository must be able to follow: files and folders that are there, theorems by their numbers,
// and no folder of the machine that a file was written on.

// written are the kinds of files that people wrote.
var written = []string{".go", ".js", ".mjs", ".ts", ".jsx", ".java", ".md", ".html", ".css", ".py", ".c", ".wat",
	".sql", ".toml", ".sh", "Makefile"}

// repository returns the slash-separated paths of all files that git would keep, from the root of the module.
func repository(t *testing.T) []string {
	t.Helper()
	command := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	var files []string
	for _, name := range strings.Fields(string(out)) {
		if _, err := fs.Stat(os.DirFS(".."), name); err == nil { // a file may have been removed and not yet committed
			files = append(files, name)
		}
	}
	return files
}

var (
	document = regexp.MustCompile(`[\w./-]*\w\.md\b`)
	// generated are the documents that make package writes into the npm package, and the documents of installed
	// packages.
	generated = regexp.MustCompile(`\bdist/docs/(?:README|privadapt|privadapt/element)\.md$|\bnode_modules/`)
	// place is a path from the root of the repository, and script a test of Node's test runner.
	place  = regexp.MustCompile(`(?:^|[^\w./@-])((?:core|jsbridge|site|wasm|\.ci)/[\w./-]*\w)`)
	script = regexp.MustCompile(`(?:^|[^\w*./-])([\w-]+\.test\.mjs)\b`)
	// made are the folders outside git into which builds and tests write.
	made    = regexp.MustCompile(`^(?:site/dist|site/test/output|jsbridge/npm/dist|wasm/edge/state)\b`)
	machine = regexp.MustCompile(`(?:^|[^\w.-])/(?:tmp|work|home|root|Users)\b`)
	// labels are LaTeX's: its commands, what they name, and theorems that go by a name such as PrivateMD instead of a
	// number.
	labels = []*regexp.Regexp{
		regexp.MustCompile(`\\(?:ref|eqref|label|cite)\{`),
		regexp.MustCompile(`\b(?:lem|lemma|thm|th|theorem|eq|eqn|app|alg|Alg|sec|cor|prop):[A-Za-z][\w-]*`),
		regexp.MustCompile(
			`\b(?:theorem|lemma|corollary|proposition|appendix|algorithm) (?:[A-Za-z]*[a-z][A-Z]\w*|[a-z]-[a-z]\w*)`,
		),
	}
	// wordy are phrases for which plain English repeats the noun, splits the sentence or gives the number. A line break
	// may divide one, in a comment too.
	wordy = regexp.MustCompile(`(?i)\b(?:(?:that|those)[\s/*#;]+of|of[\s/*#;]+which|so[\s/*#;]+many)\b`)
	// pseudoClass is what CSS writes after the name of a table's heading cell.
	pseudoClass = regexp.MustCompile(`^th:(?:first|last|nth|only|not|has|is|hover|focus)`)
)

// faults returns what is wrong with a line of a file, where files are those that exist.
func faults(name, line string, files []string) []string {
	var found []string
	if path.Ext(name) == ".md" || path.Base(name) == "Makefile" || comment.MatchString(line) {
		for _, to := range place.FindAllStringSubmatch(line, -1) {
			if !made.MatchString(to[1]) && !resolves(name, to[1], files) {
				found = append(found, fmt.Sprintf("%s is not in the repository", to[1]))
			}
		}
		for _, to := range script.FindAllStringSubmatch(line, -1) {
			if !slices.ContainsFunc(files, func(file string) bool { return path.Base(file) == to[1] }) {
				found = append(found, fmt.Sprintf("%s is not in the repository", to[1]))
			}
		}
	}
	for _, to := range document.FindAllString(line, -1) {
		if !resolves(name, to, files) {
			found = append(found, fmt.Sprintf("%s is not in the repository", to))
		}
	}
	for _, kind := range labels {
		for _, l := range kind.FindAllString(line, -1) {
			if !pseudoClass.MatchString(l) {
				found = append(found, fmt.Sprintf("%q is a label of LaTeX: write the number", l))
			}
		}
	}
	if p := machine.FindString(line); p != "" {
		found = append(found, fmt.Sprintf("%q is a path of a machine", strings.TrimSpace(p)))
	}
	return found
}

// wordyIn returns the wordy phrases of a text, each with its line.
func wordyIn(text string) []string {
	var found []string
	for _, at := range wordy.FindAllStringIndex(text, -1) {
		line := 1 + strings.Count(text[:at[0]], "\n")
		found = append(found, fmt.Sprintf("%d: %q is not plain English: repeat the noun, or split the sentence",
			line, text[at[0]:at[1]]))
	}
	return found
}

// resolves reports whether a file or folder is there by the path given, seen from the file's folder or from one around
// it.
func resolves(name, to string, files []string) bool {
	if generated.MatchString(to) {
		return true
	}
	for folder := path.Dir(name); ; folder = path.Dir(folder) {
		there := path.Join(folder, to)
		if slices.ContainsFunc(files, func(file string) bool { return file == there || strings.HasPrefix(file, there+"/") }) {
			return true
		}
		if folder == "." {
			return false
		}
	}
}

func TestTextsCanBeFollowed(t *testing.T) {
	files := repository(t)
	read := 0
	for _, name := range files {
		base := path.Base(name)
		// This file names the faults that it looks for.
		if name == "core/text_test.go" ||
			!slices.ContainsFunc(written, func(kind string) bool { return path.Ext(base) == kind || base == kind }) {
			continue
		}
		text := must.Get(os.ReadFile(filepath.Join("..", filepath.FromSlash(name))))(t)
		read++
		for _, fault := range wordyIn(string(text)) {
			t.Errorf("%s:%s", name, fault)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, fault := range faults(name, line, files) {
				t.Errorf("%s:%d: %s", name, i+1, fault)
			}
		}
	}
	if read < 500 {
		t.Errorf("the check is blind: it read %d files", read)
	}
}

// The check finds what it is for, and lets through what only looks like it.
func TestFaultsOfTextsAreFound(t *testing.T) {
	files := []string{"README.md", "core/PRIVACY.md", "site/build/page.mjs", "site/test/look.test.mjs"}
	for _, c := range []struct {
		line string
		want int
	}{
		{"// as privacy.md says", 1},
		{"see [the design](../design/house.md)", 1},
		{"see core/PRIVACY.md and README.md", 0},
		{`text(site, "../core/PRIVACY.md")`, 0},
		{"// as site/build/page.mjs and the folder site/build do, and site/dist/page.html", 0},
		{"// as site/build/pages.mjs and core/privacy do", 2},
		{`open("site/build/pages.mjs")`, 0},
		{"// by looks.test.mjs, axe-*.test.mjs and site/test/look.test.mjs", 1},
		{`join(docs, "dist/docs/privadapt.md")`, 0},
		{`by lemma \ref{lem:smooth}`, 2},
		{"the K of corollary DiscApprox", 1},
		{"the paper's lemma g-hessian", 1},
		{"(theorem th:stFW with σ = 0)", 1},
		{"corollary 3 of appendix C.3, theorem III.3, the lemma behind both, algorithm by McSherry", 0},
		{"th:first-child { width: 10em }, { path:x, app:1 }", 0},
		{`TMPDIR: "/tmp"`, 1},
		{"written to /home/somebody/x", 1},
		{"https://example.org/work is no path, nor is ./tmp/x", 0},
	} {
		if got := faults("site/build/page.mjs", c.line, files); len(got) != c.want {
			t.Errorf("%q: %d faults, want %d: %v", c.line, len(got), c.want, got)
		}
	}
}

// A planted phrase is found at its line, also in capitals and where a line of a comment ends in the middle of it; words
// that only contain one are not.
func TestWordyPhrasesAreFound(t *testing.T) {
	for _, c := range []struct{ text, line string }{
		{"// The law is that " + "of a round.", "1:"},
		{"Those " + "of the file are wiped.", "1:"},
		{"one\ntwo\nrows, some of " + "which have a label", "3:"},
		{"<p>So " + "many rows.</p>", "1:"},
		{"one\n\t// The digest is that" + "\n\t// of the file.", "2:"},
		{" * as many as those" + "\n * of the file", "1:"},
		{"# of" + "\n# which", "1:"},
		{"that often, those offers, proof which, also many, so much, of whichever", ""},
	} {
		found := wordyIn(c.text)
		if c.line == "" && len(found) > 0 || c.line != "" && (len(found) != 1 || !strings.HasPrefix(found[0], c.line)) {
			t.Errorf("%q: found %q, want line %q", c.text, found, c.line)
		}
	}
}
