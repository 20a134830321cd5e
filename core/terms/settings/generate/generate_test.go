//go:build !js

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// What is generated is what the table says now.
func TestGeneratedFilesAreFresh(t *testing.T) {
	for name, want := range Files() {
		got, err := os.ReadFile(filepath.Join("../../../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is stale: run go generate ./core/terms/settings and commit what it writes", name)
		}
	}
}
