//go:build !js

package adapt

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A table all of whose rows have a label is one like any other: its n counts them, and δ is held against it.
func TestSumsOfRowsThatAllHaveALabel(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(privateTable(200)), "\n")
	for i := range lines {
		lines[i] += ";" + map[bool]string{true: "y", false: fmt.Sprint(i % 17)}[i == 0]
	}
	options := budget(func(o *Options) { o.UseLabels, o.Base = true, method.Linear })
	rows := readTarget(t, publicSource(t), options, strings.Join(lines, "\n")+"\n")
	if rows.sum.Rows != 0 || rows.labelled.Rows != 200 {
		t.Fatalf("%d rows without a label, %d with one", rows.sum.Rows, rows.labelled.Rows)
	}
	for delta, accepted := range map[float64]bool{1e-6: true, 1.0 / 200: false} {
		options.Delta = delta
		sums, report, err := ReadSums(publicSource(t), options, strings.NewReader(sumsText(rows)), nil)
		if (err == nil) != accepted {
			t.Errorf("δ = %v: %v", delta, err)
		}
		if err != nil {
			continue
		}
		made := must.Get(sums.Adapt(release.Engine{}, free, nil))(t)
		if made.Certificate.N != 200 || report.Rows != 200 || *report.LabelledRows != 200 {
			t.Errorf("n = %d, %d rows, %d with a label", made.Certificate.N, report.Rows, *report.LabelledRows)
		}
	}
}

// Labels change nothing of what the owner is told of the columns: it is of all rows, with a label or without one, of a
// file and of a database.
func TestShiftsAreOfAllRowsWhateverTheirLabels(t *testing.T) {
	source, table := publicSource(t), labelledTable(300)
	shiftsOf := func(labels bool) (ofFile, ofSums []ColumnShift) {
		options := budget(func(o *Options) { o.UseLabels, o.Base, o.Radius = labels, method.Linear, 50 }) // no row is clipped
		target, report := must.Both(ReadTarget(source, options, filesOf(table), nil))(t)
		_, again := must.Both(ReadSums(source, options, strings.NewReader(sumsText(target)), nil))(t)
		return report.Shifts, again.Shifts
	}
	file, sums := shiftsOf(false)
	labelledFile, labelledSums := shiftsOf(true)
	for name, shifts := range map[string][]ColumnShift{
		"a database": sums, "a file with labels": labelledFile, "a database with labels": labelledSums,
	} {
		if len(file) != 2 || len(shifts) != len(file) {
			t.Fatalf("%s: %d columns, want %d", name, len(shifts), len(file))
		}
		for k, want := range file {
			if got := shifts[k]; got.Name != want.Name || math.Abs(got.Shift-want.Shift) > 1e-6 {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
	}
}
