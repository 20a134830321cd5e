package suite

import (
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
