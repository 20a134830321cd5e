//go:build !js

package main

import (
	"os"
	"testing"

	"privadapt/core/must"
)

// What is generated is what the fields are now.
func TestGeneratedFilesAreFresh(t *testing.T) {
	for path, text := range generated {
		got := must.Get(os.ReadFile("../../../../" + path))(t)
		if string(got) != text(string(got)) {
			t.Errorf("%s is stale: run go generate ./core/terms/invitation and commit what it writes", path)
		}
	}
}
