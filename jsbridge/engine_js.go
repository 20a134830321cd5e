package jsbridge

import (
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/release"
	"privadapt/core/words"
)

// Engine answers requests. Handles identify the values that it keeps between requests.
type Engine struct {
	info     release.Engine
	requests map[string]request
	host     js.Value
	handles  Handles
	calls    map[int]*call
	ending   bool

	preparation adapt.Preparation // public fits, of one sample at a time
}

// request answers one kind of message.
type request func(c *call, message js.Value) (any, error)

// Serve starts answering the host's requests, and never returns.
func Serve() {
	serve(map[string]request{
		"loadSource": (*call).loadSource,
		"prepare":    (*call).prepare,
		"forecast":   (*call).forecast,
		"query":      (*call).query,
		"readTarget": (*call).readTarget,
		"adapt":      (*call).adapt,
		"combine":    (*call).combine,
		"predict":    (*call).predict,
		"scores":     (*call).scores,
		"figures":    (*call).figures,
		"estimates":  (*call).estimates,
		"delta":      (*call).delta,
		"verify":     (*call).verify,
		"dispose":    (*call).dispose,
	})
}

// Job is a request that takes options and returns a value, both as JSON. It can be cancelled through its progress.
type Job func(options []byte, progress func(stage string, done, total int64) error) (any, error)

// ServeJobs answers requests of the form {id, type, options} with the job of that type, and never returns.
func ServeJobs(jobs map[string]Job) {
	requests := map[string]request{}
	for kind, job := range jobs {
		requests[kind] = func(c *call, message js.Value) (any, error) {
			value, err := job(jsonOf(message, "options"), c.progress)
			if err != nil {
				return nil, err
			}
			return toJS(value)
		}
	}
	serve(requests)
}

func serve(requests map[string]request) {
	host := js.Global().Get("privadapt")
	e := &Engine{
		info:     release.Engine{Version: release.ProgramVersion},
		requests: requests,
		host:     host,
		calls:    map[int]*call{},
	}
	if digest := host.Get("wasmSHA256"); digest.Type() == js.TypeString {
		e.info.WasmSHA256 = digest.String()
	}
	host.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 1 && args[0].Type() == js.TypeObject {
			e.receive(args[0])
		}
		return nil
	}))
	e.post(map[string]any{
		"type":   "ready",
		"engine": map[string]any{"version": release.ProgramVersion, "protocol": Protocol},
	})
	select {}
}

func (e *Engine) post(message map[string]any, transfer ...any) {
	e.host.Call("post", message, transfer)
}

// receive runs inside a JavaScript callback: it must not block, so each request gets a goroutine.
func (e *Engine) receive(message js.Value) {
	switch kind := textOf(message, "type"); kind {
	case "cancel":
		if c := e.calls[intOf(message, "call")]; c != nil {
			c.ctx.cancel()
		}
	case "charged":
		if c := e.calls[intOf(message, "call")]; c != nil {
			select {
			case c.charged <- message.Get("ok").Truthy():
			default: // the answer to no request
			}
		}
	case "end":
		e.end()
	default:
		e.start(kind, message)
	}
}

// start runs a request until its single answer. A panic is a fault of this program. Its text may hold anything, so it
// is not passed on, and the engine continues with the next request.
func (e *Engine) start(kind string, message js.Value) {
	c := &call{
		engine:  e,
		id:      intOf(message, "id"),
		ctx:     newCancellation(),
		longest: longestRun,
		charged: make(chan bool, 1),
	}
	e.calls[c.id] = c
	go func() {
		defer func() {
			if recover() != nil {
				c.fail(
					words.Refuse("internal", "the engine failed inside; nothing was released. Please report what you did"),
				)
			}
			c.ctx.cancel()
			delete(e.calls, c.id)
			if e.ending {
				e.settle()
			}
		}()
		answer, known := e.requests[kind]
		if !known {
			c.fail(words.Refuse("bad-message", "there is no request %q", kind))
			return
		}
		value, err := answer(c, message)
		if err != nil {
			c.fail(Describe(err))
			return
		}
		e.post(map[string]any{"id": c.id, "type": "result", "value": value})
	}()
}

// end cancels every call, so that the host can end this thread: what ends from outside overwrites nothing.
func (e *Engine) end() {
	e.ending = true
	for _, c := range e.calls {
		c.ctx.cancel()
	}
	e.settle()
}

// settle drops everything and, once no call is left that could hold something, says so.
func (e *Engine) settle() {
	for handle := range e.handles.values {
		e.handles.Drop(handle)
	}
	if len(e.calls) == 0 {
		e.post(map[string]any{"type": "ended"})
	}
}
