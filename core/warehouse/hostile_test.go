//go:build linux

package warehouse

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// Names of columns and of levels that would end a quotation somewhere, begin a comment, or be replaced by a client.
var hostileColumns = [5]string{
	`a" FROM people; DROP TABLE people; --`,
	"b` /* x",
	`c\" '`,
	"day'; SELECT 1",
	"levels /* ${x} */ \u00e9 \U0001F600 :y {{z}}",
}

var hostileLevels = [3]string{`n'; DROP TABLE people; --`, "s\\' OR 1 = 1 /* ${env:HOME} \" `", "w\\"}

// hostilePlan is the plan of a sample with these names, but for what a dialect cannot hold, and that sample.
func hostilePlan(t *testing.T, to Dialect) (Plan, string) {
	t.Helper()
	columns := hostileColumns
	if forbidden := dialects[to].forbidden; forbidden != "" {
		columns[4] = strings.ReplaceAll(columns[4], forbidden, "")
	}
	sample := sampleText(columns, hostileLevels)
	return planOf(t, readSource(t, []byte(sample)), 0), sample
}

// Hostile names and levels are names and levels: the databases find the columns and the levels, and the table is still
// there.
func TestHostileNamesAreNames(t *testing.T) {
	for _, d := range databases(t) {
		p, sample := hostilePlan(t, d.dialect)
		records := must.Get(csv.NewReader(strings.NewReader(sample)).ReadAll())(t)
		got, err := d.querySum(t, p, d.load("people", writeFile(t, "rows.csv", sample), records[0]), "people")
		if err != nil {
			t.Errorf("%s: %v", d.dialect, err)
		} else if differences(got, readerSum(t, p, sample)) != 0 {
			t.Errorf("%s: the sums are others", d.dialect)
		}
	}
}

// In no dialect does a hostile text change anything but what is inside quotation marks.
func TestHostileNamesStayInTheirQuotes(t *testing.T) {
	tame := plainPlan(t)
	for _, to := range Dialects {
		// The numbers of the samples are the same, so are the queries without what is quoted.
		want := must.Get(tame.Query(to, "people", ""))(t)
		if dialects[to].forbidden != "" {
			p, _ := hostilePlan(t, "duckdb")
			if _, err := p.Query(to, "people", ""); err == nil {
				t.Errorf("%s: a name that cannot be quoted is accepted", to)
			}
		}
		p, _ := hostilePlan(t, to)
		got := must.Get(p.Query(to, "people", ""))(t)
		if unquoted(t, to, got) != unquoted(t, to, want) {
			t.Errorf("%s: another query:\n%s", to, got)
		}
	}
}

const hostileLabel = "y\"]); DROP TABLE people; --\n' ` \\ /* \u00e9 \U0001F600"

// hostileClasses are classes; the last has nearly as many bytes as a class may have.
var hostileClasses = [3]string{
	"a'; DROP TABLE people; --",
	"b\"\n\\' OR 1 = 1 /* ${env:HOME} `",
	"c" + strings.Repeat("\u00e9';--\\\n\U0001F600\" ", 71) + ".",
}

// planOfLabel is the plan of a sample of two columns and a label of this name with these classes, and that sample.
func planOfLabel(t *testing.T, label string, classes [3]string) (Plan, string) {
	t.Helper()
	quoted := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	sample := "dose,ward,y\n" // a CSV file has no line break in a name, but other files may
	for i := range 60 {
		sample += fmt.Sprintf("%d.5,%s,%s\n", i%7, plainLevels[i%2], quoted(classes[(i%7+i%2)/3]))
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(sample), dataset.SourceOptions{Label: "y"}))(t)
	if !slices.Equal(source.Schema.Classes, classes[:]) {
		t.Fatalf("the classes are %.200q", source.Schema.Classes)
	}
	p := labelledPlan(t, source, method.Linear, 0)
	p.Source.Schema.Label = label
	return p, sample
}

