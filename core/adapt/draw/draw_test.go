package draw

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/release/appraisal"
	"privadapt/core/solve"
	"privadapt/core/terms/method"
)

// A calibration that guarantees less than the claim is refused before the charge, by however little; the engine's own
// is then at fault.
func TestACalibrationCoversTheClaim(t *testing.T) {
	r := &run{Problem: &plan.Problem{Plan: &plan.Plan{Options: plan.Options{Epsilon: 2, Calibration: method.Paper}}}}
	for epsilon, covered := range map[float64]bool{1: true, 2: true, 2 + 1e-6: false, 2.5: false} {
		err := r.covers(epsilon)
		if (err == nil) != covered || err != nil && !strings.Contains(err.Error(), "guarantees only epsilon = 2") {
			t.Errorf("ε = %v for a claim of 2: %v", epsilon, err)
		}
	}
	r.Calibration = method.Tight
	if said := panics(func() { r.covers(2 + 1e-6) }); !strings.Contains(said, "misses its claim") {
		t.Errorf("a tight calibration that guarantees less: %q", said)
	}
}

// A run makes as many draws as were charged, or ends: also one whose number of rounds is another after the charge.
func TestDrawsAreThoseCharged(t *testing.T) {
	for made, ends := range map[int]bool{1: true, 2: false, 3: true} {
		if said := panics(func() { checkDraws(made, 2) }); (said != "") != ends {
			t.Errorf("%d draws, 2 charged: %q", made, said)
		}
	}
	for name, change := range inRounds {
		for _, more := range []int{-1, 1} {
			r := newRun(t, change)
			charged := 0
			r.charge = func(Charge) error {
				charged++
				r.Iterations += more
				return nil
			}
			if said := panics(func() { r.draw() }); said == "" || charged != 1 {
				t.Errorf("%s, %d rounds more than were charged: %q", name, more, said)
			}
		}
	}
}

// What a mechanism cannot draw, or what it does not guarantee, is refused before the charge: a budget that is too small
// for its rounds, noise that is too small beside the scores, and the paper's noise where it misses its claim.
func TestWhatIsRefusedIsNotCharged(t *testing.T) {
	for name, change := range inRounds {
		for _, c := range []struct {
			said    string
			options func(*plan.Options)
		}{
			{"choose fewer iterations", func(o *plan.Options) { o.Epsilon, o.Delta, o.Iterations = 1e-6, 1e-12, 1e6 }},
			{"is too small beside", func(o *plan.Options) { o.Epsilon = 1e22 }},
			{"guarantees only epsilon", func(o *plan.Options) { o.Epsilon, o.Delta, o.Iterations = 2000, 0.5, 1000 }},
		} {
			for _, calibration := range []method.Calibration{method.Tight, method.Paper} {
				r := newRun(t, func(o *plan.Options) { change(o); c.options(o) })
				if r.Smoothing == method.PNorm && calibration == method.Paper ||
					(calibration == method.Paper) != (c.said == "guarantees only epsilon") && c.said != "is too small beside" {
					continue
				}
				r.Calibration = calibration
				r.charge = func(Charge) error { t.Errorf("%s, %s: charged", name, calibration); return errors.New("charged") }
				if _, _, err := r.draw(); err == nil || !strings.Contains(err.Error(), c.said) {
					t.Errorf("%s, %s: %v, not %q", name, calibration, err, c.said)
				}
			}
		}
	}
}

// No mechanism draws when its charge is refused.
func TestARefusedChargeEndsARun(t *testing.T) {
	refused := errors.New("no budget")
	for _, runs := range []map[string]func(*plan.Options){inRounds, sums} {
		for name, change := range runs {
			r := newRun(t, change)
			r.charge = func(Charge) error { return refused }
			_, out, err := r.draw()
			if err != refused || !reflect.DeepEqual(out, drawn.Output{}) {
				t.Errorf("%s: %v, drawn is %+v", name, err, out)
			}
		}
	}
}

// The rows of two people may have no entry of the sum in common. The noise for people covers that, even where rows with
// one intercept would need less.
func TestTheNoiseIsForWhatIsProtected(t *testing.T) {
	for unit, law := range map[string]func(grid.Grid, method.Adjacency, float64) *noise.MomentLaw{
		"": noise.NewMomentLaw, "person": noise.NewPairLaw,
	} {
		r := newRun(t, func(o *plan.Options) { o.Unit = unit })
		var err error
		if r.Grid, err = grid.New(3, 2.9); err != nil {
			t.Fatal(err)
		}
		g, _, err := r.draw()
		if want := law(r.Grid, r.Adjacency, g.Rho).Diagonal.String(); err != nil || g.Noise.DiagonalVariance != want {
			t.Errorf("unit %q: the variance is %v, not %v (%v)", unit, g.Noise.DiagonalVariance, want, err)
		}
	}
}

// Under the calibration paper the scale is the printed one: twice as large in units of 4Λ² for algorithm 1.
func TestThePapersScaleIsThePrintedOne(t *testing.T) {
	for name, change := range inRounds {
		r := newRun(t, change)
		if r.Smoothing == method.PNorm {
			continue
		}
		r.Calibration = method.Paper
		want := mechanism.PaperScale(r.Mu, r.Radius, r.SourceRadius, r.Iterations, r.sum.Rows, r.Epsilon, r.Delta)
		if r.Mechanism == method.Gradient {
			want *= math.Sqrt(float64(r.Source.Rows))
		} else if r.Solver == method.SingleStage {
			stage := must.Get(r.NewStage())(t)
			want *= 2 * stage.Unit()
		}
		if g, _, err := r.draw(); err != nil || math.Abs(g.Noise.Scale-want) > 1e-12*want {
			t.Errorf("%s: the scale is %v, not %v (%v)", name, g.Noise.Scale, want, err)
		}
	}
}

