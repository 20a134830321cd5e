//go:build !js

package adapt

import (
	"fmt"
	"strings"
	"testing"

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
		made, err := sums.Adapt(release.Engine{}, free, nil)
		if err != nil {
			t.Fatal(err)
		}
		if made.Certificate.N != 200 || report.Rows != 200 || *report.LabelledRows != 200 {
			t.Errorf("n = %d, %d rows, %d with a label", made.Certificate.N, report.Rows, *report.LabelledRows)
		}
	}
}
