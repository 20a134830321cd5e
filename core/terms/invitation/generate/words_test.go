//go:build !js

package main

import (
	"testing"

	"privadapt/core/terms/method"
)

// Whatever a page offers by name has a name in each language.
func TestWhatPagesOfferHasWords(t *testing.T) {
	for _, b := range method.Bases {
		if words := method.BaseWords[b]; words.En == "" || words.De == "" || words.Is == "" {
			t.Errorf("method.BaseWords lacks words for %q: %+v", b, words)
		}
	}
}
