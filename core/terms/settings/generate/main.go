// Command generate writes what other languages need of the table of settings. Its argument is the root of the module.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate ROOT")
		os.Exit(2)
	}
	for name, text := range Files() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// Files are the generated files by their paths in the module.
func Files() map[string]string {
	return map[string]string{
		"jsbridge/npm/types/settings.d.ts": declarations(),
		"jsbridge/npm/terms/settings.js":   names(),
		"jsbridge/npm/terms/command.js":    command(),
	}
}

// notice is the first line of each file.
const notice = "// Generated from core/terms/settings: go generate ./core/terms/settings\n"
