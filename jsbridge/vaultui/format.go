package vaultui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset/dates"
	"privadapt/core/release"
)

// grouped writes 12345 as 12,345 or 12.345.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + texts.Thousands + text[i:]
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
		return fmt.Sprintf(texts.Was, one)
	}
	return fmt.Sprintf(texts.Were, grouped(n), many)
}

// share is a percentage. It is 0% only for none and 100% only for all.
func share(part, whole int) string {
	if whole <= 0 {
		return percentage("0")
	}
	percent := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && percent < 1:
		return fmt.Sprintf(texts.ShareUnder, percentage("1"))
	case part < whole && percent > 99:
		return fmt.Sprintf(texts.ShareOver, percentage("99"))
	}
	return percentage(strconv.FormatFloat(percent, 'f', 0, 64))
}

// percentage adds the sign to a number as it is written.
func percentage(number string) string { return fmt.Sprintf(texts.Percent, number) }

// spoken writes a number of Go's as the language does: 0.5 as 0,5.
func spoken(number string) string { return strings.Replace(number, ".", texts.Decimal, 1) }

// fileSize gives a size in the unit a person would use.
func fileSize(n float64) string {
	for _, unit := range []string{"B", "kB", "MB"} {
		if n < 1000 {
			return strconv.FormatFloat(n, 'f', 0, 64) + " " + unit
		}
		n /= 1000
	}
	return spoken(strconv.FormatFloat(n, 'f', 1, 64)) + " GB"
}

// plain writes a number for a sentence, without needless digits: 1, 0.5, 1e-06 as 1e-6.
func plain(v float64) string { return spoken(inField(v)) }

// inField writes a number as a field of the form holds it, whatever the language.
func inField(v float64) string {
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

// orderWords are the words for the order of dates, "" where the dates show it.
func orderWords(order dates.Order) string {
	switch order {
	case dates.DayFirst:
		return texts.DayFirst
	case dates.MonthFirst:
		return texts.MonthFirst
	case dates.YearFirst:
		return texts.YearFirst
	}
	return ""
}

// expected describes the cells that the column should hold. Of a long list of
// levels it names only the first.
func (c Column) expected() string {
	if c.Kind == "ignored" {
		return texts.ColumnIgnored
	}
	if c.Dates {
		return fmt.Sprintf(texts.ColumnDates, dates.Text(c.Min), dates.Text(c.Max)) + orderWords(c.DateOrder)
	}
	if len(c.Levels) == 0 {
		return fmt.Sprintf(texts.ColumnNumeric, plain(c.Min), plain(c.Max))
	}
	const most = 8
	var names []string
	for _, level := range c.Levels[:min(most, len(c.Levels))] {
		names = append(names, level.Name)
	}
	list := strings.Join(names, ", ")
	if rest := len(c.Levels) - most; rest > 0 {
		list = fmt.Sprintf(texts.MoreLevels, list, rest)
	}
	return fmt.Sprintf(texts.ColumnLevels, list)
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
		return texts.Blend
	}
	return s.ModelKind
}

// partOf says what became of one of several samples.
func (s Source) partOf(name string) string {
	for _, part := range s.Sources {
		if part.Name != name {
			continue
		}
		rows := plural(part.Rows, texts.WordRow, texts.WordRows)
		if part.LeftOut {
			rows = fmt.Sprintf(texts.AskedLeftOut, rows)
		}
		return fmt.Sprintf(texts.AskedPart, rows, part.SHA256)
	}
	return ""
}

// usesOthers says whether the sample has a used column besides this one, so that this one can be left out.
func (s Source) usesOthers(column string) bool {
	return slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Name != column && c.Kind != "ignored" })
}

// dividing names the columns that can divide a report.
func dividing(columns []Column) (names []string) {
	for _, c := range columns {
		if c.Kind == "categorical" && len(c.Levels) > 0 && len(c.Levels) <= release.MostGroups {
			names = append(names, c.Name)
		}
	}
	return names
}

// runsOf counts runs.
func runsOf(n int) string {
	if n == 1 {
		return texts.RunOne
	}
	return fmt.Sprintf(texts.Runs, grouped(n))
}
