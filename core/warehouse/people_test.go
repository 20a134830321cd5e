//go:build linux

package warehouse

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/people"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// oddNames are names that something may take for one another, for no name, or for SQL.
var oddNames = []string{
	"", " ", "NA", "null", "?", "a", "A", " a", "a\t", "\u00e9", "e\u0301", "1", "1.0", "01", "+1", "nan", "__proto__",
	"';--", `"`, "x\ny", strings.Repeat("long ", 200), "\u0130",
}

// withPeople puts a column "who" in front of a table: the first person has one row, the second two, and so on until the
// last has what is left, in a random order.
func withPeople(table string, seed uint64) string {
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	var names []string
	for k := 0; len(names) < len(lines)-1; k++ {
		name := fmt.Sprintf("patient %d", k)
		if k < len(oddNames) {
			name = oddNames[k]
		}
		for range k + 1 {
			names = append(names, name)
		}
	}
	names = names[:len(lines)-1]
	rand.New(rand.NewPCG(seed, 7)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for i, name := range names {
		lines[i+1] = `"` + strings.ReplaceAll(name, `"`, `""`) + `",` + lines[i+1]
	}
	return "who," + strings.Join(lines, "\n") + "\n"
}

// readerPeople are the sums of the file reader, as package adapt has them, and the people. with is nil without labels.
func readerPeople(t testing.TB, p Plan, file string) (with, without *moment.Sum, who *people.People) {
	t.Helper()
	open := func() dataset.UnitRows {
		read := dataset.Target
		if p.Offset != nil {
			read = dataset.Labelled
		}
		rows := must.Get(read(strings.NewReader(file), p.Source.Schema))(t)
		must.Do(t, rows.NameUnit(p.Unit))
		return rows
	}
	columns, d, count := p.Source.Schema.Used(), p.Map.Dim(), p.residuals()
	row, x := make([]float64, d), make([]float64, p.dim())
	if p.Offset != nil {
		row = make([]float64, len(columns)+1)
	}
	who = people.New()
	for rows := open(); rows.Next(row); {
		who.Count(rows.Unit())
	}
	labelled, others := moment.NewAccumulator(p.Grid, p.dim()), moment.NewAccumulator(p.Grid, d+count)
	encoding := basemodel.NewEncoding(columns)
	for rows := open(); rows.Next(row); {
		_, of, _ := who.Share(rows.Unit())
		if p.Offset == nil {
			others.AddShare(row, of)
			continue
		}
		encoding.Apply(x[:d], row[:len(columns)])
		if p.Offset.Columns(x[d:d+count], x[d+count:], row[:len(columns)], row[len(columns)]) {
			labelled.AddShare(x, of)
		} else {
			others.AddShare(x[:d+count], of)
		}
	}
	without = others.Sum()
	without.CountPeople(who.Number())
	if p.Offset != nil {
		with = labelled.Sum()
		with.CountPeople(0)
	}
	return with, without, who
}

// The sums of people are the file reader's, bit for bit, whatever the people are called and however their rows lie,
// with labels and without, and their owner is told the same numbers.
func TestDatabasesGiveTheReadersSumsOfPeople(t *testing.T) {
	table := withPeople(labelledRows(900, 0, true, 3), 1)
	source := readLabelled(t, labelledRows(300, 0, false, 2))
	plain, labelled := planOf(t, source, 0), labelledPlan(t, source, method.Linear, 0)
	columns := strings.Split("who,dose,weight,rate,day,ward,y", ",")
	for _, d := range databases(t) {
		for name, p := range map[string]Plan{"without labels": plain, "with labels": labelled} {
			p.Unit = "who"
			wantWith, want, who := readerPeople(t, p, table)
			query := must.Get(p.Query(d.dialect, "people", ""))(t)
			out := must.Get(d.run(t, "DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", table),
				columns)+query))(t)
			var got, gotWith *moment.Sum
			var rows Rows
			var err error
			if wantWith == nil {
				got, rows, err = Read(strings.NewReader(out), p)
			} else {
				gotWith, got, rows, err = ReadLabelled(strings.NewReader(out), p)
			}
			if err != nil {
				t.Fatalf("%s, %s: %v", d.dialect, name, err)
			}
			if n := differences(got, want); n != 0 {
				t.Errorf("%s, %s: %d entries differ", d.dialect, name, n)
			}
			if wantWith != nil {
				if n := differences(gotWith, wantWith); n != 0 {
					t.Errorf("%s, %s: %d entries of rows with a label differ", d.dialect, name, n)
				}
			}
			if rows.All != 900 || rows.People != who.Number() || rows.Most != who.Most() || rows.Nameless != who.Nameless() {
				t.Errorf("%s, %s: %+v, and the reader has %d people, %d rows at most, %d without a name",
					d.dialect, name, rows, who.Number(), who.Most(), who.Nameless())
			}
		}
	}
}

