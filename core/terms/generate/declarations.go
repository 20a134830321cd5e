package main

import (
	"cmp"
	"fmt"
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
		if short := "  /** " + f.Doc + " */"; len([]rune(short)) <= width {
			b.WriteString(short + "\n")
		} else {
			b.WriteString("  /**\n")
			for _, line := range wrapped(f.Doc, width-len("   * ")) {
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
		settings.Digests: "string | readonly (string | undefined)[]", settings.Word: quoted(f.Words, " | "),
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
