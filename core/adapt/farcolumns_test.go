package adapt

import (
	"io"
	"strings"
	"testing"

	"privadapt/core/must"
)

func TestColumnsInOtherUnitsAreNamedToTheOwner(t *testing.T) {
	table := strings.NewReader("income;age;colour\n1;30000;red\n2;41000;blue\n0.5;52000;red\n")
	_, report := must.Both(ReadTarget(publicSource(t), budget(nil), []io.Reader{table}, nil))(t)
	if far := report.FarColumns; len(far) != 1 || far[0].Name != "age" || !(far[0].Shift > 1.5) {
		t.Errorf("far columns %+v", far)
	}
	_, report, err := ReadTarget(publicSource(t), budget(nil), filesOf(privateTable(50)), nil)
	if err != nil || len(report.FarColumns) != 0 {
		t.Errorf("far columns %+v, %v", report.FarColumns, err)
	}
	if all := report.Shifts; len(all) != 2 || all[0].Name != "age" || all[1].Name != "income" {
		t.Errorf("shifts %+v", all)
	}
}
