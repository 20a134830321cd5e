package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// publicTable has each of the values in turn in a column c, and a column of numbers and a label beside it.
func publicTable(values ...string) string {
	var b strings.Builder
	b.WriteString("a,c,y\n")
	for k := range 4 * len(values) {
		fmt.Fprintf(&b, "%d,%s,%d\n", k%5, values[k%len(values)], k)
	}
	return b.String()
}

// A private cell has the level that it can only mean, and none where it could mean two.
func TestALevelInAnotherForm(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		levels []string
		cell   string
		want   int
	}{
		{[]string{"1", "2", "3"}, "3.0", 2},
		{[]string{"1.0", "2.0", "3.0"}, "3", 2},
		{[]string{"1", "2", "3"}, "003", 2},
		{[]string{"001", "002", "003"}, "3", 2},
		{[]string{"1", "2", "3"}, "3e0", 2},
		{[]string{"0", "-1", "2"}, "\u22121", 1},
		{[]string{"0", "1"}, "-0.0", 0},
		{[]string{"1", "01", "2"}, "1", 0}, // identifiers: the text is the level
		{[]string{"1", "01", "2"}, "1.0", none},
		{[]string{"2.1", "2.10", "3"}, "2.10", 1},
		{[]string{"2.1", "2.10", "3"}, "2.100", none},
		{[]string{"1", "2", "x"}, "1.0", none}, // not all of them are numbers
		{[]string{"9007199254740992", "9007199254740993"}, "9007199254740992.0", none},
		{[]string{"0", "1"}, "True", 1},
		{[]string{"0", "1"}, "FALSCH", 0},
		{[]string{"0", "1"}, "f", none}, // a woman, perhaps
		{[]string{"False", "True"}, "1.0", 1},
		{[]string{"False", "True"}, "t", 1},
		{[]string{"no", "yes"}, "ja", 1},
		{[]string{"n", "y"}, "Yes", 1},
		{[]string{"n", "y"}, "1", none},
		{[]string{"0", "1", "2"}, "true", none},
		{[]string{"Z\u00fcrich", "Bern"}, "Zu\u0308rich", 0},
		{[]string{"Zu\u0308rich", "Bern"}, "Z\u00fcrich", 0},
		{[]string{"Fern W\u00e4rme", "Gas"}, "fern\u00a0wa\u0308rme", 0},
		{[]string{"red", "blue"}, "\u00a0red\u2009", 0},
		{[]string{"red", "blue"}, "\ufeffred", 0},
		{[]string{"EU", "NA", "AS"}, "NA", 1},
		{[]string{"EU", "NA", "AS"}, "na", 1},
		{[]string{"EU", "NA", "AS"}, "?", none},
	} {
		s := readSource(t, publicTable(c.levels...), SourceOptions{Label: "y", Categorical: []string{"c"}})
		classes := readSource(t, publicTable(c.levels...), SourceOptions{Label: "c", Task: Classification})
		want := "missing"
		if c.want != none {
			want = Composed(c.levels[c.want])
		}
		for how, read := range map[string]func() (UnitRows, error){
			"a level": func() (UnitRows, error) { return NewCellReader(strings.NewReader("c\n"+c.cell+"\n"), s.Schema) },
			"a class": func() (UnitRows, error) {
				return Labelled(strings.NewReader("a,c\n1,"+c.cell+"\n"), classes.Schema)
			},
		} {
			rows := must.Get(read())(t)
			row := make([]float64, 2+len(classes.Schema.Columns)-1)
			if how == "a level" {
				row = row[:2]
			}
			if !rows.Next(row) {
				t.Fatalf("%q, %s: no row", c.cell, how)
			}
			v, got := row[1], "missing"
			if how == "a class" {
				v = row[len(row)-1]
			}
			switch {
			case math.IsNaN(v):
			case how == "a level":
				got = s.Schema.Columns[1].Levels[int(v)].Name
			default:
				got = classes.Schema.Classes[int(v)]
			}
			if got != want {
				t.Errorf("%q among %q as %s: %s, want %s", c.cell, c.levels, how, got, want)
			}
		}
	}
}

