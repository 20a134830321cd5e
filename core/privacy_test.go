//go:build !js

package core_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privadapt/core/must"
)

// PRIVACY.md is a table of claims and of the tests that attack them. Each test, fuzz target, file and folder that it
// names is there.
func TestThePrivacyPageNamesWhatThereIs(t *testing.T) {
	page := must.Get(os.ReadFile("PRIVACY.md"))(t)
	var code strings.Builder
	scripts := map[string]bool{}
	for _, part := range []string{"../core", "../jsbridge", "../site/test"} {
		err := filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist"):
				return fs.SkipDir
			case strings.HasSuffix(path, ".test.mjs"):
				scripts[d.Name()] = true
			case strings.HasSuffix(path, "_test.go"):
				text, err := os.ReadFile(path)
				code.Write(text)
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	named := 0
	for _, quoted := range regexp.MustCompile("`[^`\n]+`").FindAllString(string(page), -1) {
		name := strings.Trim(quoted, "`")
		switch {
		case regexp.MustCompile(`^(Test|Fuzz)\w+$`).MatchString(name):
			if !strings.Contains(code.String(), "func "+name+"(") {
				t.Errorf("there is no %s", name)
			}
		case regexp.MustCompile(`^[\w-]+\.test\.mjs$`).MatchString(name):
			if !scripts[name] {
				t.Errorf("there is no %s", name)
			}
		case regexp.MustCompile(`^(core|jsbridge|site|wasm)/[\w./-]+$`).MatchString(name):
			if _, err := os.Stat("../" + name); err != nil {
				t.Errorf("there is no %s", name)
			}
		default:
			continue
		}
		named++
	}
	if named < 50 {
		t.Errorf("the page names only %d tests and files", named)
	}
}
