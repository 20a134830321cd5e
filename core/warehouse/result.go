package warehouse

import (
	"fmt"
	"strings"
)

// result adds up the steps and their products and joins the sums to one text: PostgreSQL returns at most 1,664 columns.
// With labels there are two groups of rows, those with a label and the others; one that has no row has sums of zero.
func (w *writer) result(p Plan) string {
	start := fmt.Sprintf("%s %d %s %d ", mark, format, p.Digest(), p.dim())
	sums := w.sums(p.dim(), p.Unit != "")
	if p.Offset != nil {
		groups := strings.Join(append(w.totals(), as(sums, "sums")), ", ")
		w.from = "FROM (\nSELECT labelled, " + groups + "\n" + w.from + "\nGROUP BY labelled\n) AS q"
		none := quotedText("0" + strings.Repeat(" 0", p.headsOf()+sumsOf(p.dim())-1))
		group := func(labelled string) string {
			return call("COALESCE", call("MAX", where("labelled = "+labelled, "sums")), none)
		}
		sums = group("1") + " || ' ' || " + group("0")
	}
	return "SELECT " + w.checked() + " || " + quotedText(
		start,
	) + " || " + sums + " || " + quotedText(
		" "+end,
	) + " AS privadapt_sums\n" + w.from + ";\n"
}

// sums is the text of the number of rows, the sums of the steps and those of their products, the upper triangle
// row-major. Of people it is their heads and the products, those of the intercept among them.
func (w *writer) sums(d int, people bool) string {
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
	for k, number := range numbers {
		numbers[k] = cast(number, w.varchar)
		if k > 0 {
			numbers[k] = "' ' || " + numbers[k]
		}
	}
	return joined(numbers)
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
