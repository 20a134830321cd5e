package answers

import (
	"testing"
	"time"
)

func TestTheBarGoesOnceFromStartToEnd(t *testing.T) {
	for name, steps := range map[string][]struct {
		stage       string
		done, total float64
	}{
		"all": {{StagePrepare, 0, 9}, {StagePrepare, 9, 9}, {StageSolve, 1, 100}, {StageSolve, 100, 100},
			{StageFit, 1, 160}, {StageFit, 160, 160}},
		"prepared": {{StageSolve, 0, 0}, {StageSolve, 100, 100}, {StageFit, 160, 160}},
		"twice":    {{StageSolve, 100, 100}, {StageFit, 100, 160}, {StageFit, 1, 160}, {StageFit, 160, 160}},
		"late":     {{StageFit, 80, 160}, {StagePrepare, 1, 9}, {"anything", 1, 1}, {StageFit, 160, 160}},
	} {
		bar, before := NewCourse(RunCourse), 0.0
		for i, step := range steps {
			at := bar.Reach(step.stage, step.done, step.total)
			if at < before || at > 1 {
				t.Errorf("%s, step %d: from %v to %v", name, i, before, at)
			}
			before = at
		}
		if before < 0.85 || before >= 1 {
			t.Errorf("%s ends at %v", name, before)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	start := time.Unix(1e9, 0)
	at := func(r *Remaining, seconds float64, done float64) string {
		return r.After(start.Add(time.Duration(seconds*float64(time.Second))), "solve", done, 1000)
	}
	r := &Remaining{}
	for _, c := range []struct {
		seconds, done float64
		want          string
	}{
		{0, 10, ""}, {0.5, 20, ""}, // too early to estimate
		{10, 110, ", about 90 seconds left"}, // 89 s, in steps of five
		{10, 60, ", about 4 minutes left"},
		{1000, 60, ", about 5.2 hours left"},
		{10, 990, ", nearly done"},
		{10, 10, ""}, // no progress yet
	} {
		if c.seconds == 0 {
			r = &Remaining{}
		}
		if got := at(r, c.seconds, c.done); got != c.want {
			t.Errorf("%v s, %v done: %q", c.seconds, c.done, got)
		}
	}
	if got := r.After(start.Add(time.Hour), StageFit, 5, 1000); got != "" {
		t.Errorf("a new stage begins with %q", got)
	}
	if got := r.After(start.Add(2*time.Hour), StageFit, 50, 0); got != "" {
		t.Errorf("without an end: %q", got)
	}
}
