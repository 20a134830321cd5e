// Package evaluate measures what privacy costs: the engine against the same method without privacy, against other ways of
// weighting and against no weighting, on real tasks and on synthetic families whose truth is known.
package evaluate

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"privadapt/core/experiment"
)

// Delta is δ of every run.
const Delta = 1e-6

// Options choose how much to compute. Zero values are the full evaluation, without the real tasks.
type Options struct {
	Data        string    // folder of the real tasks; empty: none
	Tasks       []string  // names of folders in it; nil: all whose labels are numbers
	Families    []string  // names of families; nil: all
	Epsilons    []float64 // ascending; default 0.1, 0.3, 1, 3 and +Inf
	Repetitions int       // default 30: runs on a real task, draws of a synthetic one
	Rows        int       // m = n of the families; default 2000
	// Done, if not nil, is given every task when it is finished.
	Done func(Task)
}

func (o Options) defaults() Options {
	if len(o.Epsilons) == 0 {
		o.Epsilons = []float64{0.1, 0.3, 1, 3, math.Inf(1)}
	}
	if o.Repetitions == 0 {
		o.Repetitions = 30
	}
	if o.Rows == 0 {
		o.Rows = 2000
	}
	return o
}

// Evaluate runs every method on every task. A real task has one sample, on which the methods with privacy are
// repeated; for a family every repetition draws another sample. Data are seeded by the repetition, privacy noise is not.
func Evaluate(o Options) (*Report, error) {
	o = o.defaults()
	subjects, err := o.subjects()
	if err != nil {
		return nil, err
	}
	if len(subjects) == 0 {
		return nil, errors.New("evaluate: there is no task to run")
	}
	report := &Report{Settings: settingsOf(o)}
	for _, s := range subjects {
		task, err := s.evaluate(o)
		if err != nil {
			return nil, fmt.Errorf("evaluate: %s: %w", s.name, err)
		}
		report.Tasks = append(report.Tasks, *task)
		if o.Done != nil {
			o.Done(*task)
		}
	}
	report.Summary = summarise(report.Tasks, o.Epsilons)
	return report, nil
}

// subject is a task or a family.
type subject struct {
	name, about string
	real        bool
	draws       int                                      // different samples
	sample      func(draw int) (*experiment.Task, error) // safe for use by several goroutines
}

func (o Options) subjects() ([]subject, error) {
	var all []subject
	if o.Data != "" {
		names := o.Tasks
		if names == nil {
			folders, err := os.ReadDir(o.Data)
			if err != nil {
				return nil, err
			}
			for _, f := range folders {
				if f.IsDir() && numberLabels(filepath.Join(o.Data, f.Name())) {
					names = append(names, f.Name())
				}
			}
		}
		for _, name := range names {
			load := sync.OnceValues(func() (*experiment.Task, error) { return experiment.LoadFolder(filepath.Join(o.Data, name)) })
			all = append(all, subject{name: name, real: true, draws: 1, sample: func(int) (*experiment.Task, error) { return load() }})
		}
	}
	families := Families()
	for _, name := range o.Families {
		if !slices.ContainsFunc(families, func(f Family) bool { return f.Name == name }) {
			return nil, fmt.Errorf("evaluate: there is no family %q", name)
		}
	}
	for _, f := range families {
		if o.Families != nil && !slices.Contains(o.Families, f.Name) {
			continue
		}
		draws := make([]func() (*experiment.Task, error), o.Repetitions)
		for i := range draws {
			draws[i] = sync.OnceValues(func() (*experiment.Task, error) { return f.Task(o.Rows, uint64(i+1)) })
		}
		all = append(all, subject{name: f.Name, about: f.Shift, draws: o.Repetitions,
			sample: func(draw int) (*experiment.Task, error) { return draws[draw]() }})
	}
	return all, nil
}

// evaluate runs all methods on one subject, on all processors.
func (s subject) evaluate(o Options) (*Task, error) {
	first, err := s.sample(0)
	if err != nil {
		return nil, err
	}
	target, err := first.TargetRows()
	if err != nil {
		return nil, err
	}
	_, order := first.SourceRows()
	t := &Task{Name: s.name, About: s.about, Real: s.real,
		SourceRows: first.Source.Rows, TargetRows: len(target) / order, Features: order - 1}
	var jobs []func() error
	for _, y := range yardsticks() {
		c := &Curve{Method: y.ID, Runs: make([]Run, s.draws)}
		t.Curves = append(t.Curves, c)
		for draw := range s.draws {
			jobs = append(jobs, func() error {
				task, err := s.sample(draw)
				if err == nil {
					c.Runs[draw], err = y.run(task)
				}
				return err
			})
		}
	}
	for _, p := range privates() {
		for _, epsilon := range o.Epsilons {
			c := &Curve{Method: p.ID, Private: true, Epsilon: finite(epsilon), Runs: make([]Run, o.Repetitions)}
			t.Curves = append(t.Curves, c)
			for repetition := range o.Repetitions {
				jobs = append(jobs, func() error {
					task, err := s.sample(min(repetition, s.draws-1))
					if err == nil {
						c.Runs[repetition], err = p.run(task, epsilon)
					}
					return err
				})
			}
		}
	}
	if err := inParallel(jobs); err != nil {
		return nil, err
	}
	t.summarise()
	return t, nil
}

// finite is ε as JSON has it, where there is no infinity.
func finite(epsilon float64) *float64 {
	if math.IsInf(epsilon, 1) {
		return nil
	}
	return &epsilon
}

// inParallel runs jobs in their order on all processors, none after one has failed, and returns the first failure.
func inParallel(jobs []func() error) error {
	var (
		lock    sync.Mutex
		next    int
		failure error
		group   sync.WaitGroup
	)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				lock.Lock()
				i := next
				next++
				stop := failure != nil || i >= len(jobs)
				lock.Unlock()
				if stop {
					return
				}
				if err := jobs[i](); err != nil {
					lock.Lock()
					if failure == nil {
						failure = err
					}
					lock.Unlock()
				}
			}
		})
	}
	group.Wait()
	return failure
}
