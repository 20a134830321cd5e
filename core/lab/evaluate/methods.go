package evaluate

import (
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/model/basemodel"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

const (
	// Delta is δ of every run.
	Delta = 1e-6
	// some is how many labels there are where few rows have one.
	some = 200
	// owners is among how many the private rows are divided where they are not one owner's.
	owners = 10
)

// engine is what releases of experiments say that made them.
var engine = release.Engine{Version: "0.0.0"}

// way is a method: how private rows become a model, or a report, at an ε. A nil result is none for this task.
type way struct {
	name, about string
	run         func(s *split, epsilon float64) (*outcome, error)
}

// outcome is a model, what is stated of mean squared errors, or both.
type outcome struct {
	model  basemodel.Model
	stated []stated
}

// stated is an interval of 95% for the mean squared error of a model, or for the share by which it is smaller than
// another's, with the verdict on that.
type stated struct {
	interval appraisal.IntervalNumber
	model    basemodel.Model
	other    basemodel.Model
	verdict  release.Verdict
}

// Ways in the order of the table's columns. The first three see no private data, and the rest of the table is divided
// by the first.
var ways = []way{
	{"public choice", "the model that cross-validation of the public sample alone chooses",
		func(s *split, _ float64) (*outcome, error) { return &outcome{model: s.public.Offset.Model}, nil }},
	{"public blend", "the best blend by the public sample alone",
		func(s *split, _ float64) (*outcome, error) {
			m, err := s.public.Design.PublicBlend()
			return &outcome{model: m}, err
		}},
	{"blend", "the default: a blend of all kinds under released weights", of(adapt.Options{Base: method.Auto})},
	{"linear", "a linear model under the same weights", of(adapt.Options{Base: method.Linear})},
	{"Algorithm 2", "the paper's noisy Frank–Wolfe with tight noise, and a linear model",
		of(adapt.Options{Base: method.Linear, Mechanism: method.Selection})},
	{"Algorithm 3", "the paper's noisy mirror descent with tight noise, and a linear model",
		of(adapt.Options{Base: method.Linear, Mechanism: method.Gradient})},
	{"ten owners", "the blend from the sum of ten owners' moments, who have a tenth of the rows each", combined},
	{"labels", "the blend, corrected by the labels of all private rows", labelled(math.MaxInt)},
	{"200 labels", "the blend, corrected by 200 labels", labelled(some)},
	{"AdaSSP", "a linear model of the private rows and labels alone (Wang 2018)",
		func(s *split, epsilon float64) (*outcome, error) { return s.peer(epsilon, 1, 3) }},
	{"Boosted AdaSSP", "the same in 30 rounds (Tang et al. 2023)",
		func(s *split, epsilon float64) (*outcome, error) { return s.peer(epsilon, 30, 1) }},
	{"report", "no model: what a report states of the public choice", report},
}

// split is a division of a task's target, with what all runs on the task share.
type split struct {
	*Task
	private, test []int
	held          basemodel.Sample // the test rows
	public        *plan.Public
	fits          map[method.Base]*adapt.Preparation // fits that no weights enter are made once for a task
}

// engine releases from private rows, the first of which have a label.
func (s *split) engine(o adapt.Options, rows []int, labels int) (*release.Release, error) {
	o.Delta, o.Preparation = Delta, s.fits[o.Base]
	table := strings.NewReader(s.table(rows, labels))
	target, _, err := adapt.ReadTarget(s.Source, o, []io.Reader{table}, nil)
	if err != nil {
		return nil, err
	}
	return target.Adapt(engine, func(adapt.Charge) error { return nil }, nil)
}

// of runs the engine with options and without labels.
func of(o adapt.Options) func(*split, float64) (*outcome, error) {
	return func(s *split, epsilon float64) (*outcome, error) {
		o := o
		o.Epsilon = epsilon
		return modelOf(s.engine(o, s.private, 0))
	}
}

func modelOf(made *release.Release, err error) (*outcome, error) {
	if err != nil {
		return nil, err
	}
	model, err := made.RowModel()
	return &outcome{model: model}, err
}

// labelled runs the engine with labels of so many rows, or of all.
func labelled(labels int) func(*split, float64) (*outcome, error) {
	return func(s *split, epsilon float64) (*outcome, error) {
		if labels < math.MaxInt && labels >= len(s.private) {
			return nil, nil
		}
		made, err := s.engine(adapt.Options{Epsilon: epsilon, Base: method.Auto, UseLabels: true}, s.private, labels)
		out, err := modelOf(made, err)
		if err != nil {
			return nil, err
		}
		errors, f := made.Certificate.Labels.Errors[0], s.public.Offset.Model
		out.stated = []stated{{interval: errors.Base, model: f}, {errors.Gain, out.model, f, errors.Verdict}}
		return out, nil
	}
}

// combined has each owner release the moments of their rows, and computes a model from the sum.
func combined(s *split, epsilon float64) (*outcome, error) {
	var parts []*release.Release
	for k := range owners {
		rows := s.private[k*len(s.private)/owners : (k+1)*len(s.private)/owners]
		part, err := s.engine(adapt.Options{Epsilon: epsilon, Release: release.Moments}, rows, 0)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	sum, err := combine.Combine(engine, parts)
	if err != nil {
		return nil, err
	}
	return modelOf(adapt.Solve(engine, s.Source, sum,
		adapt.Options{Base: method.Auto, Preparation: s.fits[method.Auto]}, nil))
}

// report has what a report states of the public choice.
func report(s *split, epsilon float64) (*outcome, error) {
	o := adapt.Options{Epsilon: epsilon, Base: method.Auto, Release: release.Report}
	made, err := s.engine(o, s.private, len(s.private))
	if err != nil {
		return nil, err
	}
	figures, err := made.Figures()
	if err != nil {
		return nil, err
	}
	square := func(v float64) float64 { return v * v }
	number, numbers := figures.All.Measures["rmse"]
	if number = number.Mapped(square); !numbers {
		number = figures.All.Measures["brier"]
	}
	return &outcome{stated: []stated{{interval: number, model: s.public.Offset.Model}}}, nil
}

func (s *split) peer(epsilon float64, rounds int, bound float64) (*outcome, error) {
	if s.held.Classes > 0 {
		return nil, nil
	}
	m, err := privateOnly(s, epsilon, rounds, bound)
	return &outcome{model: m}, err
}

// truth is what the test rows say of what is stated, with the standard error of that.
func (s stated) truth(rows basemodel.Sample) (value, error float64) {
	all := squares(s.model, rows)
	if s.other != nil {
		before := squares(s.other, rows)
		whole := stat.Mean(before, nil)
		value = 1 - stat.Mean(all, nil)/whole
		for i, v := range before {
			all[i] = value + ((1-value)*v-all[i])/whole
		}
	}
	value, deviation := stat.MeanStdDev(all, nil)
	return value, stat.StdErr(deviation, float64(len(all)))
}

// holds reports whether an interval holds what the test rows say. It is widened by the standard error of that: each end
// by as much as both are off together.
func (s stated) holds(value, error float64) bool {
	end := func(v *float64, open float64) float64 {
		if v == nil {
			return open
		}
		return *v
	}
	low, high := end(s.interval.Low, math.Inf(-1)), end(s.interval.High, math.Inf(1))
	from := end(s.interval.Value, math.Min(math.Max(value, low), high))
	return value >= from-math.Hypot(from-low, 1.96*error) && value <= from+math.Hypot(high-from, 1.96*error)
}
