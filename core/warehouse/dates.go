package warehouse

import (
	"fmt"

	"privadapt/core/data/dataset/csv"
)

// Dates as SQL, by the grammar and the calendar of package csv: a text that has the form of a date is taken apart by
// the places of its marks. A text of any other form is NULL before a function sees it, and what is cast to a number is
// digits, so no cell ends the query.

// dateForm is the grammar of dates in a column of this order. Where the order is open, only dates that show theirs have
// the form.
func dateForm(o csv.DateOrder) form {
	const (
		n      = "[0-9]{1,2}"
		middle = "(-" + n + "-|/" + n + "/|[.]" + n + "[.])" // the number between two marks that are the same
		shown  = "[0-9]{4}" + middle + n + "|" + n + "[.]" + n + "[.][0-9]{4}"
		last   = "([0-9]{4}|[0-9]{2})"

		minutes = ":[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?"
		zone    = "(Z|[+-][0-9]{2}(:?[0-9]{2})?)?"
		time    = "[T ](([01]?[0-9]|2[0-3])" + minutes + zone + "|(0?[1-9]|1[0-2])" + minutes + "[ ]?[AaPp][Mm])"
	)
	ordered := map[csv.DateOrder]string{
		csv.DayFirst:   "|" + n + middle + last,
		csv.MonthFirst: "|" + n + "(-" + n + "-|/" + n + "/)" + last,
		csv.YearFirst:  "|[0-9]{2}" + middle + n,
	}
	return form{"(" + shown + ordered[o] + ")(" + time + ")?", "0-9TZAPMapm:/. +-"}
}

// dateColumns writes the layers that take dates apart.
type dateColumns struct {
	*writer
	columns []dateColumn
}

// dateColumn is a column of dates. The names of its parts end in its number.
type dateColumn struct {
	number int
	order  csv.DateOrder
}

func (c dateColumn) part(letter string) string { return fmt.Sprintf("%s%d", letter, c.number) }

// dateText is the cell as t, if it has the form of a date.
func (w *writer) dateText(c dateColumn, cell string) string {
	return as(where(w.matches(cell, dateForm(c.order)), cell), c.part("t"))
}

// layers computes v0, v1, … of the columns of dates, and keeps the other columns.
func (d dateColumns) layers(others []string) {
	if len(d.columns) == 0 {
		return
	}
	for _, of := range []func(c dateColumn) []string{d.firstMark, d.secondMark, d.lastPlace, d.numbers, d.parts, d.days} {
		expressions := append([]string(nil), others...)
		for _, c := range d.columns {
			expressions = append(expressions, of(c)...)
		}
		d.layer(expressions...)
	}
}

const marks = " IN ('-', '/', '.')"

// place is a part of a text from a place on, by its number of characters, which count from 1; beyond the end it is
// empty.
func place(text, from string, length any) string {
	return call("SUBSTR", text, from, fmt.Sprint(length))
}

// firstMark computes q, the place of the first mark.
func (d dateColumns) firstMark(c dateColumn) []string {
	t := c.part("t")
	return []string{
		t,
		as("CASE WHEN "+place(t, "2", 1)+marks+" THEN 2 WHEN "+place(t, "3", 1)+marks+" THEN 3 ELSE 5 END", c.part("q")),
	}
}

// secondMark computes r of the second mark.
func (d dateColumns) secondMark(c dateColumn) []string {
	t, q := c.part("t"), c.part("q")
	return []string{t, q, as(either(place(t, q+" + 2", 1)+marks, q+" + 2", q+" + 3"), c.part("r"))}
}

// lastPlace computes e, the last place of the date: its third number has one, two or four digits.
func (d dateColumns) lastPlace(c dateColumn) []string {
	t, q, r := c.part("t"), c.part("q"), c.part("r")
	const ends = " IN ('', ' ', 'T')"
	return []string{t, q, r,
		as(
			"CASE WHEN "+place(t, r+" + 2", 1)+ends+" THEN "+r+" + 1 WHEN "+place(t, r+" + 3",
				1)+ends+" THEN "+r+" + 2 ELSE "+r+" + 4 END",
			c.part("e"),
		)}
}

// numbers computes the three numbers i, j and k, the digits n of the third, the first mark o, the time u as text, which
// may be empty, and the place p of the first colon in it.
func (d dateColumns) numbers(c dateColumn) []string {
	t, q, r, e := c.part("t"), c.part("q"), c.part("r"), c.part("e")
	time := call("SUBSTR", t, e+" + 2")
	return []string{q,
		as(d.digits(place(t, "1", q+" - 1")), c.part("i")),
		as(d.digits(place(t, q+" + 1", r+" - "+q+" - 1")), c.part("j")),
		as(d.digits(place(t, r+" + 1", e+" - "+r)), c.part("k")),
		as(e+" - "+r, c.part("n")), as(place(t, q, 1), c.part("o")), as(time, c.part("u")),
		as(either(place(time, "2", 1)+" = ':'", "2", "3"), c.part("p")),
		// What comes after the numbers of the time has g characters.
		as("CASE WHEN "+lower(ending(time, 1))+" = 'm' THEN "+either(ending(time, 3)+" = ' '", "3", "2")+
			" WHEN "+ending(time, 1)+" = 'Z' THEN 1 WHEN "+ending(time, 6)+sign+" THEN 6 WHEN "+ending(time,
			5)+sign+" THEN 5 WHEN "+
			ending(time, 3)+sign+" THEN 3 ELSE 0 END", c.part("g")),
	}
}

