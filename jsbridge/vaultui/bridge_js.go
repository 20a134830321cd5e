package vaultui

import (
	"encoding/json"
	"fmt"
	"syscall/js"
)

// guard keeps a panic from ending the whole Go program silently: a panic that
// escapes a callback or a goroutine would leave a dead form on the screen.
func guard(onPanic func()) {
	if reason := recover(); reason != nil {
		// The vault's own console. Its messages do not leave the machine.
		js.Global().Get("console").Call("error", fmt.Sprint("vault: ", reason))
		onPanic()
	}
}

// callback turns f into a JavaScript function. f must not block: start work that
// waits with (*vault).background.
func (v *vault) callback(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer guard(v.broken)
		f(args)
		return nil
	})
}

// background runs f in a goroutine, outside the event loop.
func (v *vault) background(f func()) {
	go func() {
		defer guard(v.broken)
		f()
	}()
}

// decode copies a plain JavaScript value into a Go value, by field names.
func decode(from js.Value, to any) error {
	text := js.Global().Get("JSON").Call("stringify", from)
	if text.Type() != js.TypeString {
		return fmt.Errorf("vaultui: the engine's answer is %s, not an object", from.Type())
	}
	return json.Unmarshal([]byte(text.String()), to)
}

// field reads a string field, "" where it is absent.
func field(of js.Value, name string) string {
	if v := of.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// amount reads a number field, 0 where it is absent.
func amount(of js.Value, name string) float64 {
	if v := of.Get(name); v.Type() == js.TypeNumber {
		return v.Float()
	}
	return 0
}

// list makes a JavaScript array of texts.
func list(texts []string) []any {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return values
}
