// Package figure1 computes the figures of the paper's experiment again, with the paper's noise and with tighter noise.
package figure1

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
)

// The parameters that the paper fixes, and μ, which it does not state.
const (
	lambda = 0.001
	delta  = 1.0 / 8000
	mu     = 20
)

// Options choose how much of the paper's figure to compute. Zero values are the paper's.
type Options struct {
	Repetitions int       `json:"repetitions"` // default 10
	Epsilons    []float64 `json:"epsilons"`    // default 0.5, 1, 2, 4, 8; the runs without privacy are always added
	Rows        []int     `json:"rows"`        // n; default 1000, 2000, 4000, 8000
	Iterations  int       `json:"iterations"`  // K; default 1000
}

func (o Options) defaults() Options {
	if len(o.Epsilons) == 0 {
		o.Epsilons = []float64{0.5, 1, 2, 4, 8}
	}
	if len(o.Rows) == 0 {
		o.Rows = []int{1000, 2000, 4000, 8000}
	}
	o.Repetitions, o.Iterations = cmp.Or(o.Repetitions, 10), cmp.Or(o.Iterations, 1000)
	return o
}

// Result has one point of the figure for each curve and n.
type Result struct {
	Settings Settings    `json:"settings"`
	Methods  []Method    `json:"methods"`
	Points   []Point     `json:"points"`
	Grid     []GridPoint `json:"grid"` // of the single stage without privacy
}

// Settings are the parameters of a Result.
type Settings struct {
	Options
	Mu         float64 `json:"mu"`
	Lambda     float64 `json:"lambda"`
	Delta      float64 `json:"delta"`
	SourceRows int     `json:"sourceRows"`
	ModelNorm  string  `json:"modelNorm"`
	Rule       string  `json:"rule"`
}

// Method is a kind of curve.
type Method struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Private     bool   `json:"private"` // has curves for finite ε
}

// Point holds means and standard deviations over the repetitions.
type Point struct {
	Method              string   `json:"method"`
	Noise               string   `json:"noise"`   // none, paper, tight or moment
	Epsilon             *float64 `json:"epsilon"` // null: without privacy
	Rows                int      `json:"rows"`
	Norm                *float64 `json:"norm"` // ‖M(q)‖₂; null for the oracle
	NormSD              *float64 `json:"normSD"`
	Error               float64  `json:"error"` // mean squared error on 10,000 further target rows
	ErrorSD             float64  `json:"errorSD"`
	EffectiveSampleSize *float64 `json:"effectiveSampleSize"`
	Repetitions         int      `json:"repetitions"`
}

// GridPoint is the single stage without privacy at one μ and Λ, averaged over the repetitions.
type GridPoint struct {
	Mu          float64 `json:"mu"`
	ModelNorm   float64 `json:"modelNorm"`   // Λ over twice the norm of the public model
	PlayedError float64 `json:"playedError"` // on public rows, by which the rule chooses
	Error       float64 `json:"error"`       // on target rows, which it does not see
	Chosen      bool    `json:"chosen"`
}

// outcome is the outcome of one run; the oracle has an error alone, and NaN else.
type outcome struct{ norm, error, size float64 }

// Progress is called with the progress of an experiment, and ends it by returning an error.
type Progress func(stage string, done, total int64) error

// Run computes the figures of the paper's section 7. The data of a repetition have a fixed seed; privacy noise has
// none. progress counts single runs; if it returns an error, the computation ends.
func Run(o Options, progress Progress) (*Result, error) {
	o = o.defaults()
	// Each n once, and ascending, as the curves are.
	rows := slices.Compact(slices.Sorted(slices.Values(o.Rows)))
	runs := len(curves(o, GridPoint{}))*len(rows) + len(gridMu)*len(gridModelNorm)
	count := &counter{total: int64(runs * o.Repetitions), progress: progress}
	grid, chosen, err := chooseOnPublicData(o, count)
	if err != nil {
		return nil, err
	}
	all := curves(o, chosen)
	outcomes := make([][]outcome, len(all)*len(rows)) // of a curve and an n, by repetition
	for i := range outcomes {
		outcomes[i] = make([]outcome, o.Repetitions)
	}
	// Every curve on every draw of the data.
	err = inParallel(len(rows)*o.Repetitions, func(draw int) error {
		at, repetition := draw/o.Repetitions, draw%o.Repetitions
		w := newWorkbench(rows[at], repetition, o.Iterations, count.tick)
		for k, c := range all {
			made, err := c.run(w)
			if err := cmp.Or(err, count.add(1)); err != nil {
				return err
			}
			outcomes[k*len(rows)+at][repetition] = made
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := &Result{Methods: methods(), Grid: grid, Settings: Settings{
		Options: o, Mu: mu, Lambda: lambda, Delta: delta, SourceRows: sourceRows,
		ModelNorm: "Λ = 2‖w‖₂, w the least-squares model of the public sample", Rule: ruleText,
	}}
	for k, c := range all {
		for at, n := range rows {
			result.Points = append(result.Points, c.average(n, outcomes[k*len(rows)+at]))
		}
	}
	return result, nil
}

// counter reports the progress of single runs, one report at a time.
type counter struct {
	lock        sync.Mutex
	done, total int64
	progress    Progress
}

func (c *counter) add(runs int64) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.done += runs
	if c.progress == nil {
		return nil
	}
	return c.progress("figure1", c.done, c.total)
}

// tick is called in every round of every solver, so that a run can be cancelled before it ends.
func (c *counter) tick(int) error { return c.add(0) }

// inParallel calls a function for each number below n, on all processors, until one call fails.
func inParallel(n int, call func(i int) error) (failure error) {
	var (
		lock  sync.Mutex
		next  int
		group sync.WaitGroup
	)
	take := func(err error) (i int, more bool) {
		lock.Lock()
		defer lock.Unlock()
		next, failure = next+1, cmp.Or(failure, err)
		return next - 1, next <= n && failure == nil
	}
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i, more := take(nil); more; {
				i, more = take(call(i))
			}
		})
	}
	group.Wait()
	return failure
}

// average is the point of a curve at n.
func (c curve) average(n int, runs []outcome) Point {
	column := func(of func(outcome) float64) (mean, deviation *float64) {
		values := make([]float64, len(runs))
		for i, r := range runs {
			values[i] = of(r)
		}
		m, s := stat.PopMeanStdDev(values, nil)
		if math.IsNaN(m) {
			return nil, nil
		}
		return &m, &s
	}
	p := Point{Method: c.method, Noise: c.noise, Rows: n, Repetitions: len(runs)}
	if !math.IsInf(c.epsilon, 1) {
		p.Epsilon = &c.epsilon
	}
	p.Norm, p.NormSD = column(func(r outcome) float64 { return r.norm })
	p.EffectiveSampleSize, _ = column(func(r outcome) float64 { return r.size })
	mean, deviation := column(func(r outcome) float64 { return r.error })
	p.Error, p.ErrorSD = *mean, *deviation
	return p
}
