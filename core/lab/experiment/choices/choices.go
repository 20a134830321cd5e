// Package choices measures other rules by which the engine's defaults could have been chosen.
package choices

import (
	"cmp"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/data/features"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
)

// Result compares other ways to choose the defaults.
type Result struct {
	Delta       float64   `json:"delta"`
	Epsilons    []float64 `json:"epsilons"`
	Repetitions int       `json:"repetitions"`
	Rows        int       `json:"rows"` // of a family, on either side
	Rules       []*Rule   `json:"rules"`
}

// Rule is one rule, measured on all tasks. The first rule of a Result is the default, and the others are compared with
// it.
type Rule struct {
	Group string `json:"group"`
	Name  string `json:"name"`
	// Outcomes has an entry for each task on which the rule can be followed.
	Outcomes []*Outcome `json:"outcomes"`
	// Real and Families summarise it, one entry for each ε.
	Real     []Verdict `json:"real"`
	Families []Verdict `json:"synthetic"`

	way way
}

// Outcome is the result of a rule on one task: mean squared errors over the variance of the labels, means over the
// runs.
type Outcome struct {
	Task       string    `json:"task"`
	Real       bool      `json:"real"`
	Unweighted float64   `json:"unweighted"` // of the model that follows the rule on the unweighted sample
	Reference  float64   `json:"reference"`  // of the one without privacy; the single stage is compared with two stages
	Errors     []float64 `json:"errors"`     // of the engine, for each ε
}

// Verdict is a rule at one ε, over the real tasks or over the families.
type Verdict struct {
	// Kept is the median of (unweighted − error)/(unweighted − reference) over the Counted tasks whose reference gains 5%
	// or more; null where there is none.
	Kept    *float64 `json:"kept"`
	Counted int      `json:"counted"`
	// Harm is the largest of error/unweighted − 1 over the tasks whose reference does no harm.
	Harm *float64 `json:"harm"`
	// Error is the geometric mean, over Tasks, of the error over the default's error. Below 1 the rule is better.
	Error float64 `json:"error"`
	Tasks int     `json:"tasks"`
}

// Choose measures the rules on the subjects of the options. It passes the name of each subject to done.
func Choose(o suite.Options, done func(subject string)) (*Result, error) {
	subjects, err := suite.Regression(o)
	if err != nil {
		return nil, fmt.Errorf("choices: %w", err)
	}
	c := &Result{Delta: suite.Delta, Epsilons: o.Epsilons, Repetitions: o.Repetitions, Rows: o.Rows, Rules: rules()}
	for _, s := range subjects {
		if err := c.measure(s); err != nil {
			return nil, fmt.Errorf("choices: %s: %w", s.Name, err)
		}
		done(s.Name)
	}
	for _, r := range c.Rules {
		r.Real, r.Families = c.judge(r, true), c.judge(r, false)
	}
	return c, nil
}

// measure adds the outcomes of all rules on one subject. Rules that differ only in how they use a model share its run.
func (c *Result) measure(s suite.Subject[*experiment.Task]) error {
	if _, err := s.Sample(0); err != nil {
		return err
	}
	var (
		jobs []func() error
		lock sync.Mutex
	)
	for at := 0; at < len(c.Rules); {
		same := c.Rules[at:]
		for i, r := range same {
			if r.way.run != same[0].way.run {
				same = same[:i]
				break
			}
		}
		at += len(same)
		w := same[0].way.run
		tasks := make([]func() (*experiment.Task, error), s.Draws)
		for draw := range tasks {
			tasks[draw] = sync.OnceValues(func() (*experiment.Task, error) {
				sample, err := s.Sample(draw)
				if err != nil {
					return nil, err
				}
				o := w.settings(sample)
				return sample.With(cmp.Or(o.Features, features.Linear), o.Radius)
			})
		}
		if _, err := tasks[0](); err != nil {
			continue // quadratic features of many columns are refused
		}
		for _, r := range same {
			r.Outcomes = append(r.Outcomes, &Outcome{Task: s.Name, Real: s.Real, Errors: make([]float64, len(c.Epsilons))})
		}
		add := func(model *release.Release, task *experiment.Task, runs int, place func(*Outcome) *float64) error {
			for _, r := range same {
				e, err := r.way.score(task, model)
				if err != nil {
					return err
				}
				lock.Lock()
				*place(r.Outcomes[len(r.Outcomes)-1]) += e / float64(runs)
				lock.Unlock()
			}
			return nil
		}
		for repetition := range c.Repetitions {
			jobs = append(jobs, func() error {
				task, err := tasks[min(repetition, s.Draws-1)]()
				if err != nil {
					return err
				}
				options := w.settings(task)
				if repetition < s.Draws {
					for _, yardstick := range []struct {
						weights func() ([]float64, error)
						place   func(*Outcome) *float64
					}{
						{func() ([]float64, error) { return simplex.Uniform(task.Source.Rows), nil },
							func(o *Outcome) *float64 { return &o.Unweighted }},
						{task.WithoutPrivacy, func(o *Outcome) *float64 { return &o.Reference }},
					} {
						q, err := yardstick.weights()
						if err != nil {
							return err
						}
						model, err := task.Model(q)
						if err != nil {
							return err
						}
						if err := add(model, task, s.Draws, yardstick.place); err != nil {
							return err
						}
					}
				}
				for k, epsilon := range c.Epsilons {
					options.Epsilon, options.Delta = math.Min(epsilon, suite.Endless), suite.Delta
					model, err := task.Adapt(options)
					if err != nil {
						return err
					}
					if err := add(model, task, c.Repetitions, func(o *Outcome) *float64 { return &o.Errors[k] }); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return suite.InParallel(jobs)
}

// judge summarises a rule over the real tasks or over the families.
func (c *Result) judge(r *Rule, real bool) []Verdict {
	defaults := map[string]*Outcome{}
	for _, o := range c.Rules[0].Outcomes {
		defaults[o.Task] = o
	}
	verdicts := make([]Verdict, len(c.Epsilons))
	for k := range verdicts {
		v := &verdicts[k]
		var kept, ratios []float64
		for _, o := range r.Outcomes {
			if o.Real != real {
				continue
			}
			if o.Reference <= (1-suite.LeastGain)*o.Unweighted {
				kept = append(kept, (o.Unweighted-o.Errors[k])/(o.Unweighted-o.Reference))
			}
			if harm := o.Errors[k]/o.Unweighted - 1; o.Reference <= o.Unweighted && (v.Harm == nil || harm > *v.Harm) {
				v.Harm = &harm
			}
			ratios = append(ratios, math.Log(o.Errors[k]/defaults[o.Task].Errors[k]))
		}
		v.Kept, v.Counted, v.Tasks = suite.Median(kept), len(kept), len(ratios)
		if len(ratios) > 0 {
			v.Error = math.Exp(stat.Mean(ratios, nil))
		}
	}
	return verdicts
}
