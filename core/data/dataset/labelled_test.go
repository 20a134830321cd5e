package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// labelledRows reads a private file with its labels and returns each row's exact bits as text.
func labelledRows(t *testing.T, header string, records []string, s Schema) (rows []string) {
	t.Helper()
	reader := must.Get(Labelled(strings.NewReader(header+"\n"+strings.Join(records, "\n")+"\n"), s))(t)
	for row := make([]float64, len(s.Used())+1); reader.Next(row); {
		rows = append(rows, fmt.Sprintf("%x", row))
	}
	if reader.Err() != nil || reader.Report().Rows != len(records) {
		t.Fatalf("%q: %v, %d rows", records, reader.Err(), reader.Report().Rows)
	}
	return rows
}

// Replacing one record, its label included, by any bytes changes the row of that record and nothing else.
func TestLabelledRowsAreFunctionsOfTheirRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for _, classes := range [][]string{nil, {"no", "yes"}} {
		schema := plainSchema()
		schema.Classes = classes
		for header, delim := range map[string]string{"temp,id,colour,y": ",", "y;temp;colour": ";",
			"id\tcolour\ttemp": "\t"} {
			for range 500 {
				records := make([]string, 1+rng.IntN(5))
				for i := range records {
					if records[i] = "12,7,red,3"; rng.IntN(2) == 0 {
						records[i] = randomRecord(rng, delim)
					}
				}
				at, other := rng.IntN(len(records)), randomRecord(rng, delim)
				before := labelledRows(t, header, records, schema)
				records[at] = other
				after := labelledRows(t, header, records, schema)
				alone := labelledRows(t, header, []string{other}, schema)
				if before[at] = alone[0]; !slices.Equal(before, after) {
					t.Fatalf("record %d of %q: %q, and %q with the others", at, records, before, after)
				}
			}
		}
	}
}

// A cell that is no label makes its row one without a label, and is no error.
func TestLabelsAreReadOrMissing(t *testing.T) {
	numbers, classes := plainSchema(), plainSchema()
	classes.Classes = []string{"low", "high income"}
	for _, c := range []struct {
		schema Schema
		cell   string
		want   float64 // NaN: no label
	}{
		{numbers, "3.5", 3.5}, {numbers, " -1e3 ", -1000}, {numbers, `"7"`, 7}, {numbers, "1 234.5", 1234.5},
		{numbers, "", math.NaN()}, {numbers, "NA", math.NaN()}, {numbers, "inf", math.NaN()},
		{numbers, "1e999", math.NaN()},
		{numbers, "ten", math.NaN()}, {numbers, "1,2,3", math.NaN()}, {numbers, "2024-05-06", math.NaN()},
		{classes, "low", 0}, {classes, "High  Income", 1}, {classes, "medium", math.NaN()}, {classes, "", math.NaN()},
		{classes, "1", math.NaN()},
	} {
		reader := must.Get(Labelled(strings.NewReader("temp;y;colour\n1;"+c.cell+";red\n"), c.schema))(t)
		row := make([]float64, len(c.schema.Used())+1)
		if !reader.Next(row) {
			t.Fatal("no row")
		}
		if got := row[len(row)-1]; got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("the label %q is read as %v, not %v", c.cell, got, c.want)
		}
		if r := reader.Report(); r.RepairedCells != 0 || !r.LabelPresent {
			t.Errorf("%q: %+v", c.cell, r)
		}
	}
	reader := must.Get(Labelled(strings.NewReader("temp,colour\n1,red\n"), numbers))(t)
	row := make([]float64, len(numbers.Used())+1)
	if reader.Next(row); !math.IsNaN(row[len(row)-1]) {
		t.Errorf("a table without labels has the label %v", row[len(row)-1])
	}
}

// A table in memory gives the rows and the labels of its file to the bit, numbers or texts in either place, also beside
// columns that the schema does not have. Its owner is told of the same cells, in the same rows.
func TestLabelledColumnsAreReadAsTheirFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	values := []float64{0, 1, -2.5, 1e-7, 1e300, 1e306, math.NaN(), math.Inf(1), math.Copysign(0, -1), 7}
	texts := []string{"red", "blue", "", "3", "no", "yes", "1e999", "NA", " 4 "}
	for _, classes := range [][]string{nil, {"no", "yes"}, {"1", "7"}} {
		schema := plainSchema()
		schema.Classes = classes
		for range 200 {
			schema.Columns = slices.Clone(schema.Columns)
			schema.Columns[0].Scale = []float64{2, 1e-3}[rng.IntN(2)] // 10³⁰⁶ in these is a number or is none
			rows := 1 + rng.IntN(7)
			table := []column{{name: "colour"}, {name: "y"}, {name: "temp"}, {name: "surplus"}, {name: "another"}}
			rng.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
			for k := range table {
				for range rows {
					table[k].texts = append(table[k].texts, texts[rng.IntN(len(texts))])
				}
				if table[k].name != "colour" && rng.IntN(2) == 0 {
					for range rows {
						table[k].numbers = append(table[k].numbers, values[rng.IntN(len(values))])
					}
				}
			}
			file := must.Get(Labelled(strings.NewReader(columnFile(table, rows)), schema))(t)
			memory := must.Get(Labelled(columnStream(table, rows, 1+rng.IntN(3)), schema))(t)
			a, b := make([]float64, len(schema.Used())+1), make([]float64, len(schema.Used())+1)
			for i := range rows {
				if !file.Next(a) || !memory.Next(b) || fmt.Sprintf("%x", a) != fmt.Sprintf("%x", b) {
					t.Fatalf("row %d of %+v: %v in the file, %v in memory", i, table, a, b)
				}
			}
			if file.Next(a) || memory.Next(b) || file.Err() != nil || memory.Err() != nil {
				t.Fatal("no end")
			}
			if told, want := memory.Report(), file.Report(); !reflect.DeepEqual(told, want) {
				t.Fatalf("%+v: of the file the owner is told\n%+v, of the table\n%+v", table, want, told)
			}
		}
	}
}

// A number in a column of dates is no date, in memory as in a file, also where it could be the days of one.
func TestNumbersAreNoDates(t *testing.T) {
	schema := Schema{Label: "y", Columns: []Column{
		{Name: "sold", Kind: Numeric, Dates: true, Mean: 18322, Scale: 100, Min: 18000, Max: 19000},
	}}
	table := []column{{name: "sold", numbers: []float64{18322, 18400, 0}}, {name: "y", numbers: []float64{1, 2, 3}}}
	rows := must.Get(Labelled(columnStream(table, 3, 2), schema))(t)
	for row := make([]float64, 2); rows.Next(row); {
		if !math.IsNaN(row[0]) || math.IsNaN(row[1]) {
			t.Errorf("the cells are %v", row)
		}
	}
	if report := rows.Report(); report.Rows != 3 || report.RepairedByColumn["sold"] != 3 {
		t.Errorf("%+v", report)
	}
	checkSameAsFile(t, table, 3, schema)
}
