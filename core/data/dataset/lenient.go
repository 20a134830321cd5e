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

// repair reads a trimmed cell that could not be read as it is written, if it can have only one meaning, and notes it.
func (c *targetCell) repair(dst []float64, cell []byte, row int) {
	v, cause := c.lenient(cell)
	switch {
	case cause.isRead() && c.use == asLevel:
		c.level(dst, int(v))
	case cause.isRead():
		c.number(dst, v)
	}
	c.note(cause, row, cell)
}

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

// Cause is the reason why a private cell was not read as it is written.
type Cause string

const (
	ReadLetters    Cause = "read-letters"    // read: a level in another case of letters or with other blanks
	ReadMarks      Cause = "read-marks"      // read: a number with thousands separators or a decimal comma
	ReadEncoding   Cause = "read-encoding"   // read: a level in Windows-1252
	Missing        Cause = "missing"         // empty, or a word for a missing value
	NotANumber     Cause = "not-a-number"    // text among numbers
	NotFinite      Cause = "not-finite"      // NaN, an infinity, or too large
	IsADate        Cause = "is-a-date"       // a date in a numeric column
	AmbiguousMarks Cause = "ambiguous-marks" // 1,234: the comma can separate thousands or decimals
	Percent        Cause = "percent"         // 12%: the sample can count it as 12 or as 0.12
	NotADate       Cause = "not-a-date"      // not a date, in a column of dates
	SlashDate      Cause = "slash-date"      // a date in another order than the sample's, or in an open one
	Unseen         Cause = "unseen"          // not a level of the source
	Encoding       Cause = "encoding"        // text damaged by a wrong encoding
)

// isRead reports whether the cell was read nevertheless.
func (c Cause) isRead() bool { return strings.HasPrefix(string(c), "read-") }

// Finding describes one kind of irregular cell in one column of a private file. Only the owner may see it.
type Finding struct {
	Column   string    `json:"column"`
	Cause    Cause     `json:"cause"`
	Cells    int       `json:"cells"`
	Examples []Example `json:"examples"` // the first ones, at most MostExamples
}

// Example is one such cell.
type Example struct {
	File int `json:"file"` // from 1
	// As a spreadsheet numbers them: from 1, the header included, one for a row of several lines.
	Row   int    `json:"row"`
	Value string `json:"value"`
}

// MostExamples bounds the examples of a finding.
const MostExamples = 5

// note counts a cell that was not read as it is written.
func (c *targetCell) note(cause Cause, row int, cell []byte) {
	if !cause.isRead() {
		c.repaired++
	}
	for i := range c.findings {
		if c.findings[i].Cause == cause {
			c.findings[i].add(row, cell)
			return
		}
	}
	f := Finding{Column: c.name, Cause: cause}
	f.add(row, cell)
	c.findings = append(c.findings, f)
}

func (f *Finding) add(row int, cell []byte) {
	f.Cells++
	if len(f.Examples) < MostExamples {
		f.Examples = append(f.Examples, Example{1, row, exampleOf(cell)})
	}
}

// exampleOf is the text of a cell, made printable and cut to at most 40 characters.
func exampleOf(cell []byte) string {
	const most = 40
	text := []rune(strings.ToValidUTF8(string(cell[:min(len(cell), 4*most)]), "\ufffd"))
	if len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return string(text)
}
