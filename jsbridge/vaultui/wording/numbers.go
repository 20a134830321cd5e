package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Grouped writes 12345 as 12,345 or 12.345.
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + texts.Thousands + text[i:]
	}
	return text
}

// Plural counts things: 1 row, 2 rows.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + many
}

// Were is plural with its verb: 1 row was, 2 rows were.
func Were(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf(texts.Was, one)
	}
	return fmt.Sprintf(texts.Were, Grouped(n), many)
}

// Share is a percentage. It is 0% only for none and 100% only for all.
func Share(part, whole int) string {
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

// Spoken writes a number of Go's as the language does: 0.5 as 0,5.
func Spoken(number string) string { return strings.Replace(number, ".", texts.Decimal, 1) }

// FileSize gives a size in the unit a person would use.
func FileSize(n float64) string {
	for _, unit := range []string{"B", "kB", "MB"} {
		if n < 1000 {
			return strconv.FormatFloat(n, 'f', 0, 64) + " " + unit
		}
		n /= 1000
	}
	return Spoken(strconv.FormatFloat(n, 'f', 1, 64)) + " GB"
}

// Plain writes a number for a sentence, without needless digits: 1, 0.5, 1e-06 as 1e-6.
func Plain(v float64) string { return Spoken(InField(v)) }

// InField writes a number as a field of the form holds it, whatever the language.
func InField(v float64) string {
	text := strconv.FormatFloat(v, 'g', 6, 64)
	text = strings.Replace(text, "e-0", "e-", 1)
	return strings.Replace(text, "e+0", "e+", 1)
}

// Sentence ends an engine's message with a full stop, so that a text can continue
// after it.
func Sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// RunsOf counts runs.
func RunsOf(n int) string {
	if n == 1 {
		return texts.RunOne
	}
	return fmt.Sprintf(texts.Runs, Grouped(n))
}

// Number reads a finite decimal number, with a decimal point or comma. A comma that may stand before thousands, as in
// 1,500, is refused. Hexadecimal floats and underscores, which strconv accepts, are not acceptable forms of a privacy
// budget.
func Number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if whole, decimals, found := strings.Cut(text, ","); found {
		thousands := len(decimals) == 3 && strings.Trim(decimals, "0123456789") == "" && strings.Trim(whole, "+-0") != ""
		if thousands || strings.Contains(text, ".") {
			return 0, false
		}
		text = whole + "." + decimals
	}
	if text == "" || strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		return 0, false
	}
	return value, true
}

// Rough writes three significant figures.
func Rough(x float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return Plain(x)
	}
	return Plain(rounded)
}

// Percent writes a share. A predicted share of 1 or more carries no information.
func Percent(share float64) string {
	if share >= 1 {
		return percentage("100")
	}
	return percentage(Figures(100 * share))
}

// Figures writes two significant figures without an exponent.
func Figures(x float64) string {
	if !(x > 0) {
		return "0"
	}
	decimals := 1 - int(math.Floor(math.Log10(x)))
	return Spoken(strconv.FormatFloat(x, 'f', min(max(decimals, 0), 6), 64))
}
