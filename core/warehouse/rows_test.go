//go:build linux

package warehouse

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
)

// answers returns the rows of queries in their order. An engine gets one after another, because all together are too
// long for it; there a row of a database begins with its number.
func (d database) answers(t *testing.T, prepare string, queries []string) string {
	t.Helper()
	run := func(sql string) string {
		return must.Get(d.run(t, sql))(t)
	}
	var all []string
	var out strings.Builder
	for i, query := range queries {
		if d.isEngine() {
			out.WriteString(run(prepare + query))
			prepare = ""
			continue
		}
		query = strings.TrimSuffix(query[strings.Index(query, "SELECT"):], ";\n")
		all = append(all, fmt.Sprintf("SELECT %d AS number, one.* FROM (\n%s\n) AS one", i, query))
	}
	if d.isEngine() {
		return out.String()
	}
	return run(prepare + "SELECT * FROM (\n" + strings.Join(all, "\nUNION ALL\n") + "\n) AS every ORDER BY 1;\n")
}

// sumsOfEachRow is what a query returns for each row of a file alone, by its column "number", which counts the rows
// from 0.
func (d database) sumsOfEachRow(t *testing.T, p Plan, file string, columns []string, rows int) []*moment.Sum {
	t.Helper()
	var queries []string
	for i := range rows {
		query := must.Get(p.Query(d.dialect, "people", fmt.Sprintf("number = '%d'", i)))(t)
		queries = append(queries, query)
	}
	prepare := "DROP TABLE IF EXISTS people;\n" + d.load("people", writeFile(t, "rows.csv", file), columns)
	out := d.answers(t, prepare, queries)
	var sums []*moment.Sum
	for line := range strings.Lines(out) {
		sum, _, err := Read(strings.NewReader(line), p)
		if err != nil {
			t.Fatalf("row %d: %v", len(sums), err)
		}
		sums = append(sums, sum)
	}
	if len(sums) != rows {
		t.Fatalf("%d sums of %d rows", len(sums), rows)
	}
	return sums
}

// Whatever is in a row, it counts as one row of the ball, and is the row that the file reader makes of it: Read refuses
// the sum of one row whose squared integer norm is above N².
func TestNoRowMovesASumByMoreThanTheGridAdmits(t *testing.T) {
	p := plainPlan(t)
	r := rand.New(rand.NewPCG(5, 6))
	dates := []string{"", "2020-02-29", "2021-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01",
		"9999-12-31", "2020/06/30", "2020-13-01", "2020-00-10", "2020-01-32", "2020-04-31", "2020-05-05T10:11",
		"2020-05-05 23:59:59", "2020-05-05 24:00", "2020-05-05T10:11:12.25", "1969-12-31", "yesterday", "20200505",
		"2020-5-5"}
	quoted := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	var file strings.Builder
	file.WriteString("dose,weight,rate,day,ward,number\n")
	const count = 120
	for i := range count {
		number := func() string {
			if r.IntN(3) == 0 {
				return fmt.Sprint(math.Ldexp(r.NormFloat64(), r.IntN(80)-20))
			}
			return oddNumbers[r.IntN(len(oddNumbers))]
		}
		level := append([]string{"north", "south ", "\twest", "north"}, oddLevels...)[r.IntN(4+len(oddLevels))]
		fmt.Fprintf(&file, "%s,%s,%s,%s,%s,%d\n", quoted(number()), quoted(number()), quoted(number()),
			dates[r.IntN(len(dates))], quoted(level), i)
	}
	lines := strings.SplitAfter(file.String(), "\n")
	for _, d := range databases(t) {
		for i, sum := range d.sumsOfEachRow(t, p, file.String(), strings.Split(strings.TrimSpace(lines[0]), ","), count) {
			want := readerSum(t, p, lines[0]+lines[i+1])
			if differences(sum, want) != 0 {
				t.Errorf("%s: the row %q is another one", d.dialect, lines[i+1])
			}
		}
	}
}

