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
	Repetitions int       // default 10
	Epsilons    []float64 // default 0.5, 1, 2, 4, 8; the runs without privacy are always added
	Rows        []int     // n; default 1000, 2000, 4000, 8000
	Iterations  int       // K; default 1000
}

func (o Options) defaults() Options {
	if o.Repetitions == 0 {
		o.Repetitions = 10
	}
	if len(o.Epsilons) == 0 {
		o.Epsilons = []float64{0.5, 1, 2, 4, 8}
	}
	if len(o.Rows) == 0 {
		o.Rows = []int{1000, 2000, 4000, 8000}
	}
	if o.Iterations == 0 {
		o.Iterations = 1000
	}
	return o
}

// Result has one point of the figure for each curve and n.
type Result struct {
	Settings Settings    `json:"settings"`
	Methods  []Method    `json:"methods"`
	Points   []Point     `json:"points"`
	Grid     []GridPoint `json:"grid"` // of the single stage without privacy
}

// Settings are the parameters of a Figure1.
type Settings struct {
	Repetitions int       `json:"repetitions"`
	Epsilons    []float64 `json:"epsilons"`
	Rows        []int     `json:"rows"`
	Iterations  int       `json:"iterations"`
	Mu          float64   `json:"mu"`
	Lambda      float64   `json:"lambda"`
	Delta       float64   `json:"delta"`
	SourceRows  int       `json:"sourceRows"`
	ModelNorm   string    `json:"modelNorm"`
	Rule        string    `json:"rule"`
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

// curve names what is averaged over repetitions.
type curve struct {
	method, noise string
	epsilon       float64 // +Inf: without privacy
	rows          int
}

// outcome is the outcome of one run.
type outcome struct{ norm, error, size float64 }

// Run computes the figures of the paper's section 7. The data of a repetition have a fixed seed; privacy noise has
// none. progress counts single runs; if it returns an error, the computation ends.
func Run(o Options, progress Progress) (*Result, error) {
	o = o.defaults()
	runs := len(runsOf(o, GridPoint{}))*len(o.Rows) + len(gridMu)*len(gridModelNorm)
	count := &counter{total: int64(runs * o.Repetitions), progress: progress}
	grid, err := chooseOnPublicData(o, count)
	if err != nil {
		return nil, err
	}
	chosen := grid[slices.IndexFunc(grid, func(p GridPoint) bool { return p.Chosen })]
	outcomes, err := runAll(o, runsOf(o, chosen), count)
	if err != nil {
		return nil, err
	}
	return &Result{Settings: settingsOf(o), Methods: methods(), Points: average(outcomes), Grid: grid}, nil
}

// counter reports the progress of single runs, one report at a time.
type counter struct {
	lock        sync.Mutex
	done, total int64
	progress    Progress
}

// ran counts a run.
func (c *counter) ran() error {
	c.lock.Lock()
	c.done++
	c.lock.Unlock()
	return c.tick(0)
}

// tick is called in every round of every solver, so that a run can be cancelled before it ends.
func (c *counter) tick(int) error {
	if c.progress == nil {
		return nil
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.progress("figure1", c.done, c.total)
}

// runAll runs every curve on every draw of the data, on all processors.
func runAll(o Options, runs []curveRun, count *counter) (map[curve][]outcome, error) {
	var (
		lock     sync.Mutex
		failure  error
		outcomes = map[curve][]outcome{}
		group    sync.WaitGroup
		slots    = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for _, n := range o.Rows {
		for repetition := range o.Repetitions {
			slots <- struct{}{}
			group.Go(func() {
				defer func() { <-slots }()
				w := newWorkbench(n, uint64(repetition+1), o.Iterations, count.tick)
				for _, r := range runs {
					result, err := r.run(w)
					if err == nil {
						err = count.ran()
					}
					lock.Lock()
					key := r.curve
					key.rows = n
					outcomes[key] = append(outcomes[key], result)
					failure = cmp.Or(failure, err)
					stop := failure != nil
					lock.Unlock()
					if stop {
						return
					}
				}
			})
		}
	}
	group.Wait()
	return outcomes, failure
}

// Progress is called with the progress of an experiment, and ends it by returning an error.
type Progress func(stage string, done, total int64) error

func settingsOf(o Options) Settings {
	return Settings{
		Repetitions: o.Repetitions, Epsilons: o.Epsilons, Rows: o.Rows, Iterations: o.Iterations,
		Mu: mu, Lambda: lambda, Delta: delta, SourceRows: sourceRows,
		ModelNorm: "Λ = 2‖w‖₂, w the least-squares model of the public sample",
		Rule:      ruleText,
	}
}

func average(outcomes map[curve][]outcome) []Point {
	var points []Point
	for key, runs := range outcomes {
		column := func(of func(outcome) float64) (mean, deviation *float64) {
			var values []float64
			for _, r := range runs {
				if v := of(r); !math.IsNaN(v) {
					values = append(values, v)
				}
			}
			if len(values) == 0 {
				return nil, nil
			}
			m, s := stat.PopMeanStdDev(values, nil)
			return &m, &s
		}
		p := Point{Method: key.method, Noise: key.noise, Rows: key.rows, Repetitions: len(runs)}
		if !math.IsInf(key.epsilon, 1) {
			p.Epsilon = &key.epsilon
		}
		p.Norm, p.NormSD = column(func(r outcome) float64 { return r.norm })
		p.EffectiveSampleSize, _ = column(func(r outcome) float64 { return r.size })
		mean, deviation := column(func(r outcome) float64 { return r.error })
		p.Error, p.ErrorSD = *mean, *deviation
		points = append(points, p)
	}
	order := map[string]int{}
	for i, m := range methods() {
		order[m.ID] = i
	}
	noises := []string{"none", "moment", "tight", "paper"}
	slices.SortFunc(points, func(a, b Point) int {
		epsilons := 0
		if a.Epsilon != nil && b.Epsilon != nil {
			epsilons = cmp.Compare(*a.Epsilon, *b.Epsilon)
		}
		return cmp.Or(order[a.Method]-order[b.Method],
			slices.Index(noises, a.Noise)-slices.Index(noises, b.Noise), epsilons, a.Rows-b.Rows)
	})
	return points
}
