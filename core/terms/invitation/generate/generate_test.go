package main

import (
	"os"
	"testing"
)

// What is generated is what the fields are now.
func TestGeneratedFileIsFresh(t *testing.T) {
	got, err := os.ReadFile("../../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != module() {
		t.Errorf("%s is stale: run go generate ./core/terms/invitation and commit what it writes", path)
	}
}
