package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
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
		s := readSource(t, table, SourceOptions{Label: "y", Task: Classification})
		if len(s.Schema.Classes) < 3 {
			t.Errorf("%s as classes: %q", c.labels, s.Schema.Classes)
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
		readSource(t, "a,y\n1,"+strings.ReplaceAll(labels, " ", "\n2,")+"\n", SourceOptions{Label: "y"})
	}
}

// Such a feature is taken as categories with a note; who declares it categorical has none.
func TestAFeatureOfMarkedNumbersHasANote(t *testing.T) {
	const table = "rate,price,kind,y\n5%,\"1,234\",a,1\n6%,\"2,345\",b,2\n7,\"3,456\",c,3\n"
	want := []string{
		`Column "rate" looks like numbers with percent signs, such as "5%", and is taken as categories; to have numbers, remove them.`,
		`Column "price" looks like numbers with marks between digits, such as "1,234", and is taken as categories; to have numbers, remove them.`,
	}
	if s := readSource(t, table, SourceOptions{Label: "y"}); !slices.Equal(s.Notes, want) {
		t.Errorf("notes %q", s.Notes)
	}
	s := readSource(t, table, SourceOptions{Label: "y", Categorical: []string{"rate", "price"}})
	if len(s.Notes) > 0 || s.Schema.Columns[0].Kind != Categorical {
		t.Errorf("declared: %v, notes %q", s.Schema.Columns[0].Kind, s.Notes)
	}
}

