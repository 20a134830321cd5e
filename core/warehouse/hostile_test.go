//go:build linux

package warehouse

import (
	"encoding/csv"
	"strings"
	"testing"

	"privadapt/core/features"
)

// Names of columns and of levels that would end a quotation somewhere, begin a comment, or be replaced by a client.
var hostileColumns = [5]string{`a" FROM people; DROP TABLE people; --`, "b` /* x", `c\" '`, "day'; SELECT 1", "levels /* ${x} */ \u00e9 \U0001F600 :y {{z}}"}

var hostileLevels = [3]string{`n'; DROP TABLE people; --`, "s\\' OR 1 = 1 /* ${env:HOME} \" `", "w\\"}

func hostilePlan(t *testing.T) (Plan, string) {
	t.Helper()
	sample := sampleText(hostileColumns, hostileLevels)
	return planOf(t, readSource(t, []byte(sample)), 0), sample
}

// Hostile names and levels are names and levels: the databases find the columns and the levels, and the table is still there.
func TestHostileNamesAreNames(t *testing.T) {
	p, sample := hostilePlan(t)
	records, err := csv.NewReader(strings.NewReader(sample)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := readerSum(t, p, sample)
	for _, d := range databases(t) {
		got, err := d.querySum(t, p, d.load("people", writeFile(t, "rows.csv", sample), records[0]), "people")
		if err != nil {
			t.Errorf("%s: %v", d.dialect, err)
		} else if differences(got, want) != 0 {
			t.Errorf("%s: the sums are others", d.dialect)
		}
	}
}

// In no dialect does a hostile text change anything but what is inside quotation marks.
func TestHostileNamesStayInTheirQuotes(t *testing.T) {
	hostile, _ := hostilePlan(t)
	tame := plainPlan(t)
	for _, to := range Dialects {
		// The numbers of the samples are the same, so are the queries without what is quoted.
		want, err := tame.Query(to, "people", "")
		if err != nil {
			t.Fatal(err)
		}
		p := hostile
		if dialects[to].forbidden != "" {
			if _, err := p.Query(to, "people", ""); err == nil {
				t.Errorf("%s: a name that cannot be quoted is accepted", to)
			}
			columns := hostileColumns
			columns[4] = strings.ReplaceAll(columns[4], dialects[to].forbidden, "")
			p.Source = readSource(t, []byte(sampleText(columns, hostileLevels)))
			p.Map = features.Identity(p.Source.Schema)
		}
		got, err := p.Query(to, "people", "")
		if err != nil {
			t.Fatal(err)
		}
		if unquoted(t, to, got) != unquoted(t, to, want) {
			t.Errorf("%s: another query:\n%s", to, got)
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
