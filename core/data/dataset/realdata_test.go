package dataset

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"privadapt/core/must"
)

// TestRealTasks reads the domain-adaptation tasks beside the checkout.
func TestRealTasks(t *testing.T) {
	const folder = "../../../../shared/data"
	sources := must.Get(filepath.Glob(filepath.Join(folder, "*", "source.csv")))(t)
	if len(sources) == 0 {
		t.Skipf("the real tasks are not at %s", folder)
	}
	for _, path := range sources {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			file := must.Get(os.ReadFile(path))(t)
			source := must.Get(ReadSource(bytes.NewReader(file), SourceOptions{Label: "y"}))(t)
			if want := bytes.Count(file, []byte("\n")) - 1; source.Rows != want {
				t.Errorf("%d source rows, want %d", source.Rows, want)
			}
			checkSource(t, source)
			checkStandardised(t, source)

			file = must.Get(os.ReadFile(filepath.Join(filepath.Dir(path), "target.csv")))(t)
			_, report := readTarget(t, string(file), source.Schema)
			if want := bytes.Count(file, []byte("\n")) - 1; report.Rows != want {
				t.Errorf("%d target rows, want %d", report.Rows, want)
			}
			for _, f := range report.Findings {
				// Months, regions and occupations that the source has not, and blanks.
				if f.Cause == Unseen || f.Cause == Missing {
					report.RepairedCells -= f.Cells
				}
			}
			if report.RepairedCells+report.RaggedRows+report.UnusableRows+len(report.MissingColumns)+len(
				report.SurplusColumns,
			) != 0 {
				t.Errorf("the target is clean, but the report says %+v", report)
			}
		})
	}
}

// checkStandardised checks each feature's mean 0 and, over the cells that are not missing, variance 1.
func checkStandardised(t *testing.T, s *Source) {
	t.Helper()
	d, m, features := s.Schema.Dim(), float64(s.Rows), standardised(s)
	used, cells := s.Schema.Used(), s.Cells()
	var present []float64 // for each feature
	for k, c := range used {
		count := m
		for i := range s.Rows {
			if math.IsNaN(cells[i*len(used)+k]) {
				count--
			}
		}
		present = append(present, slices.Repeat([]float64{count}, c.Width())...)
	}
	for j, name := range s.Schema.FeatureNames() {
		var sum, squares float64
		for i := range s.Rows {
			z := features[i*d+j]
			sum += z
			squares += z * z
		}
		// Rounding leaves some 10⁻¹⁶ a row, times the mean's size in scales.
		if math.Abs(sum/m) > 1e-12 || math.Abs(squares/present[j]-1) > 1e-12 {
			t.Errorf("%s has mean %g and mean square %g", name, sum/m, squares/present[j])
		}
	}
}
