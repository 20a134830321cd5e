package accounting

import (
	"strings"
	"testing"

	"privadapt/core/must"
)

// The row of ε = 1 holds the figures that the documentation states: 9.8 times less noise than the paper's for K = 1000
// draws at δ = 1/8000, and a tenth more Gaussian noise by zCDP than by the exact curve.
func TestAccountingStatesTheDocumentedFigures(t *testing.T) {
	var out strings.Builder
	must.Do(t, Command(nil, &out))
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "1 ") {
			fields := strings.Fields(line)
			if fields[4] != "1.103" || fields[len(fields)-1] != "9.82" {
				t.Errorf("%q", line)
			}
			return
		}
	}
	t.Errorf("no row of ε = 1 in\n%s", out.String())
}

func TestAccountingRefusesBadOptions(t *testing.T) {
	for _, args := range [][]string{{"--draws", "0"}, {"--delta", "1"}, {"--delta", "NaN"}} {
		if err := Command(args, &strings.Builder{}); err == nil {
			t.Errorf("%v passed", args)
		}
	}
}