const sign = " IN ('+', '-')"

// ending is the character of a text a number of places from the end.
func ending(text string, from int) string {
	return place(text, fmt.Sprintf("LENGTH(%s) - %d", text, from-1), 1)
}

func lower(text string) string { return call("LOWER", text) }

// digits is a text of digits as a number.
func (d dateColumns) digits(text string) string { return cast(text, d.float) }

// optional is a text of digits where a condition holds, and else 0, as a number.
func (d dateColumns) optional(condition, text string) string {
	return d.digits(either(condition, text, "'0'"))
}

// parts computes the year y, the month m, the day d, and the seconds c of the day.
func (d dateColumns) parts(c dateColumn) []string {
	first, second, third := c.part("i"), c.part("j"), c.part("k")
	short := func(n string) string { // a year of two digits
		return n + " + " + either(n+" < "+d.double(csv.FirstYear-1900), d.double(2000), d.double(1900))
	}
	shown := c.part("q") + " = 5" // the year comes first and has four digits
	year, month, day := either(shown, first, third), second, either(shown, third, first)
	two := c.part("n") + " = 2 AND NOT " + shown
	switch c.order {
	case csv.DayFirst:
		year = either(two, short(third), year)
	case csv.MonthFirst:
		open := c.part("o") + " <> '.' AND NOT " + shown
		year, month, day = either(two, short(third), year), either(open, first, second), either(open, second, day)
	case csv.YearFirst:
		open := c.part("n") + " <> 4 AND NOT " + shown
		year, day = either(open, short(first), year), either(open, third, day)
	}
	return []string{as(year, c.part("y")), as(month, c.part("m")), as(day, c.part("d")), as(d.seconds(c), c.part("c"))}
}

// seconds of the day, in the order of operations of package csv: a time without a fraction or zone has the
// seconds of its numbers.
func (d dateColumns) seconds(c dateColumn) string {
	u, p, g := c.part("u"), c.part("p"), c.part("g")
	timed := u + " <> ''"
	hour := d.optional(timed, place(u, "1", p+" - 1"))
	half := either(
		lower(ending(u, 1))+" = 'm'",
		either(hour+" = "+d.double(12), d.double(0), hour)+" + "+either(lower(ending(u, 2))+" = 'p'", d.double(12),
			d.double(0)),
		hour,
	)
	precise := place(u, p+" + 3", 1) + " = ':'"
	fraction := either(precise+" AND "+place(u, p+" + 6", 1)+" = '.'",
		place(u, p+" + 7", call("GREATEST", "LENGTH("+u+") - "+p+" - 6 - "+g, "0")), "'0'")
	zone := place(u, "LENGTH("+u+") - "+g+" + 1", 1)
	ahead := d.double(3600) + " * " + d.optional(zone+sign, place(u, "LENGTH("+u+") - "+g+" + 2", 2)) +
		" + " + d.double(60) + " * " + d.optional(zone+sign+" AND "+g+" > 3", place(u, "LENGTH("+u+") - 1", 2))
	return d.double(3600) + " * (" + half + ") + " + d.double(
		60,
	) + " * " + d.optional(timed, place(u, p+" + 1", 2)) + " + " + d.optional(precise, place(u, p+" + 4", 2)) +
		" + " + cast(
		"'0.' || "+fraction,
		d.float,
	) + " - " + either(zone+" = '-'", "-("+ahead+")", ahead)
}

// days computes v, the days since 1970-01-01 with the time as a fraction, or NULL where there is no such day; see
// dayNumber in package csv. All but the fraction are whole numbers in doubles. A year of the calculation begins in
// March.
func (d dateColumns) days(c dateColumn) []string {
	y, m, day := c.part("y"), c.part("m"), c.part("d")
	early := m + " < " + d.double(3)
	year := "(" + y + " - " + either(early, d.double(1), d.double(0)) + ")"
	month := "(" + m + " + " + either(early, d.double(9), d.double(-3)) + ")" // from March on
	part := func(of float64) string { return call("FLOOR", year+" / "+d.double(of)) }
	divides := func(of float64) string { return y + " = " + d.double(of) + " * " + call("FLOOR", y+" / "+d.double(of)) }
	leap := "(" + divides(400) + " OR (" + divides(4) + " AND NOT " + divides(100) + "))"
	isDay := fmt.Sprintf("%[1]s >= 1 AND %[2]s BETWEEN 1 AND 12 AND %[3]s BETWEEN 1 AND 31 AND "+
		"(%[3]s <= 28 OR (%[2]s <> 2 AND %[3]s <= 30) OR %[2]s IN (1, 3, 5, 7, 8, 10, 12) OR (%[2]s = 2 AND %[3]s = 29 AND %[4]s))", y, m, day, leap)
	number := d.double(365) + " * " + year + " + " + part(4) + " - " + part(100) + " + " + part(400) +
		" + " + call("FLOOR", "("+d.double(153)+" * "+month+" + "+d.double(2)+") / "+d.double(5)) + " + " + day + " - " +
		d.double(719469)
	return []string{as(where(isDay, number+" + "+c.part("c")+" / "+d.double(86400)), c.part("v"))}
}
