package postprocess

import (
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// An analyst who combines releases has to find out which option was forgotten.
func TestAnotherReadingOfTheSampleIsNamed(t *testing.T) {
	read := func(o dataset.SourceOptions) dataset.Schema {
		csv := "no,floor,rent,y\n" + strings.Repeat("1,0,5,0\n2,1,6,1\n3,2,9,1\n", 9)
		return must.Get(dataset.ReadSource(strings.NewReader(csv), o))(t).Schema
	}
	stated := read(dataset.SourceOptions{Label: "y", Ignore: []string{"no"}})
	for _, c := range []struct {
		given dataset.SourceOptions
		says  string
	}{
		{dataset.SourceOptions{Label: "y", Ignore: []string{"no"}}, ""},
		{dataset.SourceOptions{Label: "rent", Ignore: []string{"no"}}, `give the label "y", not "rent"`},
		{dataset.SourceOptions{Label: "y"}, `there the column "no" is ignored, not numeric`},
		{dataset.SourceOptions{Label: "y", Ignore: []string{"no"}, Categorical: []string{"floor"}},
			`there the column "floor" is numeric, not categorical`},
		{dataset.SourceOptions{Label: "y", Ignore: []string{"no"}, Task: dataset.Classification},
			"give the same task, categories, ignored columns and order of dates"},
	} {
		problem := readOtherwise(read(c.given), stated)
		if (problem == "") != (c.says == "") || !strings.HasSuffix(problem, c.says) {
			t.Errorf("%+v: %q, want %q", c.given, problem, c.says)
		}
	}
}
