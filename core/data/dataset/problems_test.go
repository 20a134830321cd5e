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
		fmt.Fprintf(&text, "%d,%d/%d/%d,person %d,%d,%d\n", i, i%11+1, i%12+1, 1900+i, i, i, i)
	}
	text.WriteString("old,1/2/2020,person 1,NaN,1\n1,2\nolder,1/2/2020,person 1,3,2\nunlabelled,no date,person 1,NaN,\n")
	_, err := ReadSource(strings.NewReader(text.String()), SourceOptions{Label: "y"})
	e, ok := err.(*Error)
	if !ok || e.Code != CodeDateOrder || e.Line != 2 || e.Column != 2 {
		t.Fatalf("the first problem is %v", err)
	}
	for _, part := range []string{
		`line 66, column 3 ("name"): the column has more than 64 levels; ignore it or merge its levels (so in 36 places)`,
		`the column holds dates, but the order of day and month is open ("1/1/1900" on line 2, "2/2/1901" on line 3, "3/3/1902" on line 4)`,
		`line 102, column 1 ("age"): "old" is not a number; fix the cell or declare the column categorical or ignored (so in 2 places)`,
		`line 102, column 4 ("size"): "NaN" is not a finite number`,
		"line 103: fields: 2 in the row, 5 in the header",
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
	if err == nil || strings.Count(err.Error(), "is not a number") != mostProblems ||
		!strings.HasSuffix(err.Error(), "; and 30 more problems") {
		t.Errorf("%v", err)
	}
}
