package suite

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"privadapt/core/must"
)

func TestInParallelStopsAtAFailure(t *testing.T) {
	stop := errors.New("stop")
	jobs := []func() error{func() error { return stop }}
	for range 1000 {
		jobs = append(jobs, func() error { return nil })
	}
	if err := InParallel(jobs); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
	if err := InParallel(jobs[1:]); err != nil {
		t.Error(err)
	}
}

// If all tasks are asked for, tasks of classes are left out.
func TestClassesAreLeftOut(t *testing.T) {
	data := t.TempDir()
	for name, label := range map[string]string{"classes": "yes", "numbers": "-1.5"} {
		must.Do(t, os.Mkdir(filepath.Join(data, name), 0o777))
		must.Do(t, os.WriteFile(filepath.Join(data, name, "target_labels.csv"), []byte("y\n"+label+"\n"),
			0o666))
	}
	subjects, err := Regression(Options{Data: data, Families: []string{}})
	if err != nil || len(subjects) != 1 || subjects[0].Name != "numbers" {
		t.Errorf("%d subjects, %v", len(subjects), err)
	}
}

func TestPercentile(t *testing.T) {
	values := []float64{3, 1, 2, 5, 4}
	for p, want := range map[float64]float64{0: 1, 0.5: 3, 0.95: 4.8, 1: 5} {
		if got := Percentile(values, p); math.Abs(got-want) > 1e-12 {
			t.Errorf("percentile %v is %v, want %v", p, got, want)
		}
	}
}