// The scores of algorithm 1 are a smoothed discrepancy's times 4Λ² and, the same for neighbours, the losses: they have
// the range of the former, and the rounding of both.
func TestTheScoresOfASingleStage(t *testing.T) {
	r := newRun(t, inRounds["a single stage"])
	stage := must.Get(r.NewStage())(t)
	r.ModelNorm = stage.Norm
	task := r.selectionTask(r.Iterations)
	g, _ := must.Both(r.draw())(t)
	loss := math.Pow(stage.Norm*r.SourceRadius+stage.Largest, 2)
	sums := float64(r.Source.Rows+r.Iterations+16) / (1 << 53) * (5*loss + stage.Unit()*task.Spread)
	for _, c := range []struct {
		of        string
		got, want float64
	}{
		{"range", g.Noise.ScoreRange, stage.Unit() * task.Range},
		{"rounding", g.Noise.ScoreError, stage.Unit()*task.Error + sums},
		{"draws", float64(g.Draws), float64(r.Iterations + 1)},
	} {
		if math.Abs(c.got-c.want) > 1e-12*c.want {
			t.Errorf("the %s of the scores: %v, not %v", c.of, c.got, c.want)
		}
	}
}

// With hardly any noise selection walks as Frank–Wolfe does without any.
func TestSelectionByScoresTakesTheLeast(t *testing.T) {
	change := func(o *plan.Options) { o.Mechanism, o.Epsilon = method.Selection, 1e8 }
	_, out := must.Both(newRun(t, change).draw())(t)
	r := newRun(t, change)
	o, scores := r.exactObjective(), make([]float64, r.Source.Rows)
	least := func() int {
		o.Gradient(scores)
		return floats.MinIdx(scores)
	}
	must.Do(t, solve.Walk(o.Move, least, solve.Rounds{Iterations: r.Iterations}))
	if !slices.Equal(out.Weights, o.Point()) {
		t.Error("the weights belong to other vertices")
	}
}

// The value of a draw states the number of rows where that is public alone, the noise of its mechanism, and what was
// charged: under add-remove what replacing a row costs.
func TestAValueStatesWhatWasDrawn(t *testing.T) {
	for name, change := range sums {
		for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
			r := newRun(t, func(o *plan.Options) { change(o); o.Adjacency, o.Epsilon = adjacency, 20 })
			var charged Charge
			rows := r.rows()
			value := must.Get(Run(r.Problem, Private{r.sum, r.labelled, r.counts}, func(c Charge) error {
				charged = c
				return nil
			}))(t)
			want, stated := Charge{r.Epsilon, r.Delta, value.Guarantee.Rho}, rows
			if adjacency == method.AddRemove {
				want.Rho *= 2
				want.Epsilon, stated = noise.Epsilon(want.Rho, r.Delta), 0
			}
			if charged != want || value.Rows != stated || value.Guarantee.Rho != noise.Rho(r.Epsilon, r.Delta) {
				t.Errorf("%s, %s: charged %+v, want %+v; %d rows, want %d", name, adjacency, charged, want, value.Rows, stated)
			}
			near := 200.0
			if r.labelled == nil {
				near = 100
			}
			if rows != int64(near) || math.Abs(value.Output.MomentRows-near) > 40 && r.counts == nil ||
				(value.Output.MomentRows == near) != (adjacency == method.ReplaceOne && r.counts == nil) {
				t.Errorf("%s, %s: %d rows, and about %v are stated", name, adjacency, rows, value.Output.MomentRows)
			}
			noise, ratio := value.Guarantee.Noise, 1.0
			switch {
			case r.labelled != nil:
				ratio = noise.StandardDeviation * value.Output.MomentRows / (math.Sqrt2 * value.Output.Labelled.Sigma)
			case r.counts != nil:
				variance := must.Get(strconv.ParseFloat(noise.DiagonalVariance, 64))(t)
				ratio = noise.StandardDeviation * appraisal.Unit * appraisal.Unit / math.Sqrt(variance)
			}
			if math.Abs(ratio-1) > 1e-9 {
				t.Errorf("%s, %s: the deviation is stated %v times too large", name, adjacency, ratio)
			}
		}
	}
}

// However a run ends, the sums that it was given are overwritten.
func TestARunOverwritesItsSums(t *testing.T) {
	for way, charge := range map[string]func(Charge) error{
		"drawn":   func(Charge) error { return nil },
		"refused": func(Charge) error { return errors.New("no budget") },
		"a fault": func(Charge) error { panic("a fault") },
	} {
		for name, change := range sums {
			r := newRun(t, change)
			said := panics(func() { Run(r.Problem, Private{r.sum, r.labelled, r.counts}, charge) })
			if left := r.left(); len(left) > 0 || (said == "a fault") != (way == "a fault") {
				t.Errorf("%s, %s: left are %q; %s", name, way, left, said)
			}
		}
	}
}

func panics(f func()) (said string) {
	defer func() { said, _ = recover().(string) }()
	f()
	return ""
}
