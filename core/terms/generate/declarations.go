package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
)

// width is the longest line of what is generated.
const width = 118

// declarations are the TypeScript types of the settings.
func declarations() string {
	var b strings.Builder
	b.WriteString(notice)
	b.WriteString("import type { ReleaseKind } from \"./release-file.js\";\nimport type { Release } from \"./run.js\";\n")
	b.WriteString("import type { Bytes } from \"./tables.js\";\n")
	bases := strings.ReplaceAll(fmt.Sprintf("%q", method.Bases), `" "`, `" | "`)
	fmt.Fprintf(&b, "\n/** A kind of model. */\nexport type Base = %s;\n", strings.Trim(bases, "[]"))
	b.WriteString("\n/** How a public sample is read. */\n" + declaration("SampleSettings", settings.Of(settings.Sample)))
	b.WriteString(
		"\n/** The settings of a run. */\n" + declaration("RunSettings<Kind extends ReleaseKind = ReleaseKind>",
			settings.Of(settings.Run)),
	)
	for _, p := range []struct {
		name, doc string
		place     settings.Place
	}{
		{"QuerySetting", "The settings of a run on which the query for a database depends.", settings.Query},
		{"AfterSetting", "The settings that can be chosen after the noise.", settings.After},
	} {
		var list []string
		for _, f := range settings.Of(p.place) {
			list = append(list, fmt.Sprintf("| %q", f.Name))
		}
		fmt.Fprintf(&b, "\n/** %s */\nexport type %s =\n%s;\n", p.doc, p.name, flowing(list, "  ", " "))
	}
	return b.String()
}

func declaration(name string, fields []settings.Field) string {
	var b strings.Builder
	fmt.Fprintf(&b, "export interface %s {\n", name)
	for _, f := range fields {
		doc := withBases(sentences.Settings[f.Name].Doc)
		if short := "  /** " + doc + " */"; len([]rune(short)) <= width {
			b.WriteString(short + "\n")
		} else {
			b.WriteString("  /**\n")
			for _, line := range wrapped(doc, width-len("   * ")) {
				b.WriteString("   * " + line + "\n")
			}
			b.WriteString("   */\n")
		}
		if f.Needed {
			fmt.Fprintf(&b, "  %s: %s;\n", f.Name, typeOf(f))
		} else {
			fmt.Fprintf(&b, "  %s?: %s | undefined;\n", f.Name, typeOf(f))
		}
	}
	return b.String() + "}\n"
}

// typeOf is the TypeScript type of a field. The kind of a release is a parameter of the type, so that the release is
// known by it.
func typeOf(f settings.Field) string {
	if f.Name == "release" {
		return "Kind"
	}
	alone := map[settings.Type]string{
		settings.Number: "number", settings.Positive: "number", settings.Whole: "number", settings.Text: "string",
		settings.Texts:    "readonly string[]",
		settings.ByColumn: fmt.Sprintf("Readonly<Record<string, %s>>", cmp.Or(quoted(f.Words, " | "), "string")),
		settings.Flag:     "boolean", settings.Document: "string | Release<ReleaseKind>",
		settings.File: "string | URL | Bytes", settings.Digest: "string",
		settings.Word: quoted(f.Words, " | "),
	}[f.Type]
	if f.Auto {
		return alone + ` | "auto"`
	}
	return alone
}

func quoted(words []string, between string) string {
	list := make([]string, len(words))
	for k, w := range words {
		list[k] = fmt.Sprintf("%q", w)
	}
	return strings.Join(list, between)
}

// wrapped breaks a text into lines of at most a given number of characters, between words.
func wrapped(text string, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= most:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// keywords are the settings as the Python package takes them: a class of types for each request, from which signatures
// are made, and the engine's names of them.
func keywords() string {
	var b, table strings.Builder
	b.WriteString("#" + strings.TrimPrefix(notice, "//"))
	b.WriteString("\"\"\"The settings of each request: their types, and by keyword the engine's names of them.\"\"\"\n")
	b.WriteString("from __future__ import annotations\n\nfrom typing import Any, Literal, Mapping, Sequence, TypedDict\n\n")
	for _, p := range []struct {
		name, doc string
		place     settings.Place
	}{
		{"SampleSettings", "How a public sample is read.", settings.Sample},
		{"RunSettings", "The settings of a run.", settings.Run},
		{"ForecastSettings", "The settings on which a forecast depends.", settings.Forecast},
		{"AfterSettings", "The settings that can be chosen after the noise.", settings.After},
	} {
		fmt.Fprintf(&b, "\nclass %s(TypedDict, total=False):\n    \"\"\"%s\"\"\"\n\n", p.name, p.doc)
		fmt.Fprintf(&table, "    %s: {", p.name)
		for _, f := range settings.Of(p.place) {
			fmt.Fprintf(&b, "    %s: %s\n", keyword(f.Name), pythonType(f))
			fmt.Fprintf(&table, "\n        %q: %q,", keyword(f.Name), f.Name)
			if p.place&(settings.Sample|settings.Run) != 0 {
				doc := spelt.ReplaceAllStringFunc(withBases(sentences.Settings[f.Name].Doc), func(name string) string { return "`" + keyword(strings.Trim(name, "`")) + "`" })
				b.WriteString("    r\"\"\"" + strings.Join(wrapped(strings.ReplaceAll(doc, `"`, `'`), width-4), "\n    ") + "\"\"\"\n")
			}
		}
		b.WriteString("\n")
		table.WriteString("\n    },\n")
	}
	return b.String() + "\nNAMES: dict[type, dict[str, str]] = {\n" + table.String() + "}\n"
}

// spelt is a name of several words in a sentence.
var spelt = regexp.MustCompile("`[a-z]+[A-Z][A-Za-z0-9]*`")

// keyword is a name as Python writes it.
func keyword(name string) string { return strings.ReplaceAll(attributeOf(name), "-", "_") }

func pythonType(f settings.Field) string {
	word := "Literal[" + quoted(f.Words, ", ") + "]"
	alone := map[settings.Type]string{
		settings.Number: "float", settings.Positive: "float", settings.Whole: "int", settings.Text: "str",
		settings.Texts: "Sequence[str]", settings.ByColumn: "Mapping[str, str]", settings.Flag: "bool",
		settings.Document: "Any", settings.File: "Any", settings.Digest: "str", settings.Word: word,
	}[f.Type]
	if f.Auto {
		return alone + ` | Literal["auto"]`
	}
	return alone
}
