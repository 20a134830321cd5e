package main

import (
	"os"
	"testing"
)

// What is generated is what the list says now.
func TestGeneratedFileIsFresh(t *testing.T) {
	got, err := os.ReadFile("../../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != module() {
		t.Errorf("%s is stale: run go generate ./core/terms/formats and commit what it writes", path)
	}
}
