package warehouse

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/words"
)

// Query writes the query that adds up the rows of a table. It returns one row with one text, which [Read] reads. The
// table, a name or what gives a table in that database, and the filter, a condition on its rows or empty, are pasted as
// they are: they are the owner's own SQL. Of the sample's texts none can become SQL: names of columns are quoted
// identifiers, levels are quoted texts.
func (p Plan) Query(to Dialect, table, filter string) (string, error) {
	w, err := newWriter(to, Dialects, table)
	if err != nil {
		return "", err
	}
	if err := p.check(); err != nil {
		return "", err
	}
	if err := w.checkNames(p.Source.Schema, p.readsLabels(), p.Unit); err != nil {
		return "", err
	}
	if filter != "" {
		w.from += "\nWHERE (\n-- This condition is pasted as the owner wrote it.\n" + filter + "\n)"
	}
	w.note(p.Source.Schema, w.cells(p.Source.Schema, p.readsLabels(), p.Unit, nil))
	query := fmt.Sprintf(head, p.Digest(), p.counted())
	if p.Report != nil {
		w.places(p.Source.Schema, p.Report)
		query += w.counts(p)
	} else {
		if p.Offset != nil {
			w.labelled(p)
		} else {
			w.standardise(p.Source.Schema)
		}
		w.shorten(p.Grid.FeatureRadius(), p.dim())
		w.quantise(p.Grid, p.dim())
		if p.Unit != "" {
			w.share(p.Grid, p.dim())
		}
		query += w.result(p)
	}
	if len(query) > MostBytes {
		return "", words.Refuse(
			CodeBadOption,
			"the query has %d bytes, and databases take at most %d: the model is too large for one, or a report has too many groups. Choose the base linear, or a column of fewer levels",
			len(query),
			MostBytes,
		)
	}
	return query, nil
}

const head = `-- privadapt: exact sums over private rows, for the plan %s
-- %s What this returns is as private as the rows: give it to privadapt adapt --target-sums, then
-- delete it. It reads the named columns alone and changes nothing.
`

// rowsName is what the query calls the table.
const rowsName = "privadapt_rows"

// checkNames refuses names, levels and, if labels are read, classes that the dialect cannot hold. unit is the column
// that names people, or "".
func (d *dialect) checkNames(s dataset.Schema, labels bool, unit string) error {
	columns := s.Used()
	if labels {
		label := dataset.Column{Name: s.Label}
		for _, name := range s.Classes {
			label.Levels = append(label.Levels, dataset.Level{Name: name})
		}
		columns = append(columns, label)
	}
	if unit != "" && !slices.ContainsFunc(columns, func(c dataset.Column) bool { return c.Name == unit }) {
		columns = append(columns, dataset.Column{Name: unit})
	}
	seen := map[string]bool{}
	for _, c := range columns {
		lower := strings.ToLower(c.Name)
		switch {
		case seen[lower]:
			return words.Refuse(CodeBadOption,
				"the names of two columns differ only in the case of letters: %.80q; a database may take them for one, so ignore one of them",
				c.Name)
		case strings.ContainsRune(c.Name, 0) || d.forbidden != "" && strings.Contains(c.Name, d.forbidden):
			return words.Refuse(CodeBadOption, "the name %.80q of a column cannot be written in this dialect; ignore that column",
				c.Name)
		case d.longestName > 0 && len(c.Name) > d.longestName:
			return words.Refuse(CodeBadOption,
				"the name %.80q of a column is longer than the %d bytes that this database keeps; ignore that column",
				c.Name, d.longestName)
		}
		seen[lower] = true
		for _, l := range c.Levels {
			if strings.ContainsRune(l.Name, 0) {
				return words.Refuse(CodeBadOption, "a level of the column %.80q holds a NUL character; ignore that column", c.Name)
			}
		}
	}
	return nil
}

// writer nests queries: each layer computes columns from the columns of the layer before.
type writer struct {
	*dialect
	from   string   // what the next layer reads
	kept   []string // columns that each layer hands on
	person []string // likewise, to the end: the columns of people.go, or those that scores have beside them
	noted  []string // what the check adds up, in every layer; see note
	widest int      // how many columns a layer has, at most
}

