package api

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode"
)

// writeLine adds a line to a table that a person may open: what strangers chose must do nothing in a spreadsheet.
// The rules are as in the npm package's csv.js, and both are held to the same cells.
func writeLine(table *bytes.Buffer, texts ...string) {
	for i, text := range texts {
		if i > 0 {
			table.WriteByte(',')
		}
		table.WriteString(cell(text))
	}
	table.WriteByte('\n')
}

// cell writes one text. One that begins like a formula and is no number gets ' before it. Controls become spaces, so
// that one row is one line.
func cell(text string) string {
	if isFormula(text) && !isNumber(text) {
		text = "'" + text
	}
	var b strings.Builder
	control := false
	for _, c := range text {
		if before := control; unicode.Is(unicode.Cc, c) {
			if control = true; !before {
				b.WriteByte(' ')
			}
			continue
		}
		control = false
		b.WriteRune(c)
	}
	text = b.String()
	// Some spreadsheets divide at other marks than the comma.
	if strings.ContainsAny(text, "\",;|") || strings.TrimSpace(text) != text {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

func isFormula(text string) bool {
	seen := strings.TrimLeftFunc(text, func(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.C, c) })
	return strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") || strings.HasPrefix(text, "\n") ||
		seen != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(seen)[0])
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.Trim(text, "0123456789+-.eE") == "" && text != ""
}
