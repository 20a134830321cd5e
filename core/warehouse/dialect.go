package warehouse

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"privadapt/core/data/dataset/csv"
)

// Dialect names the SQL of a database.
type Dialect string

// Dialects are those that a query can be written in. Tests run queries in DuckDB and PostgreSQL, make campaign in Spark.
var Dialects = slices.Sorted(maps.Keys(dialects))

var dialects = map[Dialect]*dialect{"duckdb": duckdb, "postgres": postgres, "spark": spark}

// dialect holds what differs. Functions take and return expressions of SQL, except double, text and name, which take
// values.
type dialect struct {
	double func(v float64) string
	text   func(s string) string
	name   func(s string) string
	// longestName is the longest name of a column, in bytes; 0 for no limit.
	longestName int
	mostColumns int    // of a SELECT; 0 for no limit
	forbidden   string // what no name of a column may contain, as it cannot be quoted; empty for none

	varchar, float, bigint, decimal string // types; the products of two steps are added as decimals

	// number is the number of a cell, or NULL where there is none. It may be infinite or NaN, and it may round to 0 what
	// is below 1e-300.
	number func(cell string) string
	// blanks is a text of the blanks that the file reader trims, and trimmed a cell as text without these around it.
	blanks  func() string
	trimmed func(cell string) string
	// bytes is a text as bytes, which are equal if and only if the texts are, whatever the collation.
	bytes func(text string) string
	// matches reports whether a text has a form.
	matches func(text string, f form) string
	// truncate drops the fraction, toward zero.
	truncate func(x string) string
	// refusesOverflow: a product that is too large ends the query, and is not an infinity.
	refusesOverflow bool
	// listsAsCases: the database makes joins of the lists in IN, and plans several of them without end.
	listsAsCases bool
	// fence ends an inner query: where a database would copy its expressions into the outer one it says not to.
	fence string
}

// form is a grammar of texts: a regular expression of the common kind, without backslashes, for the whole of a text,
// and the characters that such texts have, as they stand in brackets.
type form struct{ pattern, characters string }

// plainDecimal is the grammar of numbers of the file reader. No digit can be before the point and after it: Java would
// try each division of a long text.
var plainDecimal = form{"[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?", "0-9.eE+-"}

// whole is the pattern between the ends of a text. In RE2 and in PostgreSQL that is the whole text. In Java, and so in
// Spark, the end may stand before a last line break: there a text must have no other characters
// too, and a line break is one.
func (f form) whole() string { return "^(" + f.pattern + ")$" }

// other is a pattern of any other character.
func (f form) other() string { return "[^" + f.characters + "]" }

func call(function string, arguments ...string) string {
	return function + "(" + strings.Join(arguments, ", ") + ")"
}

func cast(x, to string) string { return "CAST(" + x + " AS " + to + ")" }

// either is the value where the condition holds, else the other one.
func either(condition, value, other string) string {
	return "CASE WHEN " + condition + " THEN " + value + " ELSE " + other + " END"
}

// among says whether a value is in a list.
func (d *dialect) among(x string, list []string) string {
	if !d.listsAsCases {
		return x + " IN (" + strings.Join(list, ", ") + ")"
	}
	return "CASE " + x + " WHEN " + strings.Join(list, " THEN TRUE WHEN ") + " THEN TRUE ELSE FALSE END"
}

// where is the value where the condition holds, else NULL.
func where(condition, value string) string {
	return "CASE WHEN " + condition + " THEN " + value + " END"
}

// exponential writes a number with an exponent, which makes a literal a double where plain decimals are exact.
func exponential(v float64) string { return strconv.FormatFloat(v, 'e', -1, 64) }

// doubled quotes a text by a mark, which is doubled inside.
func doubled(s, mark string) string { return mark + strings.ReplaceAll(s, mark, mark+mark) + mark }

func quotedText(s string) string { return doubled(s, "'") }
func quotedName(s string) string { return doubled(s, `"`) }
func backticks(s string) string  { return doubled(s, "`") }

// functionOf makes a function of one argument.
func functionOf(name string) func(string) string {
	return func(x string) string { return call(name, x) }
}

