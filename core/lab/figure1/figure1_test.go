package figure1

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"privadapt/core/model/regression"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
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

// Every solver gives the same weights from the same data and draws, natively and as wasm: the table was written by the
// native build on amd64 and this test runs in both. They differ in the last bits of math.Exp and math.Pow alone, so
// fixed rounds agree to 1e-9; solvers that stop at a relative gap agree to that gap in the value.
func TestSolversAgreeNativelyAndAsWasm(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all builds the solvers as wasm")
	}
	d := draw(500, 3)
	target := d.exactMoment()
	objective := func(s discrepancy.Smoothing, lambda float64) *discrepancy.Objective {
		o := &discrepancy.Objective{Target: target, Rows: d.Source.Rows, Smoothing: s, Lambda: lambda}
		o.Start(simplex.Uniform(sourceRows))
		return o
	}
	soft, power := discrepancy.Softmax{Mu: 20}, discrepancy.PNorm{P: 3}
	// The same Gaussian numbers in both builds stand for the draws of a mechanism.
	noisy := func() func([]float64) {
		r := rand.New(rand.NewPCG(11, 11))
		return func(v []float64) {
			for j := range v {
				v[j] += 0.05 * r.NormFloat64()
			}
		}
	}
	vertex := func() solve.Oracle {
		add := noisy()
		return func(scores []float64) int { add(scores); return simplex.Minimise(scores) }
	}
	gap := solve.GapSettings{Curvature: 0.1, Relative: 1e-6}
	for _, c := range []struct {
		name      string
		want      float64 // ‖M(q)‖₂ or, for the regression, the error on the target
		tolerance float64
		solve     func() (float64, error)
	}{
		{"Frank–Wolfe with noise", 0.04656948816171, 1e-9, func() (float64, error) {
			o := objective(soft, 0.001)
			err := solve.FrankWolfe(o, vertex(), solve.Rounds{Iterations: 200})
			return o.Norm(), err
		}},
		{"Frank–Wolfe with noise, p-norm", 0.05252209773292, 1e-9, func() (float64, error) {
			o := objective(power, 0.001)
			err := solve.FrankWolfe(o, vertex(), solve.Rounds{Iterations: 200})
			return o.Norm(), err
		}},
		{"mirror descent with noise", 0.08783633271296, 1e-9, func() (float64, error) {
			o, add := objective(soft, 0.001), noisy()
			q, err := solve.MirrorDescent(simplex.Uniform(sourceRows), func(dst, q []float64) {
				o.GradientAt(dst, q)
				add(dst)
			}, solve.MirrorStep(1, sourceRows, 100), solve.Rounds{Iterations: 100})
			o.Start(q)
			return o.Norm(), err
		}},
		{"single stage with noise", 0.01780069121889, 1e-9, func() (float64, error) {
			o := objective(soft, 0.001)
			r, err := solve.MinimiseSingleStage(
				&solve.SingleStage{Rows: d.Source.Rows, Labels: d.Source.Labels, Radius: 1, Discrepancy: o},
				vertex(), solve.LeastGap, 0.05, solve.Rounds{Iterations: 200})
			if err != nil {
				return 0, err
			}
			o.Start(r.Weights)
			return o.Norm(), nil
		}},
		{"projected gradients", 0.1500297596028, 1e-6, func() (float64, error) {
			r, err := solve.ProjectedGradient(objective(soft, 0.1), gap)
			return r.Value, err
		}},
		{"projected gradients, p-norm", 0.0002293826353426, 1e-6, func() (float64, error) {
			r, err := solve.ProjectedGradient(objective(power, 0.1), gap)
			return r.Value, err
		}},
		{"projected gradients, the norm", 0.0002743373519484, 1e-6, func() (float64, error) {
			r, err := solve.ProjectedGradientNorm(objective(soft, 0.1), gap)
			return r.Value, err
		}},
		{"ridge", 0.0009601337623494, 1e-9, func() (float64, error) {
			w, _, err := regression.CrossValidate(d.Source.weighted(simplex.Uniform(sourceRows)))
			return d.Test.meanSquaredError(w), err
		}},
		{"norm ball", 0.001218850495906, 1e-9, func() (float64, error) {
			w, err := regression.Ball(d.Source.weighted(simplex.Uniform(sourceRows)), 0.5)
			return d.Test.meanSquaredError(w), err
		}},
	} {
		got, err := c.solve()
		if err != nil || math.Abs(got-c.want) > c.tolerance*math.Abs(c.want) {
			t.Errorf("%s: %.13g, want %.13g, error %v", c.name, got, c.want, err)
		}
	}
}

// The paper's setting at n = 8000, ε = 1 with three repetitions instead of ten: the orders of magnitude that the paper
// and an outside run report. (make figure1 prints means of ten with their deviations.)
// The same code takes minutes as wasm: TestSolversAgreeNativelyAndAsWasm compares the two builds.
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
