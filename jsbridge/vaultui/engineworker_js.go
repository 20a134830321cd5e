package vaultui

import (
	"syscall/js"

	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// failure is an error of the engine: a code for the program and a text for the owner.
type failure struct {
	Code, Message string
	Reason        *words.Message // what the text says, where the engine has it for other languages
	Sheets        []string       // of a workbook where the owner has chosen none
}

func (f *failure) Error() string { return f.Message }

// explained is what it means to the owner.
func (f *failure) explained() string { return answers.Explained(f.Code, f.Message, f.Reason) }

// watcher receives the reports of an unfinished call. Nil fields are not called.
type watcher struct {
	progress func(stage string, done, total float64)
	charge   func(epsilon, delta, rho float64)
}

// engineWorker is the engine in a worker. It is never restarted: when it dies, every
// call fails with code "crashed" and the vault starts a new one.
type engineWorker struct {
	link   js.Value // {post, terminate}
	calls  map[int]*call
	lastID int
	dead   bool

	fitting     int    // the last call of prepare
	fits        string // its options, as text; "" if it was ended
	forecasting int    // the last call of forecast
}

type call struct {
	watcher
	answer chan answer
}

type answer struct {
	value js.Value
	err   *failure
}

// newEngineWorker starts a worker; died is called once if it ends by itself, after
// its calls have failed.
func (v *vault) newEngineWorker(died func()) *engineWorker {
	e := &engineWorker{calls: map[int]*call{}}
	e.link = v.bridge.Call("startEngineWorker", v.callback(func(args []js.Value) {
		if e.dead {
			return
		}
		if field(args[0], "type") == "exited" {
			e.close(codeCrashed)
			died()
			return
		}
		e.receive(args[0])
	}))
	return e
}

// do sends a request and waits for its answer, so it must not be called from a
// callback. started receives the call's number, for cancel.
func (e *engineWorker) do(request message, w watcher, started func(id int)) (js.Value, *failure) {
	if e.dead {
		return js.Value{}, &failure{Code: codeCrashed}
	}
	e.lastID++
	id := e.lastID
	waiting := &call{watcher: w, answer: make(chan answer, 1)}
	e.calls[id] = waiting
	request["id"] = id
	e.link.Call("post", request)
	if started != nil {
		started(id)
	}
	got := <-waiting.answer
	return got.value, got.err
}

// tell sends a message without waiting for an answer.
func (e *engineWorker) tell(m message) {
	if !e.dead {
		e.link.Call("post", m)
	}
}

func (e *engineWorker) dispose(handle js.Value) {
	e.lastID++
	e.tell(message{"type": "dispose", "id": e.lastID, "handle": handle})
}

func (e *engineWorker) pending(id int) bool { return e.calls[id] != nil }

// close terminates the worker; calls that wait for it fail with the given code.
func (e *engineWorker) close(code string) {
	if e.dead {
		return
	}
	e.dead = true
	e.link.Call("terminate")
	for id := range e.calls {
		e.finish(id, answer{err: &failure{Code: code}})
	}
}

func (e *engineWorker) finish(id int, a answer) {
	waiting := e.calls[id]
	delete(e.calls, id)
	waiting.answer <- a // never blocks: the channel has room for the single answer
}

func (e *engineWorker) receive(m js.Value) {
	if m.Get("id").Type() != js.TypeNumber {
		return // "ready": until then the worker itself holds requests back
	}
	id := m.Get("id").Int()
	waiting := e.calls[id]
	if waiting == nil {
		return
	}
	switch field(m, "type") {
	case "result":
		e.finish(id, answer{value: m.Get("value")})
	case "failed":
		detail := m.Get("error")
		failed := &failure{Code: field(detail, "code"), Message: field(detail, "message")}
		if r := detail.Get("reason"); r.Type() == js.TypeObject {
			_ = decode(r, &failed.Reason) // without it the message is said
		}
		e.finish(id, answer{err: failed})
	case "progress":
		if waiting.progress != nil {
			waiting.progress(field(m, "stage"), amount(m, "done"), amount(m, "total"))
		}
	case "charge":
		if waiting.charge != nil {
			waiting.charge(amount(m, "epsilon"), amount(m, "delta"), amount(m, "rho"))
		}
	}
}
