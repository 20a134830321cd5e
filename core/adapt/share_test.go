package adapt

import (
	"errors"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/solve/discrepancy/shards"
	"privadapt/core/terms/method"
)

// Public sizes decide which runs share: those that take a second or more alone, in rounds that outweigh their messages.
// Selection never does.
func TestSharers(t *testing.T) {
	plans := map[string]plan.Plan{
		"selection": {Options: Options{Mechanism: method.Selection, Solver: method.FrankWolfe, Iterations: 200}},
		"moment":    {Options: Options{Mechanism: method.Moment, Solver: method.ProjectedGradient, Iterations: 100_000}},
		"gradient":  {Options: Options{Mechanism: method.Gradient, Solver: method.MirrorDescent, Iterations: 100}},
	}
	for _, c := range []struct {
		plan              string
		cores, m, d, want int
	}{
		{"selection", 64, 1_000_000, 20, 1},
		{"selection", 8, 500_000, 100, 1},
		{"moment", 2, 1_000_000, 20, 2},
		{"gradient", 2, 1_000_000, 20, 2},
		{"moment", 1, 1_000_000, 20, 1},
		{"moment", 64, 1_000_000, 20, 8},
		{"moment", 2, 300_000, 20, 2},
		{"moment", 2, 100_000, 20, 1},
		{"moment", 2, 100_000, 100, 2},
		{"gradient", 8, 10_000, 20, 1},
		{"moment", 8, 10_000, 20, 1},
		{"moment", 8, 1000, 10, 1},
		{"gradient", 8, 511, 1000, 1}, // too few rows for the parts
		{"moment", 0, 1_000_000, 20, 1},
	} {
		p := plans[c.plan]
		if got := sharers(&p, c.cores, c.m, c.d); got != c.want {
			t.Errorf("%s, %d rows of order %d on %d cores: %d", c.plan, c.m, c.d, c.cores, got)
		}
	}
}

type fakePool struct{ stopped int }

func (p *fakePool) Cores() int { return 8 }
func (p *fakePool) Start(n int) ([]shards.Worker, error) {
	return make([]shards.Worker, n), nil
}
func (p *fakePool) Stop() { p.stopped++ }

// A run whose worker gives no answer ends with the worker's error, its other workers are ended, and another panic is no
// error.
func TestAnInterruptedRunIsAnError(t *testing.T) {
	gone, pool := errors.New("gone"), &fakePool{}
	run := func(value any) (err error) {
		shared := &solve.Problem{Workers: make([]shards.Worker, 1)}
		defer (&Target{pool: pool}).unshare(shared, &err)
		panic(value)
	}
	if err := run(shards.Interrupted{Err: gone}); err != gone || pool.stopped != 1 {
		t.Errorf("%v, stopped %d times", err, pool.stopped)
	}
	defer func() {
		if v := recover(); v != "a fault" || pool.stopped != 2 {
			t.Errorf("%v, stopped %d times", v, pool.stopped)
		}
	}()
	_ = run("a fault")
	t.Error("a panic became an error")
}
