package evaluate

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/lab/experiment/suite"
	"privadapt/core/must"
)

// One family, two repetitions, every method.
func TestTinyEvaluation(t *testing.T) {
	done := 0
	report := must.Get(Evaluate(suite.Options{
		Families: []string{"mean"}, Epsilons: []float64{1, math.Inf(1)}, Repetitions: 2, Rows: 200,
	}, func(Task) { done++ }))(t)
	if done != 1 || len(report.Tasks) != 1 {
		t.Fatalf("%d tasks, %d of them reported as done", len(report.Tasks), done)
	}
	task := report.Tasks[0]
	if task.SourceRows != 200 || task.TargetRows != 200 || task.Features != 8 || task.Real {
		t.Errorf("%+v", task)
	}
	if want := len(yardsticks()) + 2*len(privates()); len(task.Curves) != want {
		t.Errorf("%d curves, want %d", len(task.Curves), want)
	}
	for _, c := range task.Curves {
		if len(c.Runs) != 2 || c.Runs[0].Error == c.Runs[1].Error {
			t.Errorf("%s: %d runs, or both on one sample", c.Method, len(c.Runs))
		}
		for _, r := range c.Runs {
			if !(r.Error > 0) || math.IsInf(r.Error, 1) || r.Size != nil && !(*r.Size >= 1 && *r.Size <= 201) {
				t.Errorf("%s: %+v", c.Method, r)
			}
		}
	}
	if !task.Counts {
		t.Errorf("the reference gains only %v", task.Gain)
	}
	if e := task.curve("oracle", nil).Mean; !(e < task.curve(unweighted, nil).Mean) {
		t.Errorf("the oracle's error is %v, the unweighted one %v", e, task.curve(unweighted, nil).Mean)
	}
	if _, err := json.Marshal(report); err != nil {
		t.Error(err)
	}
}

func TestCommandWritesAndDraws(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.json")
	drawn := ""
	var out bytes.Buffer
	must.Do(t, Command(
		[]string{"--families", "no-shift", "--repetitions", "1", "--epsilons", "1", "--rows", "100", "--json", file,
			"--svg", "prefix", "--data", "nowhere"},
		&out,
		func(r *Report, prefix string) error { drawn = prefix + r.Tasks[0].Name; return nil },
	))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(
		last,
		"evaluate: kept n/a of the gain at eps=1, n/a at 0.3, n/a at 0.1; worst harm ",
	) {
		t.Errorf("closing line %q", last)
	}
	if drawn != "prefixno-shift" {
		t.Errorf("drawn: %q", drawn)
	}
	text := must.Get(os.ReadFile(file))(t)
	var report Report
	if err := json.Unmarshal(text, &report); err != nil || report.Tasks[0].Name != "no-shift" {
		t.Errorf("%v, %+v", err, report)
	}
}

func TestCommandSaysThatDataAreMissing(t *testing.T) {
	var out bytes.Buffer
	err := Command([]string{"--data", "nowhere", "--tasks", "some", "--repetitions", "1"}, &out, nil)
	if err == nil || !strings.Contains(out.String(), "the real tasks are left out") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestCommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"--repetitions", "0"}, {"--epsilons", "x"}, {"--epsilons", "0"}, {"--epsilons", "nan"}, {"--families", "none"},
		{"--rows", "1"}, {"--svg", "x"}, {"--some"},
	} {
		var out bytes.Buffer
		if err := Command(args, &out, nil); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}
