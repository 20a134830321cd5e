//go:build !js

package main

import (
	"os"
	"path/filepath"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/settings"
)

// What is generated is what the table says now.
func TestGeneratedFilesAreFresh(t *testing.T) {
	for name, want := range Files() {
		got := must.Get(os.ReadFile(filepath.Join("../../../..", name)))(t)
		if string(got) != want {
			t.Errorf("%s is stale: run go generate ./core/terms/settings and commit what it writes", name)
		}
	}
}

// Each setting belongs to a request, stands in the command's help and in the declarations, and if it takes a value, the
// help says so.
func TestNothingIsMissingOfASetting(t *testing.T) {
	for _, f := range settings.Fields() {
		if f.Places == 0 || f.Section == "" || f.Help == "" || f.Doc == "" {
			t.Errorf("core/terms/settings: %s has no place, no section, no help or no sentence for the declarations", f.Name)
		}
		if (f.Value == "") != (f.Type == settings.Flag) {
			t.Errorf("core/terms/settings: the value of %s is %q in the help", f.Name, f.Value)
		}
	}
}
