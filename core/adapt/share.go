package adapt

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/solve/discrepancy/shards"
	"privadapt/core/terms/method"
)

// Pool starts workers that compute beside this one. They are given rows of the public source, weights and, under
// gradient, the private G of each round, so they must be as isolated as this process.
type Pool interface {
	// Cores returns how many workers, this one included, the machine can run at once.
	Cores() int
	// Start starts that many more, or returns fewer or none where the machine cannot provide them.
	Start(count int) ([]shards.Worker, error)
	// Stop ends those that were started.
	Stop()
}

// Share lets the run that follows use several workers if that is faster. The result does not depend on it.
func (t *Target) Share(pool Pool) { t.pool = pool }

// A worker costs about a tenth of a second to start, its shard of the rows included, and a round some tenths of a
// millisecond of messages. The work of a round is m·(d²+perRow) multiplications. The term without d stands for what
// weights and draws cost a row. Runs below leastRun and rounds below leastRound gained little or nothing by a
// second worker (RATIONALE.md, "Workers share the rows of the public sample").
const (
	perRow     = 300
	leastRound = 1 << 24
	leastRun   = 1 << 32
	// Duality gaps end a run after 10 to 100 rounds (package projectedgradient), whatever its Iterations, so that many
	// are expected.
	gapRounds = 50
	// With fewer rows than this some parts would be empty.
	leastRows = 512
	// More workers than parts would have nothing to do.
	mostSharers = 8
)

// sharers returns how many workers a run of m rows and order d should use, this one included. It depends on public
// values only. Selection never shares: many of its rounds do without the rows, by estimates from an earlier gradient,
// and two workers were slower than one or no faster at every size.
func sharers(p *plan.Plan, cores, m, d int) int {
	if p.Mechanism == method.Tally || p.Mechanism == method.Selection {
		return 1
	}
	rounds := p.Iterations
	if p.Solver == method.ProjectedGradient {
		rounds = min(rounds, gapRounds)
	}
	round := float64(m) * (float64(d)*float64(d) + perRow)
	if m < leastRows || round < leastRound || round*float64(rounds) < leastRun {
		return 1
	}
	return max(1, min(cores, mostSharers))
}

// share starts workers before anything is charged, so that no budget is lost where they cannot be started.
func (t *Target) share(p *solve.Problem) error {
	if t.pool == nil {
		return nil
	}
	n := sharers(p.Plan, t.pool.Cores(), p.Source.Rows, p.Order())
	if n < 2 {
		return nil
	}
	workers, err := t.pool.Start(n - 1)
	p.Workers = workers
	return err
}

// unshare ends the workers. If a run panicked because a worker gave no answer, it turns the panic into that worker's
// error.
func (t *Target) unshare(p *solve.Problem, err *error) {
	if p.Workers != nil {
		t.pool.Stop()
	}
	v := recover()
	if v == nil {
		return
	}
	interrupted, ok := v.(shards.Interrupted)
	if !ok {
		panic(v)
	}
	*err = interrupted.Err
}
