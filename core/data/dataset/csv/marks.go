package csv

import (
	"bytes"
	"strings"
)

// LongestLenient is the length of the longest cell that is read if it is not written as in the source.
const LongestLenient = 256

// MarkedNumber reads a decimal with separators: 1.234,5 and 1,234.5, 1 234 and 1'234,5, 1.234.567, and 0,5 where the
// decimal mark is a point. One comma before three digits, as in 1,234, can be either kind of mark, so the number is
// ambiguous.
func MarkedNumber(cell []byte) (v float64, ok, ambiguous bool) {
	if len(cell) > LongestLenient {
		return 0, false, false
	}
	cell, _ = asASCII(TrimSpaces(cell))
	text := markReplacer.Replace(string(cell))
	if text == "" {
		return 0, false, false
	}
	sign := ""
	if text[0] == '-' || text[0] == '+' {
		sign, text = text[:1], text[1:]
	}
	marks := strings.Map(markOnly, text)
	runs := strings.FieldsFunc(text, isMark)
	if marks == "" || len(runs) != len(marks)+1 || strings.IndexFunc(strings.Join(runs, ""), isNoDigit) >= 0 {
		return 0, false, false
	}
	last := len(marks) - 1
	group, decimal := marks[0], marks[last]
	isDecimal := decimal != group
	if last == 0 && group == ',' {
		if len(runs[1]) == 3 && len(runs[0]) <= 3 && runs[0][0] != '0' {
			return 0, false, true
		}
		isDecimal = true
	}
	groups, fraction := runs, ""
	if isDecimal {
		if decimal != '.' && decimal != ',' {
			return 0, false, false
		}
		groups, fraction = runs[:last+1], "."+runs[last+1]
	}
	for i, run := range groups {
		grouped := i > 0 && len(run) == 3 && marks[i-1] == group
		if i > 0 && !grouped || i == 0 && len(groups) > 1 && len(run) > 3 {
			return 0, false, false
		}
	}
	v, ok = ParseNumber([]byte(sign+strings.Join(groups, "")+fraction), false)
	return v, ok, false
}

// Separators of thousands: a blank, also a no-break one, and an apostrophe, also the typographic one.
var markReplacer = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

func isMark(r rune) bool { return strings.ContainsRune(".,' ", r) }

func isNoDigit(r rune) bool { return r < '0' || r > '9' }

func markOnly(r rune) rune {
	if isMark(r) {
		return r
	}
	return -1
}

// IsPercent reports whether a cell is a number, also one with marks, before a percent sign.
func IsPercent(cell []byte) bool {
	number, ok := bytes.CutSuffix(cell, []byte("%"))
	number = TrimSpaces(number)
	if _, is := ParseNumber(number, true); !ok || is {
		return ok
	}
	return IsMarked(number)
}

// IsMarked reports whether a cell is a number with separators, as [MarkedNumber] reads it, or an ambiguous one.
func IsMarked(cell []byte) bool {
	if len(cell) == 0 {
		return false
	}
	_, ok, ambiguous := MarkedNumber(cell)
	return ok || ambiguous
}
