//go:build !js

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
)

// What is generated is what the tables say now.
func TestGeneratedFilesAreFresh(t *testing.T) {
	for name, text := range generated {
		got := string(must.Get(os.ReadFile(filepath.Join("../../..", name)))(t))
		if got != text(got) {
			t.Errorf("%s is stale: run go generate ./core/terms and commit what it writes", name)
		}
	}
}

// Each setting belongs to a request, stands in the command's help and in the declarations, and if it takes a value, the
// help says so.
func TestNothingIsMissingOfASetting(t *testing.T) {
	if len(sentences.Settings) != len(settings.Fields) {
		t.Errorf("there are sentences about %d settings, and %d settings", len(sentences.Settings), len(settings.Fields))
	}
	for _, f := range settings.Fields {
		said := sentences.Settings[f.Name]
		if f.Places == 0 || !slices.Contains(sections, said.Section) || said.Help == "" || said.Doc == "" {
			t.Errorf("core/terms/settings: %s has no place, no section, no help or no sentence for the declarations", f.Name)
		}
		if (said.Value == "") != (f.Type == settings.Flag) {
			t.Errorf("core/terms/settings: the value of %s is %q in the help", f.Name, said.Value)
		}
	}
}

// Whatever a page offers by name has a name in each language.
func TestWhatPagesOfferHasWords(t *testing.T) {
	for _, b := range method.Bases {
		if words := sentences.Bases[b]; words.En == "" || words.De == "" || words.Is == "" {
			t.Errorf("sentences.json lacks words for %q: %+v", b, words)
		}
	}
}