// Outer blanks of Unicode, other minus signs and numbers that a spreadsheet keeps as text are numbers, public and
// private alike.
func TestANumberInAnotherForm(t *testing.T) {
	for cell, want := range map[string]float64{"12\u00a0": 12, "\u202f12": 12, "\ufeff12": 12, "\u221212": -12, "\u201312": -12,
		"'12": 12, `"=""12"""`: 12, `="12"`: 12, "\u200e-12": -12} {
		s := readSource(t, "a,y\n"+cell+",1\n0,2\n", SourceOptions{Label: "y"})
		if c := s.Schema.Columns[0]; c.Kind != Numeric || c.Min != math.Min(0, want) || c.Max != math.Max(0, want) {
			t.Errorf("public %q: %+v", cell, c)
		}
		z, report := readTarget(t, "a\n"+cell+"\n", s.Schema)
		if got := math.Round(s.Schema.Columns[0].Mean + s.Schema.Columns[0].Scale*z[0]); got != want || len(report.Findings) > 0 {
			t.Errorf("private %q: %v, %+v", cell, got, report)
		}
	}
	s := readSource(t, "a,y\n12,1\n0,2\n", SourceOptions{Label: "y"})
	if z, report := readTarget(t, "a\n12\xa0\n", s.Schema); z[0] != 1 || report.RepairedCells > 0 {
		t.Errorf("a no-break space of Windows-1252: %v, %+v", z, report)
	}
}

// Headers are the same in composed and decomposed letters, with no-break spaces and in either case.
func TestAHeaderInAnotherForm(t *testing.T) {
	source := "Ko\u0308ln Na\u0308he,y\n1,2\n2,3\n"
	s := readSource(t, source, SourceOptions{Label: "y"})
	for _, header := range []string{"K\u00f6ln N\u00e4he", "\u00a0K\u00f6ln\u00a0N\u00e4he ", "KO\u0308LN  N\u00c4HE"} {
		z, report := readTarget(t, header+"\n2\n", s.Schema)
		if len(z) != 1 || z[0] != 1 || len(report.MissingColumns) > 0 {
			t.Errorf("%q: %v, %+v", header, z, report)
		}
	}
	for _, label := range []string{"Ko\u0308ln Na\u0308he", "K\u00f6ln N\u00e4he"} {
		if s := readSource(t, source, SourceOptions{Label: label}); s.Schema.Label != "K\u00f6ln N\u00e4he" {
			t.Errorf("%q: the label is %q", label, s.Schema.Label)
		}
	}
}

