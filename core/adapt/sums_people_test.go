//go:build !js

package adapt

import (
	"fmt"
	"strings"
	"testing"

	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/terms"
)

// The sums that a database returns for people are the file's, and their owner is told the same numbers.
func TestSumsOfPeopleAreThoseOfTheFile(t *testing.T) {
	table := named(labelledTable(400), func(i int) string { return []string{"", "a", "b", fmt.Sprint(i % 50)}[i%4] })
	for _, way := range []string{"moment", "labels"} {
		o := budget(ways[way])
		o.Unit = "who"
		want, told := must.Both(readPeople(t, o, table))(t)
		got, report, err := ReadSums(publicSource(t), o, strings.NewReader(peopleText(want, told)), nil)
		if err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		sameTargets(t, way, got, want)
		if *report.People != *told.People || report.Rows != told.Rows || report.MostRows != told.MostRows ||
			report.NamelessRows != told.NamelessRows || way == "labels" && *report.LabelledRows != *told.LabelledRows {
			t.Errorf("%s: %+v, want %+v", way, report, told)
		}
	}
}

// What δ and a receiver's bounds are compared with is the number of people, of sums of a database as of their file: a
// run that they refuse is not charged, and no other is refused.
func TestSumsOfPeopleAreHeldToTheirNumber(t *testing.T) {
	table := named(labelledTable(400), func(i int) string { return fmt.Sprint(i % 40) })
	for _, way := range []string{"moment", "labels"} {
		o := budget(ways[way])
		o.Unit = "who"
		of, told, err := readPeople(t, o, table)
		if err != nil || *told.People != 40 {
			t.Fatal(err, told)
		}
		text := peopleText(of, told)
		for _, c := range []struct {
			delta    float64
			receiver *terms.Receiver
			refused  string
		}{
			{0.0249, nil, ""},
			{0.025, nil, "bad-delta"},
			{o.Delta, &terms.Receiver{Terms: terms.Terms{RowsMin: 40, RowsMax: 40}}, ""},
			{o.Delta, &terms.Receiver{Terms: terms.Terms{RowsMin: 41}}, "refused-by-receiver"},
			{o.Delta, &terms.Receiver{Terms: terms.Terms{RowsMax: 39}}, "refused-by-receiver"},
		} {
			own := o
			own.Delta, own.Receiver = c.delta, c.receiver
			_, _, ofFile := readPeople(t, own, table)
			_, _, ofSums := ReadSums(publicSource(t), own, strings.NewReader(text), nil)
			for where, err := range map[string]error{"the file": ofFile, "the sums": ofSums} {
				if (err == nil) != (c.refused == "") || err != nil && !isRefused(err, c.refused) {
					t.Errorf("%s, δ = %v, %+v: of %s %v", way, c.delta, c.receiver, where, err)
				}
			}
		}
	}
}

// peopleText is what a database returns for the people of a target.
func peopleText(t *Target, told OwnerReport) string {
	var b strings.Builder
	order := t.sum.Order
	if t.labelled != nil {
		order = t.labelled.Order
	}
	fmt.Fprintf(&b, "privadapt-sums 1 %s %d", digestOf(t), order-1)
	group := func(sum *moment.Sum, rows, people, most, nameless int64) {
		fmt.Fprintf(&b, " %d %d %d %d", rows, people, most, nameless)
		for i := range order {
			for j := i; j < order; j++ {
				if j < sum.Order {
					fmt.Fprintf(&b, " %v", sum.Entry(i, j))
				} else {
					b.WriteString(" 0")
				}
			}
		}
	}
	rows := int64(told.Rows)
	if t.labelled != nil {
		rows -= *told.LabelledRows
		group(t.labelled, *told.LabelledRows, 0, 1, 0)
	}
	group(t.sum, rows, *told.People, told.MostRows, told.NamelessRows)
	return b.String() + " end"
}
