package nonlinear

import (
	"fmt"
	"math"

	"privadapt/core/adapt"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/lab/experiment/synthetic"
	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Outcome holds the measurements on a task.
type Outcome struct {
	Task       string `json:"task"`
	About      string `json:"about,omitempty"` // the shift of a family
	Real       bool   `json:"real"`
	SourceRows int    `json:"sourceRows"`
	TargetRows int    `json:"targetRows"`
	Columns    int    `json:"columns"`
	Classes    int    `json:"classes"`
	// Public is the choice of cross-validation on the public sample alone, means over the draws; Base is what it is most
	// often.
	Public Score       `json:"public"`
	Base   method.Base `json:"base"`
	// Blend is the best blend of public fits by the public sample alone.
	Blend Score `json:"publicBlend"`
	At    []At  `json:"at"`
	// Peers are other libraries' models of the source alone, by their names.
	Peers map[string]Peer `json:"peers,omitempty"`
}

// At is a task at one ε.
type At struct {
	Epsilon float64 `json:"epsilon"`
	Mean    Score   `json:"mean"`
	Ratio   float64 `json:"ratio"` // mean over the runs of error/public choice's error
	Best    float64 `json:"best"`  // the same for the candidate that is best on the target, which no user can know
	P95     float64 `json:"p95"`   // 95th percentile of the runs' ratios
	Today   float64 `json:"today"` // mean error of the linear release; 0 for classes
	Kept    int     `json:"kept"`  // runs that kept the public choice
	Runs    []Run   `json:"runs"`
}

// Run is one draw of the noise.
type Run struct {
	Score
	Public float64       `json:"public"` // the error of the public choice on the same draw of the task
	Best   float64       `json:"best"`
	Today  float64       `json:"today"`
	Kept   bool          `json:"kept"`
	Shares []auto.Scored `json:"candidates"`
}

// subjects are the tasks of numbers and of classes, and the families.
func subjects(o suite.Options) ([]suite.Subject[*Task], error) {
	return suite.Subjects(o, suite.Source[*Task]{
		Read: Load,
		Draw: func(f synthetic.Family, rows int, seed uint64) (*Task, error) {
			source, target, labels := f.Tables(rows, seed)
			return New(f.Name, source, target, labels, 0)
		},
	})
}

// Evaluate runs auto on every task, as many tasks at a time as there are processors, and passes each to done when it is
// finished.
func Evaluate(o suite.Options, done func(Outcome)) ([]Outcome, error) {
	subjects, err := subjects(o)
	if err != nil {
		return nil, fmt.Errorf("nonlinear: %w", err)
	}
	return suite.OnEach(subjects, func(s suite.Subject[*Task]) (*Outcome, error) { return evaluate(s, o) }, done)
}

func evaluate(s suite.Subject[*Task], o suite.Options) (*Outcome, error) {
	out := &Outcome{Task: s.Name, About: s.About, Real: s.Real}
	for _, epsilon := range o.Epsilons {
		out.At = append(out.At, At{Epsilon: epsilon})
	}
	bases := map[method.Base]int{}
	for draw := range s.Draws {
		task, err := s.Sample(draw)
		if err != nil {
			return nil, err
		}
		out.SourceRows, out.TargetRows, out.Columns, out.Classes = task.Sample.Rows(), task.Target.Rows(), len(
			task.Target.Columns,
		), task.Sample.Classes
		design, err := auto.NewDesign(task.Sample, nil)
		if err != nil {
			return nil, err
		}
		public := design.PublicChoice()
		name, score := public.Base, task.ScoreOf(public.Model)
		out.Public.add(score, s.Draws)
		blend, err := design.PublicBlend()
		if err != nil {
			return nil, err
		}
		out.Blend.add(task.ScoreOf(blend), s.Draws)
		if bases[name]++; bases[name] > bases[out.Base] {
			out.Base = name
		}
		for range o.Repetitions / s.Draws {
			for k := range out.At {
				run, err := task.run(design, out.At[k].Epsilon)
				if err != nil {
					return nil, err
				}
				run.Public = score.Error
				out.At[k].Runs = append(out.At[k].Runs, *run)
			}
		}
	}
	for k := range out.At {
		out.At[k].summarise()
	}
	return out, nil
}

// run finds weights, as the engine does, and lets auto choose under them.
func (t *Task) run(design *auto.Design, epsilon float64) (*Run, error) {
	released, err := t.Private.Adapt(adapt.Options{Epsilon: epsilon, Delta: suite.Delta, Release: release.Weights})
	if err != nil {
		return nil, err
	}
	q := released.Values.Weights
	choice, err := design.Choose(q, nil)
	if err != nil {
		return nil, err
	}
	r := &Run{Score: t.ScoreOf(choice.Model), Kept: choice.Kept, Shares: choice.Candidates, Best: math.Inf(1)}
	for _, m := range choice.Models() {
		r.Best = math.Min(r.Best, t.ScoreOf(m).Error)
	}
	if t.Sample.Classes == 0 {
		linear, err := t.Private.Model(q)
		if err != nil {
			return nil, err
		}
		if r.Today, err = t.Private.RelativeError(linear); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (s *Score) add(o Score, of int) {
	s.Error += o.Error / float64(of)
	s.AUC += o.AUC / float64(of)
	s.Accuracy += o.Accuracy / float64(of)
	s.Brier += o.Brier / float64(of)
}

func (a *At) summarise() {
	var ratios []float64
	for _, r := range a.Runs {
		a.Mean.add(r.Score, len(a.Runs))
		a.Today += r.Today / float64(len(a.Runs))
		a.Best += r.Best / r.Public / float64(len(a.Runs))
		ratios = append(ratios, r.Error/r.Public)
		a.Ratio += r.Error / r.Public / float64(len(a.Runs))
		if r.Kept {
			a.Kept++
		}
	}
	a.P95 = suite.Percentile(ratios, 0.95)
}
