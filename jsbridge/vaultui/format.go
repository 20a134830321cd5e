package vaultui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset/dates"
	"privadapt/core/release"
)

// grouped writes 12345 as 12,345.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// plural counts things: 1 row, 2 rows.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// were is plural with its verb: 1 row was, 2 rows were.
func were(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf(textWas, one)
	}
	return fmt.Sprintf(textWere, grouped(n), many)
}

// share is a percentage. It is 0% only for none and 100% only for all.
func share(part, whole int) string {
	if whole <= 0 {
		return "0%"
	}
	percent := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && percent < 1:
		return "under 1%"
	case part < whole && percent > 99:
		return "over 99%"
	}
	return strconv.FormatFloat(percent, 'f', 0, 64) + "%"
}

// fileSize gives a size in the unit a person would use.
func fileSize(n float64) string {
	for _, unit := range []string{"B", "kB", "MB"} {
		if n < 1000 {
			return strconv.FormatFloat(n, 'f', 0, 64) + " " + unit
		}
		n /= 1000
	}
	return strconv.FormatFloat(n, 'f', 1, 64) + " GB"
}

// plain writes a number without needless digits: 1, 0.5, 1e-06 as 1e-6.
func plain(v float64) string {
	text := strconv.FormatFloat(v, 'g', 6, 64)
	text = strings.Replace(text, "e-0", "e-", 1)
	return strings.Replace(text, "e+0", "e+", 1)
}

// sentence ends an engine's message with a full stop, so that a text can continue
// after it.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// Column is one column of the public sample as the engine describes it.
type Column struct {
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Mean  float64 `json:"mean"`  // of the sample, like Scale
	Scale float64 `json:"scale"` // its standard deviation
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Dates bool    `json:"dates"` // the numbers are days since 1970-01-01

	DateOrder dates.Order `json:"dateOrder"` // of dates that do not show it
	Levels    []struct {
		Name string `json:"name"`
	} `json:"levels"`
}

// dateOrders are the words for the order of dates.
var dateOrders = map[dates.Order]string{
	dates.DayFirst:   textDayFirst,
	dates.MonthFirst: textMonthFirst,
	dates.YearFirst:  textYearFirst,
}

// expected describes the cells that the column should hold. Of a long list of
// levels it names only the first.
func (c Column) expected() string {
	if c.Kind == "ignored" {
		return textColumnIgnored
	}
	if c.Dates {
		return fmt.Sprintf(textColumnDates, dates.Text(c.Min), dates.Text(c.Max)) + dateOrders[c.DateOrder]
	}
	if len(c.Levels) == 0 {
		return fmt.Sprintf(textColumnNumeric, plain(c.Min), plain(c.Max))
	}
	const most = 8
	var names []string
	for _, level := range c.Levels[:min(most, len(c.Levels))] {
		names = append(names, level.Name)
	}
	list := strings.Join(names, ", ")
	if rest := len(c.Levels) - most; rest > 0 {
		list = fmt.Sprintf(textMoreLevels, list, rest)
	}
	return fmt.Sprintf(textColumnLevels, list)
}

// Source is the public sample as the engine describes it.
type Source struct {
	Rows    int      `json:"rows"`
	Label   string   `json:"label"`
	Columns []Column `json:"columns"`
	Radius  float64  `json:"radius"`
	Digest  string   `json:"digest"`
	// BaseDigest is that of the model's file, if one came with the sample.
	BaseDigest string `json:"baseDigest"`
	// ModelKind and ModelDigest are those of the model that a report is about, if one came with the sample.
	ModelKind   string   `json:"modelKind"`
	ModelDigest string   `json:"modelDigest"`
	Notes       []string `json:"notes"`
	// Sources are the samples that were united, and those that were left out; empty if there is one.
	Sources []release.Source `json:"sources"`
}

// modelWords names the kind of the model that a report is about.
func (s Source) modelWords() string {
	if s.ModelKind == "auto" {
		return textBlend
	}
	return s.ModelKind
}

// partOf says what became of one of several samples.
func (s Source) partOf(name string) string {
	for _, part := range s.Sources {
		if part.Name != name {
			continue
		}
		rows := plural(part.Rows, wordRow, wordRows)
		if part.LeftOut {
			rows = fmt.Sprintf(textAskedLeftOut, rows)
		}
		return fmt.Sprintf(textAskedPart, rows, part.SHA256)
	}
	return ""
}

// usesOthers says whether the sample has a used column besides this one, so that this one can be left out.
func (s Source) usesOthers(column string) bool {
	return slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Name != column && c.Kind != "ignored" })
}

// mostGroups is the largest number of values by which the engine divides a report.
const mostGroups = 50

// dividing names the columns that can divide a report.
func dividing(columns []Column) (names []string) {
	for _, c := range columns {
		if c.Kind == "categorical" && len(c.Levels) > 0 && len(c.Levels) <= mostGroups {
			names = append(names, c.Name)
		}
	}
	return names
}

// lowerFirst lets a label stand in the middle of a sentence.
func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// runsOf counts runs.
func runsOf(n int) string {
	if n == 1 {
		return textRunOne
	}
	return fmt.Sprintf(textRuns, grouped(n))
}