// Words for a missing value are values where the public sample shows it, and the note names the word.
func TestWordsForAMissingValueThatAreValues(t *testing.T) {
	for _, c := range []struct {
		name, table string
		options     SourceOptions
		classes     string // of the label, or the levels of column c
		notes       string // what the notes name as a value
	}{
		{"classes + and -", "a,y\n1,+\n2,-\n3,+\n", SourceOptions{Label: "y"}, "[+ -]", `"-"`},
		{"and - for missing numbers", "a,y\n1,+\n-,-\n3,+\n", SourceOptions{Label: "y"}, "[+ -]", `"-"`},
		{"a class NA", "a,y\n1,EU\n2,NA\n3,AS\n", SourceOptions{Label: "y"}, "[AS EU NA]", `"NA"`},
		{"two columns of codes", "a,c,y\n1,EU,EU\n2,NA,NA\n3,AS,AS\n", SourceOptions{Label: "y"}, "[AS EU NA]", `"NA"`},
		{"R's NA, in numbers too", "a,y\n1,EU\nNA,NA\n3,AS\n", SourceOptions{Label: "y"}, "[AS EU]", ""},
		{"rows without a label", "a,y\n1,1\n2,NA\n3,2\n", SourceOptions{Label: "y", Task: Classification}, "[1 2]", ""},
		{"unknown in several columns", "a,b,y\n?,x1,one\nx1,?,two\nx22,x2,one\nx2,x2,?\n", SourceOptions{Label: "y"}, "[one two]", ""},
		{"a database's null", "a,y\n1,one\n2,null\n3,two\n", SourceOptions{Label: "y"}, "[one two]", ""},
	} {
		s := readSource(t, c.table, c.options)
		var named []string
		for _, note := range s.Notes {
			if strings.Contains(note, "counts as a value") {
				named = append(named, note)
			}
		}
		if fmt.Sprint(s.Schema.Classes) != c.classes || len(named) > 0 != (c.notes != "") ||
			len(named) > 0 && !strings.Contains(strings.Join(named, " "), c.notes) {
			t.Errorf("%s: %q, notes %q", c.name, s.Schema.Classes, s.Notes)
		}
		if err := s.Schema.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	s := readSource(t, "a,c,y\n1,+,1\n2,-,2\n3,+,3\n", SourceOptions{Label: "y"})
	if names := s.Schema.FeatureNames(); !slices.Equal(names, []string{"a", "c=+", "c=-"}) {
		t.Errorf("features %q", names)
	}
}

// The separator is the one that finds the label, or that the next record agrees with; one that is not read is named.
func TestTheSeparatorOfAPublicFile(t *testing.T) {
	s := readSource(t, "age (years, full);bmi (kg/m2, 1 digit);y\n1;2;3\n2;2,5;4\n", SourceOptions{Label: "y"})
	if names := s.Schema.FeatureNames(); len(names) != 2 || s.Schema.Columns[1].Max != 2.5 {
		t.Errorf("features %q", names)
	}
	names := must.Get(ColumnNames(strings.NewReader("a (b, c, d);y\n1;2\n")))(t)
	if len(names) != 2 {
		t.Errorf("columns %q", names)
	}
	for table, called := range map[string]string{"a|b|y\n1|2|3\n": `"|"`, "a b y\n1 2 3\n": "blanks", "a:b:y\n1:2:3\n": `":"`} {
		_, err := ReadSource(strings.NewReader(table), SourceOptions{Label: "y"})
		if err == nil || !strings.Contains(err.Error(), "separated by "+called) {
			t.Errorf("%q: %v", table, err)
		}
		header, _, _ := strings.Cut(table, "\n")
		schema := readSource(t, "a,b,y\n1,2,3\n2,3,4\n", SourceOptions{Label: "y"}).Schema
		_, err = NewTargetReader(strings.NewReader(header+"\n1|2\n"), schema)
		if err == nil || !strings.Contains(err.Error(), "separated by "+called) {
			t.Errorf("private %q: %v", header, err)
		}
	}
}

// A single value that outweighs all others is named, in the label too; a rare event is none.
func TestAValueFarFromAllOthersIsNamed(t *testing.T) {
	table := func(far string) string {
		var b strings.Builder
		b.WriteString("a,event,y\n")
		for k := range 200 {
			fmt.Fprintf(&b, "%d,0,%d\n", k%17, k%13)
		}
		return b.String() + far
	}
	for far, want := range map[string]string{
		"3,0,1e12\n": `Column "y" has one value that is far from all others, 1000000000000, and outweighs them`,
		"-1e9,0,4\n": `Column "a" has one value that is far from all others, -1000000000, and outweighs them`,
		"3,1,4\n":    "",
		"3,0,99\n":   "",
	} {
		notes := strings.Join(readSource(t, table(far), SourceOptions{Label: "y"}).Notes, " ")
		if want == "" && strings.Contains(notes, "far from all others") || !strings.Contains(notes, want) {
			t.Errorf("%s: notes %q, want %q", far, notes, want)
		}
	}
}
