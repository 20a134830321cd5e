package adapt

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// steps collects the steps of fits that progress reports: those under the weights, three times as many, count on from
// the others.
type steps struct{ done []int64 }

func (s *steps) progress(stage string, done, total int64) error {
	switch stage {
	case plan.StagePrepare:
		s.done = append(s.done, done)
	case plan.StageFit:
		s.done = append(s.done, total/3+done)
	}
	return nil
}

// from checks that the steps are those from first to last, each once, and forgets them.
func (s *steps) from(t *testing.T, what string, first, last int64) {
	t.Helper()
	if int64(len(s.done)) != last-first+1 ||
		len(s.done) > 0 && (s.done[0] != first || s.done[len(s.done)-1] != last || !slices.IsSorted(s.done)) {
		t.Errorf("%s: %d steps %v, want those from %d to %d", what, len(s.done), s.done, first, last)
	}
	s.done = nil
}

// Of numbers and the base auto.
var publicSteps = int64(len(method.Fitted(false)) * auto.Steps)
var allSteps = publicSteps * int64(len(auto.Ways))

// Forecasts, readings and runs with one Preparation make the public fits once. Another sample and another base have
// fits of their own.
func TestAPreparationFitsOnce(t *testing.T) {
	source, target := labelledTask(t, 80, dataset.Regression)
	other, _ := nonlinearTask(t, false, dataset.AnyTask)
	var seen steps
	kept := &Preparation{}
	run := func(o Options) {
		t.Helper()
		o.Epsilon, o.Delta, o.Preparation = 1, 1e-5, kept
		read, _, err := ReadTarget(source, o, filesOf(target), seen.progress)
		if err != nil {
			t.Fatal(err)
		}
		r := must.Get(read.Adapt(engine, free, seen.progress))(t)
		if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 { // which fits anew
			t.Errorf("%q, %v", problems, err)
		}
	}
	prepare := func(source *dataset.Source, o Options) {
		t.Helper()
		o.Preparation = kept
		must.Do(t, Prepare(source, o, seen.progress))
	}
	for _, o := range []Options{{Release: release.Weights}, {Release: release.Moments}, {Base: method.Linear}} {
		prepare(source, o)
		seen.from(t, "what needs no fits", 1, 0)
	}
	prepare(source, Options{Base: method.Auto})
	seen.from(t, "the preparation", 1, publicSteps)
	for _, o := range []Options{{Base: method.Auto}, {Base: method.Auto, UseLabels: true}, {Base: method.Auto}} {
		run(o)
		seen.from(t, "a run", publicSteps+1, allSteps)
	}
	run(Options{Release: release.Report})
	f := &Forecaster{Source: source}
	if _, err := f.Forecast(reporting(func(o *Options) { o.Base, o.Preparation = method.Auto, kept }), 1000,
		seen.progress); err != nil {
		t.Fatal(err)
	}
	seen.from(t, "a report and its forecast", 1, 0)
	prepare(other, Options{Base: method.Auto})
	seen.from(t, "another sample", 1, publicSteps)
	prepare(other, Options{Base: method.Trees})
	seen.from(t, "another base", 1, auto.Steps)
	run(Options{Base: method.Auto})
	seen.from(t, "a run with the first sample", 1, allSteps)
	kept.Forget()
	run(Options{Base: method.Auto})
	seen.from(t, "a run after all was forgotten", 1, allSteps)
}

// Fits that were ended go on where they were left, whoever asks. Those that several ask for at the same time are made
// once. What is forgotten, or in the way of others, leaves nothing behind.
func TestAPreparationGoesOn(t *testing.T) {
	source, _ := labelledTask(t, 80, dataset.Regression)
	before := runtime.NumGoroutine()
	stop := errors.New("stop")
	kept := &Preparation{}
	o := Options{Base: method.Auto, Preparation: kept}
	var seen steps
	until := func(last int64) Progress {
		return func(stage string, done, total int64) error {
			_ = seen.progress(stage, done, total)
			if done == last {
				return stop
			}
			return nil
		}
	}
	for _, last := range []int64{1, 5, 3 * auto.Steps} {
		if err := Prepare(source, o, until(last)); !errors.Is(err, stop) {
			t.Errorf("ended at step %d: %v", last, err)
		}
	}
	seen.from(t, "fits that were ended three times", 1, 3*auto.Steps)
	if err := Prepare(source, o, seen.progress); err != nil {
		t.Error(err)
	}
	seen.from(t, "and went on", 3*auto.Steps+1, publicSteps)

	kept.Forget()
	var all sync.WaitGroup
	several := make([]steps, 4)
	for k := range several {
		all.Go(func() {
			if err := Prepare(source, o, several[k].progress); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, one := range several {
		seen.done = append(seen.done, one.done...)
	}
	slices.Sort(seen.done)
	seen.from(t, "four at the same time", 1, publicSteps)

	for _, base := range []method.Base{method.Smooth, method.Trees, method.Auto} { // each is in the way of the next
		if err := Prepare(source, Options{Base: base, Preparation: kept}, until(2)); !errors.Is(err, stop) {
			t.Error(err)
		}
	}
	kept.Forget()
	if err := Prepare(source, Options{Base: method.Trees}, until(2)); !errors.Is(err, stop) { // without a Preparation
		t.Error(err)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines are left, %d there were", runtime.NumGoroutine(), before)
}
