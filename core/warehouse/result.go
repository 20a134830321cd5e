package warehouse

import (
	"fmt"
	"slices"
	"strings"
)

// result adds up the steps and their products and joins the sums to one text: PostgreSQL returns at most 1,664 columns.
// With labels there are two groups of rows, those with a label and the others; one that has no row has sums of zero.
func (w *writer) result(p Plan) string {
	start := fmt.Sprintf("%s %d %s %d ", mark, format, p.Digest(), p.dim())
	by := []string(nil)
	if p.Offset != nil {
		by = []string{"labelled"}
	}
	sums := w.textOf(w.sums(p.dim(), p.Unit != ""), by)
	if p.Offset != nil {
		w.grouped([]string{as(sums, "sums")}, by)
		none := quotedText("0" + strings.Repeat(" 0", p.headsOf()+sumsOf(p.dim())-1))
		group := func(labelled string) string {
			return call("COALESCE", call("MAX", where("labelled = "+labelled, "sums")), none)
		}
		sums = group("1") + " || ' ' || " + group("0")
	}
	return "SELECT " + w.checked() + " || " + quotedText(start) + " || " + sums + " || " + quotedText(
		" "+end,
	) + " AS privadapt_sums\n" + w.from + ";\n"
}

// grouped is a query of the totals of what was noted and of these expressions, for each group, which hands on what the
// groups are named by.
func (w *writer) grouped(expressions, by []string) {
	list := slices.Concat(by, w.totals(), expressions)
	w.from = "FROM (\nSELECT " + strings.Join(list, ", ") + "\n" + w.from
	if by != nil {
		w.from += "\nGROUP BY " + strings.Join(by, ", ")
	}
	w.from += "\n) AS q"
}

// textOf joins numbers of all rows or of each group. Where an expression may join few, they become columns first, then
// texts of some of them: MAX, of one row each, keeps the database from copying the expressions into one.
func (w *writer) textOf(numbers, by []string) string {
	if w.sumsOfText == 0 {
		return w.spaced(numbers)
	}
	sum := numbered("sum")
	columns := each(len(numbers), func(k int) string { return as(numbers[k-1], sum(k)) })
	w.grouped(columns, by)
	var texts []string
	for some := range slices.Chunk(each(len(numbers), sum), w.sumsOfText) {
		texts = append(texts, call("MAX", w.spaced(some)))
	}
	return w.spaced(texts)
}

// spaced is the text of numbers, or of texts, with a blank between two.
func (w *writer) spaced(numbers []string) string {
	parts := make([]string, len(numbers))
	for k, number := range numbers {
		parts[k] = cast(number, w.varchar)
		if k > 0 {
			parts[k] = "' ' || " + parts[k]
		}
	}
	return joined(parts)
}

// sums are the number of rows, the sums of the steps and the sums of their products, the upper triangle row-major.
// For people they are their heads and the products, the intercept's included.
func (w *writer) sums(d int, people bool) []string {
	numbers, first := []string{"COUNT(*)"}, 1
	total := func(x string) {
		if w.decimal != w.bigint {
			x = cast(x, w.decimal)
		}
		numbers = append(numbers, call("COALESCE", call("SUM", x), "0"))
	}
	if people {
		numbers, first = w.heads(), 0
	} else {
		for k := 1; k <= d; k++ {
			total(s(k))
		}
	}
	for i := first; i <= d; i++ {
		for j := i; j <= d; j++ {
			total(s(i) + " * " + s(j))
		}
	}
	return numbers
}

// joined concatenates in pairs, so that the expression is not deep.
func joined(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	half := len(parts) / 2
	return "(" + joined(parts[:half]) + " || " + joined(parts[half:]) + ")"
}

// sumsOf is the number of sums over rows of d features: their number, the features and the products.
func sumsOf(d int) int { return 1 + d + d*(d+1)/2 }
