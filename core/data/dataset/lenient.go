package dataset

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
)

// A private cell that is not written as in the source is still read if it can have only one meaning: a level in other
// letters, blanks or forms of a number, a number with thousands separators or with a decimal comma, a text in
// Windows-1252. The rules are fixed and look at one cell, so each row remains a function of its record. No owner has to
// change a setting after looking at private values; differential privacy would not cover such a change.

// repair reads a trimmed cell that could not be read as it is written, if it can have only one meaning, and notes it.
func (c *targetCell) repair(dst []float64, cell []byte, row int) {
	v, cause := c.lenient(cell)
	if cause.IsRead() {
		dst[c.slot] = v
	}
	c.note(cause, row, cell)
}

// lenient reads a trimmed cell that could not be read as it is written. It returns the rule by which it was read, or
// the reason why it could not be. v is the number, or the index of the level.
func (c *targetCell) lenient(cell []byte) (v float64, cause Cause) {
	switch {
	case c.use == asLevel:
		return c.lenientLevel(cell)
	case csv.IsMissing(cell):
		return 0, Missing
	case csv.IsFormula(cell):
		return 0, NoValue
	case c.use == asNumber:
		return c.lenientNumber(cell)
	case csv.IsDate(cell):
		return 0, SlashDate
	}
	return 0, NotADate
}

func (c *targetCell) lenientNumber(cell []byte) (v float64, cause Cause) {
	if len(cell) <= csv.LongestLenient && !utf8.Valid(cell) {
		cell = csv.TrimSpaces(csv.FromWindows1252(cell)) // its no-break space is no UTF-8
		if v, ok := csv.ParseNumber(cell, false); ok && c.usable(v) {
			return v, ReadEncoding
		}
	}
	if csv.IsDate(cell) {
		return 0, IsADate
	}
	if _, ok := csv.ParseNumber(cell, true); csv.IsNonFinite(cell) || ok && bytes.IndexByte(cell, ',') < 0 {
		return 0, NotFinite // a number, but beyond what can be standardised
	}
	v, ok, ambiguous := csv.MarkedNumber(cell)
	switch {
	case ambiguous:
		return 0, AmbiguousMarks
	case ok && c.usable(v):
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
	if k, ok := c.folded.find(string(cell)); ok {
		return float64(k), read
	}
	switch {
	case csv.IsMissing(csv.TrimSpaces(cell)):
		return 0, Missing
	case csv.IsFormula(cell):
		return 0, NoValue
	// Traces of a failed conversion to or from UTF-8.
	case bytes.Contains(cell, []byte("\ufffd")) || bytes.Contains(cell, []byte("Ã")):
		return 0, Encoding
	}
	return 0, broken
}

// foldedLevels finds the level that a text can only mean: the one with the same letters in either case and in any form
// of Unicode, with the same words between any blanks; where all levels are numbers, the one that is the same number, so
// that 1.0 and 001 are 1; and where the two levels are yes and no, the one that another pair of words has for it. What
// two levels have in common is not found. So 1 and 01, or 2.1 and 2.10, keep their meaning where they are two levels.
type foldedLevels map[string]int // by the forms below; −1 where two levels have one

func foldLevels(levels map[string]int) foldedLevels {
	folded := make(foldedLevels, len(levels))
	put := func(form string, k int) {
		if at, there := folded[form]; there && at != k {
			k = -1
		}
		folded[form] = k
	}
	numbers := true
	for name, k := range levels {
		put(foldLevel(name), k)
		_, is := foldNumber(name)
		numbers = numbers && is
	}
	if numbers {
		for name, k := range levels {
			form, _ := foldNumber(name)
			put(form, k)
		}
	}
	if len(levels) == 2 {
		folded.addBooleans()
	}
	return folded
}

// find returns the index of the level that a text means.
func (f foldedLevels) find(text string) (k int, ok bool) {
	if k, ok = f[foldLevel(text)]; !ok {
		if form, is := foldNumber(text); is {
			k, ok = f[form]
		}
	}
	return k, ok && k >= 0
}

// booleans are words for no and yes, which can stand for each other. The initials stand each for the words in their
// place alone: an f may also be a woman.
var (
	booleans = [][2]string{{"false", "true"}, {"no", "yes"}, {"nein", "ja"}, {"falsch", "wahr"}, {numberForm + "0", numberForm + "1"}}
	initials = [][2]string{{"f", "t"}, {"n", "y"}, {"n", "j"}}
)

// addBooleans adds the other words for no and yes, if the two levels are such words.
func (f foldedLevels) addBooleans() {
	for i, words := range slices.Concat(initials, booleans) {
		no, isNo := f[words[0]]
		yes, isYes := f[words[1]]
		if !isNo || !isYes || no < 0 || yes < 0 {
			continue
		}
		others := booleans
		if own := i - len(initials); own < 0 {
			others = booleans[i : i+1]
		} else if own < len(initials) {
			others = append(slices.Clip(booleans), initials[own])
		}
		for _, other := range others {
			f[other[0]], f[other[1]] = no, yes
		}
		return
	}
}

// foldLevel joins the words by one blank each, in small letters and in the composed form of Unicode.
func foldLevel(name string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(Composed(name), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(csv.Blanks, r)
	}), " "))
}

const (
	numberForm = " " // no folded text begins with a blank
	// exactDigits is how long a number may be that float64 tells from all its neighbours. Longer ones are identifiers.
	exactDigits = 15
)

// foldNumber is the form of a text that is a number, the same for all texts of that number.
func foldNumber(text string) (form string, ok bool) {
	v, ok := csv.ParseNumber([]byte(text), true)
	if !ok || len(text) > 2*exactDigits || strings.IndexFunc(text, unicode.IsDigit) < 0 {
		return "", false
	}
	digits := strings.TrimLeft(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text), "0")
	if len(digits) > exactDigits {
		return "", false
	}
	return numberForm + strconv.FormatFloat(v+0, 'g', -1, 64), true
}

// Cause is the reason why a private cell was not read as it is written.
type Cause string

const (
	ReadLetters    Cause = "read-letters"    // read: a level written otherwise, see foldedLevels
	ReadMarks      Cause = "read-marks"      // read: a number with thousands separators or a decimal comma
	ReadEncoding   Cause = "read-encoding"   // read: a level in Windows-1252
	Missing        Cause = "missing"         // empty, or a word for a missing value
	NoValue        Cause = "no-value"        // a formula of a spreadsheet without its value
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

// IsRead reports whether the cell was read nevertheless.
func (c Cause) IsRead() bool { return strings.HasPrefix(string(c), "read-") }

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
	if !cause.IsRead() {
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

// exampleOf is the text of a cell, made printable and short.
func exampleOf(cell []byte) string {
	return shortened(strings.ToValidUTF8(string(cell[:min(len(cell), 160)]), "\ufffd"))
}
