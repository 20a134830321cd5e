package suite

import (
	"fmt"
	"runtime"
	"sync"
)

// InParallel runs jobs in their order on all processors, none after one has failed, and returns the first failure.
func InParallel(jobs []func() error) error {
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

// OnEach measures every subject, as many at a time as there are processors, and passes each outcome to done when it is
// there, one at a time. The outcomes are in the order of the subjects.
func OnEach[T, Outcome any](
	subjects []Subject[T],
	measure func(Subject[T]) (*Outcome, error),
	done func(Outcome),
) ([]Outcome, error) {
	var (
		outcomes = make([]Outcome, len(subjects))
		jobs     []func() error
		lock     sync.Mutex
	)
	for i, s := range subjects {
		jobs = append(jobs, func() error {
			outcome, err := measure(s)
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			lock.Lock()
			defer lock.Unlock()
			outcomes[i] = *outcome
			done(*outcome)
			return nil
		})
	}
	return outcomes, InParallel(jobs)
}
