package vaultui

import "syscall/js"

// failure is an error of the engine: a code for the program and a text for the owner.
type failure struct{ Code, Message string }

func (f *failure) Error() string { return f.Message }

// watcher receives the reports of an unfinished call. Nil fields are not called.
type watcher struct {
	progress func(stage string, done, total float64)
	charge   func(epsilon, delta, rho float64)
}

// solver is the engine in a worker. It is never restarted: when it dies, every
// call fails with code "crashed" and the vault starts a new one.
type solver struct {
	link   js.Value // {post, terminate}
	calls  map[int]*call
	lastID int
	dead   bool
}

type call struct {
	watcher
	answer chan answer
}

type answer struct {
	value js.Value
	err   *failure
}

// newSolver starts a worker; died is called once if it ends by itself, after
// its calls have failed.
func (v *vault) newSolver(died func()) *solver {
	s := &solver{calls: map[int]*call{}}
	s.link = v.bridge.Call("startSolver", v.callback(func(args []js.Value) {
		if s.dead {
			return
		}
		if field(args[0], "type") == "exited" {
			s.close(codeCrashed)
			died()
			return
		}
		s.receive(args[0])
	}))
	return s
}

// do sends a request and waits for its answer, so it must not be called from a
// callback. started receives the call's number, for cancel.
func (s *solver) do(request message, w watcher, started func(id int)) (js.Value, *failure) {
	if s.dead {
		return js.Value{}, &failure{Code: codeCrashed}
	}
	s.lastID++
	id := s.lastID
	waiting := &call{watcher: w, answer: make(chan answer, 1)}
	s.calls[id] = waiting
	request["id"] = id
	s.link.Call("post", request)
	if started != nil {
		started(id)
	}
	got := <-waiting.answer
	return got.value, got.err
}

// tell sends a message without waiting for an answer.
func (s *solver) tell(m message) {
	if !s.dead {
		s.link.Call("post", m)
	}
}

func (s *solver) dispose(handle js.Value) {
	s.lastID++
	s.tell(message{"type": "dispose", "id": s.lastID, "handle": handle})
}

func (s *solver) pending(id int) bool { return s.calls[id] != nil }

// close terminates the worker; calls that wait for it fail with the given code.
func (s *solver) close(code string) {
	if s.dead {
		return
	}
	s.dead = true
	s.link.Call("terminate")
	for id := range s.calls {
		s.finish(id, answer{err: &failure{Code: code}})
	}
}

func (s *solver) finish(id int, a answer) {
	waiting := s.calls[id]
	delete(s.calls, id)
	waiting.answer <- a // never blocks: the channel has room for the single answer
}

func (s *solver) receive(m js.Value) {
	if m.Get("id").Type() != js.TypeNumber {
		return // "ready": until then the worker itself holds requests back
	}
	id := m.Get("id").Int()
	waiting := s.calls[id]
	if waiting == nil {
		return
	}
	switch field(m, "type") {
	case "result":
		s.finish(id, answer{value: m.Get("value")})
	case "failed":
		detail := m.Get("error")
		s.finish(id, answer{err: &failure{Code: field(detail, "code"), Message: field(detail, "message")}})
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
