package dataset

import (
	"fmt"
	"strings"
	"testing"
)

// The author of a sample sees all problems at once, not one column at a time.
func TestAllProblemsOfASampleAreListedAtOnce(t *testing.T) {
	var text strings.Builder
	text.WriteString("age,date,name,size,y\n")
	for i := range 100 {
		fmt.Fprintf(&text, "%d,%d/%d/2020,person %d,%d,%d\n", i, i%28+1, i%12+1, i, i, i)
	}
	text.WriteString("old,1/2/2020,person 1,NaN,1\n1,2\nolder,1/2/2020,person 1,3,\n")
	_, err := ReadSource(strings.NewReader(text.String()), SourceOptions{Label: "y"})
	e, ok := err.(*Error)
	if !ok || e.Code != CodeTooManyLevels || e.Line != 66 || e.Column != 2 {
		t.Fatalf("the first problem is %v", err)
	}
	for _, part := range []string{
		`line 66, column 3 ("name"): the column has more than 64 levels; ignore it or merge its levels (so in 36 places)`,
		`column 2 ("date"): "9/5/2020" seems to be a date in which day and month cannot be told apart`,
		`line 102, column 1 ("age"): "old" is not a number; fix the cell or declare the column categorical or ignored (so in 2 places)`,
		`line 102, column 4 ("size"): "NaN" is not a finite number`,
		"line 103: fields: 2 in the row, 5 in the header",
		`line 104, column 5 ("y"): the label is missing`,
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in: %v", part, err)
		}
	}
}

// What is wrong with the header or with the options does not hide the rest.
func TestProblemsOfAHeaderAreListedWithThoseOfTheColumns(t *testing.T) {
	text := "a,b,a,b,day,y\n" + strings.Repeat("1,2,3,4,2024-02-29,5\n", 3) + "1,2,x,4,29 February,6\n"
	options := SourceOptions{Label: "z", Categorical: []string{"c", "b"}, Ignore: []string{"d", "b"}}
	_, err := ReadSource(strings.NewReader(text), options)
	e, ok := err.(*Error)
	if !ok || e.Code != CodeUnknownColumn {
		t.Fatalf("the first problem is %v", err)
	}
	for _, part := range []string{
		`there is no column "c" to declare categorical; the columns are "a", "b", "a", "b", "day", "y"`,
		`there is no column "d" to declare ignored`,
		`the column "b" is declared categorical and ignored; choose one`,
		`line 1: there is no label column "z"`,
		`line 1, column 3 ("a"): column 1 has the same name`,
		`line 1, column 4 ("b"): column 2 has the same name`,
		`line 5, column 3 ("a"): "x" is not a number`,
		`line 5, column 5 ("day"): "29 February" is not a date such as 2024-12-31`,
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in: %v", part, err)
		}
	}
}

func TestAVeryLongListOfProblemsIsCut(t *testing.T) {
	var names, bad []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("c%d", i))
		bad = append(bad, "x")
	}
	good := strings.Repeat("1,", 50) + "1\n"
	text := strings.Join(names, ",") + ",y\n" + good + strings.Join(bad, ",") + ",1\n" + good
	_, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "y"})
	if err == nil || strings.Count(err.Error(), "is not a number") != mostProblems || !strings.HasSuffix(err.Error(), "; and 30 more problems") {
		t.Errorf("%v", err)
	}
}
