package dataset

import (
	"slices"
	"strings"
)

// Report counts what [TargetReader.Next] has read so far. Public are what the header decides and, under replace-one
// adjacency only, Rows, which is n. The other counts depend on private values. They are for the data owner only and
// must not enter a release.
type Report struct {
	Rows int `json:"rows"` // records read
	// Cells of expected columns that could not be used and count as the mean.
	RepairedCells    int            `json:"repairedCells"`
	RepairedByColumn map[string]int `json:"repairedByColumn"` // the same by column, without zeros
	// Cells of expected columns that were not read as they are written, and why.
	Findings     []Finding `json:"findings"`
	RaggedRows   int       `json:"raggedRows"`   // records with more or fewer fields than the header
	UnusableRows int       `json:"unusableRows"` // records of over 1 MiB or with a NUL byte: zero rows
	UnclosedRows int       `json:"unclosedRows"` // records with a quote that is not closed: each is one line
	// The header has the label; only the reader of [Labelled] reads its cells.
	LabelPresent   bool     `json:"labelPresent"`
	MissingColumns []string `json:"missingColumns"` // expected, not in the header
	MappedColumns  []Mapped `json:"mappedColumns"`  // expected, and in the header under another name
	SurplusColumns []string `json:"surplusColumns"` // in the header, not expected
}

// Report returns the counts so far; the slices and the map are the caller's.
func (t *TargetReader) Report() Report {
	r := t.targetTable.Report()
	r.UnclosedRows = t.lines.Open()
	return r
}

func (t *targetTable) Report() Report {
	r := Report{
		Rows:             t.rows,
		RepairedByColumn: map[string]int{},
		Findings:         []Finding{},
		RaggedRows:       t.ragged,
		UnusableRows:     t.unusable,
		LabelPresent:     t.label >= 0,
		MissingColumns:   slices.Clone(t.missing),
		MappedColumns:    slices.Clone(t.mapped),
		SurplusColumns:   slices.Clone(t.surplus),
	}
	for i, c := range t.cells {
		if c.repaired > 0 && i != t.label {
			r.RepairedByColumn[c.name] = c.repaired
			r.RepairedCells += c.repaired
		}
		for _, f := range c.findings {
			f.Examples = slices.Clone(f.Examples)
			r.Findings = append(r.Findings, f)
		}
	}
	return r
}

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
