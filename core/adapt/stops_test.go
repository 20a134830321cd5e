package adapt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/terms/settings"
)

// What the owner has to accept has a name, and a sentence that holds no number of the private file.
func TestWhatStopsARun(t *testing.T) {
	table := func(rows int, header string, row func(k int) string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for k := range rows {
			b.WriteString(row(k) + "\n")
		}
		return b.String()
	}
	fine := func(k int) string { return fmt.Sprintf("%d,red,1.%d", 30+k%20, k%10) }
	half := func(unread int) func(k int) string {
		return func(k int) string {
			if k < unread {
				return "?," + strings.SplitN(fine(k), ",", 2)[1]
			}
			return fine(k)
		}
	}
	for name, c := range map[string]struct {
		table string
		want  []string
	}{
		"nothing":                 {table(40, "age,colour,income", fine), nil},
		"a missing column":        {table(40, "age,colour,earned", fine), []string{settings.StopMissingColumns}},
		"half of a column unread": {table(40, "age,colour,income", half(20)), nil},
		"more than half unread":   {table(40, "age,colour,income", half(21)), []string{settings.StopUnreadableColumn}},
		"another unit": {table(40, "age,colour,income",
			func(k int) string { return fmt.Sprintf("%d,red,1.%d", 1e6+30*k, k%10) }), []string{settings.StopClippedRows}},
		"an identifier that repeats": {table(40, "age,colour,income,who",
			func(k int) string { return fine(k) + fmt.Sprintf(",p%d", k/2) }), []string{settings.StopRepeatedIdentifier}},
		"two of them, in their order": {table(40, "age,colour,who",
			func(k int) string { return fmt.Sprintf("30,red,p%d", k/2) }),
			[]string{settings.StopMissingColumns, settings.StopRepeatedIdentifier}},
	} {
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(c.table), nil))(t)
		var names []string
		for _, stop := range report.Stops {
			names = append(names, stop.Name)
			if strings.ContainsAny(stop.Text, "0123456789") {
				t.Errorf("%s: %q holds a number", name, stop.Text)
			}
		}
		if report.Stops == nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: stops are %v, want %v", name, names, c.want)
		}
	}
}

// A column that the public sample leaves blank for the most part may be as blank in the private file, and no more.
func TestABlankColumnOfTheSampleIsNoStop(t *testing.T) {
	column := func(rows, values int) string {
		var b strings.Builder
		b.WriteString("a,b,y\n")
		for k := range rows {
			b.WriteString(fmt.Sprintf("%d,", k%7))
			if k < values {
				b.WriteString(fmt.Sprint(k % 3))
			}
			b.WriteString(fmt.Sprintf(",%d\n", k))
		}
		return b.String()
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(column(100, 20)), dataset.SourceOptions{Label: "y"}))(t)
	for values, stops := range map[int]int{20: 0, 10: 0, 9: 1, 0: 1} {
		_, report := must.Both(ReadTarget(source, budget(nil), filesOf(column(100, values)), nil))(t)
		if len(report.Stops) != stops {
			t.Errorf("%d of 100 cells have a value, 20 in the sample: %v", values, report.Stops)
		}
	}
}

func TestAConstantLabelIsRefused(t *testing.T) {
	for name, labels := range map[string]string{"constant": "777", "one differs": "778"} {
		text := "a,y\n1,7\n2,7\n3," + labels[2:] + "\n"
		source := must.Get(dataset.ReadSource(strings.NewReader(text), dataset.SourceOptions{Label: "y"}))(t)
		_, _, err := ReadTarget(source, budget(nil), filesOf("a\n1\n2\n"), nil)
		if constant := isRefused(err, "constant-label"); constant != (name == "constant") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A column that could be two of the file's is named as such, and not read from the first or called missing.
func TestAColumnThatIsThereTwiceIsRefused(t *testing.T) {
	source := publicSource(t)
	for header, want := range map[string]string{
		"age,age,colour,income": `columns "age", "age"`,
		"Age,AGE,colour,income": `columns "Age", "AGE"`,
		"age,AGE,colour,income": "",
		"age,who,who,income":    "",
		"age,colour,income,y,y": `columns "y", "y"`,
	} {
		_, _, err := ReadTarget(source, budget(nil), filesOf(header+"\n1,red,1,1\n2,red,1,1\n"), nil)
		var refused *dataset.Error
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", header, err)
		case want != "" && !(errors.As(err, &refused) && refused.Code == dataset.CodeDuplicateColumn &&
			strings.Contains(refused.Message, want)):
			t.Errorf("%s: %v", header, err)
		}
	}
}
