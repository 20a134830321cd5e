package warehouse

import (
	"fmt"
	"math"
	"strings"

	"privadapt/core/data/dataset"
)

// The columns of the table become standardised features, as package dataset reads them from a file: the same numbers,
// dates and levels where they are written in the common way. A cell that cannot be used is NULL at first and then 0,
// the sample's mean.

// cells reads the columns: numbers as v0, v1, …, levels by their order as l0, l1, …, with the number of the column
// among those used; if labels are read, the label as y, a number or the place of a class.
func (w *writer) cells(schema dataset.Schema, labels bool, unit string) {
	var names, first []string
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
	var person []string
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
	w.note(schema, names)
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
