package main

import (
	"fmt"
	"strings"

	"privadapt/core/terms/settings"
)

// places are the requests, by the name that JavaScript has for them.
var places = []struct {
	name  string
	place settings.Place
}{{"run", settings.Run}, {"forecast", settings.Forecast}, {"query", settings.Query}, {"after", settings.After},
	{"sample", settings.Sample}}

// names are the lists by which the package checks the keys of its options.
func names() string {
	var b strings.Builder
	b.WriteString(notice)
	b.WriteString("\n/** The names of the settings that each request takes. */\nexport const SETTINGS = {\n")
	for _, p := range places {
		var list []string
		for _, f := range settings.Of(p.place) {
			list = append(list, fmt.Sprintf("%q", f.Name))
		}
		fmt.Fprintf(&b, "  %s: [\n%s,\n  ],\n", p.name, flowing(list, "    ", ", "))
	}
	return b.String() + "};\n"
}

// command is what the command line needs: how options are parsed, and the lines of its help.
func command() string {
	var b strings.Builder
	b.WriteString(notice)
	b.WriteString("\n/** The options of each request, as node:util parseArgs takes them. */\nexport const OPTIONS = {\n")
	for _, p := range places {
		var list []string
		for _, f := range settings.Of(p.place) {
			list = append(list, fmt.Sprintf("%s: { type: %q%s }", key(attributeOf(f.Name)), parsedType(f), parsedMore(f)))
		}
		fmt.Fprintf(&b, "  %s: {\n%s,\n  },\n", p.name, flowing(list, "    ", ", "))
	}
	b.WriteString(
		"};\n\n/** The words of options that state one for each column, as A=word; of none, any text. */\n" +
			"export const BY_COLUMN = {\n",
	)
	for _, f := range settings.Fields {
		if f.Type == settings.ByColumn {
			fmt.Fprintf(&b, "  %s: [%s],\n", f.Name, quoted(f.Words, ", "))
		}
	}
	b.WriteString("};\n\n/** The lines of the help, by section: what each option means. */\nexport const HELP = {\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "  %s: `%s`,\n", s, strings.ReplaceAll(help(s), "`", "\\`"))
	}
	b.WriteString(
		"};\n\n/** The options of each request without their meaning, for commands that take them as adapt does. */\nexport const USAGE = {\n",
	)
	for _, p := range places[1:] {
		var list []string
		for _, f := range settings.Of(p.place) {
			list = append(list, usage(f))
		}
		fmt.Fprintf(&b, "  %s: `%s`,\n", p.name, flowing(list, "  ", "  "))
	}
	return b.String() + fmt.Sprintf("};\n\n/** The names of what stops a run before the charge unless the owner accepts it. */\n"+
		"export const STOPS = [\n  %s,\n];\n", quoted(settings.Stops, ",\n  "))
}

// flowing are lines of the entries of a list, none of which is divided.
func flowing(list []string, indent, between string) string {
	text, length := indent, len(indent)
	for k, one := range list {
		switch size := len([]rune(between + one)); {
		case k == 0:
			text += one
			length += len([]rune(one))
		case length+size > width:
			text += strings.TrimRight(between, " ") + "\n" + indent + one
			length = len(indent) + len([]rune(one))
		default:
			text += between + one
			length += size
		}
	}
	return text
}

func usage(f settings.Field) string {
	return strings.TrimSpace("--" + attributeOf(f.Name) + " " + sentences.Settings[f.Name].Value)
}

// indent is where the sentences of the help begin.
const indent = 24

func help(section string) string {
	var lines []string
	for _, f := range settings.Fields {
		if sentences.Settings[f.Name].Section != section {
			continue
		}
		first := "  " + usage(f)
		if len([]rune(first)) < indent-1 {
			first += strings.Repeat(" ", indent-len([]rune(first)))
		} else {
			first += "    "
		}
		for _, part := range strings.Split(withBases(sentences.Settings[f.Name].Help), "\n") {
			words := strings.Fields(part)
			for len(words) > 0 {
				line := first
				for len(words) > 0 && (len([]rune(line))+len([]rune(words[0])) <= width || line == first) {
					line += words[0] + " "
					words = words[1:]
				}
				lines = append(lines, strings.TrimRight(line, " "))
				first = strings.Repeat(" ", indent)
			}
		}
	}
	return strings.Join(lines, "\n")
}

func key(name string) string {
	if strings.Contains(name, "-") {
		return fmt.Sprintf("%q", name)
	}
	return name
}

func parsedType(f settings.Field) string {
	switch f.Type {
	case settings.Number, settings.Positive, settings.Whole:
		return "number"
	case settings.Flag:
		return "boolean"
	}
	return "string"
}

func parsedMore(f settings.Field) string {
	switch {
	case f.Auto:
		return ", auto: true"
	case f.Type == settings.Texts, f.Type == settings.ByColumn:
		return ", multiple: true"
	}
	return ""
}
