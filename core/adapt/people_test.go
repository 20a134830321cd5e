package adapt

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// readPeople reads tables whose column "who" names the people, each twice.
func readPeople(t *testing.T, o Options, tables ...string) (*Target, OwnerReport, error) {
	t.Helper()
	o.Unit = "who"
	var once, again []io.Reader
	for _, table := range tables {
		once, again = append(once, strings.NewReader(table)), append(again, strings.NewReader(table))
	}
	return ReadTargetTwice(publicSource(t), o, once, again, nil)
}

// named puts a column in front that names each row's person.
func named(table string, who func(row int) string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(table, "\n"), "\n")
	for i := range lines {
		name := "who"
		if i > 0 {
			name = who(i - 1)
		}
		lines[i] = name + ";" + lines[i]
	}
	return strings.Join(lines, "") + "\n"
}

// ways are the kinds of sums that rows enter.
var ways = map[string]func(*Options){
	"moment": nil, "labels": func(o *Options) { o.UseLabels, o.Base = true, method.Linear },
	"report":    func(o *Options) { o.Release, o.Base, o.GroupBy = release.Report, method.Linear, "colour" },
	"selection": func(o *Options) { o.Mechanism = method.Selection },
}

func sameTargets(t *testing.T, what string, a, b *Target) {
	t.Helper()
	counted := func(t *Target) int64 {
		if t.labelled == nil {
			return t.sum.Rows
		}
		return t.sum.Rows + t.labelled.Rows
	}
	if counted(a) != counted(b) {
		t.Errorf("%s: n is %d, not %d", what, counted(a), counted(b))
	}
	if !slices.EqualFunc(entriesOf(a), entriesOf(b), func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
		t.Fatalf("%s: the sums are others", what)
	}
	if a.counts != nil && !sameCounts(a, b) {
		t.Fatalf("%s: the counts are others", what)
	}
}

// A file in which each person has one row gives the sums of its rows, bit for bit.
func TestPeopleOfOneRowAreRows(t *testing.T) {
	table := labelledTable(90)
	for way, change := range ways {
		rows := readTarget(t, publicSource(t), budget(change), table)
		people, report := must.Both(readPeople(t, budget(change),
			named(table, func(i int) string { return fmt.Sprint("p", i) })))(t)
		sameTargets(t, way, rows, people)
		if *report.People != 90 || report.Rows != 90 || report.MostRows != 1 || len(report.SurplusColumns) > 0 {
			t.Errorf("%s: %+v", way, report)
		}
	}
}

// n counts people, in every kind of run and under both adjacencies; rows that name nobody are one of them; and a
// certificate says whom it protects and verifies. Whose rows are in which file makes no difference.
func TestNCountsPeople(t *testing.T) {
	table := named(labelledTable(90), func(i int) string { return []string{"a", "b", "", "c", "NA", "d"}[i%6] })
	header, body, _ := strings.Cut(table, "\n")
	lines := strings.SplitAfter(body, "\n")
	parts := []string{header + "\n" + strings.Join(lines[50:], ""), header + "\n" + strings.Join(lines[:50], "")}
	for way, change := range ways {
		for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
			if way == "selection" && adjacency == method.AddRemove {
				continue
			}
			o := budget(change)
			o.Adjacency, o.Delta, o.Epsilon = adjacency, 1e-3, 5
			target, report := must.Both(readPeople(t, o, table))(t)
			if *report.People != 5 || report.Rows != 90 || report.MostRows != 30 || report.NamelessRows != 30 {
				t.Errorf("%s: %d people, %d rows, %d, %d", way, *report.People, report.Rows, report.MostRows,
					report.NamelessRows)
			}
			split, _ := must.Both(readPeople(t, o, parts...))(t)
			if way != "report" { // where the order of a person's rows moves parts between neighbouring nodes
				sameTargets(t, way, target, split)
			}
			made := must.Get(target.Adapt(engine, free, nil))(t)
			c := made.Certificate
			if adjacency == method.ReplaceOne && c.N != 5 || adjacency == method.AddRemove && c.N != 0 {
				t.Errorf("%s, %s: n = %d", way, adjacency, c.N)
			}
			if c.Unit != method.Person || c.UnitColumn != "who" {
				t.Errorf("%s: the unit is %q, %q in version %d", way, c.Unit, c.UnitColumn, made.Version)
			}
			decoded := reread(t, made)
			if found := verify.Certificate(decoded); !found.OK {
				t.Errorf("%s, %s: %v", way, adjacency, found.Problems)
			}
		}
	}
}