// A row that is longer than the ball only by the rounding of the clipping is drawn in by a step in each feature, as
// grid.Quantise does. Such rows are too rare to find, so the radius to which this query clips is larger by a billionth.
func TestRowsNextToTheRadiusAreDrawnIn(t *testing.T) {
	p := plainPlan(t)
	radius := p.Grid.FeatureRadius()
	wider := radius * (1 + 1e-9)
	d := p.Map.Dim()
	want := make([]big.Int, d*d)
	steps, z := make([]int64, d), make([]float64, d)
	drawnIn := 0
	r := rand.New(rand.NewPCG(11, 12))
	var file strings.Builder
	file.WriteString("dose,weight,rate,day,ward\n")
	for range 50 {
		row := fmt.Sprintf("%v,%v,%v,,\n", 100*r.NormFloat64(), 2000*r.NormFloat64(), 50*r.NormFloat64())
		file.WriteString(row)
		reader := must.Get(dataset.NewTargetReader(strings.NewReader("dose,weight,rate,day,ward\n"+row),
			p.Source.Schema))(t)
		reader.Next(z)
		dataset.Clip(z, wider)
		p.Grid.Quantise(steps, z)
		if steps[0] != int64(z[0]*((1<<30)/p.Grid.Radius())) {
			drawnIn++
		}
		for i := range d {
			for j := range d {
				want[i*d+j].Add(&want[i*d+j], new(big.Int).Mul(big.NewInt(steps[i]), big.NewInt(steps[j])))
			}
		}
	}
	if drawnIn < 10 {
		t.Fatalf("only %d rows are drawn in", drawnIn)
	}
	for _, db := range databases(t) {
		query := must.Get(p.Query(db.dialect, "people", ""))(t)
		double := dialects[db.dialect].double
		wide := strings.ReplaceAll(query, "("+double(radius)+" / root)", "("+double(wider)+" / root)")
		out, err := db.run(t,
			db.load("people", writeFile(t, "rows.csv", file.String()), strings.Split("dose,weight,rate,day,ward", ","))+wide)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := must.Both(Read(strings.NewReader(out), p))(t)
		for i := range d {
			for j := i; j < d; j++ {
				if got.Entry(i+1, j+1).Cmp(&want[i*d+j]) != 0 {
					t.Errorf("%s: entry %d,%d is %v, want %v", db.dialect, i, j, got.Entry(i+1, j+1), &want[i*d+j])
				}
			}
		}
	}
}

// A row that is outside the ball by less than a millionth is clipped as any other that is outside.
func TestRowsJustOutsideTheRadiusAreClipped(t *testing.T) {
	p := plainPlan(t)
	dose := p.Source.Schema.Used()[0]
	file := "dose,weight,rate,day,ward,number\n"
	const count = 12
	for k := range count {
		z := p.Grid.FeatureRadius() * (1 + float64(k-4)*1e-7)
		file += fmt.Sprintf("%v,,,,,%d\n", dose.Mean+dose.Scale*z, k)
	}
	lines := strings.SplitAfter(file, "\n")
	for _, d := range databases(t) {
		for k, sum := range d.sumsOfEachRow(t, p, file, strings.Split(strings.TrimSpace(lines[0]), ","), count) {
			if want := readerSum(t, p, lines[0]+lines[k+1]); differences(sum, want) != 0 {
				t.Errorf("%s: the row %q is another one", d.dialect, lines[k+1])
			}
		}
	}
}

// A database whose floating point makes every clipped row too long, by a tenth, twice or a million times, still moves
// no sum by more than the grid admits: the check in integers takes the mean for such a row.
func TestABrokenArithmeticCountsAsTheMean(t *testing.T) {
	p := plainPlan(t)
	const header, long, short = "dose,weight,rate,day,ward\n", "1e6,1e7,3,2020-01-01,north\n",
		"1,1000,1,2012-01-01,south\n"
	mean := readerSum(t, p, header+short+",,,,\n"+short)
	for _, d := range databases(t) {
		query := must.Get(p.Query(d.dialect, "people", ""))(t)
		prepare := d.load("people", writeFile(t, "rows.csv", header+short+long+short),
			strings.Split(strings.TrimSpace(header), ","))
		radius := "(" + dialects[d.dialect].double(p.Grid.FeatureRadius()) + " / root)"
		for _, factor := range []string{"1.1", "2", "1000000"} {
			broken := strings.ReplaceAll(query, radius, strings.Replace(radius, "/", "* "+factor+" /", 1))
			if broken == query {
				t.Fatal("the radius is not in the query")
			}
			out := must.Get(d.run(t, "DROP TABLE IF EXISTS people;\n"+prepare+broken))(t)
			sum, _, err := Read(strings.NewReader(out), p)
			if err != nil {
				t.Errorf("%s, times %s: %v", d.dialect, factor, err)
			} else if differences(sum, mean) != 0 {
				t.Errorf("%s, times %s: the row that is too long is not the mean", d.dialect, factor)
			}
		}
	}
}

