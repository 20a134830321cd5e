// Package evaluate measures what privacy costs: the engine against the same method without privacy, against other ways
// of weighting and against no weighting, on real tasks and on synthetic families whose truth is known.
package evaluate

import (
	"fmt"
	"math"

	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/suite"
)

// Evaluate runs every method on every task. A real task has one sample, on which the methods with privacy are
// repeated; for a family every repetition draws another sample. Data are seeded by the repetition, privacy noise is
// not. Each task is passed to done when it is finished.
func Evaluate(o suite.Options, done func(Task)) (*Report, error) {
	subjects, err := suite.Regression(o)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	report := &Report{Settings: settingsOf(o)}
	for _, s := range subjects {
		task, err := evaluate(s, o)
		if err != nil {
			return nil, fmt.Errorf("evaluate: %s: %w", s.Name, err)
		}
		report.Tasks = append(report.Tasks, *task)
		done(*task)
	}
	report.Summary = summarise(report.Tasks, o.Epsilons)
	return report, nil
}

// evaluate runs all methods on one subject, on all processors.
func evaluate(s suite.Subject[*experiment.Task], o suite.Options) (*Task, error) {
	first, err := s.Sample(0)
	if err != nil {
		return nil, err
	}
	target, err := first.TargetRows()
	if err != nil {
		return nil, err
	}
	_, order := first.SourceRows()
	t := &Task{Name: s.Name, About: s.About, Real: s.Real,
		SourceRows: first.Source.Rows, TargetRows: len(target) / order, Features: order - 1}
	var jobs []func() error
	for _, y := range yardsticks() {
		c := &Curve{Method: y.ID, Runs: make([]Run, s.Draws)}
		t.Curves = append(t.Curves, c)
		for draw := range s.Draws {
			jobs = append(jobs, func() error {
				task, err := s.Sample(draw)
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
					task, err := s.Sample(min(repetition, s.Draws-1))
					if err == nil {
						c.Runs[repetition], err = p.run(task, epsilon)
					}
					return err
				})
			}
		}
	}
	if err := suite.InParallel(jobs); err != nil {
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
