//go:build linux

package adapt

import (
	"crypto/rand"
	"errors"
	"os"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// The counts of a database are the file's. They are charged once, at the price of the rows, and wiped
// afterwards, and when the charge is refused. Under replace-one no rows are refused; under add-remove they are a report
// like any other. Counts for another model, or by another group, are refused before a charge.
func TestCountsOfADatabaseAreChargedAndWipedAsRowsAre(t *testing.T) {
	source, table := nearTask(t, 200, dataset.Regression)
	for _, a := range method.Adjacencies {
		o := reporting(func(o *Options) { o.Adjacency, o.GroupBy = a, "c" })
		rows := readTarget(t, source, o, table)
		text := countsText(t, rows, table)
		var costs [2]Charge
		for i, refuse := range []error{nil, errors.New("no")} {
			sums, report, err := ReadSums(source, o, strings.NewReader(text), nil)
			if err != nil {
				t.Fatalf("%s: %v", a, err)
			}
			if report.Rows != 200 || *report.LabelledRows != 200 || !sameCounts(sums, rows) {
				t.Errorf("%s: %d rows, %d with a label, the same counts: %v", a, report.Rows, *report.LabelledRows,
					sameCounts(sums, rows))
			}
			if _, err = sums.Adapt(release.Engine{}, func(c Charge) error { costs[i] = c; return refuse },
				nil); (err != nil) != (refuse != nil) {
				t.Errorf("%s: %v", a, err)
			}
			for k := range sums.counts.Len() {
				if sums.counts.Cell(k) != 0 || sums.sum.Rows != 0 {
					t.Fatalf("%s: the counts are not wiped", a)
				}
			}
		}
		var paid Charge
		must.Get(rows.Adapt(release.Engine{}, func(c Charge) error { paid = c; return nil }, nil))(t)
		if costs[0] != paid || costs[1] != paid {
			t.Errorf("%s: charged %v, rows are charged %v", a, costs, paid)
		}
		_, _, err := ReadSums(source, o, strings.NewReader(countsText(t, rows, strings.SplitAfter(table, "\n")[0])), nil)
		if (err != nil) != (a == method.ReplaceOne) {
			t.Errorf("%s: counts of no rows: %v", a, err)
		}
		for what, other := range map[string]func(*Options){
			"model": func(o *Options) { o.Base = method.Trees }, "group": func(o *Options) { o.GroupBy = "" },
			"release": func(o *Options) { o.Release, o.GroupBy = release.Model, "" },
		} {
			changed := o
			other(&changed)
			if _, _, err := ReadSums(source, changed, strings.NewReader(text), nil); !isRefused(err, "other-plan") {
				t.Errorf("%s: counts for another %s: %v", a, what, err)
			}
		}
	}
}

// blended puts the blend of linear models and trees that are fitted to the source into a release of a model.
func blended(t *testing.T, source *dataset.Source, text []byte) []byte {
	t.Helper()
	r := must.Get(release.Decode(text))(t)
	design := must.Get(auto.NewDesign(plan.SampleOf(source), nil, method.Linear, method.Trees))(t)
	model := must.Get(design.PublicBlend())(t)
	r.Values.Base = must.Get(release.EncodeBase(model))(t)
	text = must.Get(r.Encode())(t)
	return text
}

// From the query to the report, under both adjacencies: DuckDB and PostgreSQL return the file reader's numbers, digit
// by digit, and under the same random bits the release is the file's, byte by byte. The model is the public
// choice, a release of a linear model, one of several blended and corrected models, or a file.
func TestReportsOfADatabaseAreTheFiles(t *testing.T) {
	source, table := nearTask(t, 150, dataset.Regression)
	system := rand.Reader
	t.Cleanup(func() { rand.Reader = system })
	modelOf := func(o Options) []byte {
		r := adapted(t, source, o, table)
		return must.Get(r.Encode())(t)
	}
	stump := must.Get(os.ReadFile("../model/xgboost/testdata/stump.json"))(t)
	reports := map[string]Options{
		"public": reporting(func(o *Options) { o.GroupBy = "c" }),
		"linear": reporting(
			func(o *Options) { o.Model = modelOf(budget(func(o *Options) { o.Base, o.Epsilon = method.Linear, 5 })) },
		),
		"blend": reporting(func(o *Options) {
			o.Model = blended(t, source, modelOf(budget(func(o *Options) { o.Base, o.Epsilon = method.Trees, 50 })))
		}),
		"file": reporting(func(o *Options) {
			o.Base, o.BaseFile, o.BaseFileURL = method.File, decodeFor(t, source,
				string(stump)), "https://example.org/model.json"
		}),
	}
	tested := 0
	for to := range databases {
		var queries []string
		for what, o := range reports {
			query, err := NewQuery(source, o, to, "people", "", nil)
			if err != nil {
				t.Fatalf("%s: %v", to, err)
			}
			if sums := strings.Contains(query, " AS h1"); sums != (what == "blend") {
				t.Fatalf("%s: the model is a sum of several: %v", what, sums)
			}
			queries = append(queries, strings.TrimSuffix(query, ";\n"))
		}
		returned, ok := inDatabase(t, to, asTable("people", table, ",")+strings.Join(queries, "\nUNION ALL\n")+";\n")
		if !ok {
			t.Logf("NOT TESTED: %s is not installed", to)
			continue
		}
		tested++
		for what, o := range reports {
			for _, o.Adjacency = range method.Adjacencies {
				rows := readTarget(t, source, o, table)
				text := countsText(t, rows, table)
				if !strings.Contains(returned, text+"\n") {
					t.Fatalf("%s, %s: the counts are others:\n%s\n%s", to, what, returned, text)
				}
				sums, _, err := ReadSums(source, o, strings.NewReader(text), nil)
				if err != nil {
					t.Fatalf("%s, %s: %v", to, what, err)
				}
				if got, want := releasedWith(t, sums), releasedWith(t, rows); got != want {
					t.Errorf("%s, %s, %s: another release:\n%s\n%s", to, what, o.Adjacency, got, want)
				}
			}
		}
	}
	if tested == 0 {
		t.Skip("there is no database to test with")
	}
}
