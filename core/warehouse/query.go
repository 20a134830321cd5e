package warehouse

import (
	"fmt"
	"strings"

	"privadapt/core/dataset"
	"privadapt/core/grid"
)

// Query writes the query that adds up the rows of a table. It returns one row with one text, which [Read] reads. The table, a name
// or what gives a table in that database, and the filter, a condition on its rows or empty, are pasted as they are: they are the
// owner's own SQL. Of the sample's texts none can become SQL: names of columns are quoted identifiers, levels are quoted texts.
func (p Plan) Query(to Dialect, table, filter string) (string, error) {
	d := dialects[to]
	if d == nil {
		return "", refuse(CodeBadOption, "there is no dialect %q; choose one of %v", to, Dialects)
	}
	if strings.TrimSpace(table) == "" {
		return "", refuse(CodeBadOption, "no table is named")
	}
	if err := p.check(); err != nil {
		return "", err
	}
	if err := d.checkNames(p.Source.Schema); err != nil {
		return "", err
	}
	from := "FROM " + table + "\nAS " + rowsName
	if filter != "" {
		from += "\nWHERE (\n-- This condition is pasted as the owner wrote it.\n" + filter + "\n)"
	}
	w := writer{dialect: d, from: from}
	w.cells(p.Source.Schema)
	w.standardise(p.Source.Schema)
	w.shorten(p.Grid, p.Map.Dim())
	w.quantise(p.Grid, p.Map.Dim())
	head := fmt.Sprintf(head, p.Digest())
	return head + w.result(fmt.Sprintf("%s %d %s %d ", mark, format, p.Digest(), p.Map.Dim()), p.Map.Dim()), nil
}

const head = `-- privadapt: exact sums over private rows, for the plan %s
-- Each row of the table counts once. What this returns is as private as the rows: give it to privadapt adapt --target-sums, then
-- delete it. It reads the named columns alone and changes nothing.
`

// rowsName is what the query calls the table.
const rowsName = "privadapt_rows"

// checkNames refuses names and levels that the dialect cannot hold.
func (d *dialect) checkNames(s dataset.Schema) error {
	seen := map[string]bool{}
	for _, c := range s.Used() {
		lower := strings.ToLower(c.Name)
		switch {
		case seen[lower]:
			return refuse(CodeBadOption, "the names of two columns differ only in the case of letters: %.80q; a database may take them for one, so ignore one of them", c.Name)
		case strings.ContainsRune(c.Name, 0) || d.forbidden != "" && strings.Contains(c.Name, d.forbidden):
			return refuse(CodeBadOption, "the name %.80q of a column cannot be written in this dialect; ignore that column", c.Name)
		case d.longestName > 0 && len(c.Name) > d.longestName:
			return refuse(CodeBadOption, "the name %.80q of a column is longer than the %d bytes that this database keeps; ignore that column", c.Name, d.longestName)
		}
		seen[lower] = true
		for _, l := range c.Levels {
			if strings.ContainsRune(l.Name, 0) {
				return refuse(CodeBadOption, "a level of the column %.80q holds a NUL character; ignore that column", c.Name)
			}
		}
	}
	return nil
}

// writer nests queries: each layer computes columns from those of the layer before.
type writer struct {
	*dialect
	from string // what the next layer reads
}

// layer adds a query of these expressions, of the form "expression AS name" or "name".
func (w *writer) layer(expressions ...string) {
	query := "SELECT\n" + strings.Join(expressions, ",\n") + "\n" + w.from
	if w.fence != "" {
		query += "\n" + w.fence
	}
	w.from = "FROM (\n" + query + "\n) AS q"
}

func as(x, name string) string { return x + " AS " + name }

// each gives an expression for each of d features, which count from 1.
func each(d int, of func(k int) string) []string {
	list := make([]string, d)
	for k := range list {
		list[k] = of(k + 1)
	}
	return list
}

// z is the k-th standardised feature, s the same in grid steps.
func z(k int) string { return fmt.Sprintf("z%d", k) }
func s(k int) string { return fmt.Sprintf("s%d", k) }

func squares(x string) string { return x + " * " + x }

