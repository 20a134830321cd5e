package dataset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/dataset/dates"
)

// A private cell that is not written as in the source is still read if it can have only one meaning: a level in another
// case of letters or with other blanks, a number with thousands separators or with a decimal comma, a text in
// Windows-1252. The rules are fixed and look at one cell, so each row remains a function of its record. No owner has to
// change a setting after looking at private values; differential privacy would not cover such a change.

// lenient reads a trimmed cell that could not be read as it is written. It returns the rule by which it was read, or
// the reason why it could not be. v is the number, or the index of the level.
func (c *targetCell) lenient(cell []byte) (v float64, cause Cause) {
	switch {
	case csv.IsMissing(cell):
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
	if _, ok := csv.ParseNumber(cell, true); csv.IsNonFinite(cell) || ok && bytes.IndexByte(cell, ',') < 0 {
		return 0, NotFinite // a number, but beyond what can be standardised
	}
	v, ok, ambiguous := csv.MarkedNumber(cell)
	switch {
	case ambiguous:
		return 0, AmbiguousMarks
	case ok && usual((v-c.mean)/c.scale):
		return v, ReadMarks
	case len(cell) <= csv.LongestLenient && csv.IsPercent(cell):
		return 0, Percent
	}
	return 0, NotANumber
}

func (c *targetCell) lenientLevel(cell []byte) (order float64, cause Cause) {
	if len(cell) > csv.LongestLenient {
		return 0, Unseen
	}
	read, broken := ReadLetters, Unseen
	if !utf8.Valid(cell) {
		read, broken = ReadEncoding, Encoding
		cell = csv.FromWindows1252(cell)
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
