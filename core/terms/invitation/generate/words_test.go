//go:build !js

package main

import (
	"testing"

	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
)

// Whatever a page offers by name has a name in each language.
func TestWhatPagesOfferHasWords(t *testing.T) {
	for _, b := range method.Bases {
		if words := method.BaseWords[b]; words.En == "" || words.De == "" || words.Is == "" {
			t.Errorf("method.BaseWords lacks words for %q: %+v", b, words)
		}
	}
	for _, f := range settings.Fields() {
		if f.Title != nil && (f.Title.En == "" || f.Title.De == "") {
			t.Errorf("the title of %q is not in both languages: %+v", f.Name, *f.Title)
		}
		if f.Title == nil && f.Type == settings.Flag && f.In(settings.Sample) {
			t.Errorf("the flag %q has no title, so that no invitation can ask for it", f.Name)
		}
	}
}