// shorten clips the features to the radius, in the order of operations of dataset.Clip. Databases that refuse results that overflow
// or underflow must not see one: that would be an error for one row. So what is below 1e-150 of the largest feature is 0 here; it
// changes no step.
func (w *writer) shorten(g grid.Grid, d int) {
	radius := g.FeatureRadius()
	features := each(d, z)
	const far = 1e100
	outside := strings.Join(each(d, func(k int) string { return squares(z(k)) }), " + ") + " >= " + w.double(radius*radius*(1-1e-6))
	if w.refusesOverflow {
		near := strings.Join(each(d, func(k int) string {
			return z(k) + " BETWEEN " + w.double(-far) + " AND " + w.double(far)
		}), " AND ")
		outside = either(near, outside, "TRUE")
	}
	w.layer(append(features, as(outside, "outside"))...)

	sizes := each(d, func(k int) string { return call("ABS", z(k)) })
	largest := sizes[0]
	if d > 1 {
		largest = call("GREATEST", sizes...)
	}
	w.layer(append(features, "outside", as(where("outside", largest), "largest"))...)

	root := call("SQRT", strings.Join(each(d, func(k int) string { return squares(w.relative(k)) }), " + "))
	w.layer(append(features, "outside", "largest", as(where("outside", root), "root"))...)

	// Next to the radius a row may turn out not to be outside.
	inside := either("largest <= "+w.double(far), "largest * root <= "+w.double(radius), "FALSE")
	w.layer(each(d, func(k int) string {
		clipped := either(inside, z(k), w.relative(k)+" * ("+w.double(radius)+" / root)")
		return as(either("outside", clipped, z(k)), z(k))
	})...)
}

// relative is a feature divided by the largest.
func (w *writer) relative(k int) string {
	return "(" + either(call("ABS", z(k))+" < largest * "+w.double(1e-150), w.double(0), z(k)+" / largest") + ")"
}

// quantise truncates the features to grid steps and enforces their integer norm: a row that is too long is drawn in by one step in
// each feature, as grid.Quantise does, and one that is still too long counts as zeros. All of it is done in integers, whose products
// fit into 63 bits.
func (w *writer) quantise(g grid.Grid, d int) {
	scale := w.double(grid.Steps / g.Radius())
	w.layer(each(d, func(k int) string {
		return as(cast(w.truncate(z(k)+" * "+scale), w.bigint), s(k))
	})...)
	most := int64(grid.Steps)*grid.Steps - g.InterceptSteps()*g.InterceptSteps()
	drawnIn := func(k int) string { return "(" + s(k) + " - " + cast(call("SIGN", s(k)), w.bigint) + ")" }
	w.layer(append(each(d, s), as(fits(d, s, most), "fit"))...)
	w.layer(append(each(d, s), "fit", as(where("NOT fit", fits(d, drawnIn, most)), "drawn_in"))...)
	w.layer(each(d, func(k int) string {
		return as(either("fit", s(k), either("drawn_in", drawnIn(k), "0")), s(k))
	})...)
}

// fits is the condition that a vector of integers is in the ball: none is above N in size, and then the sum of their squares, each at
// most 2⁶⁰, is not above the bound. After every five squares the sum is cut off at 2⁶¹, which is above any bound, so that it does
// not wrap around.
func fits(d int, of func(k int) string, most int64) string {
	var inRange []string
	sum := ""
	for k := 1; k <= d; k++ {
		inRange = append(inRange, fmt.Sprintf("%s BETWEEN -%d AND %d", of(k), grid.Steps, grid.Steps))
		square := squares(of(k))
		switch {
		case sum == "":
			sum = square
		case k%5 == 1:
			sum = fmt.Sprintf("LEAST(%s, %d) + %s", sum, int64(1)<<61, square)
		default:
			sum += " + " + square
		}
	}
	return either(strings.Join(inRange, " AND "), fmt.Sprintf("%s <= %d", sum, most), "FALSE")
}

// result adds up the steps and their products in pairs, and joins the sums to one text: PostgreSQL returns at most 1,664 columns.
func (w *writer) result(start string, d int) string {
	parts := []string{quotedText(start), cast("COUNT(*)", w.varchar)}
	total := func(x string) {
		if w.decimal != w.bigint {
			x = cast(x, w.decimal)
		}
		parts = append(parts, "' ' || "+cast(call("COALESCE", call("SUM", x), "0"), w.varchar))
	}
	for k := 1; k <= d; k++ {
		total(s(k))
	}
	for i := 1; i <= d; i++ {
		for j := i; j <= d; j++ {
			total(s(i) + " * " + s(j))
		}
	}
	return "SELECT " + joined(append(parts, quotedText(" "+end))) + " AS privadapt_sums\n" + w.from + ";\n"
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
