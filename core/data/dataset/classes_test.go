package dataset

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"privadapt/core/must"
)

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
