// Command generate writes what other languages need of the tables of this room: settings, fields of a link, formats of
// files. Its argument is the root of the module.
package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"privadapt/core/terms/method"
	"strings"
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
	"jsbridge/npm/types/formats.gen.d.ts":    whole(formatCodes),
	"jsbridge/npm/decoders.gen.js":           whole(scripts),
	"jsbridge/npm/release.schema.json":       schema,
	"wasm/python/privadapt/_generated.py":    whole(keywords),
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

//go:embed sentences.json
var catalogue []byte

// sentences are what people are told of the tables, which the engine never says: of each kind of model what it is called
// and what it is, and of each setting the section of the command's help in which it stands, what stands for its value,
// the line there and the sentences in the TypeScript declarations.
var sentences = func() (s struct {
	Bases    map[method.Base]struct{ En, De, Is string }
	Settings map[string]struct{ Section, Value, Help, Doc string }
}) {
	if err := json.Unmarshal(catalogue, &s); err != nil {
		panic(err) // a fault of this folder's file
	}
	return s
}()

// sections of the command's help.
var sections = []string{"required", "released", "columns", "computed"}

// withBases puts the kinds of models into a sentence, and what each is.
func withBases(sentence string) string {
	var each []string
	for _, b := range method.Bases {
		each = append(each, fmt.Sprintf("%q: %s", b, sentences.Bases[b].Is))
	}
	list := strings.Join(method.Texts(method.Bases), ", ")
	return strings.NewReplacer("{bases}", list, "{each base}", strings.Join(each, "; ")).Replace(sentence)
}

// notice is the first line of each file.
const notice = "// Generated from core/terms: go generate ./core/terms\n"