// The databases find a hostile label and its hostile classes, and the table is still there.
func TestHostileLabelsAreLabels(t *testing.T) {
	// The same rows: the reader takes a line break for the end of a row.
	tame, rows := planOfLabel(t, "y", [3]string{"a", "b", "c"})
	p, sample := planOfLabel(t, hostileLabel, hostileClasses)
	with, without := labelledReaderSums(t, tame, rows)
	for _, d := range databases(t) {
		gotWith, gotWithout := d.labelledSums(t, p,
			d.load("people", writeFile(t, "rows.csv", sample), []string{"dose", "ward", hostileLabel}))
		if with.Rows != 60 || differences(gotWith, with) != 0 || differences(gotWithout, without) != 0 {
			t.Errorf("%s: the sums are others: %d of %d rows with a label, %d of %d without", d.dialect,
				differences(gotWith, with), gotWith.Rows, differences(gotWithout, without), gotWithout.Rows)
		}
	}
}

// In no dialect does a hostile label or class change anything but what is inside quotation marks; what cannot be quoted
// is refused.
func TestHostileLabelsStayInTheirQuotes(t *testing.T) {
	tame, _ := planOfLabel(t, "y", [3]string{"a", "b", "c"})
	hostile, _ := planOfLabel(t, hostileLabel, hostileClasses)
	long, _ := planOfLabel(t, strings.Repeat("y';--", 2000), hostileClasses)
	for _, to := range Dialects {
		want := must.Get(tame.Query(to, "people", ""))(t)
		for what, p := range map[string]Plan{"hostile": hostile, "long": long} {
			got, err := p.Query(to, "people", "")
			switch {
			case what == "long" && dialects[to].longestName > 0:
				if err == nil || !strings.Contains(err.Error(), "longer than the 63 bytes") {
					t.Errorf("%s: a name of 10⁴ characters: %v", to, err)
				}
			case err != nil:
				t.Errorf("%s, %s: %v", to, what, err)
			case unquoted(t, to, got) != unquoted(t, to, want):
				t.Errorf("%s, %s: another query:\n%s", to, what, got)
			}
		}
		// A CSV file has no NUL character; other files may.
		for what, change := range map[string]func(s *dataset.Schema){
			"name":  func(s *dataset.Schema) { s.Label = "y\x00'" },
			"level": func(s *dataset.Schema) { s.Classes = []string{"a", "b\x00'", "c"} },
		} {
			source := *tame.Source
			change(&source.Schema)
			p := tame
			p.Source = &source
			if _, err := p.Query(to, "people", ""); err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: a %s with a NUL character: %v", to, what, err)
			}
		}
	}
}

// unquoted is a query without its first line, in which the digest is, and with nothing in its quotes.
func unquoted(t *testing.T, to Dialect, query string) string {
	t.Helper()
	_, query, _ = strings.Cut(query, "\n")
	escapes := map[Dialect]string{"spark": "'", "bigquery": "'`", "snowflake": "'", "postgres": "'"}[to] // the marks inside which a backslash escapes
	var out strings.Builder
	open, skip := rune(0), false
	for _, c := range query {
		switch {
		case skip:
			skip = false
		case open == 0:
			out.WriteRune(c)
			if strings.ContainsRune("'\"`", c) {
				open = c
			}
		case c == '\\' && strings.ContainsRune(escapes, open):
			skip = true
		case c == open:
			out.WriteRune(c)
			open = 0
		}
	}
	if open != 0 {
		t.Errorf("%s: a quotation is not closed", to)
	}
	return strings.NewReplacer(`""`, "", "''", "", "``", "").Replace(out.String())
}

// Names that a database would take for one, cut short, or cannot hold are refused, with the way out.
func TestNamesThatADatabaseConfusesAreRefused(t *testing.T) {
	for what, columns := range map[string][5]string{
		"letters": {"dose", "DOSE", "rate", "day", "ward"},
		"longer":  {strings.Repeat("d", 64), "weight", "rate", "day", "ward"},
	} {
		p := planOf(t, readSource(t, []byte(sampleText(columns, plainLevels))), 0)
		if _, err := p.Query("postgres", "people", ""); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	p := plainPlan(t)
	for _, to := range []Dialect{"", "mysql", "DUCKDB"} {
		if _, err := p.Query(to, "people", ""); err == nil {
			t.Errorf("the dialect %q is accepted", to)
		}
	}
	if _, err := p.Query("duckdb", " ", ""); err == nil {
		t.Error("no table is accepted")
	}
}
