package sources

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// realTables reads the public samples of the real tasks, by the tasks' names.
func realTables(t *testing.T) map[string][][]string {
	paths, _ := filepath.Glob("../../../../shared/data/*/source.csv")
	if len(paths) == 0 {
		t.Skip("../shared/data is absent: the real tasks are not checked")
	}
	tables := map[string][][]string{}
	for _, path := range paths {
		text := must.Get(os.ReadFile(path))(t)
		rows := must.Get(csv.NewReader(bytes.NewReader(text)).ReadAll())(t)
		tables[filepath.Base(filepath.Dir(path))] = rows
	}
	return tables
}

// file makes a file of rows under a header.
func file(name string, header []string, rows [][]string) dataset.File {
	var b bytes.Buffer
	csv.NewWriter(&b).WriteAll(append([][]string{header}, rows...))
	return dataset.File{Name: name, Data: &b}
}

// unitsIn returns the error of checkUnits for files with the label y.
func unitsIn(t *testing.T, files ...dataset.File) error {
	t.Helper()
	union := must.Get(dataset.ReadUnion(files, dataset.SourceOptions{Label: "y"}))(t)
	source := must.Get(union.Source([]int{0, 1}))(t)
	return checkUnits(union, source.Schema, nil)
}

func TestGroupsOfRealRowsHaveOneUnit(t *testing.T) {
	// The hardest groups: the upper and the lower third of a sample by one of its columns. An alarm costs the analyst a
	// question.
	cuts, alarms := 0, 0
	for name, table := range realTables(t) {
		for j := range min(len(table[0])-1, 13) {
			rows := slices.Clone(table[1:])
			slices.SortStableFunc(rows, func(a, b []string) int { return compare(a[j], b[j]) })
			third := len(rows) / 3
			cuts++
			if err := unitsIn(t, file("low", table[0], rows[:third]), file("high", table[0], rows[2*third:])); err != nil {
				alarms++
				t.Logf("%s by %s: %v", name, table[0][j], err)
			}
		}
	}
	t.Logf("%d of %d cuts raise an alarm", alarms, cuts)
	if alarms*50 > cuts {
		t.Errorf("%d of %d cuts raise an alarm, more than 2%%", alarms, cuts)
	}
}

func TestAnotherUnitIsNoticed(t *testing.T) {
	// Halves of real samples, one of them with a column converted. Columns around zero and wide ones can hide a small
	// factor.
	tables := realTables(t)
	for _, c := range []struct {
		task, column   string
		factor, offset float64
	}{
		{"abalone_adult_to_infant", "length", 2.54, 0},
		{"autompg_us_to_abroad", "weight", 2.20462262, 0},
		{"autompg_us_to_abroad", "y", 1.609344, 0},
		{"powerplant_tilt_hot", "AT_C", 1.8, 32},
		{"powerplant_tilt_hot", "AT_C", 1, 273.15},
		{"powerplant_tilt_hot", "V_cmHg", 10, 0},
		{"wine_red_to_white", "alcohol", 0.01, 0},
		{"calhousing_ratio_inland_to_coast", "y", 1000, 0},
		{"airfoil_tilt", "frequency_hz", 0.001, 0},
		{"german_credit_older_to_younger", "age", 12, 0},
		{"puma8nm_to_puma8fm", "theta1", 60, 0}, // around zero
		{"adult_private_to_others", "hours_per_week", 60, 0},
	} {
		table := tables[c.task]
		at := slices.Index(table[0], c.column)
		random := rand.New(rand.NewPCG(1, 2))
		rows := slices.Clone(table[1:])
		random.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
		half := len(rows) / 2
		if err := unitsIn(t, file("a", table[0], rows[:half]), file("b", table[0], rows[half:])); err != nil {
			t.Errorf("%s, nothing converted: %v", c.task, err)
		}
		for i := half; i < len(rows); i++ {
			rows[i] = slices.Clone(rows[i])
			v, _ := strconv.ParseFloat(rows[i][at], 64)
			rows[i][at] = fmt.Sprint(v*c.factor + c.offset)
		}
		var e *dataset.Error
		err := unitsIn(t, file("a", table[0], rows[:half]), file("b", table[0], rows[half:]))
		if !errors.As(err, &e) || e.Code != dataset.CodeUnitsDiffer || e.Name != c.column || e.File != "b" {
			t.Errorf("%s, %s times %g plus %g: %v", c.task, c.column, c.factor, c.offset, err)
		}
	}
}

// compare orders numbers by size; texts count as 0.
func compare(a, b string) int {
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return cmp.Compare(x, y)
}
