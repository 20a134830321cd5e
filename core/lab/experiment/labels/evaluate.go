package labels

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/features"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/nonlinear"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/interval"
)

// Some is how many labels there are where few rows have one, unless the options say otherwise.
const Some = 200

// Options say in addition how many labels there are beside all.
type Options struct {
	suite.Options
	Labels []int
}

// Methods, in the order in which they are printed.
const (
	public     = "public"     // the choice of cross-validation on the public sample alone
	unlabelled = "unlabelled" // the engine without labels
	ours       = "ours"       // the engine with labels
	only       = "labels only"
	ceiling    = "no noise" // labels only, exact sums
	peer       = "AdaSSP"
	booster    = "Boosted AdaSSP" // with the best number of rounds in hindsight, which favours it
)

var methods = []string{public, unlabelled, ours, only, ceiling, peer, booster}

// Outcome is what was measured on a task.
type Outcome struct {
	Task    string `json:"task"`
	Real    bool   `json:"real"`
	Public  int    `json:"publicRows"`
	Private int    `json:"privateRows"`
	Classes int    `json:"classes"`
	At      []At   `json:"at"`
}

// At is a task at one ε with a given number of labels.
type At struct {
	Epsilon float64 `json:"epsilon"`
	Labels  int     `json:"labels"`
	// Mean has the mean score over the splits, for each method; classes have no peer.
	Mean map[string]nonlinear.Score `json:"mean"`
	// Share is the mean share of the model fitted under the weights.
	Share float64 `json:"share"`
	// Intervals of 95% were stated for the mean squared errors of the public model and of ours, and this share of them
	// holds that on the rows which are held out. Classes have none.
	Intervals int `json:"intervals,omitempty"`
	Held      int `json:"held,omitempty"`
}

func (a At) ratio(method string) float64 { return a.Mean[method].Error / a.Mean[public].Error }

// Evaluate runs every method on every task, as many tasks at a time as there are processors.
func Evaluate(o Options, done func(Outcome)) ([]Outcome, error) {
	subjects, err := suite.Subjects(o.Options, suite.Source[*Task]{Read: load, Draw: draw})
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	return suite.OnEach(subjects, func(s suite.Subject[*Task]) (*Outcome, error) { return evaluate(s, o) }, done)
}

func evaluate(s suite.Subject[*Task], o Options) (*Outcome, error) {
	out := &Outcome{Task: s.Name, Real: s.Real}
	kept := &adapt.Preparation{}
	for k := range o.Repetitions {
		task, err := s.Sample(k % s.Draws)
		if err != nil {
			return nil, err
		}
		all := options(1, true)
		all.Preparation = kept
		p, err := plan.New(all, task.source)
		if err != nil {
			return nil, err
		}
		prepared, err := p.Prepare(nil)
		if err != nil {
			return nil, err
		}
		columns := options(1, true)
		columns.Features = features.Linear
		whole, err := plan.New(columns, task.source)
		if err != nil {
			return nil, err
		}
		part := task.split(uint64(k))
		out.Public, out.Private, out.Classes = task.source.Rows, len(part.private), len(task.source.Schema.Classes)
		r := &runner{
			split:      part,
			kept:       kept,
			prepared:   prepared,
			simulation: simulation{plan: p, offset: prepared.Offset},
			columns:    whole,
			sampler:    sampler.New(),
			of:         float64(o.Repetitions),
		}
		if r.test, err = part.cells(part.test); err != nil {
			return nil, err
		}
		if r.rows, err = part.cells(part.private); err != nil {
			return nil, err
		}
		at := 0
		for _, epsilon := range o.Epsilons {
			without, err := r.unlabelled(epsilon)
			if err != nil {
				return nil, err
			}
			for k, labels := range slices.Concat([]int{len(part.private)}, o.Labels) {
				if k > 0 && labels >= len(part.private) {
					continue
				}
				if at == len(out.At) {
					out.At = append(out.At, At{Epsilon: epsilon, Labels: labels, Mean: map[string]nonlinear.Score{}})
				}
				if err := r.run(&out.At[at], without); err != nil {
					return nil, err
				}
				at++
			}
		}
	}
	return out, nil
}

// runner is one split of a task.
type runner struct {
	split
	simulation
	kept     *adapt.Preparation // the fits that no weights enter are made once for a sample
	prepared *plan.Public
	columns  *plan.Plan // with all columns, which the peers take
	test     basemodel.Sample
	sampler  *sampler.Sampler
	of       float64 // splits
}

