package dataset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"privadapt/core/data/dataset/dates"
)

// A private cell that is not written as in the source is still read if it can have only one meaning: a level in another
// case of letters or with other blanks, a number with thousands separators or with a decimal comma, a text in
// Windows-1252. The rules are fixed and look at one cell, so each row remains a function of its record. No owner has to
// change a setting after looking at private values; differential privacy would not cover such a change.

// longestLenient is the length of the longest cell to which these rules apply.
const longestLenient = 256

// lenient reads a trimmed cell that could not be read as it is written. It returns the rule by which it was read, or
// the reason why it could not be. v is the number, or the index of the level.
func (c *targetCell) lenient(cell []byte) (v float64, cause Cause) {
	switch {
	case isMissing(cell):
		return 0, Missing
	case c.use == asNumber:
		return c.lenientNumber(cell)
	case c.use == asLevel:
		return c.lenientLevel(cell)
	case dates.Is(cell):
		return 0, SlashDate
	}
	return 0, NotADate
}

func (c *targetCell) lenientNumber(cell []byte) (v float64, cause Cause) {
	if dates.Is(cell) {
		return 0, IsADate
	}
	if _, ok := parseNumber(cell, true); isNonFiniteWord(cell) || ok && bytes.IndexByte(cell, ',') < 0 {
		return 0, NotFinite // a number, but beyond what can be standardised
	}
	v, ok, ambiguous := markedNumber(cell)
	switch {
	case ambiguous:
		return 0, AmbiguousMarks
	case ok && usual((v-c.mean)/c.scale):
		return v, ReadMarks
	case len(cell) <= longestLenient && isPercent(cell):
		return 0, Percent
	}
	return 0, NotANumber
}

func (c *targetCell) lenientLevel(cell []byte) (order float64, cause Cause) {
	if len(cell) > longestLenient {
		return 0, Unseen
	}
	read, broken := ReadLetters, Unseen
	if !utf8.Valid(cell) {
		read, broken = ReadEncoding, Encoding
		cell = fromWindows1252(cell)
	}
	if k, ok := c.folded[foldLevel(string(cell))]; ok && k >= 0 {
		return float64(k), read
	}
	// Traces of a failed conversion to or from UTF-8.
	if bytes.Contains(cell, []byte("\ufffd")) || bytes.Contains(cell, []byte("Ã")) {
		return 0, Encoding
	}
	return 0, broken
}

// foldLevels maps the levels, in one case of letters and without needless blanks, to their indices; −1 if two become
// the same.
func foldLevels(levels map[string]int) map[string]int {
	folded := make(map[string]int, len(levels))
	for name, k := range levels {
		f := foldLevel(name)
		if _, twice := folded[f]; twice {
			k = -1
		}
		folded[f] = k
	}
	return folded
}

// foldLevel joins the words by one blank each; no-break spaces are blanks.
func foldLevel(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// markedNumber reads a decimal with separators: 1.234,5 and 1,234.5, 1 234 and 1'234,5, 1.234.567, and 0,5 where the
// decimal mark is a point. One comma before three digits, as in 1,234, can be either kind of mark, so the number is
// ambiguous.
func markedNumber(cell []byte) (v float64, ok, ambiguous bool) {
	if len(cell) > longestLenient {
		return 0, false, false
	}
	text := markReplacer.Replace(string(cell))
	sign := ""
	if text[0] == '-' || text[0] == '+' {
		sign, text = text[:1], text[1:]
	}
	marks := strings.Map(markOnly, text)
	runs := strings.FieldsFunc(text, isMark)
	if marks == "" || len(runs) != len(marks)+1 || strings.IndexFunc(strings.Join(runs, ""), isNoDigit) >= 0 {
		return 0, false, false
	}
	last := len(marks) - 1
	group, decimal := marks[0], marks[last]
	isDecimal := decimal != group
	if last == 0 && group == ',' {
		if len(runs[1]) == 3 && len(runs[0]) <= 3 && runs[0][0] != '0' {
			return 0, false, true
		}
		isDecimal = true
	}
	groups, fraction := runs, ""
	if isDecimal {
		if decimal != '.' && decimal != ',' {
			return 0, false, false
		}
		groups, fraction = runs[:last+1], "."+runs[last+1]
	}
	for i, run := range groups {
		grouped := i > 0 && len(run) == 3 && marks[i-1] == group
		if i > 0 && !grouped || i == 0 && len(groups) > 1 && len(run) > 3 {
			return 0, false, false
		}
	}
	v, ok = parseNumber([]byte(sign+strings.Join(groups, "")+fraction), false)
	return v, ok, false
}

// Separators of thousands: a blank, also a no-break one, and an apostrophe, also the typographic one.
var markReplacer = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

func isMark(r rune) bool { return strings.ContainsRune(".,' ", r) }

func isNoDigit(r rune) bool { return r < '0' || r > '9' }

func markOnly(r rune) rune {
	if isMark(r) {
		return r
	}
	return -1
}

// windows1252 has the bytes 0x80 to 0x9f; the others are as in Latin-1.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// fromWindows1252 returns a Windows-1252 text in UTF-8. Every sequence of bytes is such a text.
func fromWindows1252(text []byte) []byte {
	out := make([]byte, 0, 2*len(text))
	for _, b := range text {
		r := rune(b)
		if 0x80 <= b && b < 0xa0 {
			r = windows1252[b-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
