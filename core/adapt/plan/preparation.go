package plan

import (
	"errors"
	"iter"
	"sync"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/trees"
	"privadapt/core/terms/method"
)

// The stages in which progress counts steps of fits: those that no weights enter, which may have been made before, and
// then those under the weights.
const (
	StagePrepare = "prepare"
	StageFit     = "fit"
)

// Preparation keeps the fits to a public sample that no weights enter, so that forecasts, readings and runs on the same
// sample with the same base share them: Options.Preparation names it. It keeps the fits of one sample and one base,
// the last that were asked for. The zero value is empty. Several goroutines may use it.
//
// The fits are a function of the public sample, of the base and of the public file alone. They may be begun before a
// private file is chosen, and nothing private can enter them. A fit advances only while somebody asks for it. If that
// ends early, it stays as far as it came, and whoever asks next goes on from there. Test: TestAPreparationFitsOnce, in
// core/adapt.
type Preparation struct {
	busy sync.Mutex
	last *fitting // or nil
}

// prepared is what the fits depend on.
type prepared struct {
	source *dataset.Source
	base   method.Base
	file   *trees.XGBoost
}

// Forget frees what is kept, unless somebody is waiting for it.
func (s *Preparation) Forget() {
	s.busy.Lock()
	defer s.busy.Unlock()
	s.replace(nil)
}

// replace keeps f in place of the present fits. The caller holds busy.
func (s *Preparation) replace(f *fitting) {
	if s.last != nil && s.last.askers == 0 {
		s.last.stop()
	}
	s.last = f
}

// join returns the fits for a plan, new ones unless they are those that are kept. leave must be called once.
func (s *Preparation) join(p *Plan) (f *fitting, leave func()) {
	s.busy.Lock()
	defer s.busy.Unlock()
	of := prepared{p.Source, p.Base, p.BaseFile}
	if s.last == nil || s.last.of != of {
		s.replace(newFitting(of))
	}
	f = s.last
	f.askers++
	return f, func() {
		s.busy.Lock()
		defer s.busy.Unlock()
		if f.askers--; f.askers == 0 && (s.last != f || f.failed()) {
			f.stop()
			if s.last == f {
				s.last = nil
			}
		}
	}
}

// fitting is fits that advance by a step whenever somebody asks.
type fitting struct {
	of     prepared
	askers int // guarded by Preparation.busy

	busy   sync.Mutex
	next   func() (int64, bool)
	stop   func()
	done   bool
	design *auto.Design
	err    error
}

var errStopped = errors.New("plan: the fits were ended")

func newFitting(of prepared) *fitting {
	f := &fitting{of: of, err: errStopped}
	f.next, f.stop = iter.Pull(func(yield func(int64) bool) {
		var kinds []method.Base
		if of.base != method.Auto {
			kinds = []method.Base{of.base}
		}
		step := int64(0)
		f.design, f.err = auto.NewDesignWith(of.file, SampleOf(of.source), func() error {
			if step++; !yield(step) {
				return errStopped
			}
			return nil
		}, kinds...)
	})
	return f
}

// failed reports whether there is no design and never will be.
func (f *fitting) failed() bool { return f.done && f.err != nil }

// advance makes one more step, and reports which, or that there is none left.
func (f *fitting) advance() (step int64, done bool) {
	f.busy.Lock()
	defer f.busy.Unlock()
	if f.done {
		return 0, true
	}
	f.done = true // should it panic
	step, more := f.next()
	f.done = !more
	return step, f.done
}

// Design returns the fits that no weights enter, from the Preparation among the options if there is one. progress
// counts the steps made meanwhile, from 1 to Steps of each fit; it is not called for steps made earlier. Its error ends
// the work.
func (p *Plan) Design(progress func(step int64) error) (*auto.Design, error) {
	own := p.Preparation
	if own == nil {
		own = &Preparation{}
		defer own.Forget()
	}
	f, leave := own.join(p)
	defer leave()
	for {
		step, done := f.advance()
		if done {
			return f.design, f.err
		}
		if err := progress(step); err != nil {
			return nil, err
		}
	}
}
