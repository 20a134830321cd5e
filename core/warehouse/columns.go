package warehouse

import (
	"fmt"
	"math"
	"strings"

	"privadapt/core/dataset"
)

// The columns of the table become standardised features, as package dataset reads them from a file: the same numbers, dates and
// levels where they are written in the common way. A cell that cannot be used is NULL at first and then 0, the sample's mean.

// cells reads the columns: numbers as v0, v1, …, levels by their order as l0, l1, …, with the number of the column among those used; if
// labels are read, the label as y, a number or the place of a class.
func (w *writer) cells(schema dataset.Schema, labels bool) {
	var names, first, parts, last []string
	if labels {
		cell := rowsName + "." + w.name(schema.Label)
		y := w.number(cell)
		if schema.Classes != nil {
			y = w.level(w.trimmed(cell), schema.Classes)
		}
		names, first = append(names, "y"), append(first, as(y, "y"))
	}
	hasDates := false
	for i, c := range schema.Used() {
		cell := rowsName + "." + w.name(c.Name)
		switch {
		case c.Dates:
			hasDates = true
			t := fmt.Sprintf("t%d", i)
			first = append(first, as(where(w.matches(w.trimmed(cell), dateForm), w.trimmed(cell)), t))
			parts = append(parts, w.dateParts(t, i)...)
			last = append(last, as(w.dayNumber(i), fmt.Sprintf("v%d", i)))
			continue
		case c.Kind == dataset.Numeric:
			names = append(names, fmt.Sprintf("v%d", i))
			first = append(first, as(w.number(cell), names[len(names)-1]))
		default:
			names = append(names, fmt.Sprintf("l%d", i))
			first = append(first, as(w.level(w.trimmed(cell), namesOf(c.Levels)), names[len(names)-1]))
		}
	}
	w.layer(first...)
	if hasDates {
		w.layer(append(parts, names...)...)
		w.layer(append(last, names...)...)
	}
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

// standardise makes the features z1, z2, … of numbers and levels; one that is more than most in size is 0.
func (w *writer) standardise(schema dataset.Schema, most float64) {
	var features []string
	add := func(x string) { features = append(features, as(x, z(len(features)+1))) }
	for i, c := range schema.Used() {
		if c.Kind == dataset.Numeric {
			add(w.standardised(fmt.Sprintf("v%d", i), c.Mean, c.Scale, most))
			continue
		}
		for k, l := range c.Levels {
			add(fmt.Sprintf("CASE WHEN l%d IS NULL THEN %s WHEN l%d = %d THEN %s ELSE %s END",
				i, w.double(0), i, k, w.double((1-l.Mean)/l.Scale), w.double(-l.Mean/l.Scale)))
		}
	}
	w.layer(features...)
}

// standardised is (v − mean)/scale where that is at most so large, else 0. Some databases refuse what overflows or underflows, so the
// numbers for which it would are named: they are public.
func (w *writer) standardised(v string, mean, scale, most float64) string {
	value := "(" + v + " - " + w.double(mean) + ") / " + w.double(scale)
	if near := scale * tiny; mean+near != mean || mean-near != mean {
		value = either(v+" BETWEEN "+w.double(mean-near)+" AND "+w.double(mean+near), w.double(0), value)
	}
	return either(w.within(v, mean, scale, most), value, w.double(0))
}

// within is the condition that (v − mean)/scale is at most so large in size, which is false of NaN and not true of NULL.
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

// dateForm are the dates that are read, YYYY-MM-DD and YYYY/MM/DD, perhaps with a time of day without a zone; databases write dates and
// timestamps in the first form. It has no backslash.
const dateForm = "([0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01]))" +
	"([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?)?"

// dateParts takes a text of that form apart: the year that begins in March, the month from 3 to 14, the day, and the seconds of the day.
func (w *writer) dateParts(t string, i int) []string {
	digits := func(from, length int) string {
		return cast(call("SUBSTR", t, fmt.Sprint(from), fmt.Sprint(length)), w.float)
	}
	early := digits(6, 2) + " < 3"
	longer := func(than int, x string) string {
		return either(fmt.Sprintf("%s > %d", call("LENGTH", t), than), x, w.double(0))
	}
	seconds := w.double(3600) + " * " + digits(12, 2) + " + " + w.double(60) + " * " + digits(15, 2) + " + " + longer(16, digits(18, 2)) +
		" + " + longer(19, cast("'0' || "+call("SUBSTR", t, "20"), w.float))
	return []string{
		as(digits(1, 4), fmt.Sprintf("y%d", i)),
		as(digits(6, 2), fmt.Sprintf("m%d", i)),
		as(digits(9, 2), fmt.Sprintf("d%d", i)),
		as(digits(1, 4)+" - "+either(early, w.double(1), w.double(0)), fmt.Sprintf("a%d", i)),
		as(digits(6, 2)+" + "+either(early, w.double(12), w.double(0)), fmt.Sprintf("b%d", i)),
		as(longer(10, seconds), fmt.Sprintf("c%d", i)),
	}
}

// dayNumber is the days since 1970-01-01, of which the time is a fraction, or NULL where there is no such day; see dayNumber in
// package dataset. All but the fraction are whole numbers in doubles.
func (w *writer) dayNumber(i int) string {
	n := func(name string) string { return fmt.Sprintf("%s%d", name, i) }
	part := func(of float64) string { return call("FLOOR", n("a")+" / "+w.double(of)) }
	divides := func(of float64) string {
		return n("y") + " = " + w.double(of) + " * " + call("FLOOR", n("y")+" / "+w.double(of))
	}
	leap := "(" + divides(400) + " OR (" + divides(4) + " AND NOT " + divides(100) + "))"
	isDay := fmt.Sprintf("y%d >= 1 AND (d%d <= 28 OR (m%d <> 2 AND d%d <= 30) OR m%d IN (1, 3, 5, 7, 8, 10, 12) OR (m%d = 2 AND d%d = 29 AND %s))", i, i, i, i, i, i, i, leap)
	number := w.double(365) + " * " + n("a") + " + " + part(4) + " - " + part(100) + " + " + part(400) +
		" + " + call("FLOOR", "("+w.double(153)+" * ("+n("b")+" - "+w.double(3)+") + "+w.double(2)+") / "+w.double(5)) +
		" + " + n("d") + " - " + w.double(719469)
	return where(isDay, number+" + "+n("c")+" / "+w.double(86400))
}
