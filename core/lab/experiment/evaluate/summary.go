package evaluate

import (
	"fmt"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/lab/experiment/suite"
)

// Report is the result of an evaluation, with every run.
type Report struct {
	Settings Settings `json:"settings"`
	Tasks    []Task   `json:"tasks"`
	Summary  Summary  `json:"summary"`
}

// Settings are the parameters of a Report.
type Settings struct {
	Delta       float64    `json:"delta"`
	Epsilons    []*float64 `json:"epsilons"` // null: infinite
	Endless     float64    `json:"endless"`  // the ε that stands for an infinite one
	Repetitions int        `json:"repetitions"`
	Methods     []Method   `json:"methods"`
}

func settingsOf(o suite.Options) Settings {
	s := Settings{Delta: suite.Delta, Endless: suite.Endless, Repetitions: o.Repetitions}
	for _, epsilon := range o.Epsilons {
		s.Epsilons = append(s.Epsilons, finite(epsilon))
	}
	for _, y := range yardsticks() {
		s.Methods = append(s.Methods, y.Method)
	}
	for _, p := range privates() {
		s.Methods = append(s.Methods, p.Method)
	}
	return s
}

// Task is what was measured on a real task or a family.
type Task struct {
	Name       string `json:"name"`
	About      string `json:"about,omitempty"` // the shift of a family
	Real       bool   `json:"real"`
	SourceRows int    `json:"sourceRows"`
	TargetRows int    `json:"targetRows"`
	Features   int    `json:"features"`

	Curves []*Curve `json:"curves"`
	// Gain is the share of the unweighted error that the reference removes; below 0 it does harm.
	Gain       float64  `json:"gain"`
	Counts     bool     `json:"counts"`     // the gain is at least 5%
	Violations []string `json:"violations"` // of the harm rule, in words
}

// Curve is one method at one ε.
type Curve struct {
	Method  string   `json:"method"`
	Private bool     `json:"private"`
	Epsilon *float64 `json:"epsilon"` // null: infinite, or without effect
	Runs    []Run    `json:"runs"`

	Mean float64  `json:"mean"` // of the errors
	P5   float64  `json:"p5"`
	P95  float64  `json:"p95"`
	Size *float64 `json:"effectiveSampleSize"` // mean
	// Kept is (unweighted − this)/(unweighted − reference) for the mean errors; null where the task does not count.
	Kept *float64 `json:"kept"`
	// Harm is error/unweighted − 1 on the same sample: mean and 95th percentile.
	Harm   float64 `json:"harm"`
	Harm95 float64 `json:"harm95"`
}

const (
	meanHarm   = 0.02 // the rule's bounds where the reference does no harm
	worstHarm  = 0.05
	harmMargin = 1e-3 // two solutions within their certified gaps may differ by so much
)

// curve returns the curve of a method. A method without privacy does not depend on ε.
func (t *Task) curve(method string, epsilon *float64) *Curve {
	for _, c := range t.Curves {
		if c.Method == method && (!c.Private || same(c.Epsilon, epsilon)) {
			return c
		}
	}
	return nil
}

// Engine returns the curve of the engine at one of the report's ε.
func (t *Task) Engine(epsilon *float64) *Curve { return t.curve(engine, epsilon) }

