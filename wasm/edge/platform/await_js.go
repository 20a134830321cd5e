package platform

import (
	"errors"
	"syscall/js"
)

// await blocks the goroutine until a promise settles. It must not be called in a JavaScript callback.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	result := make(chan settled, 1)
	fulfilled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		result <- settled{value: args[0]}
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		result <- settled{err: errors.New("edge: " + js.Global().Call("String", args[0]).String())}
		return nil
	})
	defer fulfilled.Release()
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	s := <-result
	return s.value, s.err
}
