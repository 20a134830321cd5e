package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"privadapt/core/release"
)

func TestFigure1Cancels(t *testing.T) {
	stop := errors.New("stop")
	if _, err := RunFigure1(Figure1Options{Repetitions: 1, Epsilons: []float64{1}, Rows: []int{100}, Iterations: 5},
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
	err := Run([]string{"figure1", "--release", "r.json"}, &out, Draw{})
	if err == nil || !strings.Contains(err.Error(), "makes no release") {
		t.Errorf("%v", err)
	}
	f, err := RunFigure1(Figure1Options{Repetitions: 1, Epsilons: []float64{1}, Rows: []int{50}, Iterations: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := release.Decode(text); err == nil {
		t.Error("an experiment's result was read as a release")
	}
}

func TestFigure1CommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"figure1", "--epsilons", "0"}, {"figure1", "--epsilons", "x"}, {"figure1", "--rows", "1.5"},
		{"figure1", "--repetitions", "-1"}, {"figure1", "--iterations", "1"}, {"figure2"}, {},
	} {
		var out bytes.Buffer
		if err := Run(args, &out, Draw{}); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}

// The paper's setting: means, spread, mixture and labels, at 6 standard errors of 10,000 rows.
func TestSyntheticDomainIsThePapers(t *testing.T) {
	d := drawDomain(10, paperOrder, 1)
	for i := range paperOrder {
		mean := 0.0
		for j := range paperTestRows {
			mean += d.test.rows[j*paperOrder+i] / paperTestRows
		}
		want := 1 / math.Sqrt(2*paperOrder)
		if i%2 == 0 {
			want = -want
		}
		if math.Abs(mean-want) > 6/math.Sqrt(9*paperOrder*paperTestRows) {
			t.Errorf("coordinate %d of the target has mean %v, want %v", i, mean, want)
		}
	}
	if got := paperLabel([]float64{1, 1, 1, 1}); got != 2 {
		t.Errorf("f(1,1,1,1) = %v", got)
	}
	if got := paperLabel([]float64{-1, -1, -1, -1}); got != -1 {
		t.Errorf("f(−1,−1,−1,−1) = %v", got)
	}
	fromTarget := 0
	for j := range paperSourceRows {
		if d.source.rows[j*paperOrder]+d.source.rows[j*paperOrder+2] < 0 {
			fromTarget++
		}
	}
	if fromTarget < 170 || fromTarget > 330 { // binomial(1000, 1/4), and some on the wrong side
		t.Errorf("%d of 1000 source rows look like the target's", fromTarget)
	}
}