// Half of the cells that are not missing decide: half of numbers make numbers of a column, and half of dates make dates
// of it unless there are as many numbers.
func TestHalfOfTheCellsDecideTheKind(t *testing.T) {
	for cells, want := range map[string]field{
		"1 2 x z":                       {kind: Numeric},
		"1 x z":                         {kind: Categorical},
		"1 2 x 2020-01-02":              {kind: Numeric},
		"2020-01-02 2020-01-03 x z":     {kind: Numeric, dates: &csv.DateColumn{}},
		"2020-01-02 2020-01-03 x 1":     {kind: Numeric, dates: &csv.DateColumn{}},
		"2020-01-02 x z":                {kind: Categorical},
		"2020-01-02 2020-01-03 1 2":     {kind: Numeric},
		"2020-01-02 2020-01-03 x z NA ": {kind: Numeric, dates: &csv.DateColumn{}},
	} {
		b := &builder{layout: layout{fields: make([]field, 1), label: -1}}
		for cell := range strings.SplitSeq(cells, " ") {
			b.sample = append(b.sample, record{cells: [][]byte{[]byte(cell)}})
		}
		if b.decideKinds(); !reflect.DeepEqual(b.fields[0], want) {
			t.Errorf("%s are taken as %+v, not as %+v", cells, b.fields[0], want)
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
		s := readSource(t, table, SourceOptions{Label: "y", Task: c.task})
		if fmt.Sprint(s.Schema.Classes) != c.classes || fmt.Sprint(s.Labels) != c.values || (len(s.Notes) > 0) != c.note {
			t.Errorf("%s: classes %v, labels %v, notes %q", c.name, s.Schema.Classes, s.Labels, s.Notes)
		}
		if err := s.Schema.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
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
		levels := map[string]int{}
		for k, name := range c.levels {
			levels[Composed(name)] = k
		}
		k, ok := foldLevels(levels).find(c.cell)
		if ok != (c.want != none) || ok && k != c.want {
			t.Errorf("%q among %q: %d, %v; want %d", c.cell, c.levels, k, ok, c.want)
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

// repeated repeats a value.
func repeated(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// normal returns n values of a normal distribution, with two decimals.
func normal(n int, mean, scale float64) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Round(100*(mean+scale*r.NormFloat64())) / 100
	}
	return values
}

// counts returns n whole numbers of a geometric distribution.
func counts(n int, mean float64) []float64 {
	r := rand.New(rand.NewPCG(3, 4))
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Floor(mean * r.ExpFloat64())
	}
	return values
}

func TestSpikes(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells [][]float64
		want  string
	}{
		{"−200 for a missing temperature", [][]float64{normal(1000, 18, 9), repeated(-200, 40)}, "[-200] 40"},
		{"9999 for a missing income", [][]float64{counts(1000, 300), repeated(9999, 5)}, "[9999] 5"},
		{"999 in nearly all cells", [][]float64{counts(100, 5), repeated(999, 3000)}, "[999] 3000"},
		{"at both ends", [][]float64{normal(1000, 50, 9), repeated(-999, 20), repeated(999, 30)}, "[-999] 20 [999] 30"},
		{"three codes", [][]float64{normal(1000, 50, 9), repeated(997, 7), repeated(998, 8), repeated(999, 9)},
			"[997 998 999] 24"},
		{"two codes, one far beyond the other", [][]float64{normal(1000, 50, 9), repeated(-99, 7), repeated(-999, 8)},
			"[-999 -99] 15"},
		{"−200 beside values up to 1500", [][]float64{counts(1000, 250), repeated(-300, 160)}, "[-300] 160"},

		{"no repetition", [][]float64{normal(1000, 18, 9), {-200, 999}}, ""},
		{"too few cells", [][]float64{normal(1000, 18, 9), repeated(-200, 4)}, ""},
		{"too small a share", [][]float64{normal(10_000, 18, 9), repeated(-200, 9)}, ""},
		{"not far", [][]float64{normal(1000, 50, 9), repeated(0, 40)}, ""},
		{"0 and 1", [][]float64{repeated(0, 900), repeated(1, 100)}, ""},
		{"few values", [][]float64{repeated(1, 100), repeated(2, 100), repeated(3, 100), repeated(40, 100)}, ""},
		{"few values and a code", [][]float64{repeated(1, 100), repeated(2, 100), repeated(3, 100), repeated(99, 100)},
			"[99] 100"},
		{"two values", [][]float64{repeated(1, 100), repeated(1e6, 100)}, ""},
		{"counts with many zeros", [][]float64{counts(1000, 1), repeated(0, 5000)}, ""},
		{"four codes", [][]float64{normal(1000, 50, 9), repeated(996, 7), repeated(997, 7), repeated(998, 8),
			repeated(999, 9)}, ""},
		{"rare events far from 0", [][]float64{repeated(0, 995), normal(20, 0.87, 0.003)}, ""},
		{"one value", [][]float64{repeated(7, 50)}, ""},
		{"nothing", nil, ""},
		{"missing cells", [][]float64{repeated(math.NaN(), 50), normal(1000, 18, 9)}, ""},
	} {
		column := slices.Concat(c.cells...)
		rand.New(rand.NewPCG(5, 6)).Shuffle(len(column), func(i, j int) { column[i], column[j] = column[j], column[i] })
		got := ""
		for _, s := range spikesOf(slices.DeleteFunc(slices.Clone(column), math.IsNaN)) {
			if got != "" {
				got += " "
			}
			got += fmt.Sprint(s.values, s.cells)
			rest := slices.DeleteFunc(slices.Clone(column),
				func(v float64) bool { return v != v || slices.Contains(s.values, v) })
			if s.least != slices.Min(rest) || s.most != slices.Max(rest) {
				t.Errorf("%s: the others are said to be from %v to %v", c.name, s.least, s.most)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func mixedSchema() Schema {
	return Schema{Label: "y", Columns: []Column{
		{Name: "temp", Kind: Numeric, Mean: 20, Scale: 5, Min: -10, Max: 40},
		{Name: "id", Kind: Ignored},
		{Name: "colour", Kind: Categorical, Levels: []Level{{"red", 0.2, 0.4}, {"blue", 0.8, 0.4}}},
	}}
}

func TestValidateRefusesWhatNoSourceGives(t *testing.T) {
	if err := mixedSchema().Validate(); err != nil {
		t.Fatalf("a good schema: %v", err)
	}
	numeric := func(edit func(c *Column)) func(*Schema) { return func(s *Schema) { edit(&s.Columns[0]) } }
	levels := func(edit func(l []Level)) func(*Schema) { return func(s *Schema) { edit(s.Columns[2].Levels) } }
	tests := []struct {
		name string
		edit func(s *Schema)
		want string
	}{
		{"no label", func(s *Schema) { s.Label = "" }, "label"},
		{"no columns", func(s *Schema) { s.Columns = nil }, "no feature"},
		{"only ignored columns", func(s *Schema) { s.Columns = s.Columns[1:2] }, "no feature"},
		{"name used twice", func(s *Schema) { s.Columns[1].Name = "temp" }, "twice"},
		{"name of the label", func(s *Schema) { s.Columns[1].Name = "y" }, "twice"},
		{"empty name", numeric(func(c *Column) { c.Name = "" }), "name"},
		{"name with spaces", numeric(func(c *Column) { c.Name = " temp" }), "spaces"},
		{"name not UTF-8", numeric(func(c *Column) { c.Name = "\xff" }), "UTF-8"},
		{"unknown kind", numeric(func(c *Column) { c.Kind = "ordinal" }), `"ordinal" is not a kind`},
		{"NaN mean", numeric(func(c *Column) { c.Mean = math.NaN() }), "finite mean"},
		{"infinite mean", numeric(func(c *Column) { c.Mean = math.Inf(1) }), "finite mean"},
		{"scale zero", numeric(func(c *Column) { c.Scale = 0 }), "scale"},
		{"scale negative", numeric(func(c *Column) { c.Scale = -1 }), "scale"},
		{"scale NaN", numeric(func(c *Column) { c.Scale = math.NaN() }), "scale"},
		{"scale infinite", numeric(func(c *Column) { c.Scale = math.Inf(1) }), "scale"},
		{"range reversed", numeric(func(c *Column) { c.Min, c.Max = 1, 0 }), "range"},
		{"range NaN", numeric(func(c *Column) { c.Max = math.NaN() }), "range"},
		{"levels of a number", numeric(func(c *Column) { c.Levels = []Level{{"a", 0.5, 0.5}} }), "only a categorical"},
		{"an unknown order of dates", numeric(func(c *Column) { c.Dates, c.DateOrder = true, "ydm" }), "dmy, mdy or ymd"},
		{"an order of what are no dates", numeric(func(c *Column) { c.DateOrder = "dmy" }),
			"a column of other cells has none"},
		{"one level", func(s *Schema) { s.Columns[2].Levels = s.Columns[2].Levels[:1] }, "2 to 64"},
		{"65 levels", func(s *Schema) { s.Columns[2].Levels = make([]Level, 65) }, "2 to 64"},
		{"level twice", levels(func(l []Level) { l[1].Name = "red" }), "twice"},
		{"level without a name", levels(func(l []Level) { l[0].Name = "" }), "level's name"},
		{"level with an outer no-break space", levels(func(l []Level) { l[0].Name = "a\u00a0" }), "outer blanks"},
		{"level share 0", levels(func(l []Level) { l[0].Mean = 0 }), "between 0 and 1"},
		{"level share NaN", levels(func(l []Level) { l[0].Mean = math.NaN() }), "between 0 and 1"},
		{"a negative number of lines above", func(s *Schema) { s.LinesAbove = -1 }, ""},
		{"too many lines above", func(s *Schema) { s.LinesAbove = mostTitle }, ""},
		{"level scale 0", levels(func(l []Level) { l[0].Scale = 0 }), "scale"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mixedSchema()
			tt.edit(&s)
			err := s.Validate()
			if codeOf(err) != CodeBadSchema || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate() = %v, want a %s error with %q", err, CodeBadSchema, tt.want)
			}
			if _, err := NewTargetReader(strings.NewReader("temp,colour\n1,red\n"), s); codeOf(err) != CodeBadSchema {
				t.Errorf("NewTargetReader takes it: %v", err)
			}
		})
	}
	for _, classes := range [][]string{{}, {"a"}, {"a", "a"}, {"a", ""}, {"a", " b"}, {"a", "b\u00a0"}, {"a", "\xff"},
		make([]string, 65)} {
		s := mixedSchema()
		if s.Classes = classes; s.Validate() == nil {
			t.Errorf("the classes %q are accepted", classes)
		}
	}
}

// codeOf is the code of an *Error, else "".
func codeOf(err error) string {
	if e, ok := err.(*Error); ok {
		return e.Code
	}
	return ""
}
