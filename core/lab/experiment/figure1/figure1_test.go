package figure1

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
)

func TestFigure1Cancels(t *testing.T) {
	stop := errors.New("stop")
	if _, err := Run(Options{Repetitions: 1, Epsilons: []float64{1}, Rows: []int{100}, Iterations: 5},
		func(_ string, done, _ int64) error {
			if done == 12 { // in the middle of a run
				return stop
			}
			return nil
		}); !errors.Is(err, stop) {
		t.Errorf("the run went on: %v", err)
	}
}

// What is computed without a privacy proof cannot become a release: there is no option for it, and a result of the
// experiment is no release document.
func TestLiteralSingleStageRefusesToBeReleased(t *testing.T) {
	var out bytes.Buffer
	err := Command([]string{"--release", "r.json"}, &out, nil)
	if err == nil || !strings.Contains(err.Error(), "makes no release") {
		t.Errorf("%v", err)
	}
	f := must.Get(Run(Options{Repetitions: 1, Epsilons: []float64{1}, Rows: []int{50}, Iterations: 5}, nil))(t)
	text := must.Get(json.Marshal(f))(t)
	if _, err := release.Decode(text); err == nil {
		t.Error("an experiment's result was read as a release")
	}
}

func TestFigure1CommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"--epsilons", "0"}, {"--epsilons", "x"}, {"--rows", "1.5"}, {"--repetitions", "-1"}, {"--iterations", "1"},
		{"--svg", "x"},
	} {
		var out bytes.Buffer
		if err := Command(args, &out, nil); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}
