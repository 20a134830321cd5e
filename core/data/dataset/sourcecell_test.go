package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A word of the file's own for a missing value is one text that alone stands among numbers in several cells, few or
// most. Two such words, also where the second comes late, and one that is there less often, are refused as before.
func TestAWordForAMissingValueAmongNumbers(t *testing.T) {
	file := func(rows int, cell func(k int) string) string {
		var b strings.Builder
		b.WriteString("a,y\n")
		for k := range rows {
			fmt.Fprintf(&b, "%s,%d\n", cell(k), k)
		}
		return b.String()
	}
	words := func(every int, words ...string) func(int) string {
		return func(k int) string {
			if k%every == 0 {
				return words[k/every%len(words)]
			}
			return fmt.Sprint(k)
		}
	}
	most := func(k int) string { // numbers in every third row, so that most cells are the word
		if k%3 > 0 {
			return "mq"
		}
		return fmt.Sprint(k)
	}
	late := func(k int) string { return strings.Replace(fmt.Sprint(k), "11", "mq", 1) } // "mq0" comes after 1000 rows
	few := func(k int) string { return []string{"none", "none", "1", "none", "2"}[k%5] }
	const note = `Column "a" holds "mq" among its numbers; such cells count as missing, in the private file too.`
	fault := func(cells int) string {
		return fmt.Sprintf(
			`"mq" is not a number; fix the cell or declare the column categorical or ignored (so in %d places)`,
			cells,
		)
	}
	for name, c := range map[string]struct {
		text        string
		note, fault string
	}{
		"in a few cells":                    {file(40, words(10, "mq")), note, ""},
		"in most cells":                     {file(600, most), note, ""},
		"after the first rows":              {file(1200, late), "", fault(120)},
		"twice":                             {file(40, words(20, "mq")), "", fault(2)},
		"two words":                         {file(40, words(5, "mq", "mr")), "", fault(8)},
		"among few numbers":                 {file(60, few), "", ""},
		"once, and often in another column": {"a,b,y\n" + strings.Repeat("1,mq,1\n2,3,2\n", 3) + "mq,4,4\n", note, ""},
	} {
		s, err := ReadSource(strings.NewReader(c.text), SourceOptions{Label: "y"})
		switch {
		case c.fault != "":
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v, want %q", name, err, c.fault)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.note == "" && s.Schema.Columns[0].Kind != Categorical:
			t.Errorf("%s: is no category", name)
		case c.note != "" && (s.Schema.Columns[0].Kind != Numeric || !slices.Contains(s.Notes, c.note)):
			t.Errorf("%s: %v, notes %q", name, s.Schema.Columns[0].Kind, s.Notes)
		}
	}
}
