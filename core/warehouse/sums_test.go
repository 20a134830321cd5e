//go:build linux

package warehouse

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
)

// querySum is the sum of a query in a database.
func (d database) querySum(t *testing.T, p Plan, prepare, table string) (*moment.Sum, error) {
	t.Helper()
	query := must.Get(p.Query(d.dialect, table, ""))(t)
	out, err := d.run(t, prepare+query)
	if err != nil {
		return nil, err
	}
	sum, _, err := Read(strings.NewReader(out), p)
	return sum, err
}

// oddNumbers are cells that are no plain number of a usual size; what the file reader reads by its lenient rules is not
// among them.
var oddNumbers = []string{
	"", "NA", "NULL", "?", "-", "nan", "NaN", "inf", "-inf", "Infinity", "+infinity", "1e308", "-1.7976931348623157e308",
	"1e309", "-1e999",
	"4.9e-324", "-2.2250738585072011e-308", "1e-320", "1e-999", "0", "-0", "12a", "--3", "1_000", "0x1F", "1e", "e5", ".",
	"+", "5.", ".5", "+2", " 7 ", "\t3",
	"1E3", "1e+2", "99999999999999999999999", "0.1000000000000000055511151231257827", "1e150", "-1e160", "1e-170",
	"'; DROP TABLE rows; --", "5 5", "1e0003",
}

var oddLevels = []string{"", "NA", "unheard of", "'", `"`, "\\", "'; DROP TABLE rows; --", " ", "${x}", "\u00e9"}

// injected returns a CSV file with odd cells in a tenth of the cells of every fifth record.
func injected(t testing.TB, file []byte, s dataset.Schema, seed uint64) string {
	t.Helper()
	records := must.Get(csv.NewReader(bytes.NewReader(file)).ReadAll())(t)
	r := rand.New(rand.NewPCG(seed, 19))
	kinds := map[string]dataset.Kind{}
	for _, c := range s.Columns {
		kinds[c.Name] = c.Kind
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for i, record := range records {
		if i%5 == 1 {
			for j := range record {
				switch odd := r.IntN(10) == 0; {
				case odd && kinds[records[0][j]] == dataset.Numeric:
					record[j] = oddNumbers[r.IntN(len(oddNumbers))]
				case odd && kinds[records[0][j]] == dataset.Categorical:
					record[j] = oddLevels[r.IntN(len(oddLevels))]
				}
			}
		}
		must.Do(t, w.Write(record))
	}
	w.Flush()
	return out.String()
}

// quickTasks are the tasks of make test: numbers, and categories with classes.
var quickTasks = map[string]bool{"airfoil_tilt": true, "german_credit_older_to_younger": true}

// On every real task the sums of a database are the file reader's, bit for bit: with text columns that hold
// NULL, NaN, infinities, texts, unseen categories, denormal and huge numbers, and with a radius that half of the rows
// exceed.
func TestDatabasesGiveTheReadersSums(t *testing.T) {
	const folder = "../../../shared/data"
	sources := must.Get(filepath.Glob(filepath.Join(folder, "*", "source.csv")))(t)
	if len(sources) == 0 {
		t.Skipf("the real tasks are not at %s", folder)
	}
	for _, d := range databases(t) {
		for _, path := range sources {
			if testing.Short() && !quickTasks[filepath.Base(filepath.Dir(path))] {
				continue
			}
			t.Run(string(d.dialect)+"/"+filepath.Base(filepath.Dir(path)), func(t *testing.T) {
				file := must.Get(os.ReadFile(path))(t)
				source := readSource(t, file)
				target := must.Get(os.ReadFile(filepath.Join(filepath.Dir(path), "target.csv")))(t)
				text := injected(t, target, source.Schema, 1)
				header, _, _ := strings.Cut(text, "\n")
				for _, scale := range []float64{1, 0.6} {
					p := planOf(t, source, scale*features.Identity(source.Schema).Norm())
					want := readerSum(t, p, text)
					got := must.Get(d.querySum(
						t,
						p,
						"DROP TABLE IF EXISTS people;\n"+d.load("people", writeFile(t, "rows.csv", text),
							strings.Split(header, ",")),
						"people",
					))(t)
					if n := differences(got, want); n != 0 {
						t.Errorf("radius times %v: %d entries differ", scale, n)
					}
				}
			})
		}
	}
}

// A number of any digits that a file holds in earnest is that number: the zeros before and after it count for nothing.
func TestNumbersOfManyDigitsAreNumbers(t *testing.T) {
	p, columns := plainPlan(t), []string{"dose", "weight", "rate", "day", "ward"}
	zeros := strings.Repeat("0", 5000)
	cells := []string{
		zeros + "7", "-" + zeros + "3.5", "2." + zeros, "0." + zeros + "1e5002", "9" + zeros + "e-5000", "4e-" + zeros + "1",
		"0." + strings.Repeat("3", 399), "0." + strings.Repeat("3", 5000), "1e-1000", "1e-99999", "-0e99999",
		"0." + zeros + "e7",
		"1e1000", "-1e99999", "0e" + zeros, "2e" + zeros + "1",
	}
	found := databases(t)
	for _, cell := range cells {
		rows := "1,1000,1,2012-01-01,south\n" + cell + ",1000,2,2012-01-02,north\n"
		sumAsTheReader(t, found, p, columns, rows, fmt.Sprintf("%.12s… of %d characters", cell, len(cell)))
	}
}

// sumAsTheReader reports each database whose sums of the rows are not the file reader's.
func sumAsTheReader(t *testing.T, found []database, p Plan, columns []string, rows, what string) {
	t.Helper()
	file := strings.Join(columns, ",") + "\n" + rows
	want := readerSum(t, p, file)
	for _, d := range found {
		load := "DROP TABLE IF EXISTS people;\n" + d.load("people", writeFile(t, "rows.csv", file), columns)
		got, err := d.querySum(t, p, load, "people")
		if err != nil {
			t.Errorf("%s, %s: %.300v", d.dialect, what, err)
		} else if n := differences(got, want); n != 0 {
			t.Errorf("%s, %s: %d entries differ", d.dialect, what, n)
		}
	}
}

// A cell ends no query, however long it is: of a number with more digits than a database counts the mean is taken, as
// the file reader takes it. PostgreSQL counts 131,072 of them before the point and 16,383 after it.
func TestNoCellIsTooLongForADatabase(t *testing.T) {
	p, columns := plainPlan(t), []string{"dose", "weight", "rate", "day", "ward"}
	long := strings.Repeat("7", 140_000)
	found := databases(t)
	for name, cell := range map[string]string{
		"before the point": long, "with a sign": "-" + long, "before a point": long + ".5", "in an exponent": "1e" + long,
		"after zeros": "1e" + strings.Repeat("0", 140_000) + "9" + long, "of text": long + "x",
	} {
		rows := "1,1000,1,2012-01-01,south\n" + cell + "," + cell + ",2,2012-01-02,north\n"
		sumAsTheReader(t, found, p, columns, rows, "digits "+name)
	}
}
