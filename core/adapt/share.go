package adapt

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/discrepancy/shards"
	"privadapt/core/method"
)

// Pool starts workers that compute beside this one. They are given rows of the public source, weights and, under selection and
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

// A worker costs about a tenth of a second to start, its shard of the rows included, and a round some tenths of a millisecond of
// messages. The work of a round is m·(d²+perRow) multiplications, of which the term without d stands for what weights and draws
// cost a row. Under selection many rounds do without it, by estimates from an earlier gradient; how many depends on private
// values, so all are counted. By the speed of the loops a run of leastRun takes about a second and a half in one worker, a round of leastRound four
// milliseconds: sizes at which starting and messages are a small part. They were calculated, not found by trying sizes.
const (
	perRow     = 300
	leastRound = 1 << 26
	leastRun   = 1 << 34
	// Duality gaps end a run after 10 to 100 rounds (package projectedgradient), whatever its Iterations, so that many are expected.
	gapRounds = 50
	// But where noise is drawn by estimates, a round reads the rows in float64, and usually more than once.
	exactRound = 4
	// With fewer rows than this some parts would be empty.
	leastRows = 512
	// More workers than parts would have nothing to do.
	mostSharers = 8
)

// sharers returns how many workers a run of m rows and order d should use, this one included. It depends on public values only.
func sharers(p *plan.Plan, cores, m, d int) int {
	if p.Mechanism == method.Tally {
		return 1
	}
	rounds := p.Iterations
	if p.Mechanism == method.Moment && (p.Solver == method.ProjectedGradient || p.Solver == method.FrankWolfe) {
		rounds = min(rounds, gapRounds)
	}
	round := float64(m) * (float64(d)*float64(d) + perRow)
	if p.Mechanism != method.Selection {
		round *= exactRound
	}
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

// unshare ends the workers. If a run panicked because a worker gave no answer, it turns the panic into that worker's error.
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
