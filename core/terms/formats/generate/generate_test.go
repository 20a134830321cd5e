package main

import (
	"os"
	"testing"

	"privadapt/core/must"
)

// What is generated is what the list says now.
func TestGeneratedFileIsFresh(t *testing.T) {
	got := must.Get(os.ReadFile("../../../../" + path))(t)
	if string(got) != module() {
		t.Errorf("%s is stale: run go generate ./core/terms/formats and commit what it writes", path)
	}
}