// A second reading that is not the first's makes no target: rows more, fewer, or of other people.
func TestAFileThatChangesIsRefused(t *testing.T) {
	table := named(privateTable(40), func(i int) string { return fmt.Sprint(i % 10) })
	lines := strings.SplitAfter(table, "\n")
	o := budget(func(o *Options) { o.Unit = "who" })
	for _, changed := range []string{
		table + lines[1], strings.Join(lines[:40], ""), strings.Replace(table, "\n3;", "\n4;", 1),
		strings.Replace(table, "\n3;", "\nx;", 1),
	} {
		_, _, err := ReadTargetTwice(publicSource(t), o, filesOf(table),
			filesOf(changed), nil)
		if !isRefused(err, "unreadable") {
			t.Errorf("%v", err)
		}
	}
}

// Before anything is charged: a file that can be read once alone, a column that is not there, a name that no document
// takes, sums of a database, and a δ that is too large for the number of people, though not for the number of rows.
func TestUnitsThatCannotBeAreRefused(t *testing.T) {
	table := named(privateTable(60), func(i int) string { return fmt.Sprint(i % 3) })
	o := budget(func(o *Options) { o.Unit = "who" })
	if _, _, err := ReadTarget(publicSource(t), o, filesOf(table), nil); !isRefused(err, "bad-unit") {
		t.Errorf("%v", err)
	}
	of := budget(func(o *Options) { o.Unit, o.Release, o.Base = "who", release.Report, method.Linear })
	if _, _, err := ReadSums(publicSource(t), of, strings.NewReader(table), nil); !isRefused(err, "bad-unit") {
		t.Errorf("a report from a database: %v", err)
	}
	if _, _, err := readPeople(t, budget(nil), privateTable(60)); err == nil ||
		!strings.Contains(err.Error(), "name the people") {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"a\nb", strings.Repeat("x", 201), " a", "\xff"} {
		if _, err := plan.New(budget(func(o *Options) { o.Unit = name }), publicSource(t)); !isRefused(err, "bad-unit") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, _, err := readPeople(t, budget(func(o *Options) { o.Delta = 0.1 }), table); err != nil {
		t.Errorf("%v", err)
	}
	if _, _, err := readPeople(t, budget(func(o *Options) { o.Delta = 0.4 }), table); !isRefused(err, "bad-delta") ||
		!strings.Contains(err.Error(), "all rows of a person") {
		t.Errorf("%v", err)
	}
}

// What leaves a run of people is the same, but for what was drawn, however many rows a person has.
func TestTheNumberOfRowsIsPrivate(t *testing.T) {
	table := privateTable(40)
	square := []string{}
	few := named(table, func(i int) string { return fmt.Sprint(min(i, 12)) })
	lines := strings.SplitAfter(few, "\n")
	many := few + strings.Repeat(lines[40], 1000)
	var texts [][]string
	for _, file := range []string{few, many} {
		sums, _ := must.Both(readPeople(t, budget(func(o *Options) { o.Release = release.Moments }), file))(t)
		moments := must.Get(sums.Adapt(engine, free, nil))(t)
		square = append(square, fmt.Sprint(moments.Values.Moments[0][0]))
		target, _ := must.Both(readPeople(t, budget(nil), file))(t)
		texts = append(texts, target.Warnings())
		made := must.Get(target.Adapt(engine, free, nil))(t)
		if made.Certificate.N != 13 || made.Certificate.Noise.StandardDeviation <= 0 {
			t.Errorf("n = %d", made.Certificate.N)
		}
		texts[len(texts)-1] = append(texts[len(texts)-1], fmt.Sprint(made.Certificate.Noise, made.Certificate.Rho))
	}
	if square[0] != square[1] {
		t.Errorf("the entry that everybody knows says something of the rows: %v", square)
	}
	if !slices.Equal(texts[0], texts[1]) {
		t.Errorf("%q", texts)
	}
}

// When the rows are added, nothing is left of whose they were.
func TestPeopleAreForgotten(t *testing.T) {
	p := must.Get(plan.New(budget(func(o *Options) { o.Unit = "who" }), publicSource(t)))(t)
	in := newIntake(p, nil, nil)
	must.Do(t, in.count(strings.NewReader(named(privateTable(20), func(i int) string { return fmt.Sprint(i % 3) })),
		func(int64) error { return nil }))
	if in.people.Number() != 3 {
		t.Fatalf("%d people", in.people.Number())
	}
	if in.wipe(); in.people.Number() != 0 || in.people.Most() != 0 {
		t.Error("people are left")
	}
}