// A database whose roots are wrong makes shares smaller, or nothing, and never larger: the check is in whole numbers.
func TestABrokenRootOfPeopleIsSmaller(t *testing.T) {
	p := plainPlan(t)
	p.Unit = "who"
	table := "who,dose,weight,rate,day,ward\n" + strings.Repeat("a,9,1200,3,2020-02-29,north\n", 7)
	_, most, _ := readerPeople(t, p, table)
	for _, d := range databases(t) {
		query := must.Get(p.Query(d.dialect, "people", ""))(t)
		root := call("SQRT", cast(rowsOf, dialects[d.dialect].float))
		for _, factor := range []string{"0.999999999", "0.5", "0.000001", "2", "1000"} {
			broken := strings.ReplaceAll(query, root, "("+factor+" * "+root+")")
			if broken == query {
				t.Fatal("the root is not in the query")
			}
			prepare := d.load("people", writeFile(t, "rows.csv", table), strings.Split("who,dose,weight,rate,day,ward", ","))
			out := must.Get(d.run(t, "DROP TABLE IF EXISTS people;\n"+prepare+broken))(t)
			sum, _, err := Read(strings.NewReader(out), p)
			if err != nil {
				t.Fatalf("%s, times %s: %v", d.dialect, factor, err)
			}
			for i := range sum.Order {
				if sum.Entry(i, i).Cmp(most.Entry(i, i)) > 0 {
					t.Errorf("%s, times %s: coordinate %d is larger than a person's", d.dialect, factor, i)
				}
			}
		}
	}
}

// A query of people names what it cannot do, and its sums are no others'.
func TestUnitsThatNoQueryIsWrittenFor(t *testing.T) {
	p := plainPlan(t)
	for _, unit := range []string{"dose", "ward"} {
		p.Unit = unit
		if _, err := p.Query("duckdb", "people", ""); err == nil || err.(*Error).Code != dataset.CodeBadUnit {
			t.Errorf("%s: %v", unit, err)
		}
	}
	p.Unit, p.Report = "who", &Report{}
	if _, err := p.Query("duckdb", "people", ""); err == nil || err.(*Error).Code != dataset.CodeBadUnit {
		t.Errorf("a report: %v", err)
	}
	rows, one, other := plainPlan(t), plainPlan(t), plainPlan(t)
	one.Unit, other.Unit = "who", "whom"
	if rows.Digest() == one.Digest() || one.Digest() == other.Digest() {
		t.Error("plans that differ in the unit have one digest")
	}
}

// The heads of a group are numbers of rows, people, the most rows of one of them and rows without a name: none is below
// zero, and none but the third, which counts over both groups, is above the rows.
func TestHeadsThatNoRowsHaveAreRefused(t *testing.T) {
	for text, taken := range map[string]bool{
		"9 4 5 2": true, "9 9 1 9": true, "0 0 0 0": true, "3 2 5 1": true,
		"9 10 5 2": false, "9 4 5 10": false, "-1 0 0 0": false, "9 -4 5 2": false, "9 4 -5 2": false, "9 4 5 -2": false,
		"9223372036854775808 4 5 2": false,
	} {
		numbers := make([]big.Int, 4)
		for k, word := range strings.Fields(text) {
			numbers[k].SetString(word, 10)
		}
		if rows, err := takeHeads(numbers); (err == nil) != taken {
			t.Errorf("%s: %+v %v", text, rows, err)
		}
	}
}