// newWriter refuses another dialect than these, and no table.
func newWriter(dialect Dialect, of []Dialect, table string) (*writer, error) {
	if !slices.Contains(of, dialect) {
		return nil, words.Refuse(CodeBadOption, "there is no dialect %q; choose one of %v", dialect, of)
	}
	if strings.TrimSpace(table) == "" {
		return nil, words.Refuse(CodeBadOption, "no table is named")
	}
	return &writer{dialect: dialects[dialect], from: "FROM " + table + "\nAS " + rowsName}, nil
}

// layer adds a query of these expressions, of the form "expression AS name" or "name", and of the columns that are kept
// for later ones.
func (w *writer) layer(expressions ...string) {
	columns := slices.Concat(expressions, w.kept, w.person, w.noted)
	w.widest = max(w.widest, len(columns))
	query := "SELECT\n" + strings.Join(columns, ",\n") + "\n" + w.from
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

// numbered gives the columns of a letter and a number.
func numbered(letter string) func(k int) string {
	return func(k int) string { return letter + strconv.Itoa(k) }
}

// z is the k-th standardised feature, s the same in grid steps.
var z, s = numbered("z"), numbered("s")

// plus adds from left to right.
func plus(terms []string) string { return strings.Join(terms, " + ") }

func squares(x string) string { return x + " * " + x }

// The columns of the table become standardised features, as package dataset reads them from a file: the same numbers,
// dates and levels where they are written in the common way. A cell that cannot be used is NULL at first and then 0,
// the sample's mean.

// cells reads the columns: numbers as v0, v1, …, levels by their order as l0, l1, …, with the number of the column
// among those used; if labels are read, the label as y, a number or the place of a class. It returns their names.
// Other columns of the table are kept to the end.
func (w *writer) cells(schema dataset.Schema, labels bool, unit string, kept []string) (names []string) {
	var first []string
	w.withBlanks(schema, labels, unit, kept)
	if labels {
		cell := rowsName + "." + w.name(schema.Label)
		y := w.number(cell)
		if schema.Classes != nil {
			y = w.level(w.trimmed(cell), schema.Classes)
		}
		names, first = append(names, "y"), append(first, as(y, "y"))
	}
	days := dateColumns{writer: w}
	for i, c := range schema.Used() {
		cell := rowsName + "." + w.name(c.Name)
		name := fmt.Sprintf("v%d", i)
		switch {
		case c.Dates:
			own := dateColumn{i, c.DateOrder}
			days.columns, first = append(days.columns, own), append(first, w.dateText(own, w.trimmed(cell)))
			continue
		case c.Kind == dataset.Numeric:
			first = append(first, as(w.number(cell), name))
		default:
			name = fmt.Sprintf("l%d", i)
			first = append(first, as(w.level(w.trimmed(cell), namesOf(c.Levels)), name))
		}
		names = append(names, name)
	}
	person := each(len(kept), carried)
	first = append(first, person...)
	if unit != "" {
		var own []string
		person, own = w.people(rowsName + "." + w.name(unit))
		first = append(first, own...)
	}
	w.layer(first...)
	w.person = person
	days.layers(names)
	for _, c := range days.columns {
		names = append(names, c.part("v"))
	}
	return names
}

// carried is a column of the table that scores have beside them.
var carried = numbered("privadapt_carried")

// blanks is a column of each row, so that the list of what is trimmed stands in the query once.
const blanks = "privadapt_blanks"

// withBlanks reads the columns from a query that has this one too.
func (w *writer) withBlanks(schema dataset.Schema, labels bool, unit string, kept []string) {
	columns := slices.Clone(w.kept)
	if labels {
		columns = append(columns, w.name(schema.Label))
	}
	for _, c := range schema.Used() {
		columns = append(columns, w.name(c.Name))
	}
	if unit != "" {
		columns = append(columns, w.name(unit))
	}
	for k, name := range columns {
		columns[k] = rowsName + "." + name
	}
	for k, name := range kept {
		columns = append(columns, as(rowsName+"."+w.name(name), carried(k+1)))
	}
	w.from = "FROM (\nSELECT " + strings.Join(append(columns, as(w.blanks(), blanks)), ", ") + "\n" + w.from +
		"\n) AS " + rowsName
}

func namesOf(levels []dataset.Level) (names []string) {
	for _, l := range levels {
		names = append(names, l.Name)
	}
	return names
}

// level is the place of the level that a text names, or NULL.
func (w *writer) level(text string, levels []string) string {
	var b strings.Builder
	b.WriteString("CASE " + text)
	for k, name := range levels {
		fmt.Fprintf(&b, " WHEN %s THEN %d", w.text(name), k)
	}
	b.WriteString(" END")
	return b.String()
}

// standardise makes the features z1, z2, … of numbers and levels; one that is more than dataset.Largest in size is 0.
func (w *writer) standardise(schema dataset.Schema) {
	var features []string
	add := func(x string) { features = append(features, as(x, z(len(features)+1))) }
	for i, c := range schema.Used() {
		if c.Kind == dataset.Numeric {
			add(w.standardised(fmt.Sprintf("v%d", i), c.Mean, c.Scale))
			continue
		}
		for k, l := range c.Levels {
			add(fmt.Sprintf("CASE WHEN l%d IS NULL THEN %s WHEN l%d = %d THEN %s ELSE %s END",
				i, w.double(0), i, k, w.double((1-l.Mean)/l.Scale), w.double(-l.Mean/l.Scale)))
		}
	}
	w.layer(features...)
}

// standardised is (v − mean)/scale where that is at most dataset.Largest, else 0. Some databases refuse what overflows
// or underflows, so the numbers for which it would are named: they are public.
func (w *writer) standardised(v string, mean, scale float64) string {
	value := "(" + v + " - " + w.double(mean) + ") / " + w.double(scale)
	if near := scale * tiny; mean+near != mean || mean-near != mean {
		value = either(v+" BETWEEN "+w.double(mean-near)+" AND "+w.double(mean+near), w.double(0), value)
	}
	return either(w.within(v, mean, scale, dataset.Largest), value, w.double(0))
}

// within is the condition that (v − mean)/scale is at most so large in size, which is false of NaN and not true of
// NULL.
func (w *writer) within(v string, mean, scale, most float64) string {
	furthest := func(sign float64) string {
		reached := func(bits uint64) bool { return math.Abs((sign*math.Float64frombits(bits)-mean)/scale) <= most }
		// Sizes in order are bits in order.
		least, largest := uint64(0), math.Float64bits(math.MaxFloat64)
		for least < largest {
			if half := least + (largest-least+1)/2; reached(half) {
				least = half
			} else {
				largest = half - 1
			}
		}
		return w.double(sign * math.Float64frombits(least))
	}
	return v + " BETWEEN " + furthest(-1) + " AND " + furthest(1)
}

// Features become grid steps, in the order of operations of dataset.Clip and grid.Quantise.

// tiny is a part of a size that changes no step. Databases that refuse results that overflow or underflow must not see
// one: that would be an error for one row. So what is smaller is 0.
const tiny = 1e-70

// shorten clips the features to the radius: a row that is outside has a divisor, its largest feature, and a factor; any
// other row is divided by 1 and multiplied by 1, which changes nothing.
func (w *writer) shorten(radius float64, d int) {
	features := each(d, z)
	outside := plus(each(d, func(k int) string { return squares(z(k)) })) + " >= " + w.double(radius*radius*(1-1e-6))
	w.layer(append(features, as(outside, "outside"))...)

	sizes := each(d, func(k int) string { return call("ABS", z(k)) })
	largest := sizes[0]
	if d > 1 {
		largest = call("GREATEST", sizes...)
	}
	w.layer(append(features, "outside", as(either("outside", largest, w.double(1)), "largest"))...)

	root := call("SQRT", plus(each(d, func(k int) string { return squares(w.relative(k, "largest")) })))
	w.layer(append(features, "outside", "largest", as(where("outside", root), "root"))...)

	// Next to the radius a row may turn out not to be outside.
	long := either("outside", "largest * root > "+w.double(radius), "FALSE")
	w.layer(append(features,
		as(either(long, "largest", w.double(1)), "divisor"),
		as(either(long, "("+w.double(radius)+" / root)", w.double(1)), "factor"),
		as(either(long, "1", "0"), clipped))...)
	w.noted = append(w.noted, clipped)
}

// relative is a feature by a divisor.
func (w *writer) relative(k int, divisor string) string {
	quotient := z(k) + " / " + divisor
	if w.refusesOverflow { // a quotient that is too small too
		quotient = either(call("ABS", z(k))+" < "+divisor+" * "+w.double(tiny), w.double(0), quotient)
	}
	return "(" + quotient + ")"
}

// quantise truncates the features to grid steps and enforces their integer norm: a row that is too long is drawn in by
// one step in each feature, as grid.Quantise does, and one that is still too long counts as zeros. All of it is done in
// integers, whose products fit into 63 bits.
func (w *writer) quantise(g grid.Grid, d int) {
	scale := w.double(grid.Steps / g.Radius())
	w.layer(each(d, func(k int) string {
		return as(cast(w.truncate(w.relative(k, "divisor")+" * factor * "+scale), w.bigint), s(k))
	})...)
	most := int64(grid.Steps)*grid.Steps - g.InterceptSteps()*g.InterceptSteps()
	drawnIn := func(k int) string { return "(" + s(k) + " - " + cast(call("SIGN", s(k)), w.bigint) + ")" }
	w.layer(append(each(d, s), as(fits(d, s, most), "fit"))...)
	w.layer(append(each(d, s), "fit", as(where("NOT fit", fits(d, drawnIn, most)), "drawn_in"))...)
	w.layer(each(d, func(k int) string {
		return as(either("fit", s(k), either("drawn_in", drawnIn(k), "0")), s(k))
	})...)
}

// fits is the condition that a vector of integers is in the ball: none is above N in size, and then the sum of their
// squares, each at most 2⁶⁰, is not above the bound. After every five squares the sum is cut off at 2⁶¹, which is above
// any bound, so that it does not wrap around.
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

// Before the sums a query returns what their owner should see before anything is spent, as the reader of files reports
// it: of each column how many cells count as the mean, and how many rows were shortened. The numbers are as private as
// the rows; no release is computed from them.

// checkMark begins this part of the text, which the mark of the sums ends.
const checkMark = "privadapt-check"

// Check is that part.
type Check struct {
	Unread  []int64 // cells that count as the mean, by the columns in use
	Clipped int64   // rows that were shortened; 0 for a report
}

// unread is 1 where the cell of a column counts as the mean, else 0. clipped likewise of a row.
func unread(i int) string { return fmt.Sprintf("unread%d", i) }

const clipped = "clipped"

// note adds these columns to every layer that follows.
func (w *writer) note(schema dataset.Schema, names []string) {
	flags := make([]string, 0, len(schema.Used()))
	for i, c := range schema.Used() {
		usable := fmt.Sprintf("l%d IS NOT NULL", i)
		if c.Kind == dataset.Numeric {
			usable = w.within(fmt.Sprintf("v%d", i), c.Mean, c.Scale, dataset.Largest)
		}
		flags = append(flags, as(either(usable, "0", "1"), unread(i)))
		w.noted = append(w.noted, unread(i))
	}
	noted := w.noted
	w.noted = nil
	w.layer(append(names, flags...)...)
	w.noted = noted
}

// totals are the sums of what was noted, as columns of a query that groups the rows.
func (w *writer) totals() []string {
	list := make([]string, len(w.noted))
	for k, name := range w.noted {
		list[k] = as(call("SUM", name), name)
	}
	return list
}

// checked is the text of what was noted, which stands before the text of the sums.
func (w *writer) checked() string {
	parts := []string{quotedText(checkMark)}
	for _, name := range w.noted {
		parts = append(parts, "' ' || "+cast(call("COALESCE", call("SUM", name), "0"), w.varchar))
	}
	return joined(append(parts, "' '"))
}

// result adds up the steps and their products and joins the sums to one text: PostgreSQL returns at most 1,664 columns.
// With labels there are two groups of rows, those with a label and the others; one that has no row has sums of zero.
func (w *writer) result(p Plan) string {
	start := fmt.Sprintf("%s %d %s %d ", mark, format, p.Digest(), p.dim())
	by := []string(nil)
	if p.Offset != nil {
		by = []string{"labelled"}
	}
	sums := w.spaced(w.sums(p.dim(), p.Unit != ""))
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
