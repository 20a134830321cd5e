package jsbridge

import (
	"errors"
	"sync"
)

// errCancelled is the error of a cancelled call.
var errCancelled = errors.New("jsbridge: the call was cancelled")

// cancellation ends a call early. It is a context.Context without deadlines and values. Deadlines would bring in dates
// and the code that formats and parses them, a fortieth of what an owner's page loads.
type cancellation struct {
	done chan struct{}
	once sync.Once
}

func newCancellation() *cancellation { return &cancellation{done: make(chan struct{})} }

func (c *cancellation) cancel() { c.once.Do(func() { close(c.done) }) }

// Done returns a channel that is closed when the call is cancelled.
func (c *cancellation) Done() <-chan struct{} { return c.done }

// Err returns errCancelled once the call is cancelled.
func (c *cancellation) Err() error {
	select {
	case <-c.done:
		return errCancelled
	default:
		return nil
	}
}
