package figure1

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
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

// The command writes the result, which no reader takes for a release, because it was computed without a privacy proof.
func TestFigure1Command(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.json")
	var out bytes.Buffer
	must.Do(t, Command([]string{"-repetitions", "2", "-epsilons", "1, 4", "-rows", "50,100", "-iterations", "5", "-json", file}, &out))
	if !strings.Contains(out.String(), "single-stage    paper       4    100") || !strings.Contains(out.String(), "chosen") {
		t.Errorf("%s", out.String())
	}
	text := must.Get(os.ReadFile(file))(t)
	if _, err := release.Decode(text); err == nil {
		t.Error("an experiment's result was read as a release")
	}
	var result Result
	must.Do(t, json.Unmarshal(text, &result))
}

func TestFigure1CommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"-epsilons", "0"}, {"-epsilons", "x"}, {"-rows", "1.5"}, {"-repetitions", "-1"}, {"-iterations", "1"},
		{"-release", "r.json"},
	} {
		if err := Command(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}

// The paper's setting: means, spread, mixture and labels, at 6 standard errors of 10,000 rows.
func TestSyntheticDomainIsThePapers(t *testing.T) {
	d := draw(10, 1)
	for i := range dim {
		mean := 0.0
		for j := range testRows {
			mean += d.Test.Rows[j*dim+i] / testRows
		}
		want := 1 / math.Sqrt(2*dim)
		if i%2 == 0 {
			want = -want
		}
		if math.Abs(mean-want) > 6/math.Sqrt(9*dim*testRows) {
			t.Errorf("coordinate %d of the target has mean %v, want %v", i, mean, want)
		}
	}
	if got := label([]float64{1, 1, 1, 1}); got != 2 {
		t.Errorf("f(1,1,1,1) = %v", got)
	}
	if got := label([]float64{-1, -1, -1, -1}); got != -1 {
		t.Errorf("f(−1,−1,−1,−1) = %v", got)
	}
	fromTarget := 0
	for j := range sourceRows {
		if d.Source.Rows[j*dim]+d.Source.Rows[j*dim+2] < 0 {
			fromTarget++
		}
	}
	if fromTarget < 170 || fromTarget > 330 { // binomial(1000, 1/4), and some on the wrong side
		t.Errorf("%d of 1000 source rows look like the target's", fromTarget)
	}
}

// The paper's setting at n = 8000, ε = 1 with three repetitions instead of ten: the orders of magnitude that the paper
// and an outside run report. (make figure1 prints means of ten with their deviations.)
// The same code takes minutes as wasm: golden documents compare the two builds.
func TestFigure1AtEpsilonOne(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("make test-all runs the experiment")
	}
	f := must.Get(Run(Options{Repetitions: 3, Epsilons: []float64{1}, Rows: []int{8000}}, nil))(t)
	at := func(method, noise string) Point {
		for _, p := range f.Points {
			if p.Method == method && p.Noise == noise {
				return p
			}
		}
		t.Fatalf("no point of %s with noise %s", method, noise)
		return Point{}
	}
	within := func(what string, value, low, high float64) {
		t.Helper()
		if !(value >= low && value <= high) {
			t.Errorf("%s is %.5f, expected %v to %v", what, value, low, high)
		}
	}
	within("‖M(q)‖₂ of Frank–Wolfe with the paper's noise", *at("frank-wolfe", "paper").Norm, 0.25, 0.40)
	within("‖M(q)‖₂ of Frank–Wolfe without privacy", *at("frank-wolfe", "none").Norm, 0, 0.0025)
	within("‖M(q)‖₂ on the second moment", *at("frank-wolfe", "moment").Norm, 0, 0.0040)
	within("‖M(q)‖₂ of Frank–Wolfe with tight noise over that with the paper's",
		*at("frank-wolfe", "tight").Norm / *at("frank-wolfe", "paper").Norm, 0, 0.6)
	within("error on the second moment over the error of two stages without privacy",
		at("frank-wolfe", "moment").Error/at("frank-wolfe", "none").Error, 0, 1.2)
	// One unlucky draw of three can spoil this mean; the ten of make figure1 are held to 1.6.
	within("error of the single stage without privacy over the oracle's",
		at("single-stage", "none").Error/at("oracle", "none").Error, 1, 2.2)
	chosen := 0
	for _, p := range f.Grid {
		if p.Chosen {
			chosen++
		}
	}
	if len(f.Grid) != 9 || chosen != 1 {
		t.Errorf("the grid has %d points, %d chosen", len(f.Grid), chosen)
	}
	if _, err := json.Marshal(f); err != nil {
		t.Errorf("the result is no JSON: %v", err)
	}
}
