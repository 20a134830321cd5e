// Command generate writes what other languages need of the tables of this room: settings, fields of a link, formats of
// files. Its argument is the root of the module.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// generated is what is written, by its place, for what is there.
var generated = map[string]func(there string) string{
	"jsbridge/npm/types/settings.gen.d.ts":   whole(declarations),
	"jsbridge/npm/terms/settings.gen.js":     whole(names),
	"jsbridge/npm/terms/command.gen.js":      whole(command),
	"jsbridge/npm/terms/link.gen.js":         whole(link),
	"jsbridge/npm/terms/words.gen.js":        whole(words),
	"jsbridge/npm/terms/bases.gen.js":        whole(bases),
	"jsbridge/npm/terms/attributes.gen.js":   whole(attributes),
	"jsbridge/npm/types/attributes.gen.d.ts": whole(attributeTypes),
	"jsbridge/npm/reading/formats.gen.js":    whole(readable),
	"jsbridge/npm/release.schema.json":       schema,
}

func whole(text func() string) func(string) string { return func(string) string { return text() } }

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate ROOT")
		os.Exit(2)
	}
	for path, text := range generated {
		path = filepath.Join(os.Args[1], path)
		there, err := os.ReadFile(path)
		if err == nil || os.IsNotExist(err) {
			err = os.WriteFile(path, []byte(text(string(there))), 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// notice is the first line of each file.
const notice = "// Generated from core/terms: go generate ./core/terms\n"
