package answers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/release"
)

// SampleColumn is one column of the public sample, as the engine describes it.
type SampleColumn dataset.Column

// orderWords are the words for the order of dates, "" where the dates show it.
func orderWords(order csv.DateOrder) string {
	return map[csv.DateOrder]string{
		csv.DayFirst: texts.DayFirst, csv.MonthFirst: texts.MonthFirst, csv.YearFirst: texts.YearFirst,
	}[order]
}

// Expected describes the cells that the column should hold. Of a long list of
// levels it names only the first.
func (c SampleColumn) Expected() string {
	if c.Kind == "ignored" {
		return texts.ColumnIgnored
	}
	if c.Dates {
		return fmt.Sprintf(texts.ColumnDates, csv.DateText(c.Min), csv.DateText(c.Max)) + orderWords(c.DateOrder)
	}
	if len(c.Levels) == 0 {
		return fmt.Sprintf(texts.ColumnNumeric, texts.Plain(c.Min), texts.Plain(c.Max))
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

// Sample is the public sample as the engine describes it.
type Sample struct {
	Rows    int            `json:"rows"`
	Label   string         `json:"label"`
	Columns []SampleColumn `json:"columns"`
	Digest  string         `json:"digest"`
	// BaseDigest is the digest of the model's file, if one came with the sample.
	BaseDigest string `json:"baseDigest"`
	// ModelKind and ModelDigest are the kind and digest of the model that a report is about, if one came with the
	// sample.
	ModelKind   string   `json:"modelKind"`
	ModelDigest string   `json:"modelDigest"`
	Notes       []string `json:"notes"`
	LinesAbove  int      `json:"linesAbove"`
}

// ModelWords names the kind of the model that a report is about.
func (s Sample) ModelWords() string {
	if s.ModelKind == "auto" {
		return texts.Blend
	}
	return s.ModelKind
}

// Dividing names the columns that can divide counts.
func Dividing(columns []SampleColumn) (names []string) {
	for _, c := range columns {
		if c.Kind == "categorical" && len(c.Levels) > 0 && len(c.Levels) <= release.MostGroups {
			names = append(names, c.Name)
		}
	}
	return names
}

// Written is a value of a numeric column with as many decimals as tell a tenth of its standard deviation, or a date.
func (c SampleColumn) Written(value float64) string {
	if c.Dates {
		return csv.DateText(value)
	}
	decimals := 0
	if c.Scale > 0 {
		decimals = min(6, max(0, 1-int(math.Floor(math.Log10(c.Scale)))))
	}
	return texts.Spoken(strconv.FormatFloat(value, 'f', decimals, 64))
}