func (r *runner) run(a *At, without basemodel.Model) error {
	r.add(a, public, r.prepared.Offset.Model)
	r.add(a, unlabelled, without)
	own, err := r.labelled(a)
	if err != nil {
		return err
	}
	r.add(a, ours, own)
	exact := r.sums(a.Labels)
	model, err := r.model(exact)
	if err != nil {
		return err
	}
	r.add(a, ceiling, model)
	if model, err = r.model(r.noisy(exact, a.Epsilon, r.sampler)); err != nil {
		return err
	}
	r.add(a, only, model)
	if r.rows.Classes == 0 {
		r.add(a, peer, adaSSP(r.columns, r.rows, a.Labels, a.Epsilon, r.sampler))
		var best basemodel.Model
		for _, rounds := range boostedRounds {
			m := boosted(r.columns, r.rows, a.Labels, rounds, a.Epsilon, r.sampler)
			if best == nil || score(m, r.test).Error < score(best, r.test).Error {
				best = m
			}
		}
		r.add(a, booster, best)
	}
	return nil
}

func (r *runner) add(a *At, method string, m basemodel.Model) {
	s, mean := score(m, r.test), a.Mean[method]
	mean.Error += s.Error / r.of
	mean.AUC += s.AUC / r.of
	mean.Accuracy += s.Accuracy / r.of
	mean.Brier += s.Brier / r.of
	a.Mean[method] = mean
}

// engine runs the engine on the private rows. Only the first of them have a label.
func (r *runner) engine(o adapt.Options, labels int) (*release.Release, error) {
	o.Preparation = r.kept
	table := strings.NewReader(r.table(r.private, labels))
	target, _, err := adapt.ReadTarget(r.task.source, o, []io.Reader{table}, nil)
	if err != nil {
		return nil, err
	}
	return target.Adapt(experiment.Engine, func(adapt.Charge) error { return nil }, nil)
}

// unlabelled returns the model that the engine releases without labels. What no weights enter is not fitted again.
func (r *runner) unlabelled(epsilon float64) (basemodel.Model, error) {
	o := options(epsilon, false)
	o.Release, o.Base = release.Weights, ""
	made, err := r.engine(o, 0)
	if err != nil {
		return nil, err
	}
	choice, err := r.prepared.Design.Choose(made.Values.Weights, nil)
	if err != nil {
		return nil, err
	}
	return choice.Model, nil
}

// labelled returns the model that the engine releases with labels, and counts which of the errors that it states hold.
func (r *runner) labelled(a *At) (basemodel.Model, error) {
	made, err := r.engine(options(a.Epsilon, true), a.Labels)
	if err != nil {
		return nil, err
	}
	model, err := made.BaseModel()
	if err != nil {
		return nil, err
	}
	_, share := model.(*labelled.Corrected).Other()
	a.Share += share / r.of
	if r.test.Classes == 0 {
		stated := made.Certificate.Labels.Errors[0]
		r.hold(a, stated.Base, r.prepared.Offset.Model)
		r.hold(a, stated.Corrected, model)
	}
	return model, nil
}

// hold counts an interval, and whether the mean squared error on the held-out rows is in it. That mean has a standard
// error of its own, by which the interval is widened: each end by as much as both are off together.
func (r *runner) hold(a *At, stated interval.Number, m basemodel.Model) {
	squares, f := make([]float64, r.test.Rows()), make([]float64, 1)
	for i := range squares {
		m.Predict(f, r.test.Row(i))
		squares[i] = (r.test.Labels[i] - f[0]) * (r.test.Labels[i] - f[0])
	}
	mean, deviation := stat.MeanStdDev(squares, nil)
	own := 1.96 * stat.StdErr(deviation, float64(len(squares)))
	value, low, high := 0.0, *stated.Low, math.Inf(1)
	if stated.Value != nil {
		value = *stated.Value
	}
	if stated.High != nil {
		high = *stated.High
	}
	a.Intervals++
	if mean >= value-math.Hypot(value-low, own) && mean <= value+math.Hypot(high-value, own) {
		a.Held++
	}
}

// mean returns the geometric mean and the largest of a ratio, over the outcomes at one ε that used this number of
// labels. A number of 0 stands for all labels.
func mean(outcomes []Outcome, epsilon float64, labels int, ratio func(At) float64) (mean, worst float64) {
	sum, n := 0.0, 0.0
	for _, t := range outcomes {
		for _, a := range t.At {
			wanted := a.Labels == labels && labels != t.Private || labels == 0 && a.Labels == t.Private
			if v := ratio(a); a.Epsilon == epsilon && wanted && v > 0 {
				sum, n, worst = sum+math.Log(v), n+1, math.Max(worst, v)
			}
		}
	}
	return math.Exp(sum / n), worst
}
