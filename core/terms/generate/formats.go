package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
)

// readable has the formats that can be read and no others: Go says what is wrong with the others. And it has the words
// for a missing value, which rows that a program holds as objects have too.
func readable() string {
	var b strings.Builder
	b.WriteString(notice)
	b.WriteString(
		"\n/** The formats that are unpacked or decoded before the table in them is read, each with a file's first bytes. */\n",
	)
	b.WriteString("export const FORMATS = [\n")
	for _, f := range dataset.Formats {
		if f.Name != "" {
			magic := make([]int, len(f.Magic))
			for k := range magic {
				magic[k] = int(f.Magic[k])
			}
			list, _ := json.Marshal(magic)
			packing := "undefined"
			if f.Packing != "" {
				packing = strconv.Quote(f.Packing)
			}
			fmt.Fprintf(&b, "  { name: %q, magic: %s, packing: %s },\n", f.Name, strings.ReplaceAll(string(list), ",", ", "),
				packing)
		}
	}
	b.WriteString("];\n\n/**\n * Formats that a decoder reads, a script of their name. It reads a file from its end, ")
	b.WriteString("where a stream does not get\n * first.\n */\n")
	b.WriteString("export const DECODERS = FORMATS.filter(({ packing }) => !packing).map(({ name }) => name);\n")
	b.WriteString(
		"\n/** How a file that begins so is unpacked as it is read, as DecompressionStream has it; else undefined. */\n",
	)
	b.WriteString("export const packingOf = (first) => FORMATS.find(({ name }) => name === formatOf(first))?.packing;\n")
	b.WriteString(
		"\n/** The name of a file's format by its first bytes; undefined of what may be a table in plain text. */\n",
	)
	b.WriteString(
		"export const formatOf = (first) => FORMATS.find(({ magic }) => magic.every((byte, k) => first?.[k] === byte))?.name;\n",
	)
	fmt.Fprintf(&b, "\n/** How many of a file's first bytes decide. */\nexport const DECIDING = %d;\n", dataset.FormatBytes)
	fmt.Fprintf(&b, "\n/** For a control that picks a file: what can be read. */\nexport const ACCEPTED =\n  %q;\n",
		dataset.AcceptedFormats())
	fmt.Fprintf(&b, "\n/** What can be read, for people. */\nexport const READABLE = %q;\n", dataset.ReadableFormats())
	words, _ := json.Marshal(append([]string{""}, csv.MissingTokens()...))
	fmt.Fprintf(&b, "\n/** Cells without a value, in small letters. */\nexport const MISSING = %s;\n",
		strings.ReplaceAll(string(words), ",", ", "))
	return b.String()
}

// scripts are the addresses of the decoders, which bundlers must be able to follow: beside the package's index.js, so
// that they are right too where the package is one file.
func scripts() string {
	var b strings.Builder
	b.WriteString(notice)
	b.WriteString("\n/** The scripts that decode files, by format: what people call it, and where its script is. */\n")
	b.WriteString("export const DECODER_SCRIPTS = {\n")
	for _, f := range dataset.Formats {
		if f.Decoded() {
			fmt.Fprintf(&b, "  %s: { title: %q, url: () => new URL(\"./dist/%s.js\", import.meta.url).href },\n", f.Name, f.Title,
				f.Name)
		}
	}
	return b.String() + "};\n"
}

// formatCodes are the codes of errors about files whose format has a name.
func formatCodes() string {
	var b strings.Builder
	b.WriteString(notice)
	b.WriteString("\n/** A file of a format is damaged, too large or in parts; or it is where none is read, such as ")
	b.WriteString("standard input. */\nexport type FormatErrorCode =")
	for _, f := range dataset.Formats {
		if f.Name != "" {
			fmt.Fprintf(&b, "\n  | \"bad-%s\"", f.Name)
		}
		if f.Decoded() {
			fmt.Fprintf(&b, "\n  | %q", f.Code)
		}
	}
	return b.String() + ";\n"
}
