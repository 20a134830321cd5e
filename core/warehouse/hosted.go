package warehouse

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// The dialects of databases that make test does not run: see engines_test.go and grammar_test.go.

// escaped writes everything but letters, digits, blanks and a few marks as \uXXXX, and what needs more by the given
// function: such a text has no character that could end it, nor one that a client replaces.
func escaped(s string, long func(r rune) string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(" _.,-", r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(long(r))
		}
	}
	return b.String()
}

func eightDigits(r rune) string { return fmt.Sprintf(`\U%08x`, r) }

// surrogates are the two halves of UTF-16.
func surrogates(r rune) string {
	high, low := utf16.EncodeRune(r)
	return fmt.Sprintf(`\u%04x\u%04x`, high, low)
}

// checkedCast reads a cell by way of its text, which must be a plain decimal.
func checkedCast(matches func(text string, f form) string, text, function, to string) string {
	return where(matches(text, plainDecimal), function+"("+text+" AS "+to+")")
}

var spark = &dialect{
	double: exponential,
	text:   func(s string) string { return "'" + escaped(s, surrogates) + "'" },
	name:   backticks, forbidden: "${", // which Spark replaces by a setting, inside quotes too
	// Whose sums are of type DECIMAL(38,0).
	varchar: "STRING", float: "DOUBLE", single: "FLOAT", bigint: "BIGINT", decimal: "DECIMAL(28,0)",
	number: func(cell string) string {
		return checkedCast(sparkMatches, sparkTrimmed(cell), "try_cast", "DOUBLE")
	},
	trimmed:  sparkTrimmed,
	bytes:    func(text string) string { return cast(text, "BINARY") },
	matches:  sparkMatches,
	truncate: func(x string) string { return x }, // the cast to an integer truncates
}

func sparkTrimmed(cell string) string {
	return "trim(BOTH concat(' ', char(9)) FROM " + cast(cell, "STRING") + ")"
}

func sparkMatches(text string, f form) string {
	return text + " RLIKE '" + f.whole() + "' AND NOT " + text + " RLIKE '" + f.other() + "'"
}

var trino = &dialect{
	double: exponential, text: quotedText, name: quotedName,
	varchar: "VARCHAR", float: "DOUBLE", single: "REAL", bigint: "BIGINT", decimal: "DECIMAL(38,0)",
	number: func(cell string) string {
		return checkedCast(trinoMatches, trinoTrimmed(cell), "TRY_CAST", "DOUBLE")
	},
	trimmed:  trinoTrimmed,
	bytes:    functionOf("to_utf8"),
	matches:  trinoMatches,
	truncate: functionOf("truncate"),
	// Java limits the code of an expression to 64 kB.
	treesOfLayer: 8, sumsOfText: 50,
}

func trinoTrimmed(cell string) string {
	return "trim(BOTH ' ' || chr(9) FROM " + cast(cell, "VARCHAR") + ")"
}

func trinoMatches(text string, f form) string {
	return call("regexp_like", text, "'"+f.whole()+"'") + " AND NOT " + call("regexp_like", text, "'"+f.other()+"'")
}

var bigquery = &dialect{
	double:  exponential,
	text:    func(s string) string { return "'" + escaped(s, eightDigits) + "'" },
	name:    func(s string) string { return "`" + escaped(s, eightDigits) + "`" },
	varchar: "STRING", float: "FLOAT64", bigint: "INT64", decimal: "BIGNUMERIC",
	number: func(cell string) string {
		return checkedCast(bigqueryMatches, bigqueryTrimmed(cell), "SAFE_CAST", "FLOAT64")
	},
	trimmed:         bigqueryTrimmed,
	bytes:           func(text string) string { return cast(text, "BYTES") },
	matches:         bigqueryMatches,
	refusesOverflow: true,
	truncate:        functionOf("TRUNC"),
}

func bigqueryTrimmed(cell string) string { return call("TRIM", cast(cell, "STRING"), `' \t'`) }

func bigqueryMatches(text string, f form) string {
	whole := call("REGEXP_CONTAINS", text, "'"+f.whole()+"'")
	return whole + " AND NOT " + call("REGEXP_CONTAINS", text, "'"+f.other()+"'")
}

var snowflake = &dialect{
	double:  func(v float64) string { return cast("'"+exponential(v)+"'", "DOUBLE") },
	text:    func(s string) string { return "'" + escaped(s, surrogates) + "'" },
	name:    quotedName,
	varchar: "VARCHAR", float: "DOUBLE", bigint: "NUMBER(38,0)", decimal: "NUMBER(38,0)",
	number: func(cell string) string {
		// The text of a DOUBLE has fewer digits than it: a number is taken as it is.
		text := snowflakeTrimmed(cell)
		return call("COALESCE", call("AS_DOUBLE", call("TO_VARIANT", cell)),
			where(snowflakeMatches(text, plainDecimal), call("TRY_TO_DOUBLE", text)))
	},
	trimmed:         snowflakeTrimmed,
	bytes:           func(text string) string { return call("TO_BINARY", text, "'UTF-8'") },
	matches:         snowflakeMatches,
	refusesOverflow: true,
	truncate:        functionOf("TRUNC"),
}

func snowflakeTrimmed(cell string) string {
	return call("TRIM", cast(cell, "VARCHAR"), "' ' || CHR(9)")
}

// snowflakeMatches: REGEXP_LIKE of Snowflake matches the whole text, whatever it takes for its end.
func snowflakeMatches(text string, f form) string {
	return call("REGEXP_LIKE", text, "'"+f.pattern+"'") + " AND " + call("REGEXP_INSTR", text, "'"+f.other()+"'") + " = 0"
}
