package vaultui

import "testing"

func TestTheBarGoesOnceFromStartToEnd(t *testing.T) {
	for name, steps := range map[string][]struct {
		stage       string
		done, total float64
	}{
		"all":      {{stagePrepare, 0, 9}, {stagePrepare, 9, 9}, {stageSolve, 1, 100}, {stageSolve, 100, 100}, {stageFit, 1, 160}, {stageFit, 160, 160}},
		"prepared": {{stageSolve, 0, 0}, {stageSolve, 100, 100}, {stageFit, 160, 160}},
		"twice":    {{stageSolve, 100, 100}, {stageFit, 100, 160}, {stageFit, 1, 160}, {stageFit, 160, 160}},
		"late":     {{stageFit, 80, 160}, {stagePrepare, 1, 9}, {"anything", 1, 1}, {stageFit, 160, 160}},
	} {
		bar, before := newCourse(runCourse), 0.0
		for i, step := range steps {
			at := bar.reach(step.stage, step.done, step.total)
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
