//go:build !js

package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/must"
)

// writeOverlay writes patched copies and returns the overlay file that names them.
func writeOverlay(t *testing.T, edits []edit) string {
	t.Helper()
	dir := t.TempDir()
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for i, e := range edits {
		path := must.Get(filepath.Abs(filepath.Join(root, e.file)))(t)
		current := path
		if patched, ok := overlay.Replace[path]; ok {
			current = patched
		}
		copied := filepath.Join(dir, fmt.Sprintf("%d.go", i))
		must.Do(t, os.WriteFile(copied, []byte(patched(t, current, e)), 0o644))
		overlay.Replace[path] = copied
	}
	text := must.Get(json.Marshal(overlay))(t)
	path := filepath.Join(dir, "overlay.json")
	must.Do(t, os.WriteFile(path, text, 0o644))
	return path
}

// patchedPackage copies the npm package, without installed and built files, into a folder of the same structure and
// patches the copy. It returns the root of that folder.
func patchedPackage(t *testing.T, edits []edit) string {
	t.Helper()
	const npm = "jsbridge/npm"
	// Without an engine every test in Node fails, whatever was planted.
	if _, err := os.Stat(filepath.Join(root, npm, "dist/engine.wasm")); err != nil {
		t.Fatalf("%v: build the package first", err)
	}
	copied := t.TempDir()
	link := func(part string) error {
		target, err := filepath.Abs(filepath.Join(root, part))
		if err != nil {
			return err
		}
		return os.Symlink(target, filepath.Join(copied, part))
	}
	err := filepath.WalkDir(filepath.Join(root, npm), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		part, err := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.Name() == "node_modules" || d.Name() == "dist":
			if err := link(part); err != nil || !d.IsDir() {
				return err
			}
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(copied, part), 0o755)
		}
		text, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(filepath.Join(copied, part), text, 0o644))
	})
	if err = errors.Join(err, link("core"), link("site")); err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		path := filepath.Join(copied, e.file)
		must.Do(t, os.WriteFile(path, []byte(patched(t, path, e)), 0o644))
	}
	return copied
}

// patched returns the text of a file with the edit made.
func patched(t *testing.T, path string, e edit) string {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	if n := strings.Count(string(text), e.old); n != 1 {
		t.Fatalf("%s holds the text to be changed %d times: %q", e.file, n, e.old)
	}
	return strings.Replace(string(text), e.old, e.new, 1)
}