func same(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// summarise computes the fields that follow from the runs.
func (t *Task) summarise() {
	base := t.curve(unweighted, nil)
	for _, c := range t.Curves {
		var errors, harms, sizes []float64
		for i, r := range c.Runs {
			errors = append(errors, r.Error)
			// Runs on the single sample of a real task are compared with the single error there.
			harms = append(harms, r.Error/base.Runs[min(i, len(base.Runs)-1)].Error-1)
			if r.Size != nil {
				sizes = append(sizes, *r.Size)
			}
		}
		c.Mean, c.Harm = stat.Mean(errors, nil), stat.Mean(harms, nil)
		c.P5, c.P95, c.Harm95 = suite.Percentile(errors, 0.05), suite.Percentile(errors, 0.95),
			suite.Percentile(harms, 0.95)
		if len(sizes) > 0 {
			size := stat.Mean(sizes, nil)
			c.Size = &size
		}
	}
	best := t.curve(reference, nil)
	t.Gain = 1 - best.Mean/base.Mean
	t.Counts = t.Gain >= suite.LeastGain
	t.Violations = []string{}
	for _, c := range t.Curves {
		if t.Counts {
			kept := (base.Mean - c.Mean) / (base.Mean - best.Mean)
			c.Kept = &kept
		}
		if c.Method == engine {
			t.Violations = append(t.Violations, t.violations(c, best)...)
		}
	}
}

// harmless reports whether the reference does no harm.
func (t *Task) harmless() bool { return t.Gain >= 0 }

// violations applies the harm rule to the engine at one ε.
func (t *Task) violations(c, best *Curve) []string {
	var list []string
	add := func(format string, values ...any) {
		list = append(list, fmt.Sprintf("%s at ε = %s: ", t.Name, epsilonText(c.Epsilon))+fmt.Sprintf(format, values...))
	}
	if !t.harmless() {
		if c.Harm > best.Harm+harmMargin {
			add("mean %+.1f%%, the reference %+.1f%%", 100*c.Harm, 100*best.Harm)
		}
		return list
	}
	if c.Harm > meanHarm {
		add("mean %+.1f%%, more than %+.0f%%", 100*c.Harm, 100*meanHarm)
	}
	if c.Harm95 > worstHarm {
		add("95th percentile %+.1f%%, more than %+.0f%%", 100*c.Harm95, 100*worstHarm)
	}
	return list
}

// Summary is the evaluation in a few numbers.
type Summary struct {
	Kept       []Kept   `json:"kept"`
	WorstHarm  *Harm    `json:"worstHarm"`  // the engine's largest mean harm where the reference does none
	Violations []string `json:"violations"` // of the harm rule by the engine
}

// Kept is the median over the tasks that count of the fraction of the gain that the engine keeps at one ε.
type Kept struct {
	Epsilon  *float64 `json:"epsilon"`
	Real     *float64 `json:"real"` // null: no such task
	Tasks    int      `json:"tasks"`
	Families *float64 `json:"synthetic"`
	Drawn    int      `json:"families"`
}

// Harm is the harm on one task at one ε.
type Harm struct {
	Task    string   `json:"task"`
	Epsilon *float64 `json:"epsilon"`
	Mean    float64  `json:"mean"`
	P95     float64  `json:"p95"`
}

func summarise(tasks []Task, epsilons []float64) Summary {
	s := Summary{Violations: []string{}}
	for _, e := range epsilons {
		epsilon := finite(e)
		var parts [2][]float64
		for _, t := range tasks {
			c := t.Engine(epsilon)
			if c.Kept != nil {
				part := &parts[1]
				if t.Real {
					part = &parts[0]
				}
				*part = append(*part, *c.Kept)
			}
			if t.harmless() && (s.WorstHarm == nil || c.Harm > s.WorstHarm.Mean) {
				s.WorstHarm = &Harm{t.Name, epsilon, c.Harm, c.Harm95}
			}
		}
		s.Kept = append(s.Kept, Kept{epsilon, suite.Median(parts[0]), len(parts[0]), suite.Median(parts[1]), len(parts[1])})
	}
	for _, t := range tasks {
		s.Violations = append(s.Violations, t.Violations...)
	}
	return s
}

// ClosingLine is the evaluation in one line: the medians over the real tasks, and the worst mean harm of all tasks.
func (s Summary) ClosingLine() string {
	at := func(epsilon float64) string {
		for _, k := range s.Kept {
			if k.Real != nil && k.Epsilon != nil && *k.Epsilon == epsilon {
				return fmt.Sprintf("%.2f", *k.Real)
			}
		}
		return "n/a"
	}
	harm := "n/a"
	if s.WorstHarm != nil {
		harm = fmt.Sprintf("%+.1f%% (%s)", 100*s.WorstHarm.Mean, s.WorstHarm.Task)
	}
	return fmt.Sprintf("evaluate: kept %s of the gain at eps=1, %s at 0.3, %s at 0.1; worst harm %s", at(1), at(0.3),
		at(0.1), harm)
}

func epsilonText(epsilon *float64) string {
	if epsilon == nil {
		return "∞"
	}
	return fmt.Sprint(*epsilon)
}
