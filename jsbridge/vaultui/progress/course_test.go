package progress

import "testing"

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
