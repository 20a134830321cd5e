package dataset

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestRealTasks reads the domain-adaptation tasks beside the checkout.
func TestRealTasks(t *testing.T) {
	const folder = "../../../shared/data"
	sources, err := filepath.Glob(filepath.Join(folder, "*", "source.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) == 0 {
		t.Skipf("the real tasks are not at %s", folder)
	}
	for _, path := range sources {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source, err := ReadSource(bytes.NewReader(file), SourceOptions{Label: "y"})
			if err != nil {
				t.Fatal(err)
			}
			if want := bytes.Count(file, []byte("\n")) - 1; source.Rows != want {
				t.Errorf("%d source rows, want %d", source.Rows, want)
			}
			checkSource(t, source)
			checkStandardised(t, source, regexp.MustCompile(`,\s*,`).Match(file))

			file, err = os.ReadFile(filepath.Join(filepath.Dir(path), "target.csv"))
			if err != nil {
				t.Fatal(err)
			}
			_, report := readTarget(t, string(file), source.Schema)
			if want := bytes.Count(file, []byte("\n")) - 1; report.Rows != want {
				t.Errorf("%d target rows, want %d", report.Rows, want)
			}
			for _, finding := range report.Findings { // some targets have categories that their source has not: that is the shift
				if finding.Cause == Unseen {
					report.RepairedCells -= finding.Cells
				}
			}
			if report.RepairedCells+report.RaggedRows+report.UnusableRows+len(report.MissingColumns)+len(report.SurplusColumns) != 0 {
				t.Errorf("the target is clean, but the report says %+v", report)
			}
		})
	}
}

// checkStandardised checks each feature's mean 0 and variance 1. A missing cell counts as the mean, so with gaps the variance is less.
func checkStandardised(t *testing.T, s *Source, gaps bool) {
	t.Helper()
	d, m, features := s.Schema.Dim(), float64(s.Rows), standardised(s)
	for j, name := range s.Schema.FeatureNames() {
		var sum, squares float64
		for i := range s.Rows {
			z := features[i*d+j]
			sum += z
			squares += z * z
		}
		// Rounding leaves some 10⁻¹⁶ a row, times the mean's size in scales.
		if spread := squares / m; math.Abs(sum/m) > 1e-12 || spread > 1+1e-12 || !gaps && spread < 1-1e-12 {
			t.Errorf("%s has mean %g and mean square %g", name, sum/m, squares/m)
		}
	}
}
