package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/dates"
	"privadapt/core/must"
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

// What a label is follows from its values, unless the task is named: text is a class, numbers are numbers, and 0 and 1
// are numbers with a note.
func TestTasks(t *testing.T) {
	for _, c := range []struct {
		name, labels string
		task         Task
		classes      string
		values       string
		note         bool
	}{
		{"numbers", "3 1 2", AnyTask, "[]", "[3 1 2]", false},
		{"texts", "yes no yes", AnyTask, "[no yes]", "[1 0 1]", false},
		{"three texts", "b c a", AnyTask, "[a b c]", "[1 2 0]", false},
		{"0 and 1", "0 1 1", AnyTask, "[]", "[0 1 1]", true},
		{"0 and 1 as numbers", "0 1 1", Regression, "[]", "[0 1 1]", false},
		{"0 and 1 as classes", "0 1 1", Classification, "[0 1]", "[0 1 1]", false},
		{"numbers as classes are in the order of their size", "10 9 10", Classification, "[9 10]", "[1 0 1]", false},
		{"numbers stand before texts", "x 2 10", Classification, "[2 10 x]", "[2 0 1]", false},
	} {
		table := "a,y\n"
		for j, label := range strings.Fields(c.labels) {
			table += fmt.Sprintf("%d,%s\n", j, label)
		}
		s, err := ReadSource(strings.NewReader(table), SourceOptions{Label: "y", Task: c.task})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if fmt.Sprint(s.Schema.Classes) != c.classes || fmt.Sprint(s.Labels) != c.values || (len(s.Notes) > 0) != c.note {
			t.Errorf("%s: classes %v, labels %v, notes %q", c.name, s.Schema.Classes, s.Labels, s.Notes)
		}
		if err := s.Schema.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Labels that cannot be classes are refused with the place.
func TestBadClasses(t *testing.T) {
	many := "a,y\n"
	for j := range maxLevels + 1 {
		many += fmt.Sprintf("%d,class %d\n", j, j)
	}
	for _, c := range []struct {
		name, table string
		task        Task
		code, says  string
	}{
		{"an unknown task", "a,y\n1,2\n2,3\n", "clustering", CodeBadOption, "choose regression or classification"},
		{"text where numbers are asked for", "a,y\n1,x\n2,z\n", Regression, CodeNotANumber, "not a number"},
		{"no label at all", "a,y\n1,?\n2,\n3,NA\n", Classification, CodeMissingLabel, "none of the 3 rows has a label"},
		{"one class", "a,y\n1,x\n2,x\n", AnyTask, CodeBadOption, "at least two classes"},
		{"too many", many, AnyTask, CodeTooManyLevels, "more than 64 classes"},
		{"dates", "a,y\n1,2024-01-01\n2,2024-01-02\n", AnyTask, CodeNotANumber, "not a number"},
		{"not UTF-8", "a,y\n1,x\n2,\xff\n", AnyTask, CodeBadEncoding, "UTF-8"},
	} {
		_, err := ReadSource(strings.NewReader(c.table), SourceOptions{Label: "y", Task: c.task})
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != c.code || !strings.Contains(refused.Message, c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A schema from outside with classes that no sample gives is refused.
func TestClassesOfASchema(t *testing.T) {
	for _, classes := range [][]string{{}, {"a"}, {"a", "a"}, {"a", ""}, {"a", " b"}, {"a", "b\u00a0"}, {"a", "\xff"},
		make([]string, 65)} {
		s := Schema{Label: "y", Classes: classes, Columns: []Column{{Name: "a", Kind: Numeric, Scale: 1}}}
		if s.Validate() == nil {
			t.Errorf("the classes %q are accepted", classes)
		}
	}
}

// The cells that a source keeps are those that a CellReader reads from the same file, and values in memory give them as
// well.
func TestCellsOfASource(t *testing.T) {
	s := must.Get(ReadSource(strings.NewReader(cellsTable), SourceOptions{Label: "y", Ignore: []string{"junk"}}))(t)
	r := must.Get(NewCellReader(strings.NewReader(cellsTable), s.Schema))(t)
	var read []float64
	for row := make([]float64, 3); r.Next(row); {
		read = append(read, row...)
	}
	if fmt.Sprint(s.Cells()) != fmt.Sprint(read) || len(read) != 12 {
		t.Errorf("kept %v, read %v", s.Cells(), read)
	}
	if r.Report().RepairedCells != 3 || r.Report().Rows != 4 {
		t.Errorf("the report of the cells is %+v", r.Report())
	}
	values := make([]float64, 4*4)
	for j := range 4 {
		for i, column := range []int{0, 2, 3} { // the ignored column stands second
			values[column*4+j] = read[j*3+i]
		}
	}
	v := must.Get(NewValueRows(values, 4, s.Schema))(t)
	var given []float64
	cells := v.Cells()
	for row := make([]float64, 3); cells.Next(row); {
		given = append(given, row...)
	}
	if fmt.Sprint(given) != fmt.Sprint(read) || cells.Report().RepairedCells != 3 || cells.Err() != nil {
		t.Errorf("of values %v (%+v), want %v", given, cells.Report(), read)
	}
}