// Columns of numbers, dates and timestamps give the sums of the texts from which they are made.
func TestTypedColumnsGiveTheReadersSums(t *testing.T) {
	p := plainPlan(t)
	r := rand.New(rand.NewPCG(9, 10))
	var file strings.Builder
	file.WriteString("dose,weight,rate,day,ward\n")
	for i := range 2000 {
		fmt.Fprintf(&file, "%v,%d,%v,%04d-%02d-%02d,%s\n", 5*r.NormFloat64(), 900+r.IntN(300), math.Exp(6*r.NormFloat64()),
			1960+r.IntN(100), 1+r.IntN(12), 1+r.IntN(28), []string{"north", "south", "east", ""}[i%4])
	}
	want := readerSum(t, p, file.String())
	for _, d := range databases(t) {
		for _, day := range []string{"DATE", "TIMESTAMP"} {
			typed := fmt.Sprintf(
				"(SELECT CAST(dose AS %[1]s) AS dose, CAST(weight AS INTEGER) AS weight, CAST(rate AS %[1]s) AS rate, "+
					"CAST(day AS %[2]s) AS day, ward FROM people)",
				dialects[d.dialect].float,
				day,
			)
			got := must.Get(d.querySum(
				t,
				p,
				"DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", file.String()),
					strings.Split("dose,weight,rate,day,ward", ",")),
				typed,
			))(t)
			if n := differences(got, want); n != 0 {
				t.Errorf("%s, %s: %d entries differ", d.dialect, day, n)
			}
		}
	}
}

// The sums of more of the longest rows than 64 bits hold, and the type in which they are added holds 2³¹ of them.
func TestSumsDoNotWrapAroundInADatabase(t *testing.T) {
	p := plainPlan(t)
	const rows = 100_000
	const header, line = "dose,weight,rate,day,ward\n", "1e9,,,,\n"
	one := readerSum(t, p, header+line)
	file := writeFile(t, "row.csv", header+line)
	for _, d := range databases(t) {
		// The row is stored, because planners compute with values: Spark's would not end.
		prepare := d.load("people", file, strings.Split(strings.TrimSpace(header), ","))
		repeated := "(SELECT people.* FROM people CROSS JOIN " + d.rows(rows) + " AS series)"
		got := must.Get(d.querySum(t, p, prepare, repeated))(t)
		for i := range one.Order {
			for j := i; j < one.Order; j++ {
				if got.Entry(i, j).String() != times(t, one.Entry(i, j).String(), rows) {
					t.Errorf("%s: entry %d,%d is %v", d.dialect, i, j, got.Entry(i, j))
				}
			}
		}
		product := fmt.Sprintf("CAST(1152921504606846976 AS %s)", dialects[d.dialect].decimal)
		out := must.Get(d.run(t, "SELECT SUM("+product+") * 2147483648 FROM "+d.rows(2)+";\n"))(t)
		if want := times(t, "1152921504606846976", 1<<32); strings.TrimSpace(out) != want {
			t.Errorf("%s: 2³² of the largest products are %s, want %s", d.dialect, out, want)
		}
	}
}

// The recipe of WAREHOUSE.md for a folder of Parquet files gives the sums of its rows.
func TestParquetFoldersAreSummed(t *testing.T) {
	p := plainPlan(t)
	d, err := startDuckDB(t)
	if err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	header := "dose,weight,rate,day,ward\n"
	parts := []string{"1,990,0.5,2020-02-29,north\n-4,1200,2,2011-01-01,south\n",
		"9,,0.1,2001-01-31,west\n2.5,1010,1000,2024-12-31,\n"}
	prepare := ""
	for i, part := range parts {
		prepare += fmt.Sprintf(
			"COPY (SELECT * FROM read_csv('%s', types = {'dose': 'DOUBLE', 'weight': 'DOUBLE', 'rate': 'DOUBLE', 'day': 'DATE', 'ward': 'VARCHAR'})) TO '%s/%d.parquet' (FORMAT parquet);\n",
			writeFile(t, "part.csv", header+part),
			folder,
			i,
		)
	}
	got := must.Get(d.querySum(t, p, prepare, "read_parquet('"+folder+"/*.parquet')"))(t)
	if differences(got, readerSum(t, p, header+strings.Join(parts, ""))) != 0 {
		t.Error("the sums are others")
	}
}
