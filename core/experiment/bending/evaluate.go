package bending

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"privadapt/core/adapt"
	"privadapt/core/basemodel/auto"
	"privadapt/core/experiment/evaluate"
	"privadapt/core/release"
)

// Options choose how much to compute.
type Options struct {
	Data        string    // folder of the real tasks; empty: none
	Tasks       []string  // names of folders in it; nil: all
	Families    []string  // names of families; nil: all
	Epsilons    []float64 // ascending
	Repetitions int       // runs on a real task, draws of a synthetic one
	Rows        int       // m = n of the families
	Done        func(Outcome)
}

// Outcome is what was measured on a task.
type Outcome struct {
	Task       string `json:"task"`
	About      string `json:"about,omitempty"` // the shift of a family
	Real       bool   `json:"real"`
	SourceRows int    `json:"sourceRows"`
	TargetRows int    `json:"targetRows"`
	Columns    int    `json:"columns"`
	Classes    int    `json:"classes"`
	// Public is the choice that the public sample alone leads to, means over the draws; Base is what it is most often.
	Public Score  `json:"public"`
	Base   string `json:"base"`
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
	Ratio   float64 `json:"ratio"` // mean over the runs of error/that of the public choice
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

// subject is a task or a family.
type subject struct {
	name, about string
	real        bool
	draws       int
	load        func(draw int) (*Task, error)
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
				if f.IsDir() {
					names = append(names, f.Name())
				}
			}
		}
		for _, name := range names {
			all = append(all, subject{name: name, real: true, draws: 1,
				load: func(int) (*Task, error) { return Load(filepath.Join(o.Data, name)) }})
		}
	}
	known := 0
	for _, f := range evaluate.Families() {
		if o.Families != nil && !slices.Contains(o.Families, f.Name) {
			continue
		}
		known++
		all = append(all, subject{name: f.Name, about: f.Shift, draws: o.Repetitions, load: func(draw int) (*Task, error) {
			source, target, labels := f.Tables(o.Rows, uint64(draw+1))
			return New(f.Name, source, target, labels, 0)
		}})
	}
	if o.Families != nil && known < len(o.Families) {
		return nil, fmt.Errorf("bending: one of the families %v does not exist", o.Families)
	}
	if len(all) == 0 {
		return nil, errors.New("bending: there is no task to run")
	}
	return all, nil
}

// Evaluate runs auto on every task, as many tasks at a time as there are processors.
func Evaluate(o Options) ([]Outcome, error) {
	subjects, err := o.subjects()
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(subjects))
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
				stop := failure != nil || i >= len(subjects)
				lock.Unlock()
				if stop {
					return
				}
				outcome, err := subjects[i].evaluate(o)
				lock.Lock()
				if err != nil && failure == nil {
					failure = fmt.Errorf("bending: %s: %w", subjects[i].name, err)
				}
				if err == nil {
					outcomes[i] = *outcome
					if o.Done != nil {
						o.Done(*outcome)
					}
				}
				lock.Unlock()
			}
		})
	}
	group.Wait()
	return outcomes, failure
}

func (s subject) evaluate(o Options) (*Outcome, error) {
	out := &Outcome{Task: s.name, About: s.about, Real: s.real}
	for _, epsilon := range o.Epsilons {
		out.At = append(out.At, At{Epsilon: epsilon})
	}
	bases := map[string]int{}
	for draw := range s.draws {
		task, err := s.load(draw)
		if err != nil {
			return nil, err
		}
		out.SourceRows, out.TargetRows, out.Columns, out.Classes = task.Sample.Rows(), task.Target.Rows(), len(task.Target.Columns), task.Sample.Classes
		design, err := auto.NewDesign(task.Sample, nil)
		if err != nil {
			return nil, err
		}
		public := design.PublicChoice()
		name, score := public.Base, task.ScoreOf(public.Model)
		out.Public.add(score, s.draws)
		blend, err := design.PublicBlend()
		if err != nil {
			return nil, err
		}
		out.Blend.add(task.ScoreOf(blend), s.draws)
		if bases[name]++; bases[name] > bases[out.Base] {
			out.Base = name
		}
		for range o.Repetitions / s.draws {
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
	released, err := t.Private.Adapt(adapt.Options{Epsilon: epsilon, Delta: evaluate.Delta, Release: release.Weights})
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
	slices.Sort(ratios)
	place := 0.95 * float64(len(ratios)-1)
	i := min(int(place), max(0, len(ratios)-2))
	a.P95 = ratios[i]
	if i+1 < len(ratios) {
		a.P95 += (place - float64(i)) * (ratios[i+1] - ratios[i])
	}
}
