package words

import (
	"math"
	"strconv"
	"strings"
)

// Grouped writes 12345 as 12,345 or 12.345.
func (l Language) Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + l.Thousands + text[i:]
	}
	return text
}

// Share is a percentage of a whole. It is 0% only for none and 100% only for all.
func Share(part, whole int) Message {
	if whole <= 0 {
		return Part("percent", 0)
	}
	percent := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && percent < 1:
		return Part("percent-under", 1)
	case part < whole && percent > 99:
		return Part("percent-over", 99)
	}
	return Part("percent", math.Round(percent))
}

// Spoken writes a number of Go's as the language does: 0.5 as 0,5.
func (l Language) Spoken(number string) string { return strings.Replace(number, ".", l.Decimal, 1) }

// FileSize gives a size in the unit a person would use.
func (l Language) FileSize(n float64) string {
	for _, unit := range []string{"B", "kB", "MB"} {
		if n < 1000 {
			return strconv.FormatFloat(n, 'f', 0, 64) + " " + unit
		}
		n /= 1000
	}
	return l.Spoken(strconv.FormatFloat(n, 'f', 1, 64)) + " GB"
}

// Plain writes a number for a sentence, without needless digits: 1, 0.5, 1e-06 as 1e-6.
func (l Language) Plain(v float64) string { return l.Spoken(InField(v)) }

// InField writes a number as a field of the form holds it, whatever the language.
func InField(v float64) string {
	text := strconv.FormatFloat(v, 'g', 6, 64)
	text = strings.Replace(text, "e-0", "e-", 1)
	return strings.Replace(text, "e+0", "e+", 1)
}

// Sentence ends a text with a full stop, so that another can follow.
func Sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
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

// Rough rounds to three significant figures.
func Rough(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

// Percent writes a share. A predicted share of 1 or more carries no information.
func (l Language) Percent(share float64) string {
	if share >= 1 {
		return l.Say(Part("percent", 100))
	}
	return l.Say(Part("percent", l.Figures(100*share)))
}

// Figures writes two significant figures without an exponent.
func (l Language) Figures(x float64) string {
	if !(x > 0) {
		return "0"
	}
	decimals := 1 - int(math.Floor(math.Log10(x)))
	return l.Spoken(strconv.FormatFloat(x, 'f', min(max(decimals, 0), 6), 64))
}
