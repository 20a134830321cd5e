//go:build linux

package warehouse

import (
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// readerCheck is what the reader of files reports of the same rows.
func readerCheck(t *testing.T, p Plan, text string) Check {
	t.Helper()
	rows := must.Get(dataset.Target(strings.NewReader(text), p.Source.Schema))(t)
	radius, check := p.Grid.FeatureRadius(), Check{}
	for row := make([]float64, p.Source.Schema.Dim()); rows.Next(row); {
		z := slices.Clone(row)
		if dataset.Clip(z, radius) {
			check.Clipped++
		}
	}
	report := rows.Report()
	for _, c := range p.Source.Schema.Used() {
		check.Unread = append(check.Unread, int64(report.RepairedByColumn[c.Name]))
	}
	return check
}

// The owner of rows in a database sees before the charge what the owner of a file sees: which cells count as the mean,
// by column, and how many rows are shortened. Of people, labels and reports too.
func TestDatabasesReturnTheReadersCheck(t *testing.T) {
	source := readLabelled(t, labelledRows(300, 0, false, 1))
	plain := planOf(t, source, 0.6*features.Identity(source.Schema).Norm())
	people := plain
	people.Unit = "who"
	report, _ := reportPlan(t, source, method.Linear, "ward")
	text := withPeople(labelledRows(200, 0, true, 2), 1)
	want := readerCheck(t, plain, text)
	if slices.Max(want.Unread) == 0 || want.Clipped == 0 {
		t.Fatalf("%+v tests nothing", want)
	}
	header, _, _ := strings.Cut(text, "\n")
	for _, d := range databases(t) {
		load := d.load("people", writeFile(t, "rows.csv", text), strings.Split(header, ","))
		for name, p := range map[string]Plan{
			"rows": plain, "people": people, "labels": labelledPlan(t, source, method.Linear, 3), "a report": report,
		} {
			query := must.Get(p.Query(d.dialect, "people", ""))(t)
			out := must.Get(d.run(t, "DROP TABLE IF EXISTS people;\n"+load+query))(t)
			check, err := ReadCheck([]byte(out), p)
			if err != nil || check == nil || !slices.Equal(check.Unread, want.Unread) {
				t.Errorf("%s, %s: %+v, %v; want %+v", d.dialect, name, check, err, want)
			} else if !p.readsLabels() && check.Clipped != want.Clipped {
				t.Errorf("%s, %s: %d rows are shortened, want %d", d.dialect, name, check.Clipped, want.Clipped)
			}
		}
	}
}

// Half of a check is none; a query of before has none, and its sums are read.
func TestACheckThatIsNotWholeIsRefused(t *testing.T) {
	source := readSource(t, []byte(labelledRows(300, 0, false, 1)))
	p := planOf(t, source, 3)
	for text, want := range map[string]string{
		"privadapt-sums 1": "nil",
		"privadapt-check 0 1 2 3 4 5 privadapt-sums 1":                    "check",
		"privadapt-check 0 1 2 3 4 privadapt-sums 1":                      "error",
		"privadapt-check 0 1 2 3 4 x privadapt-sums 1":                    "error",
		"privadapt-check 0 1 2 3 4 -5 privadapt-sums 1":                   "error",
		"privadapt-check 0 1 2 3 4 5":                                     "error",
		"privadapt-check 0 1 2 3 4 5000000000000000000000 privadapt-sums": "error",
	} {
		check, err := ReadCheck([]byte(text), p)
		got := "check"
		if err != nil {
			got = "error"
		} else if check == nil {
			got = "nil"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