var duckdb = &dialect{
	double: exponential, text: quotedText, name: quotedName,
	varchar: "VARCHAR", float: "DOUBLE", bigint: "BIGINT", decimal: "BIGINT", // whose sums are of type HUGEINT
	number: func(cell string) string {
		// The type of a column is a constant: only one of the two is computed. A text is checked first, as DuckDB reads 1_000
		// too.
		text := call("trim", cast(cell, "VARCHAR"), blanks)
		return either("typeof("+cell+") = 'VARCHAR'",
			where(call("regexp_full_match", text, quotedText(plainDecimal.pattern)), "TRY_CAST("+text+" AS DOUBLE)"),
			"TRY_CAST("+cell+" AS DOUBLE)")
	},
	blanks:   characters,
	trimmed:  func(cell string) string { return call("trim", cast(cell, "VARCHAR"), blanks) },
	bytes:    functionOf("encode"),
	matches:  func(text string, f form) string { return call("regexp_full_match", text, quotedText(f.pattern)) },
	truncate: functionOf("trunc"),

	listsAsCases: true, // since version 2.0
}

// characters is the text of all blanks, by their numbers: in a literal nobody could see them.
func characters() string {
	var list []string
	for _, r := range " \t" + csv.Blanks {
		list = append(list, fmt.Sprintf("chr(%d)", r))
	}
	return strings.Join(list, "||")
}

// postgresDecimal is the number of a text that is a plain decimal. A cast that fails would end the query. Of at most
// 6,000 characters and with four digits in the exponent every text is a numeric, and between these bounds every numeric
// is a float8. With more digits in the exponent no text as short is between them. A longer one is no number.
func postgresDecimal(text string) string {
	exact := cast(text, "numeric")
	matches := func(pattern string) string { return text + " ~ " + quotedText(pattern) }
	return "CASE WHEN " + call("length", text) + " > 6000 THEN NULL" +
		" WHEN " + matches("^[^1-9eE]*([eE]|$)") + " OR " + matches("[eE]-0*[1-9][0-9]{4}") + " THEN 0" +
		" WHEN " + matches("[eE][+]?0*[1-9][0-9]{4}") + " THEN NULL" +
		" WHEN abs(" + exact + ") < 1e-300 THEN 0" +
		" WHEN abs(" + exact + ") < 1.7976931348623158e308 THEN " + cast(text, "float8") + " END"
}

var postgres = &dialect{
	double: func(v float64) string { return "float8 '" + exponential(v) + "'" },
	text:   func(s string) string { return "E'" + escaped(s) + "'" }, // whatever standard_conforming_strings says
	name:   quotedName, longestName: 63, mostColumns: 1664,           // constants of the server
	varchar: "text", float: "float8", bigint: "bigint", decimal: "bigint", // whose sums are of type numeric
	number: func(cell string) string {
		text := call("btrim", cell+"::text", blanks)
		return either(
			"pg_typeof("+cell+") IN ('float8'::regtype, 'float4'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype)",
			cast(cell, "float8"),
			where(text+" ~ "+quotedText(plainDecimal.whole()), postgresDecimal(text)),
		)
	},
	bytes:           func(text string) string { return call("convert_to", text, "'UTF8'") },
	blanks:          characters,
	trimmed:         func(cell string) string { return call("btrim", cell+"::text", blanks) },
	matches:         func(text string, f form) string { return text + " ~ " + quotedText(f.whole()) },
	truncate:        functionOf("trunc"),
	refusesOverflow: true,
	fence:           "OFFSET 0",
}

// escaped writes everything but letters, digits, blanks and a few marks as \uXXXX, in UTF-16: such a text has no
// character that could end it, nor one that a client replaces.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(" _.,-", r) {
			b.WriteRune(r)
			continue
		}
		for _, half := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, half)
		}
	}
	return b.String()
}

var spark = &dialect{
	double: exponential,
	text:   func(s string) string { return "'" + escaped(s) + "'" },
	name:   backticks, forbidden: "${", // which Spark replaces by a setting, inside quotes too
	// Whose sums are of type DECIMAL(38,0).
	varchar: "STRING", float: "DOUBLE", bigint: "BIGINT", decimal: "DECIMAL(28,0)",
	number: func(cell string) string {
		text := sparkTrimmed(cell)
		return where(sparkMatches(text, plainDecimal), "try_cast("+text+" AS DOUBLE)")
	},
	blanks:   func() string { return "' \\t" + escaped(csv.Blanks) + "'" },
	trimmed:  sparkTrimmed,
	bytes:    func(text string) string { return cast(text, "BINARY") },
	matches:  sparkMatches,
	truncate: func(x string) string { return x }, // the cast to an integer truncates
}

func sparkTrimmed(cell string) string {
	return "trim(BOTH " + blanks + " FROM " + cast(cell, "STRING") + ")"
}

func sparkMatches(text string, f form) string {
	return text + " RLIKE '" + f.whole() + "' AND NOT " + text + " RLIKE '" + f.other() + "'"
}
