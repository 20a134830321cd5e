package answers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/adapt/plan"
	"privadapt/core/words"
)

// Forecast is the engine's prediction of a run, from public numbers and the
// number of rows that the owner declares.
type Forecast plan.Forecast

// measure is one figure of a report, by the engine's name and in words.
type measure struct{ name, words string }

// foreseen are the measures of a report that a forecast is made for, the main one of each task first.
func foreseen() []measure {
	return []measure{
		{"rmse", texts.MeasureError},
		{"auc", texts.MeasureAUC},
		{"accuracy", texts.MeasureAccuracy},
		{"r2", texts.MeasureExplained},
	}
}

// intervals puts the intervals of a report into words, as far as they are known.
func (f Forecast) intervals() (said []string) {
	for _, m := range foreseen() {
		if n := f.Intervals[m.name]; n.Low != nil && n.High != nil {
			said = append(said, fmt.Sprintf(texts.ForecastInterval, m.words, texts.Plain(words.Rough(*n.Low)), texts.Plain(words.Rough(*n.High))))
		}
	}
	return said
}

// exact says how far the estimated error of the public model may be off, as a share of it, with a confidence of 95%. It
// is 1 or more where labels are not used or say nothing.
func (f Forecast) exact() float64 {
	if f.Labels == nil {
		return 1
	}
	return f.Labels.Interval()
}

// average says in one of two formats how far the average of an estimate may be off, 19 times in 20: by the noise alone,
// or with labels in all. It is "" for other kinds, and where the average would say nothing.
func (f Forecast) average(noise, all string) string {
	format, n := noise, f.Intervals["noise"]
	if with, labels := f.Intervals["estimate"]; labels {
		format, n = all, with
	}
	if n.Low == nil || n.High == nil || !f.BeatsNothing {
		return ""
	}
	return fmt.Sprintf(format, texts.Figures((*n.High-*n.Low)/2))
}

// Short is the forecast beside the choice of ε. The columns are the public sample's: one of them serves as an
// example.
func (f Forecast) Short(columns []SampleColumn) Line {
	average := f.average(texts.ForecastLineNoise, texts.ForecastLineAverage)
	switch said := f.intervals(); {
	case average != "":
		return Line{Text: average}
	case len(said) > 0:
		return Line{Text: said[0]}
	case f.Intervals != nil:
		return Line{Text: texts.ForecastLineNo, Warning: true}
	case !f.BeatsNothing && f.exact() < 1:
		return Line{Text: fmt.Sprintf(texts.ForecastLineLabels, texts.Percent(f.exact()))}
	case !f.BeatsNothing:
		return Line{Text: texts.ForecastLineNo, Warning: true}
	}
	said := example(texts.ForecastShort, columns, *f.Shift)
	if said == "" {
		said = fmt.Sprintf(texts.ForecastLine, texts.Figures(*f.Shift))
	}
	if f.exact() < 1 {
		said += " " + fmt.Sprintf(texts.ForecastLineLabels, texts.Percent(f.exact()))
	}
	return Line{Text: said}
}

// Lines is the whole forecast for the current settings. The columns are the public sample's: one of them serves as
// an example.
func (f Forecast) Lines(columns []SampleColumn) []Line {
	var lines []Line
	if f.Intervals != nil {
		said, average := f.intervals(), f.average(texts.ForecastAverageNoise, texts.ForecastAverage)
		switch {
		case average != "" && f.Yardstick != nil:
			return []Line{{Text: average}, {Text: fmt.Sprintf(texts.ForecastYardstick, texts.Figures(*f.Yardstick))}}
		case average != "":
			return []Line{{Text: average}}
		case len(said) == 0:
			return []Line{{Text: texts.ForecastCountsBlind, Warning: true}}
		}
		return []Line{{Text: texts.ForecastReport}, {Text: strings.Join(said, " ")}}
	}
	if f.BeatsNothing {
		lines = append(
			lines,
			Line{Text: fmt.Sprintf(texts.ForecastNotices, texts.Figures(*f.Shift)) +
				example(texts.ForecastExample, columns, *f.Shift)},
			Line{Text: texts.ForecastSmaller},
		)
	} else if f.exact() < 1 {
		lines = append(lines, Line{Text: fmt.Sprintf(texts.ForecastLabelsOnly, texts.Figures(*f.Shift))})
	} else {
		blind := fmt.Sprintf(texts.ForecastBlind, texts.Figures(*f.Shift))
		lines = append(lines, Line{Text: blind, Warning: true})
	}
	lines = append(lines, Line{Text: fmt.Sprintf(texts.ForecastNoise, texts.Percent(*f.Noise/f.Radius2))})
	switch {
	case f.Labels == nil:
		lines = append(lines, Line{Text: texts.ForecastUnlabelled})
	case f.exact() < 1:
		said := fmt.Sprintf(texts.ForecastLabels, texts.Percent(f.exact()))
		if gain := f.Labels.Gain(); gain < 1 {
			said += " " + fmt.Sprintf(texts.ForecastGain, texts.Percent(gain))
		}
		lines = append(lines, Line{Text: said})
	default:
		lines = append(lines, Line{Text: texts.ForecastLabelsNo, Warning: true})
	}
	return lines
}

// TooFew says to the owner of a file of a given number of rows that a run could not help; "" where it can.
func (f Forecast) TooFew(rows int) string {
	switch {
	case f.BeatsNothing || f.exact() < 1:
		return ""
	case f.Intervals != nil:
		return fmt.Sprintf(texts.OwnerNoteSaysNothing, texts.Say(words.Part("rows", rows)))
	}
	return fmt.Sprintf(texts.OwnerNoteTooFewRows,
		texts.Say(words.Part("rows", rows)), texts.Figures(*f.Shift))
}

// example states, in a format, a shift by that many standard deviations in the units of a column
// of the public sample. It is empty if no column has numbers.
func example(format string, columns []SampleColumn, shift float64) string {
	for _, c := range columns {
		if c.Scale > 0 && len(c.Levels) == 0 && !c.Dates {
			// Enough decimals to show the difference, because the difference matters here.
			decimals := max(0, 1-int(math.Floor(math.Log10(shift*c.Scale))))
			if decimals > 6 {
				continue
			}
			number := func(x float64) string { return texts.Spoken(strconv.FormatFloat(x, 'f', decimals, 64)) }
			return fmt.Sprintf(format, c.Name, number(c.Mean+shift*c.Scale), number(c.Mean))
		}
	}
	return ""
}

// DeclaredRows reads the number of rows that the owner states. It also accepts
// 1,200 and 1 200.
func DeclaredRows(text string) (rows float64, ok bool) {
	digits := strings.NewReplacer(",", "", " ", "", "\u00a0", "", ".", "", "'", "", "’", "").
		Replace(strings.TrimSpace(text))
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > 1e12 || strings.ContainsAny(digits, "+-") {
		return 0, false
	}
	return float64(n), true
}
