package experiment

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The line that the README quotes. It rests on predictions alone, which are the same each time.
func TestRegimesStateTheDocumentedFigures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "regimes.json")
	var out strings.Builder
	if err := Run([]string{"regimes", "--simulate=false", "--json", file}, &out, Draw{}); err != nil {
		t.Fatal(err)
	}
	const want = "regimes: of 768 cells the second moment wins 606, selection 0, gradient 0; in 162 nothing beats doing nothing. " +
		"The closest is 1.9 times worse than the second moment: n = 10000, d = 200, m = 1000, ε = 0.1\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("the output ends with %q", out.String()[max(0, len(out.String())-len(want)):])
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var result Regimes
	if err := json.Unmarshal(text, &result); err != nil || len(result.Cells) != 768 {
		t.Fatalf("%d cells, %v", len(result.Cells), err)
	}
	for _, h := range result.Thresholds {
		if !(4*h.Moment < h.Selection && h.Selection < h.Gradient) {
			t.Errorf("the README says that selection needs at least four times the rows: %+v", h)
		}
	}
}

// Predictions are within a factor of 3 of simulations with true noise. Measured, of 20 means of three: from 0.9 to 1.2 for the
// second moment and from 1.0 to 1.5 for selection; single runs of either spread by less than a third.
func TestPredictionsMatchSimulations(t *testing.T) {
	p := RegimePoint{Order: 10, Rows: 10000, Epsilon: 1}
	if err := p.simulate(); err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Findings {
		if ratio := f.Predicted / f.Measured; !(ratio > 1./3 && ratio < 3) {
			t.Errorf("%s: predicted %.4f, measured %.4f", f.Mechanism, f.Predicted, f.Measured)
		}
	}
}

func TestRegimesRefuseBadOptions(t *testing.T) {
	for _, args := range [][]string{{"regimes", "--rows", "3"}, {"regimes", "more"}} {
		if err := Run(args, &strings.Builder{}, Draw{}); err == nil {
			t.Errorf("%v passed", args)
		}
	}
}
