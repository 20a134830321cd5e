package dataset

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/dates"
)

// A label whose texts are mostly numbers with marks is no class, unless its author says so.
func TestALabelOfMarkedNumbersIsRefused(t *testing.T) {
	for _, c := range []struct{ labels, want string }{
		{`"1,234" "2,345" "3,456"`, `marks between digits, such as "1,234"`},
		{`"1.234,5" "2.345,5" 7`, `marks between digits, such as "1.234,5"`},
		{"x 5% 6.5% \"1,5\u00a0%\"", `percent signs, such as "5%"`},
		{"1'234 2\u00a0345 many", `marks between digits, such as "1'234"`},
	} {
		table := "a,y\n"
		for j, label := range strings.Split(c.labels, " ") {
			table += string(rune('1'+j)) + "," + label + "\n"
		}
		_, err := ReadSource(strings.NewReader(table), SourceOptions{Label: "y"})
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Code != CodeNotANumber || wrong.Column != 2 ||
			!strings.HasSuffix(wrong.Message, "look like numbers with "+c.want+"; remove them, or say task classification") {
			t.Errorf("%s: %v", c.labels, err)
		}
		s, err := ReadSource(strings.NewReader(table), SourceOptions{Label: "y", Task: Classification})
		if err != nil || len(s.Schema.Classes) < 3 {
			t.Errorf("%s as classes: %v", c.labels, err)
		}
	}
	// The problem is the only one, however many values the label has.
	many := "a,y\n" + strings.Repeat("1,5%\n2,6%\n", 2)
	for j := range maxLevels {
		many += "3," + strings.Repeat("1", j+1) + "%\n"
	}
	if _, err := ReadSource(strings.NewReader(many), SourceOptions{Label: "y"}); err == nil ||
		strings.Contains(err.Error(), ";") && strings.Count(err.Error(), ";") > 1 {
		t.Errorf("one problem is told as %v", err)
	}
	// Half of the texts are not enough, and neither is what only begins as a number.
	for _, labels := range []string{"5% low", "1st 2nd", "% high", "1-2 3-4", "10.0.0.1 10.0.0.2"} {
		table := "a,y\n" + "1," + strings.Join(strings.Split(labels, " "), "\n2,") + "\n"
		if _, err := ReadSource(strings.NewReader(table), SourceOptions{Label: "y"}); err != nil {
			t.Errorf("%s: %v", labels, err)
		}
	}
}

// Such a feature is taken as categories with a note; who declares it categorical has none.
func TestAFeatureOfMarkedNumbersHasANote(t *testing.T) {
	const table = "rate,price,kind,y\n5%,\"1,234\",a,1\n6%,\"2,345\",b,2\n7,\"3,456\",c,3\n"
	want := []string{
		`Column "rate" looks like numbers with percent signs, such as "5%", and is taken as categories; to have numbers, remove them.`,
		`Column "price" looks like numbers with marks between digits, such as "1,234", and is taken as categories; to have numbers, remove them.`,
	}
	s, err := ReadSource(strings.NewReader(table), SourceOptions{Label: "y"})
	if err != nil || !slices.Equal(s.Notes, want) {
		t.Errorf("%v, notes %q", err, s.Notes)
	}
	s, err = ReadSource(strings.NewReader(table), SourceOptions{Label: "y", Categorical: []string{"rate", "price"}})
	if err != nil || len(s.Notes) > 0 || s.Schema.Columns[0].Kind != Categorical {
		t.Errorf("declared: %v, notes %q", err, s.Notes)
	}
}

// Half of the cells that are not missing decide: half of numbers make numbers of a column, and half of dates make dates
// of it unless there are as many numbers.
func TestHalfOfTheCellsDecideTheKind(t *testing.T) {
	for cells, want := range map[string]string{
		"1 2 x z":                       "numbers",
		"1 x z":                         "categories",
		"1 2 x 2020-01-02":              "numbers",
		"2020-01-02 2020-01-03 x z":     "dates",
		"2020-01-02 2020-01-03 x 1":     "dates",
		"2020-01-02 x z":                "categories",
		"2020-01-02 2020-01-03 1 2":     "numbers",
		"2020-01-02 2020-01-03 x z NA ": "dates",
	} {
		var sample []record
		for cell := range strings.SplitSeq(cells, " ") {
			sample = append(sample, record{cells: [][]byte{[]byte(cell)}})
		}
		l := &layout{names: []string{"a"}, kinds: make([]Kind, 1), dates: make([]*dates.Column, 1), label: -1}
		l.decideKinds(sample)
		got := "numbers"
		switch {
		case l.kinds[0] == Categorical:
			got = "categories"
		case l.dates[0] != nil:
			got = "dates"
		}
		if got != want {
			t.Errorf("%s are taken as %s, not as %s", cells, got, want)
		}
	}
}
